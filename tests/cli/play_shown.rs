//! Everything that happens in a game with people is shown: all moves that a seat saw with their consequences, every
//! story card of a campaign, and the events after the last decision.

use std::path::Path;

use portolan::games::entry;
use portolan_core::dataset::DataSet;
use portolan_core::files::saved_as;
use portolan_core::phrase::{Part, Phrase};
use portolan_run::experiment::gamelog::GameLog;
use portolan_run::play::dyn_game::set_up;
use portolan_run::play::ongoing::OngoingGame;

use super::campaign::{FILE, archive, first_moves, new, plays};
use super::folder::{Folder, Workdir};
use super::text::{TextAssert, flat};

/// Number of moves that is larger than the number of decisions of a person in any of these games.
const TO_THE_END: usize = 700;

/// Plays a game. Returns the screens of the person and the game.
fn played(line: &str, folder: &Path) -> (Vec<String>, Box<dyn OngoingGame>) {
    portolan::register();
    let input = first_moves(TO_THE_END) + "save whole.log\n";
    let out = folder.fed(line, &input);
    out.assert_contains("The game is over.");
    let text = folder.read("whole.log");
    let log = GameLog::parse("whole.log", &text).unwrap();
    let mut setup = entry(&log.game).unwrap().setup(log.players);
    setup.options = log.set.clone();
    let mut ongoing = set_up(&setup).unwrap().deal(log.deal_seed);
    for logged in &log.moves {
        let choice = logged.choice_in(&*ongoing, "whole.log").unwrap();
        ongoing.make(choice);
    }
    let screens = out.split("\n> 1\n").map(flat).collect();
    (screens, ongoing)
}

/// Returns the names of the components of a move, and its effect.
fn named(ongoing: &dyn OngoingGame, phrase: &Phrase) -> Vec<String> {
    let components = ongoing.game().catalog();
    let name = |part: &Part| match part {
        Part::Component(kind, id) => {
            let mut components = components.iter();
            let component = components.find(|one| one.kind == *kind && one.id == *id);
            Some(component.expect(id).name.clone())
        }
        _ => None,
    };
    let names = phrase.parts().iter().filter_map(name);
    names.chain([phrase.effect_words().to_string()]).collect()
}

/// Asserts that each screen shows all moves that the seat saw since the decision before, with their consequences.
/// Returns the number of these events, in total and after the last decision.
fn everything_is_shown(line: &str, seat: usize) -> (usize, usize) {
    let folder = &Folder::new();
    let (screens, ongoing) = played(line, folder);
    let (mut decisions, mut shown, mut last) = (0, 0, 0);
    for words in ongoing.dealt_words() {
        assert!(screens[0].contains(&flat(&words)), "the deal: {words}");
    }
    for made in ongoing.moves() {
        let own = made.seat == seat && made.choices > 1;
        if own {
            decisions += 1;
            last = 0;
        }
        let mut expected = made.followed.clone();
        if !own && !made.hidden[seat] {
            expected.extend(named(&*ongoing, &made.phrase));
        }
        for words in &expected {
            let screen = &screens[decisions];
            assert!(
                screen.contains(&flat(words)),
                "{line}: behind decision {decisions} \"{words}\" is not on the screen:\n{screen}"
            );
        }
        shown += expected.len();
        last += expected.len();
    }
    assert!(decisions > 10, "{decisions}");
    (shown, last)
}

#[test]
fn every_event_is_shown_in_all_four_games() {
    let mut behind_the_last = 0;
    for (line, seat) in [
        ("play --seed 7 --bots human,greedy", 0),
        ("play --seed 9 --bots greedy,human,random", 1),
        (
            "play --game puerto_rico --seed 3 --bots human,greedy,random",
            0,
        ),
        ("play --game puerto_rico --seed 4 --bots greedy,human", 1),
        (
            "play --game endeavor --seed 5 --bots human,greedy,greedy",
            0,
        ),
        ("play --game endeavor --seed 6 --bots greedy,human", 1),
        ("play --game cartagena --seed 8 --bots human,greedy", 0),
    ] {
        let (shown, last) = everything_is_shown(line, seat);
        assert!(shown > 35, "{line}: {shown}");
        behind_the_last += last;
    }
    assert!(behind_the_last > 20, "{behind_the_last}");
}

/// M-24: Jean has no decisions, so everything that she does follows from the moves of the person.
#[test]
fn every_turn_of_jean_is_shown() {
    let solo = "play --players 1 --bots human --set level=hard --seed";
    for seed in [7, 21] {
        let (shown, last) = everything_is_shown(&format!("{solo} {seed}"), 0);
        assert!(shown > 80 && last > 5, "{seed}: {shown}, {last}");
    }
    let folder = &Folder::new();
    let input = first_moves(5) + "sail 1\npass\nend\n";
    let line = "play --players 1 --bots human --seed 21";
    let out = folder.fed(line, &input);
    let turn = out.split_once("\n> end\n").unwrap().1;
    turn.assert_contains(["Since your last decision", "Jean sails to", "Jean's card"]);
}

