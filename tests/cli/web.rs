//! `portolan play --web`: access control, requests and answers.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::campaign;
use super::folder::{Folder, Workdir, names};
#[cfg(target_os = "linux")]
use super::processes::wait_until;
use super::text::TextAssert;

/// Running web server with a game.
struct Shown {
    program: Child,
    output: BufReader<ChildStdout>,
    host: String,
    /// Path of the page.
    page: String,
}

/// HTTP response.
struct Told {
    status: u16,
    head: String,
    body: String,
}

impl Told {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    fn problem(&self) -> String {
        self.json()["problem"].as_str().unwrap().to_string()
    }
}

impl Shown {
    fn begin(folder: &Path, arguments: &str) -> Shown {
        Shown::start(folder, &format!("play --web {arguments}"))
    }

    fn start(folder: &Path, command: &str) -> Shown {
        let mut program = folder
            .command(command)
            .stdout(Stdio::piped())
            .stderr(File::create(folder.join("said")).unwrap())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(program.stdout.take().unwrap());
        let mut lines = [String::new(), String::new(), String::new()];
        for line in &mut lines {
            output.read_line(line).unwrap();
        }
        let address = lines[1].trim().strip_prefix("http://").unwrap();
        let (host, page) = address.split_once('/').unwrap();
        Shown {
            program,
            output,
            host: host.to_string(),
            page: format!("/{page}"),
        }
    }

    /// Sends a raw request and reads the whole answer.
    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Told {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let limit = Some(Duration::from_secs(600));
        stream.set_read_timeout(limit).unwrap();
        let headers = headers.iter();
        let headers: String = headers
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        Told {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head: head.to_string(),
            body: body.to_string(),
        }
    }

    fn get(&self, path: &str) -> Told {
        let path = format!("{}{path}", self.page);
        self.send("GET", &path, &[("Host", &self.host)], "")
    }

    fn game(&self) -> Value {
        let message = self.get("game");
        assert_eq!(message.status, 200, "{}", message.body);
        message.json()
    }

    fn ask(&self, wish: &Value) -> Told {
        let origin = format!("http://{}", self.host);
        let headers = [("Host", self.host.as_str()), ("Origin", &origin)];
        let path = format!("{}do", self.page);
        self.send("POST", &path, &headers, &wish.to_string())
    }

    /// Asserts that a request is rejected with these words and does not change the game.
    #[track_caller]
    fn refuses(&self, wish: &Value, words: &str) {
        let before = self.game();
        let message = self.ask(wish);
        assert_eq!(message.status, 409, "{wish}: {}", message.body);
        message.problem().assert_contains(words);
        assert_eq!(self.game(), before);
    }

    /// Sends an action for the current position, which must succeed.
    #[track_caller]
    fn act(&self, mut wish: Value) -> Value {
        wish["version"] = self.game()["version"].clone();
        let message = self.ask(&wish);
        assert_eq!(message.status, 200, "{wish}: {}", message.body);
        message.json()
    }

    /// Makes the first listed move, and all automatic moves after it.
    #[track_caller]
    fn choose_first(&self) -> Value {
        let game = self.game();
        let made = self.act(json!({"do": "move", "move": game["moves"][0]["notation"]}));
        match made["turn"] == "next" {
            true => self.act(json!({"do": "next", "all": true})),
            false => made,
        }
    }

    fn interrupt(&self) {
        let id = self.program.id().to_string();
        let kill = Command::new("kill").args(["-INT", &id]).status();
        assert!(kill.unwrap().success());
    }

