//! Programs in shell that play as bots, well and badly.

use std::path::Path;

use tempfile::TempDir;

/// How a program behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// Always the first legal action.
    First,
    /// The same, and an illegal one in its third game.
    Third,
    /// An illegal action every fifth time.
    Illegal,
    /// No answer the fifth time.
    Silent,
    /// Something else the fifth time.
    Garbled,
    /// The end the fifth time.
    Crashing,
    /// A line without end the fifth time.
    Flooding,
    /// What it counted decides, from game to game.
    Counting,
    /// It ends before it says anything.
    Leaving,
    /// It says nothing at all.
    Mute,
    /// It repeats what it hears on its standard error.
    Recording,
    /// It starts a process of its own and then answers no more.
    WithChild,
}

/// Reads lines, answers them, and counts its choices in `n`, its games in `g`.
const LOOP: &str = r#"
n=0; g=0
while IFS= read -r line; do
  RECORD
  rest=${line#*'"id":'}; id=${rest%%[,\}]*}
  case "$line" in
    *'"request":"quit"'*) exit 0 ;;
    *'"request":"new"'*) g=$((g + 1)); echo "{\"id\":$id}" ;;
    *'"request":"choose"'*)
      n=$((n + 1))
      rest=${line#*'[{"action":"'}; action=${rest%%'"'*}
      rest=${line##*'{"action":"'}; last=${rest%%'"'*}
      CHOICE
      echo "{\"id\":$id,\"action\":\"$action\"}" ;;
    *) echo "{\"id\":$id}" ;;
  esac
done
"#;

fn script(agent: Agent) -> String {
    let fifth = |what: &str| format!("if [ $((n % 5)) -eq 0 ]; then {what}; fi");
    let choice = match agent {
        Agent::First | Agent::Recording => String::new(),
        Agent::Third => "if [ $g -eq 5 ]; then action='fly away'; fi".to_string(),
        Agent::Illegal => fifth("action='fly away'"),
        Agent::Silent => fifth("continue"),
        Agent::Garbled => fifth("echo 'well, well'; continue"),
        Agent::Crashing => fifth("echo 'oh no' >&2; exit 3"),
        Agent::Flooding => fifth("exec head -c 5000000 /dev/zero"),
        Agent::Counting => "if [ $((n % 7)) -eq 0 ]; then action=$last; fi".to_string(),
        Agent::Leaving => return "echo 'no such model' >&2\nexit 3\n".to_string(),
        Agent::Mute => return "exec sleep 60\n".to_string(),
        Agent::WithChild => {
            "if [ ! -e child ]; then sleep 600 & echo $! > child; fi; sleep 600; continue"
                .to_string()
        }
    };
    let record = match agent {
        Agent::Recording => "printf '%s\\n' \"$line\" >&2",
        _ => ":",
    };
    LOOP.replace("CHOICE", &choice).replace("RECORD", record)
}

/// Writes a program and its bot file, which says `more` beside the command. It is told of no position unless `more`
/// asks for one: a shell takes long lines apart slowly.
pub fn write(folder: &Path, bot: &str, agent: Agent, more: &str) {
    std::fs::write(folder.join(format!("{bot}.sh")), script(agent)).unwrap();
    let tell = match more.contains("tell") {
        true => "",
        false => "tell = []\n",
    };
    let file = format!("kind = \"program\"\ncommand = [\"sh\", \"{bot}.sh\"]\n{tell}{more}\n");
    std::fs::write(folder.join(format!("{bot}.toml")), file).unwrap();
}

/// A folder with programs and their bot files.
pub fn agents(agents: &[(&str, Agent, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (bot, agent, more) in agents {
        write(folder.path(), bot, *agent, more);
    }
    folder
}