/// Returns the text in a column of a story card.
fn printed(card: &str, column: &str) -> String {
    let data = DataSet::embedded(entry("maracaibo").unwrap().files);
    let of = |row: &[(String, String)], name: &str| {
        let cell = row.iter().find(|(column, _)| column == name);
        cell.unwrap().1.clone()
    };
    let rows = data.rows("story_cards.csv");
    let row = rows.iter().find(|row| of(row, "card") == card);
    flat(&of(row.unwrap(), column))
}

fn cards(table: &toml::Table) -> Vec<String> {
    let story = table.get("story").and_then(|story| story.as_str());
    let cards = story.unwrap_or_default().split('+');
    cards
        .filter(|card| !card.is_empty())
        .map(str::to_string)
        .collect()
}

/// Plays consecutive games of a campaign. Asserts that each game prints the front of every card in play and the back of
/// every card that was read. Returns the number of backs that were read.
fn story_is_told(begin: &str, games: usize) -> usize {
    let folder = &Folder::new();
    new(folder, begin);
    let mut read = 0;
    for _ in 0..games {
        let out = flat(&plays(folder, &first_moves(TO_THE_END)));
        out.assert_lacks(".;");
        let text: toml::Table = archive(folder).parse().unwrap();
        let game = text["played"].as_array().unwrap().last().unwrap();
        let backs = game.get("read").and_then(|read| read.as_array());
        let backs: Vec<String> = backs
            .into_iter()
            .flatten()
            .map(|reading| reading["card"].as_str().unwrap().to_string())
            .collect();
        let next = text.get("next").and_then(|next| next.as_table());
        let fronts = cards(game["rules"].as_table().unwrap())
            .into_iter()
            .chain(next.map(cards).unwrap_or_default())
            .chain(backs.clone());
        for card in fronts {
            let front = printed(&card, "front_text");
            assert!(out.contains(&front), "{begin}: front of {card}: {front}");
        }
        for card in &backs {
            let back = printed(card, "back_text");
            assert!(out.contains(&back), "{begin}: back of {card}: {back}");
        }
        read += backs.len();
        if next.is_none() {
            break;
        }
    }
    read
}

#[test]
fn story_is_shown_to_two_players() {
    let read = story_is_told("--bots human,explorer --seed 4", 3)
        + story_is_told("--bots explorer,human --seed 4", 3);
    assert!(read >= 5, "{read}");
}

#[test]
fn story_is_shown_to_a_solo_player() {
    let read: usize = (1..=3)
        .map(|seed| story_is_told(&format!("--bots human --level very-easy --seed {seed}"), 2))
        .sum();
    assert!(read >= 1, "{read}");
}

#[test]
fn story_is_shown_when_only_bots_play() {
    assert!(story_is_told("--bots explorer,greedy --seed 2", 4) >= 2);
}

/// `/dev/full` takes the place of the temporary file of the archive. Removing it frees the disk.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported_and_the_campaign_continues() {
    let folder = &Folder::new();
    new(folder, "--bots human,greedy --seed 5");
    let beside = folder.join(saved_as(FILE));
    std::os::unix::fs::symlink("/dev/full", beside).unwrap();
    let out = plays(folder, "1\n1\n");
    let out = flat(&out);
    out.assert_contains(&format!("not saved: {FILE}: No space left on device"));
    out.assert_contains("saved again");
    archive(folder).assert_contains("[under_way]");
}

#[test]
fn descriptions_of_strengths_contain_the_measured_win_rates() {
    use portolan_players::bots::strengths::{STRENGTHS, meaning};
    let results = include_str!("../../docs/findings/results/strength.csv");
    let games = [
        ("Maracaibo", "maracaibo"),
        ("Puerto Rico", "puerto_rico"),
        ("Endeavor", "endeavor"),
        ("Cartagena", "cartagena"),
    ];
    for pair in STRENGTHS.windows(2) {
        for (title, game) in games {
            let begin = format!("steps,`{}` against `{}`,{title},share,", pair[1], pair[0]);
            let value = results.lines().find_map(|line| line.strip_prefix(&begin));
            let value: f64 = value.unwrap().split(',').next().unwrap().parse().unwrap();
            let words = meaning(pair[1], game).unwrap();
            let measured = format!(
                "it wins {:.1} % of games against {}",
                100.0 * value,
                pair[0]
            );
            assert!(words.ends_with(&measured), "{words}: {measured}");
        }
    }
}