    /// Stops the program. Returns the exit code and everything that was printed.
    fn end(mut self) -> (Option<i32>, String) {
        self.interrupt();
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.program.wait().unwrap().code(), rest)
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        // The program has already exited in a passing test.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

const CARTAGENA: &str = "--game=cartagena --seed=7 --bots=human,greedy";

#[test]
fn only_requests_with_the_token_are_answered() {
    let folder = &Folder::new();
    let shown = Shown::begin(folder, CARTAGENA);
    let host = ("Host", shown.host.as_str());
    let page = shown.get("");
    assert_eq!(page.status, 200);
    page.body
        .assert_contains("<title>Cartagena, seed 7</title>");
    let head = page.head.to_lowercase();
    head.assert_contains([
        "content-security-policy: default-src 'none'; script-src 'sha256-",
        "connect-src 'self'; frame-ancestors 'none'",
        "cache-control: no-store",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
    ]);
    let bare = shown.page.trim_end_matches('/');
    let moved = shown.send("GET", bare, &[host], "");
    assert_eq!(moved.status, 308);
    let place = format!("location: http://{}{}\r\n", shown.host, shown.page);
    moved.head.assert_contains(&place);
    // Without a token, with a wrong token, and with another host name.
    let act = format!("{}do", shown.page);
    let own = format!("http://{}", shown.host);
    let wish = json!({"version": shown.game()["version"], "do": "save"}).to_string();
    let elsewhere = "http://elsewhere.example";
    let strange = "/0123456789abcdef0123456789abcdef/game";
    let above = format!("{}../../etc/passwd", shown.page);
    let page = &*shown.page;
    let (alone, other) = (vec![host], vec![("Host", "elsewhere.example")]);
    let from = |origin| vec![host, ("Origin", origin)];
    for (method, path, headers, status, words) in [
        ("GET", "/", &alone, 403, "lacks the token"),
        ("GET", strange, &alone, 403, "lacks the token"),
        ("GET", page, &other, 421, "not the host"),
        ("GET", page, &vec![], 421, "not the host"),
        ("GET", page, &from(elsewhere), 403, "another origin"),
        ("POST", &act, &alone, 403, "another origin or none"),
        ("POST", &act, &from("null"), 403, "another origin"),
        (
            "POST",
            &act,
            &from("http://127.0.0.1:1"),
            403,
            "another origin",
        ),
        ("POST", "/do", &from(&own), 403, "lacks the token"),
        ("GET", &act, &alone, 405, "expected a POST request"),
        ("DELETE", page, &from(&own), 405, "expected a GET request"),
        ("GET", &above, &alone, 404, "only the page of the game"),
    ] {
        let body = if method == "POST" { &wish } else { "" };
        let message = shown.send(method, path, headers, body);
        assert_eq!(
            message.status, status,
            "{method} {path} {headers:?}: {}",
            message.body
        );
        message.body.assert_contains(words);
    }
    // Invalid bodies.
    for (body, status) in [
        ("", 400),
        ("{}", 400),
        (r#"{"version": 1, "do": "delete"}"#, 400),
        (r#"{"version": 1, "do": "save", "file": "/etc"}"#, 400),
        (&*" ".repeat(20_000), 413),
    ] {
        let message = shown.send("POST", &act, &from(&own), body);
        assert_eq!(message.status, status, "{}", message.body);
    }
    let (code, rest) = shown.end();
    assert_eq!(
        rest,
        "No new decision was made, so there is nothing to save.\n"
    );
    assert_eq!(code, Some(0));
    assert_eq!(names(folder), ["said"]);
}

#[test]
fn web_game_can_be_played_undone_saved_and_resumed() {
    let folder = &Folder::new();
    let shown = Shown::begin(folder, CARTAGENA);
    let begun = shown.game();
    assert_eq!(begun["turn"], "choose");
    assert_eq!(begun["made"], 0);
    let first = begun["moves"][0]["notation"].as_str().unwrap().to_string();
    let after = shown.act(json!({"do": "move", "move": first, "from": 0}));
    assert_eq!(after["made"], 1);
    assert_eq!(after["frames"][1]["seat"], 0);
    assert_eq!(after["lines"][0]["title"], begun["moves"][0]["title"]);
    // The decision is saved immediately.
    let kept = folder.read("cartagena-7.log");
    kept.assert_ends_with(&format!("\n1 {first}\n"));
    let mut game = after;
    let is_own = |line: &Value| line["seat"] == 0;
    while game["lines"].as_array().unwrap().iter().all(is_own) {
        game = match game["turn"] == "choose" {
            true => shown.choose_first(),
            false => shown.act(json!({"do": "next"})),
        };
    }
    // Each move of a bot comes with its picture.
    let made = game["made"].as_u64().unwrap();
    let since = shown.get(&format!("game?from={}", made - 1)).json();
    assert_eq!(since["frames"].as_array().unwrap().len(), 2);
    assert_eq!(since["frames"][1]["made"], json!(made));
    // The position has not changed.
    let version = &since["version"];
    assert_eq!(shown.get(&format!("game?version={version}")).status, 204);
    // Repeated moves have the same chance outcomes.
    while shown.game()["turn"] == "next" {
        shown.act(json!({"do": "next"}));
    }
    let before = shown.game();
    let chosen = before["moves"][0]["notation"].clone();
    let there = shown.choose_first();
    let back = shown.act(json!({"do": "undo"}));
    back["said"]
        .as_str()
        .unwrap()
        .assert_starts_with("Taken back: ");
    for key in ["made", "moves"] {
        assert_eq!(back[key], before[key]);
    }
    shown.act(json!({"do": "move", "move": chosen}));
    while shown.game()["turn"] == "next" {
        shown.act(json!({"do": "next", "all": true}));
    }
    assert_eq!(shown.game()["lines"], there["lines"]);
    let hint = shown.act(json!({"do": "hint"}));
    assert_eq!(hint["hint"]["columns"][3], "expected lead");
    assert_eq!(hint["hint"]["rows"].as_array().unwrap().len(), 3);
    let saved = shown.act(json!({"do": "save"}));
    let resumes = "The game is saved in cartagena-7.log; `portolan play --web \
                   --load cartagena-7.log` resumes it.";
    assert_eq!(saved["said"], json!(resumes));
    let lines = shown.game()["lines"].clone();
    assert_eq!(shown.end(), (Some(0), format!("{resumes}\n")));
    let replayed = folder.succeeds("replay --log=cartagena-7.log");
    replayed.assert_contains(&first);
    // The loaded file is not changed.
    let kept = folder.bytes("cartagena-7.log");
    let idle = Shown::begin(folder, "--load=cartagena-7.log");
    let message = "No new decision was made, so there is nothing to save.\n";
    assert_eq!(idle.end(), (Some(0), message.to_string()));
    let again = Shown::begin(folder, "--load=cartagena-7.log");
    assert_eq!(again.game()["lines"], lines);
    again.choose_first();
    let (code, rest) = again.end();
    assert_eq!(code, Some(0));
    rest.assert_contains("saved in cartagena-7-2.log");
    assert_eq!(folder.bytes("cartagena-7.log"), kept);
    assert!(folder.bytes("cartagena-7-2.log").len() > kept.len());
}

#[test]
fn two_pages_choose_different_default_file_names() {
    let folder = &Folder::new();
    let pages = [0, 1].map(|_| Shown::begin(folder, CARTAGENA));
    for page in &pages {
        page.choose_first();
    }
    for (page, file) in pages
        .into_iter()
        .zip(["cartagena-7.log", "cartagena-7-2.log"])
    {
        let (code, rest) = page.end();
        assert_eq!(code, Some(0), "{rest}");
        rest.assert_contains(&format!("The game is saved in {file}; "));
    }
    assert_eq!(
        folder.read("cartagena-7.log"),
        folder.read("cartagena-7-2.log")
    );
    assert_eq!(names(folder).len(), 3);
    // A file that another program has changed is not overwritten, and the page names the new file.
    let page = Shown::begin(folder, "--load=cartagena-7.log --save=cartagena-7.log");
    folder.write("cartagena-7.log", "mine");
    let choice = page.game()["moves"][0]["notation"].clone();
    let made = page.act(json!({"do": "move", "move": choice}));
    let moved = "Your game is now saved in cartagena-7-3.log.";
    made["said"].as_str().unwrap().assert_ends_with(moved);
    assert_eq!(folder.read("cartagena-7.log"), "mine");
    assert!(folder.join("cartagena-7-3.log").exists());
}

/// Decisions on the page and at the terminal go into the same archive.
#[test]
fn campaign_can_be_played_on_a_page() {
    let folder = &Folder::new();
    campaign::new(folder, "--bots human,explorer --seed 4");
    let play = format!("campaign play {} --web", campaign::FILE);
    let shown = Shown::start(folder, &play);
    let titles = |game: &Value| -> Vec<String> {
        let parts = game["story"].as_array().unwrap().iter();
        let titles = parts.map(|part| part["title"].as_str().unwrap().to_string());
        titles.collect()
    };
    // The story comes with the first position.
    let begun = shown.game();
    assert_eq!(titles(&begun), ["01 A letter in Havana"]);
    begun["story"][0]["text"]
        .as_str()
        .unwrap()
        .assert_contains("A drunken clerk leaves a sealed letter");
    for _ in 0..6 {
        shown.choose_first();
    }
    let resumes =
        "The game is saved in x.campaign.toml; `portolan campaign play --web x.campaign.toml`";
    assert_eq!(shown.end(), (Some(0), format!("{resumes} resumes it.\n")));
    let out = campaign::plays(folder, "1\nquit\n");
    out.assert_contains("x.campaign.toml, game 1, after ");
    // The back of a card is read before the vote.
    let shown = Shown::start(folder, &play);
    let (mut game, mut backs) = (shown.game(), 0);
    assert!(game["made"].as_u64() > Some(6));
    while game["turn"] != "over" {
        let first = game["moves"][0]["notation"].as_str().unwrap_or_default();
        if first.starts_with("vote") {
            backs += 1;
            assert_eq!(titles(&game)[1], "The back of card 1");
        }
        game = match game["turn"] == "choose" {
            true => shown.choose_first(),
            false => shown.act(json!({"do": "next", "all": true})),
        };
    }
    assert!(backs > 0, "no vote");
    // The card that the vote brought into play is shown, too.
    let story = titles(&game);
    assert!(story[2].ends_with("comes into play"), "{story:?}");
    let last = game["story"].as_array().unwrap().last().unwrap();
    last["text"].as_str().unwrap().assert_contains([
        "Game 1 is in x.campaign.toml.",
        "read story card 1",
        "Next is game 2",
    ]);
    // A finished game is final.
    assert_eq!(game["undo"], Value::Null);
    let undo = json!({"do": "undo", "version": game["version"]});
    shown.refuses(&undo, "a finished game is final");
    assert_eq!(
        shown.end(),
        (Some(0), format!("{resumes} begins the next game.\n"))
    );
    let shown = folder.succeeds(format!("campaign show {}", campaign::FILE));
    shown.assert_contains("Next is game 2");
    folder.rejects(
        "campaign play x.campaign.toml --web --bots greedy,greedy => include `human` in --bots",
    );
}

#[test]
fn campaign_page_names_the_command_that_enters_printed_cards() {
    let folder = &Folder::new();
    folder.succeeds("data export maracaibo mine");
    campaign::new(folder, "--bots human,explorer --data mine --seed 4");
    let shown = Shown::start(folder, &format!("campaign play {} --web", campaign::FILE));
    shown.end();
    folder.read("said").assert_contains(
        "the page does not offer to enter the printed cards; `portolan campaign play x.campaign.toml` offers it at the terminal",
    );
}

#[test]
fn illegal_and_outdated_requests_do_not_change_the_game() {
    let folder = &Folder::new();
    let shown = Shown::begin(folder, CARTAGENA);
    let before = shown.game();
    let version = &before["version"];
    for (wish, words) in [
        (
            json!({"version": version, "do": "move", "move": "sail 99"}),
            "sail 99",
        ),
        (json!({"version": version, "do": "move"}), "legal"),
        (
            json!({"version": version, "do": "undo"}),
            "no decision to take back",
        ),
        (
            json!({"version": version, "do": "uncover"}),
            "no hand is covered",
        ),
    ] {
        shown.refuses(&wish, words);
    }
    assert_eq!(shown.game(), before);
    // Two pages make a move in the same position: the second page is shown the result of the first.
    let first = &before["moves"][0]["notation"];
    shown.act(json!({"do": "move", "move": first}));
    let late = json!({"version": version, "do": "move", "move": first});
    shown.refuses(&late, "continued elsewhere");
}

#[test]
fn several_people_see_only_their_own_hands() {
    let folder = &Folder::new();
    let shown = Shown::begin(folder, "--game=cartagena --seed=7 --bots=human,human");
    let mut seen = [false; 2];
    for _ in 0..12 {
        let covered = shown.game();
        if covered["turn"] == "cover" {
            for key in ["frames", "moves", "lines", "about"] {
                assert_eq!(covered[key], json!([]));
            }
            assert_eq!(covered["text"], "");
            let version = &covered["version"];
            let early = json!({"version": version, "do": "move", "move": "rest"});
            shown.refuses(&early, "must look at the screen first");
            let uncovered = shown.act(json!({"do": "uncover"}));
            assert_eq!(uncovered["viewer"], covered["mover"]);
        }
        let game = shown.game();
        let mover = game["mover"].as_u64().unwrap() as usize;
        seen[mover] = true;
        let hands = game["frames"][0]["hands"].as_array().unwrap();
        assert_eq!(hands.len(), 1, "{hands:?}");
        assert_eq!(hands[0]["owner"], json!(mover));
        shown.choose_first();
    }
    assert_eq!(seen, [true, true]);
    // The next person may already look at the screen, so the previous person's hand stays covered after `undo`.
    while shown.game()["turn"] != "cover" {
        shown.choose_first();
    }
    let undone = shown.act(json!({"do": "undo"}));
    assert_eq!(undone["turn"], "cover");
    assert_eq!(undone["frames"], json!([]));
    assert_eq!(undone["scores"], "");
    // The scores of the seats are public.
    assert_eq!(undone["totals"].as_array().map(Vec::len), Some(2));
    // Without hidden information, no hand is covered.
    let open = Shown::begin(folder, "--game=endeavor --seed=7 --bots=human,human");
    for _ in 0..12 {
        let game = open.game();
        assert_eq!(game["turn"], "choose");
        assert_eq!(game["viewer"], game["mover"]);
        open.choose_first();
    }
}

#[test]
fn cover_hides_scores_if_chips_are_hidden() {
    let folder = &Folder::new();
    let options =
        "--game=puerto_rico --seed=7 --bots=human,greedy,human --set vp_visibility=hidden";
    let shown = Shown::begin(folder, options);
    assert_eq!(shown.game()["turn"], "cover");
    assert_eq!(shown.game()["totals"], json!([null, null, null]));
    let uncovered = shown.act(json!({"do": "uncover"}));
    let viewer = uncovered["viewer"].as_u64().unwrap();
    for (seat, total) in (0..).zip(uncovered["totals"].as_array().unwrap()) {
        assert_eq!(total.is_null(), seat != viewer, "{seat}: {total}");
    }
}

/// Returns true for the id of a card, career or tile, such as `A041`, and for words with an underscore. Upgrades (`U10`) have
/// their number on the board.
fn is_id(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let digits = word.trim_start_matches(['A', 'B', 'C', 'K', 'P']);
    let is_number = digits.len() > 1 && digits.bytes().all(|digit| digit.is_ascii_digit());
    word.contains('_') || word.len() == digits.len() + 1 && is_number
}

/// Moves and the position in words contain names instead of ids and bare numbers.
#[test]
fn moves_and_positions_are_shown_in_words() {
    let folder = &Folder::new();
    let games = [
        (
            "maracaibo --players=1 --bots=human",
            "sail to 2 Baracoa",
            60,
        ),
        (
            "puerto_rico --bots=human,greedy,random",
            "place 1 colonist on indigo",
            60,
        ),
        ("endeavor --bots=human,greedy", "occupy London", 30),
        (
            "cartagena --bots=human,greedy",
            "move a pirate back from ",
            30,
        ),
    ];
    for (game, expected, decisions) in games {
        let shown = Shown::begin(folder, &format!("--seed=7 --game={game}"));
        let mut titles = Vec::new();
        for _ in 0..decisions {
            let game = match shown.game() {
                game if game["turn"] == "next" => shown.act(json!({"do": "next", "all": true})),
                game => game,
            };
            if game["turn"] == "over" {
                break;
            }
            let moves = game["moves"].as_array().unwrap().iter();
            titles.extend(moves.map(|choice| choice["title"].as_str().unwrap().to_string()));
            let text = game["text"].as_str().unwrap();
            // An id in parentheses distinguishes components with equal names.
            let words = text
                .split_whitespace()
                .filter(|word| !word.starts_with('('));
            let ids: Vec<&str> = words.filter(|word| is_id(word)).collect();
            assert!(
                ids.is_empty() && !text.contains("jean:"),
                "{ids:?} in\n{text}"
            );
            shown.choose_first();
        }
        for title in &titles {
            let words: Vec<&str> = title.split(' ').collect();
            let is_bare = words.len() == 2 && words[1].bytes().all(|byte| byte.is_ascii_digit());
            assert!(
                !is_bare && !words.iter().any(|word| is_id(word)),
                "{game}: {title}"
            );
        }
        let is_shown = titles.iter().any(|title| title.contains(expected));
        assert!(is_shown, "{game}: no {expected} in {titles:?}");
    }
}

/// Jean's turns are shown move by move with their consequences.
#[test]
fn turns_of_an_automa_are_shown() {
    let folder = &Folder::new();
    let arguments = "--game=maracaibo --players=1 --bots=human --seed=21";
    let shown = Shown::begin(folder, arguments);
    let mut game = shown.game();
    let is_hers = |line: &Value| {
        let followed = line["followed"].as_array().unwrap();
        let sails = |words: &Value| words.as_str().unwrap().starts_with("Jean sails to ");
        followed.iter().any(sails)
    };
    for _ in 0..60 {
        if game["lines"].as_array().unwrap().iter().any(is_hers) {
            break;
        }
        game = shown.choose_first();
    }
    let hers = game["lines"].as_array().unwrap().iter().position(is_hers);
    let hers = hers.unwrap_or_else(|| panic!("no turn of Jean: {}", game["lines"]));
    let frames = shown.get(&format!("game?from={hers}")).json()["frames"].clone();
    assert_eq!(frames[0]["made"], json!(hers));
    assert!(frames[1]["panels"].as_array().unwrap().len() > 1);
}

/// Temporary file that is written before it gets its final name.
#[cfg(target_os = "linux")]
const BESIDE: &str = ".evening.log.portolan-1";

/// Makes writes fail, with `/dev/full` in place of the temporary file.
#[cfg(target_os = "linux")]
fn fill(folder: &Path) {
    make_room(folder);
    std::os::unix::fs::symlink("/dev/full", folder.join(BESIDE)).unwrap();
}

#[cfg(target_os = "linux")]
fn make_room(folder: &Path) {
    // A failed attempt has already removed the file.
    let _ = std::fs::remove_file(folder.join(BESIDE));
}

/// A full disk loses no moves: the game continues and is saved once there is space.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported_and_loses_no_moves() {
    let folder = &Folder::new();
    let shown = Shown::begin(folder, &format!("{CARTAGENA} --save=evening.log"));
    fill(folder);
    let made = shown.choose_first();
    let problem = made["saved"]["problem"].as_str().unwrap();
    problem.assert_contains("Not saved: evening.log: No space left on device");
    assert!(made["made"].as_u64().unwrap() > 0);
    make_room(folder);
    let saved = shown.act(json!({"do": "save"}));
    assert_eq!(saved["saved"]["problem"], Value::Null);
    assert!(folder.join("evening.log").exists());
    // The disk stays full: the first Ctrl-C has no effect, the second one prints the game.
    fill(folder);
    shown.choose_first();
    fill(folder);
    shown.interrupt();
    wait_until("the first Ctrl-C is answered", || {
        folder.read("said").contains("Press Ctrl-C again")
    });
    let lines = shown.game()["lines"].as_array().unwrap().len();
    fill(folder);
    let (code, rest) = shown.end();
    assert_eq!(code, Some(1));
    let said = folder.read("said");
    said.assert_contains("The game is printed above");
    folder.write("printed.log", &rest);
    let replayed = folder.succeeds("replay --log=printed.log");
    replayed.assert_contains("The log ends here");
    let moves = rest.split_once("\n\n").unwrap().1.lines().count();
    assert_eq!(moves, lines);
}

/// The program closes the oldest connections if there are too many.
#[cfg(target_os = "linux")]
#[test]
fn idle_connections_do_not_block_the_page() {
    let folder = &Folder::new();
    let shown = Shown::begin(folder, CARTAGENA);
    let connect = |_| TcpStream::connect(&shown.host).unwrap();
    let idle: Vec<TcpStream> = (0..300).map(connect).collect();
    assert_eq!(shown.get("game").status, 200);
    let open = std::fs::read_dir(format!("/proc/{}/fd", shown.program.id()));
    let open = open.unwrap().count();
    assert!(open < 100, "{open} open files");
    drop(idle);
}

#[test]
fn existing_files_and_occupied_ports_are_rejected() {
    let folder = &Folder::new();
    folder.write("kept.log", "mine");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    folder.rejects(&format!(
        "
        play --web --save=kept.log => --save kept.log: the file exists
        play --web --save=none/kept.log => the folder none does not exist
        play --web --port={port} => cannot listen on 127.0.0.1
        play --web --bots=greedy,greedy => no seat for you
        play --open => --web
    "
    ));
}
