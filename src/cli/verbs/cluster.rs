//! `portolan cluster`: writes scripts that distribute the shards of a run to other machines.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::ui::failure::Failure;
use crate::ui::print::print;
use portolan_core::{files, shipped};

/// Folder of the scripts in the source tree and default output folder below the working directory.
const FOLDER: &str = "scripts/cluster";

/// Arguments of `portolan cluster`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan cluster slurm && scripts/cluster/slurm.sh --help
  portolan cluster parallel learn
  portolan cluster kubernetes --out mine

Exit code: 0 written or already there, 1 cannot be written, 2 wrong usage, or a file there differs.")]
pub struct ClusterArgs {
    /// Tools that play the shards, separated by spaces
    #[arg(value_enum, required = true, value_name = "ENGINE")]
    engines: Vec<Engine>,
    /// Write to this folder, which is created if missing
    #[arg(long, value_name = "DIR", default_value = FOLDER)]
    out: PathBuf,
    /// Replace files that differ
    #[arg(long)]
    force: bool,
}

/// Systems that play shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// GNU parallel, on this machine or on several by ssh
    Parallel,
    /// A job array of Slurm
    Slurm,
    /// Tasks of Ray, from Python
    Ray,
    /// An indexed Job of Kubernetes
    Kubernetes,
    /// Any of these tools, for the games of `portolan learn`
    Learn,
}

impl Engine {
    /// Files of this launcher; the first one is the script to start.
    fn files(self) -> &'static [&'static str] {
        match self {
            Engine::Parallel => &["parallel.sh", "stage.sh"],
            Engine::Slurm => &["slurm.sh", "stage.sh"],
            Engine::Ray => &["ray_run.py", "requirements.txt"],
            Engine::Kubernetes => &[
                "kubernetes.sh",
                "kubernetes-job.yaml",
                "kubernetes-volume.yaml",
                "stage.sh",
            ],
            Engine::Learn => &["learn.sh", "stage.sh"],
        }
    }

    /// Example arguments, to follow the path of the script.
    fn example(self) -> &'static str {
        match self {
            Engine::Parallel | Engine::Slurm | Engine::Ray => {
                "best-plan --shards 20 --out shards/best-plan"
            }
            Engine::Kubernetes => {
                "best-plan --shards 20 --out shards --claim CLAIM --fill --dry-run"
            }
            Engine::Learn => "learn-cartagena --parts 2 --out results/parts",
        }
    }
}

impl ClusterArgs {
    pub fn run(self) -> Result<(), Failure> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.engines.iter().flat_map(|engine| engine.files()) {
            if !names.contains(name) {
                names.push(name);
            }
        }
        let mut written = Vec::new();
        for name in names {
            let shipped = Path::new(shipped::ROOT).join(FOLDER).join(name);
            let content = shipped::content(&shipped).ok_or_else(|| {
                Failure::work(format!("this program was built without {FOLDER}/{name}"))
            })?;
            let path = self.out.join(name);
            let differs = std::fs::read(&path).is_ok_and(|there| there != content);
            if differs && !self.force {
                return Err(Failure::usage(format!(
                    "{} exists and differs; --force replaces it, --out DIR writes elsewhere",
                    path.display()
                )));
            }
            written.push((path, content));
        }
        let failed = |path: &Path, error| Failure::work(format!("{}: {error}", path.display()));
        std::fs::create_dir_all(&self.out).map_err(|error| failed(&self.out, error))?;
        for (path, content) in &written {
            files::save(path, content).map_err(|error| failed(path, error))?;
            let is_started = self
                .engines
                .iter()
                .any(|engine| path.ends_with(engine.files()[0]));
            if is_started {
                make_executable(path).map_err(|error| failed(path, error))?;
            }
        }
        let paths: Vec<String> = written
            .iter()
            .map(|(path, _)| path.display().to_string())
            .collect();
        let mut text = format!("Files: {}\nFor example:\n", paths.join(", "));
        for engine in &self.engines {
            let script = self.out.join(engine.files()[0]);
            text.push_str(&format!("  {} {}\n", shown(&script), engine.example()));
        }
        print(&text)
    }
}

/// Formats the path of a script as a shell command; a bare name gets a `./` prefix because a shell would search
/// `PATH`.
fn shown(script: &Path) -> String {
    let here = script.parent() == Some(Path::new(""));
    let script = super::run::launch::quote(&script.display().to_string());
    if here { format!("./{script}") } else { script }
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path)?.permissions().mode();
    // Everyone who may read the script may also execute it.
    let mode = mode | (mode & 0o444) >> 2;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

/// Other systems decide by the file name whether a file can be executed.
#[cfg(not(unix))]
fn make_executable(_path: &Path) -> std::io::Result<()> {
    Ok(())
}
