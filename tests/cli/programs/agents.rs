//! Shell scripts that play as bots, correctly or with failures.

use std::path::Path;

use crate::folder::{Folder, Workdir};

/// Behaviour of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// Always chooses the first legal action.
    First,
    /// Like `First`, with an illegal action in its third game.
    Third,
    /// Chooses an illegal action every fifth time.
    Illegal,
    /// Does not answer the fifth request.
    Silent,
    /// Answers the fifth request with invalid text.
    Garbled,
    /// Exits at the fifth request.
    Crashing,
    /// Answers the fifth request with an endless line.
    Flooding,
    /// Makes choices that depend on a counter across games.
    Counting,
    /// Exits before its first message.
    Leaving,
    /// Never writes anything.
    Mute,
    /// Repeats its input on standard error.
    Recording,
    /// Answers no request for a move.
    Stuck,
    /// Starts a child process and answers no request for a move.
    WithChild,
    /// Starts a process in its own session and continues to play.
    WithDaemon,
    /// Starts a process in its own session, stops answering, and ignores the end of its input.
    Hanging,
    /// Exits with this code after it has answered the end of a game.
    LeavingAfter(u8),
    /// Exits at the end of a game without an answer.
    LeavingAt,
    /// Starts the answer to its first request for a move without finishing it.
    Unfinished,
    /// Chooses the first legal action, written as a floating-point number.
    Fractions,
    /// Removes its own file and exits at the fifth request.
    Vanishing,
    /// Answers `hello`, and exits at the start of every game.
    Refusing,
}

/// Reads and answers lines, and counts its choices in `n` and its games in `g`.
const LOOP: &str = r#"
n=0; g=0
while IFS= read -r line; do
  RECORD
  rest=${line#*'"id":'}; id=${rest%%[,\}]*}
  case "$line" in
    *'"request":"quit"'*) exit 0 ;;
    *'"request":"new"'*) NEW echo "{\"id\":$id}" ;;
    *'"request":"choose"'*)
      n=$((n + 1))
      rest=${line#*'[{"action":"'}; action=${rest%%'"'*}
      rest=${line##*'{"action":"'}; last=${rest%%'"'*}
      CHOICE
      echo "{\"id\":$id,\"action\":\"$action\"}" ;;
    *'"request":"over"'*) OVER ;;
    *) echo "{\"id\":$id}" ;;
  esac
done
"#;

/// Starts a process in its own session and waits until it runs.
const DAEMON: &str = "setsid sh -c 'echo $$ > daemon; exec sleep 600' < /dev/null > /dev/null 2>&1 \
                      & while [ ! -s daemon ]; do sleep 0.01; done";

fn script(agent: Agent) -> String {
    let fifth = |what: &str| format!("if [ $((n % 5)) -eq 0 ]; then {what}; fi");
    let choice = match agent {
        Agent::First
        | Agent::Refusing
        | Agent::Recording
        | Agent::LeavingAfter(_)
        | Agent::LeavingAt
        | Agent::Unfinished => String::new(),
        Agent::WithDaemon => format!("if [ ! -e daemon ]; then {DAEMON}; fi"),
        Agent::Hanging => {
            format!("{DAEMON}; trap '' TERM HUP INT; echo $$ > hanging; exec sleep 600")
        }
        Agent::Fractions => "rest=${line#*'\"number\":'}; number=${rest%%\"}\"*}; echo \
                             \"{\\\"id\\\":$id.0,\\\"number\\\":$number.0}\"; continue"
            .to_string(),
        Agent::Vanishing => {
            fifth("if [ ! -e vanishing.away ]; then mv vanishing.sh vanishing.away; exit 0; fi")
        }
        Agent::Third => {
            "if [ $g -eq 5 ] && [ ! -e mended ]; then action='fly away'; fi".to_string()
        }
        Agent::Illegal => fifth("action='fly away'"),
        Agent::Silent => fifth("continue"),
        Agent::Garbled => fifth("echo 'well, well'; continue"),
        Agent::Crashing => fifth("echo 'oh no' >&2; exit 3"),
        Agent::Flooding => fifth("exec head -c 5000000 /dev/zero"),
        Agent::Counting => "if [ $((n % 7)) -eq 0 ]; then action=$last; fi".to_string(),
        Agent::Leaving => return "echo 'no such model' >&2\nexit 3\n".to_string(),
        Agent::Mute => return "exec sleep 60\n".to_string(),
        Agent::Stuck => "continue".to_string(),
        Agent::WithChild => "sleep 600; continue".to_string(),
    };
    let record = match agent {
        Agent::Recording => "printf '%s\\n' \"$line\" >&2",
        _ => ":",
    };
    let over = match agent {
        Agent::LeavingAfter(code) => format!("echo \"{{\\\"id\\\":$id}}\"; exit {code}"),
        Agent::LeavingAt => "exit 0".to_string(),
        _ => "echo \"{\\\"id\\\":$id}\"".to_string(),
    };
    let choosing = LOOP.replace("CHOICE", &choice).replace("OVER", &over);
    let new = match agent {
        Agent::Refusing => "echo 'no such model' >&2; exit 3;",
        Agent::WithChild => "if [ ! -e child ]; then sleep 600 & echo $! > child; fi;",
        // The next answer begins in the same write as this one, so it begins in time on any machine.
        Agent::Unfinished => "printf '{\"id\":%s}\\n{\"id\":' \"$id\"; exec sleep 600;",
        _ => "g=$((g + 1));",
    };
    choosing.replace("NEW", new).replace("RECORD", record)
}

/// Keys of a bot file with time limits that a program does not exceed even on a busy machine.
pub const UNHURRIED: &str =
    "seconds_to_start = 3600\nseconds_a_move = 3600\nseconds_a_game = 86400\n";

/// Writes a program and its bot file, with the keys `more` in addition to the command. The program receives
/// positions only if `more` requests them, because shells are slow to parse long lines. Its time is limited only if `more`
/// limits it.
pub fn write(folder: &Path, bot: &str, agent: Agent, more: &str) {
    folder.write(format!("{bot}.sh"), script(agent));
    let tell = match more.contains("tell") {
        true => "",
        false => "tell = []\n",
    };
    let limits = UNHURRIED.split_inclusive('\n');
    let limits = limits.filter(|line| !more.contains(line.split(' ').next().unwrap()));
    let limits: String = limits.collect();
    let file = format!("kind = 'program'\ncommand = ['sh', '{bot}.sh']\n{tell}{more}\n{limits}");
    folder.write(format!("{bot}.toml"), file);
}

/// Creates a folder with programs and their bot files.
pub fn agents(agents: &[(&str, Agent, &str)]) -> Folder {
    let folder = Folder::new();
    for (bot, agent, more) in agents {
        write(folder.path(), bot, *agent, more);
    }
    folder
}
