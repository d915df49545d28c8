//! Follows random games from every seat.

use std::collections::BTreeSet;

use portolan::random::{below, stream};
use portolan_cli::follow::table::{Answer, Table};
use portolan_run::experiment::gamelog::GameLog;

use super::{answer_all, by_itself, follow_random, seen, set_up};

/// Option of Puerto Rico that hides the VP chips of the opponents.
const HIDDEN_VP: (&str, &str) = ("vp_visibility", "hidden");

/// Asserts that the view of a seat equals its view at the table after every move of a random game, and that the log
/// replays to the same position. `follow` gets only the information that the seat sees.
fn is_followed(
    (game, players, seed): (&str, usize, u64),
    options: &[(&str, &str)],
    own: Option<usize>,
    most: usize,
) {
    let (setup, opened) = set_up(game, players, options);
    let mut there = opened.deal_given(seed, by_itself()).ok().unwrap();
    let mut rng = stream(seed, &[players as u64]);
    let mut table = Table::new(&*opened, 1, own, None).unwrap();
    answer_all(&mut table, &*there, own, &BTreeSet::new());
    let what = format!("{game}, deal {seed}, {players} players");
    let hidden = follow_random(&mut table, &mut *there, own, (&mut rng, most), &what);
    // With hidden hands, most determinizations are wrong; without them, there is only one.
    let hides = ["maracaibo", "cartagena"].contains(&game) && own.is_some();
    // The sampled VP of the opponents are sometimes correct after every move.
    if !options.contains(&HIDDEN_VP) || own.is_none() {
        assert_eq!(hidden > 0, hides, "{game}: hidden after {hidden} moves");
    }
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
        assert_eq!(log.make(&mut *replayed, index, "x.log"), Ok(true));
    }
    let here = table.ongoing().unwrap();
    assert_eq!(replayed.describe(None), here.describe(None));
}

/// Follows a game from every seat, and with everything visible.
fn are_followed(game: &str, players: usize, options: &[(&str, &str)], most: usize) {
    for own in (0..players).map(Some).chain([None]) {
        is_followed((game, players, 9), options, own, most);
    }
}

#[test]
fn random_puerto_rico_games_can_be_followed() {
    is_followed(("puerto_rico", 2, 9), &[], Some(1), 5000);
    is_followed(("puerto_rico", 4, 9), &[HIDDEN_VP], Some(2), 150);
    is_followed(("puerto_rico", 4, 9), &[HIDDEN_VP], None, 150);
}

#[test]
#[ignore = "nightly: every seat, to the end of the game"]
fn random_puerto_rico_games_can_be_followed_from_every_seat() {
    are_followed("puerto_rico", 2, &[], 5000);
    are_followed("puerto_rico", 4, &[HIDDEN_VP], 5000);
}

#[test]
fn random_endeavor_games_can_be_followed() {
    is_followed(("endeavor", 3, 9), &[], Some(1), 5000);
    is_followed(("endeavor", 3, 9), &[], None, 100);
}

#[test]
#[ignore = "nightly: every seat, to the end of the game"]
fn random_endeavor_games_can_be_followed_from_every_seat() {
    are_followed("endeavor", 3, &[], 5000);
}

#[test]
fn random_cartagena_games_can_be_followed() {
    is_followed(("cartagena", 2, 9), &[("turn_cap", "10")], Some(0), 5000);
    let magician = [("modules", "black-magician"), ("turn_cap", "10")];
    is_followed(("cartagena", 3, 9), &magician, None, 5000);
    let hindrance = [("modules", "hindrance,morgan"), ("turn_cap", "10")];
    is_followed(("cartagena", 3, 9), &hindrance, Some(0), 5000);
    // A pistol reveals a whole hand.
    let pistol = [
        ("modules", "black-magician"),
        ("powers", "pistol,chest"),
        ("turn_cap", "10"),
    ];
    is_followed(("cartagena", 2, 9), &pistol, Some(1), 5000);
}

