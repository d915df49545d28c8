//! Follows random games from every seat.

use portolan::random::{below, stream};
use portolan_cli::follow::table::Table;
use portolan_run::experiment::gamelog::{GameLog, Made};
use portolan_run::play::ongoing::OngoingGame;
use serde_json::Value;

use super::{answer_all, by_itself, set_up};

/// Returns the number of occurrences of a name in a position, as a text or as a key with a count. Lists of unseen components
/// are ignored.
fn times(value: &Value, name: &str) -> u64 {
    match value {
        Value::String(text) => u64::from(text == name),
        Value::Array(list) => list.iter().map(|value| times(value, name)).sum(),
        Value::Object(keys) => keys
            .iter()
            .filter(|(key, _)| *key != "unseen_cards")
            .map(|(key, value)| match value.as_u64() {
                Some(number) if key == name => number,
                _ => times(value, name),
            })
            .sum(),
        _ => 0,
    }
}

/// Returns one of these names that this seat sees at the table but not in the followed game, if any.
fn seen_there(
    there: &dyn OngoingGame,
    here: &dyn OngoingGame,
    own: Option<usize>,
    among: &[String],
) -> Option<String> {
    let (there, here) = (there.position(own), here.position(own));
    let more = |name: &&String| times(&there, name) > times(&here, name);
    among.iter().find(more).cloned()
}

/// Asserts that the view of a seat equals its view at the table after every move of a random game, and that the log replays
/// to the same position.
fn is_followed(
    game: &str,
    players: usize,
    options: &[(&str, &str)],
    own: Option<usize>,
    most: usize,
) {
    let (setup, opened) = set_up(game, players, options);
    let mut there = opened.deal_given(9, by_itself()).ok().unwrap();
    let mut rng = stream(3, &[players as u64]);
    let mut table = Table::new(&*opened, 1, own, None).unwrap();
    answer_all(&mut table, there.fell_in_deal());
    let (mut made, mut hidden) = (0, 0);
    while there.to_move().is_some() && made < most {
        let choice = below(&mut rng, there.choices() as u32) as usize;
        let notation = there.notation(choice);
        let secret = table.is_secret();
        there.make_given(choice, by_itself()).ok().unwrap();
        let last = there.moves().last().unwrap();
        let made_here = match secret {
            true => table.guess_move(),
            false => table.make(&notation, false),
        };
        let at = format!("{game}, {players} players, seat {own:?}, move {made}, {notation}");
        made_here.unwrap_or_else(|problem| panic!("{at}: {problem}"));
        answer_all(&mut table, &last.fell);
        while let Some(shown) = table.shown() {
            let seen = match (shown.step, shown.draw) {
                (Some(index), None) => Some(there.moves()[index].notation.clone()),
                _ => seen_there(&*there, table.ongoing().unwrap(), own, &shown.among),
            };
            let known = table.show(seen.as_deref());
            known.unwrap_or_else(|problem| panic!("{at}, {shown:?}, {seen:?}: {problem}"));
        }
        let here = table.ongoing().unwrap();
        assert_eq!(here.describe(own), there.describe(own), "{at}");
        assert_eq!(here.position(own), there.position(own), "{at}");
        assert_eq!(here.to_move(), there.to_move(), "{at}");
        made += 1;
        hidden += usize::from(here.describe(None) != there.describe(None));
    }
    // With hidden hands, most guesses are wrong; without them, there are no guesses.
    let hides = ["maracaibo", "cartagena"].contains(&game) && own.is_some();
    assert_eq!(
        hidden > 0,
        hides,
        "{game}: hidden after {hidden} of {made} moves"
    );
    let (moves, followed) = table.logged();
    let log = GameLog {
        game: setup.game.clone(),
        players,
        deal_seed: 1,
        bots: vec!["a".to_string(); players],
        moves,
        followed: Some(followed),
        ..GameLog::default()
    };
    let log = GameLog::parse("x.log", &log.write()).unwrap();
    let mut replayed = log.begin(&*opened, "x.log").unwrap();
    for index in 0..log.moves.len() {
        assert_eq!(log.make(&mut *replayed, index, "x.log"), Ok(Made::Yes));
    }
    let here = table.ongoing().unwrap();
    assert_eq!(replayed.describe(None), here.describe(None));
}

/// Follows a game from every seat, and with everything visible.
fn are_followed(game: &str, players: usize, options: &[(&str, &str)], most: usize) {
    for own in (0..players).map(Some).chain([None]) {
        is_followed(game, players, options, own, most);
    }
}

#[test]
fn random_puerto_rico_games_can_be_followed() {
    is_followed("puerto_rico", 2, &[], Some(1), 5000);
    let hidden = [("vp_visibility", "hidden")];
    is_followed("puerto_rico", 4, &hidden, Some(2), 150);
    is_followed("puerto_rico", 4, &hidden, None, 150);
}

#[test]
#[ignore = "nightly: every seat, to the end of the game"]
fn random_puerto_rico_games_can_be_followed_from_every_seat() {
    are_followed("puerto_rico", 2, &[], 5000);
    are_followed("puerto_rico", 4, &[("vp_visibility", "hidden")], 5000);
}

#[test]
fn random_endeavor_games_can_be_followed() {
    is_followed("endeavor", 3, &[], Some(1), 5000);
    is_followed("endeavor", 3, &[], None, 100);
}

#[test]
#[ignore = "nightly: every seat, to the end of the game"]
fn random_endeavor_games_can_be_followed_from_every_seat() {
    are_followed("endeavor", 3, &[], 5000);
}

#[test]
fn random_cartagena_games_can_be_followed() {
    are_followed("cartagena", 2, &[("turn_cap", "10")], 5000);
    let magician = [("modules", "black-magician"), ("turn_cap", "10")];
    is_followed("cartagena", 3, &magician, None, 5000);
    let hindrance = [("modules", "hindrance,morgan"), ("turn_cap", "10")];
    is_followed("cartagena", 3, &hindrance, Some(0), 5000);
    // A pistol reveals a whole hand.
    let pistol = [
        ("modules", "black-magician"),
        ("powers", "pistol,chest"),
        ("turn_cap", "10"),
    ];
    for own in 0..2 {
        is_followed("cartagena", 2, &pistol, Some(own), 5000);
    }
}

/// Following a whole game from one seat is a nightly test; a game with everything visible is followed to its end every day.
#[test]
fn random_maracaibo_games_can_be_followed() {
    is_followed("maracaibo", 2, &[], Some(0), 80);
    is_followed("maracaibo", 2, &[], None, 5000);
}

#[test]
#[ignore = "nightly: every seat, to the end of the game"]
fn random_maracaibo_games_can_be_followed_from_every_seat() {
    are_followed("maracaibo", 2, &[], 5000);
}

#[test]
fn random_solo_maracaibo_games_can_be_followed() {
    for own in [Some(0), None] {
        is_followed("maracaibo", 1, &[], own, 5000);
    }
}

/// With more hidden hands, it is more often impossible to find other guesses that fit, so only the start of a game is
/// followed.
#[test]
fn start_of_random_3_player_maracaibo_game_can_be_followed() {
    is_followed("maracaibo", 3, &[], Some(1), 30);
}

#[test]
#[ignore = "nightly: more moves with many guesses"]
fn random_3_player_maracaibo_game_can_be_followed() {
    is_followed("maracaibo", 3, &[], Some(1), 150);
}
