//! Results folders: reported, merged, replayed and resumed after changes of their files. Sometimes
//! the manifest is updated to match the changes.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use portolan::game::Rng;
use portolan::random::below;
use portolan::results::checkpoint::CHECKPOINT;
use portolan::results::checksummed_text::sealed;
use portolan::results::file::FileRecord;
use portolan::results::folder::Mode;
use portolan::results::manifest::{MANIFEST, Manifest};
use portolan::results::shards::{Inventory, shard_folders};
use portolan::results::table::compressor;
use portolan_report::page::Page;
use portolan_report::{ReportError, one_run};
use portolan_run::experiment::merge::{MergeJob, merge};
use sha2::{Digest, Sha256};

use super::folder::Folder;
use super::logs::replay;
use super::mutation::{Words, mutated};
use super::runs::{Files, Played, all};
use super::{Parser, Trial};

pub struct Results {
    folder: Folder,
    runs: Vec<Played>,
    words: Words,
}

impl Results {
    pub fn new() -> Results {
        let folder = Folder::new();
        let runs = all(&folder);
        folder.clear();
        let texts = runs.iter().flat_map(|run| run.files.values());
        let words = Words::of(
            texts
                .filter(|content| content.is_ascii())
                .map(Vec::as_slice),
        );
        Results {
            folder,
            runs,
            words,
        }
    }

    /// Writes files to a folder with this name.
    fn lay_out(&self, name: &str, files: &Files) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir(&path).expect("the folder is empty");
        for (name, content) in files {
            fs::write(path.join(name), content).expect("the folder can be written to");
        }
        path
    }

    /// Changes one of the files. For a compressed file, either its content or its bytes are changed.
    fn change(&self, files: &mut Files, rng: &mut Rng, trial: &mut Trial) {
        let names: Vec<String> = files.keys().cloned().collect();
        // The manifest affects the most code.
        let name = match below(rng, 2) {
            0 => MANIFEST.to_string(),
            _ => names[below(rng, names.len() as u32) as usize].clone(),
        };
        let other = &self.runs[below(rng, self.runs.len() as u32) as usize].files;
        let other = other.get(&name).unwrap_or(&other[MANIFEST]);
        let inside = name.ends_with(".gz") && below(rng, 2) == 0;
        let text = match inside {
            true => expanded(&files[&name]),
            false => files[&name].clone(),
        };
        let mut input = mutated(&text, other, &self.words, rng);
        trial.give(&name, &input);
        if inside {
            input = compressed(&input);
        }
        if name != MANIFEST && below(rng, 2) == 0 {
            tell_of(files, MANIFEST, &name, &input);
            let table = name.strip_suffix(".partial").unwrap_or(&name);
            tell_of(files, CHECKPOINT, table, &input);
        }
        let sealed = [MANIFEST, CHECKPOINT].contains(&&*name) && below(rng, 2) == 0;
        files.insert(name.clone(), input);
        if sealed {
            seal(files, &name);
        }
    }
}

impl Parser for Results {
    fn trial(&mut self, rng: &mut Rng, trial: &mut Trial) {
        self.folder.clear();
        let run = &self.runs[below(rng, self.runs.len() as u32) as usize];
        let mut files = run.files.clone();
        self.change(&mut files, rng, trial);
        if below(rng, 4) == 0 {
            self.change(&mut files, rng, trial);
        }
        let folder = self.lay_out("run", &files);
        let accepted = match below(rng, 8) {
            0..=3 => printed(one_run(&folder, &[])),
            4 => {
                let mut folders = vec![folder.clone()];
                if let Some(half) = &run.other_half {
                    folders.push(self.lay_out("half", half));
                }
                let out = self.folder.path().join("merged");
                let _ = shard_folders(&[self.folder.path().to_path_buf()]);
                let _ = Inventory::take(&folders).standing();
                let job = MergeJob {
                    out: &out,
                    mode: Mode::New,
                    command: "",
                    threads: 1,
                };
                merge(Inventory::take(&folders), &job, &|_| {}).is_ok()
                    && printed(one_run(&out, &[]))
            }
            5 if quick(&folder) => {
                let id = below(rng, 12).to_string();
                replay(&["--run", &folder.display().to_string(), "--game-id", &id]).is_some()
            }
            _ => run.work.carry_out(&folder, Mode::Resume),
        };
        trial.count(accepted);
        self.folder.check();
    }
}

/// Returns true if there is a page, and formats the page to check that this does not panic.
fn printed(page: Result<Page, ReportError>) -> bool {
    let Ok(page) = page else {
        return false;
    };
    let texts = [page.markdown(), page.html(&[])];
    texts
        .into_iter()
        .all(|text| text.expect("a page has a text").len() > 100)
}

/// Returns true if the games of a run are fast; a search may have an extreme budget.
fn quick(folder: &Path) -> bool {
    let manifest = Manifest::read(folder).ok().flatten();
    manifest.is_none_or(|manifest| {
        let bots = &manifest.experiment.bot;
        bots.iter().all(|bot| bot.kind.method().is_none())
    })
}

/// Updates the record of a changed file in the manifest or checkpoint, if that file can be read and lists the
/// changed file.
fn tell_of(files: &mut Files, teller: &str, name: &str, content: &[u8]) {
    let Some(text) = files.get(teller) else {
        return;
    };
    let Ok(mut told) = toml::from_str::<toml::Table>(&String::from_utf8_lossy(text)) else {
        return;
    };
    let Some(records) = told.get_mut("file").and_then(toml::Value::as_array_mut) else {
        return;
    };
    let record = FileRecord {
        bytes: content.len() as u64,
        sha256: digits(content),
        ..FileRecord::of(name, &String::from_utf8_lossy(content))
    };
    for known in records {
        if known.get("name").and_then(toml::Value::as_str) == Some(name) {
            *known = toml::Value::try_from(&record).expect("a record");
        }
    }
    files.insert(teller.to_string(), told.to_string().into_bytes());
    seal(files, teller);
}

/// Updates the checksum in the last line of a manifest or checkpoint.
fn seal(files: &mut Files, name: &str) {
    const SEAL: &str = "# SHA-256 of the lines above: ";
    let text = String::from_utf8_lossy(&files[name]).into_owned();
    let lines = text.rfind(SEAL).map_or(text.as_str(), |end| &text[..end]);
    files.insert(name.to_string(), sealed(lines).into_bytes());
}

/// Returns the SHA-256 of a text in hexadecimal.
fn digits(content: &[u8]) -> String {
    let hash = Sha256::digest(content);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn expanded(content: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    // Data damaged by an earlier change is decompressed as far as possible.
    let _ = flate2::read::GzDecoder::new(content).read_to_end(&mut text);
    text
}

fn compressed(text: &[u8]) -> Vec<u8> {
    let mut gzip = compressor(Vec::new());
    gzip.write_all(text).expect("memory takes it");
    gzip.finish().expect("memory takes it")
}