/// Follows a whole game, and the beginning of games from other seats. In deal 3, an opponent pays with known cards, and
/// its hidden card determines if it could have paid with other cards.
#[test]
fn random_maracaibo_games_can_be_followed() {
    is_followed(("maracaibo", 2, 3), &[], Some(0), 140);
    is_followed(("maracaibo", 2, 9), &[], Some(0), 5000);
    is_followed(("maracaibo", 3, 10), &[], Some(1), 150);
    is_followed(("maracaibo", 4, 11), &[], Some(3), 150);
    is_followed(("maracaibo", 2, 9), &[], None, 150);
}

/// Follows 100 games of Maracaibo from every seat.
fn hundred_maracaibo_games_are_followed(players: usize) {
    for seed in 0..100 {
        for own in 0..players {
            is_followed(("maracaibo", players, seed), &[], Some(own), 5000);
        }
    }
}

#[test]
#[ignore = "nightly: 100 games from every seat"]
fn hundred_two_player_maracaibo_games_can_be_followed() {
    hundred_maracaibo_games_are_followed(2);
}

#[test]
#[ignore = "nightly: 100 games from every seat"]
fn hundred_three_player_maracaibo_games_can_be_followed() {
    hundred_maracaibo_games_are_followed(3);
}

#[test]
#[ignore = "nightly: 100 games from every seat"]
fn hundred_four_player_maracaibo_games_can_be_followed() {
    hundred_maracaibo_games_are_followed(4);
}

/// Another player discards several cards, and only the first of them is reported.
#[test]
fn incomplete_report_is_refused_with_the_reason() {
    let refused = (0..100).find_map(refusal_of_incomplete_report);
    let problem = "the move shows another component (discards); enter it before `-`";
    assert_eq!(refused.as_deref(), Some(problem));
}

/// Plays a random game until a move of another player shows two components in one place. Reports only the first one, and
/// returns the resulting error.
fn refusal_of_incomplete_report(seed: u64) -> Option<String> {
    let own = Some(0);
    let (_, opened) = set_up("maracaibo", 2, &[]);
    let mut there = opened.deal_given(seed, by_itself()).ok().unwrap();
    let mut table = Table::new(&*opened, 1, own, None).unwrap();
    answer_all(&mut table, &*there, own, &BTreeSet::new());
    let mut rng = stream(seed, &[2]);
    while there.choices() > 0 {
        let choice = below(&mut rng, there.choices() as u32) as usize;
        let notation = there.notation(choice);
        let before = seen(&*there, own);
        there.make_given(choice, by_itself()).ok().unwrap();
        let is_hidden = there.moves().last().unwrap().hidden[0];
        table
            .make((!is_hidden).then_some(&notation), false)
            .unwrap();
        if let Some(question) = table.question().filter(|question| question.shown) {
            let now = seen(&*there, own);
            let shown = now.difference(&before);
            let shown: Vec<_> = shown.filter(|(place, _)| *place == question.of).collect();
            if shown.len() > 1 {
                table.answer(&Answer::Name(shown[0].1.clone())).unwrap();
                if table.question().is_some_and(|next| next.is_required) {
                    return Some(table.answer(&Answer::Unseen).unwrap_err());
                }
            }
        }
        answer_all(&mut table, &*there, own, &before);
    }
    None
}

#[test]
fn random_solo_maracaibo_games_can_be_followed() {
    for own in [Some(0), None] {
        is_followed(("maracaibo", 1, 9), &[], own, 5000);
    }
}

#[test]
fn one_correction_exchanges_two_draws_of_the_deal() {
    let (_, opened) = set_up("maracaibo", 2, &[]);
    let there = opened.deal_given(5, by_itself()).ok().unwrap();
    let mut table = Table::new(&*opened, 1, Some(0), None).unwrap();
    answer_all(&mut table, &*there, Some(0), &BTreeSet::new());
    let dealt = |table: &Table| -> Vec<String> { table.dealt().map(String::from).collect() };
    let mut wanted = dealt(&table);
    assert_eq!(table.correct_deal(1, &wanted[1]), Ok(Some(2)));
    table.go_on_correcting().unwrap();
    wanted.swap(0, 1);
    assert_eq!(dealt(&table), wanted);
}
