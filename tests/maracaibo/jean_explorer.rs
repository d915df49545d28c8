//! Jean's explorer: path, quests and first arrivals (M-24.6, M-A33, M-A66), and the bonus for its
//! lead (M-24.9, M-A34).

use crate::jean_support::{JEAN, solo};
use crate::support::Table;

/// Returns a solo game with Jean's explorer on a space.
fn at(space: &str) -> Table {
    let mut table = solo(&[]);
    table.explorer(JEAN, space);
    table
}

/// M-24.6: At forks, the explorer takes the shortest way unless there is a quest in range.
#[test]
fn jeans_explorer_takes_the_shortest_way() {
    for (from, card, to) in [
        ("5", "A1", "7"),
        ("12", "A1", "14"),
        ("18", "A1", "20"),
        ("1a", "A1", "1b"),
    ] {
        let mut table = at(from);
        if from == "12" || from == "18" {
            table.state.track_quests = [None; 3];
            table.state.emptied_spaces = ["1b", "2b", "3b"]
                .iter()
                .fold(0, |bits, id| bits | table.space(id).bit());
        }
        table.jean_turn(card);
        assert_eq!(table.jean_explorer_at(), to, "from {from}");
    }
}

/// M-24.6, M-A33: The explorer stops at a quest within range on any branch, and the remaining steps
/// are lost. Jean takes the quest for free, and the space is empty from then on.
#[test]
fn jeans_explorer_stops_at_a_quest_in_range() {
    for (from, card, round) in [
        ("6", "A1", 1),
        ("6", "C3", 1),
        ("5", "C3", 1),
        ("4", "B1", 3),
        ("1a", "C3", 4),
    ] {
        let mut table = at(from);
        table.state.round = round;
        let quest = table.state.track_quests[0].expect("a quest");
        table.jean_turn(card);
        assert_eq!(table.jean_explorer_at(), "1b", "from {from}");
        assert_eq!(table.state.players[JEAN].quests, quest.bit());
        assert_eq!(table.state.track_quests[0], None);
        assert_eq!(table.state.emptied_spaces, table.space("1b").bit());
    }
    // The quest is one step too far, so the explorer takes the short way.
    let mut table = at("5");
    table.jean_turn("A1");
    assert_eq!(
        (
            table.jean_explorer_at(),
            table.state.players[JEAN].quest_count
        ),
        ("7", 0)
    );
}

/// M-A33: Of several quests in range, Jean takes the nearest.
#[test]
fn jeans_explorer_takes_the_nearest_quest() {
    for gone in [false, true] {
        let mut table = at("6");
        for space in ["1a", "1c", "8", "9", "10", "11", "12"] {
            table.state.emptied_spaces |= table.space(space).bit();
        }
        if gone {
            table.state.track_quests[0] = None;
            table.state.emptied_spaces |= table.space("1b").bit();
        }
        table.jean_turn("A1");
        assert_eq!(table.jean_explorer_at(), if gone { "2b" } else { "1b" });
    }
}

/// M-A33: Occupied and emptied spaces are skipped and cost no step.
#[test]
fn jeans_explorer_skips_occupied_and_emptied_spaces() {
    let mut table = at("0");
    table.explorer(0, "1").jean_turn("A1");
    assert_eq!(table.jean_explorer_at(), "3");
    let mut table = at("0");
    table.explorer(0, "2").jean_turn("A1");
    assert_eq!(table.jean_explorer_at(), "3");
    let mut table = at("1a");
    table.state.track_quests[0] = None;
    table.state.emptied_spaces = table.space("1b").bit();
    table.jean_turn("A1");
    assert_eq!(table.jean_explorer_at(), "8");
    // Skipping a space brings a quest into range.
    let mut table = at("5");
    table.explorer(0, "1a").jean_turn("A1");
    assert_eq!(table.jean_explorer_at(), "1b");
}

/// M-A33, M-A51: A quest with the player's explorer is skipped and stays.
#[test]
fn jeans_explorer_skips_a_quest_with_the_player() {
    let mut table = at("6");
    let quest = table.state.track_quests[0];
    table.explorer(0, "1b").jean_turn("A1");
    assert_eq!(table.jean_explorer_at(), "8");
    assert_eq!(table.state.track_quests[0], quest);
    assert_eq!(table.state.players[JEAN].quest_count, 0);
}

/// M-A66: After a quest of her explorer, Jean's turn continues or, with the option, ends.
#[test]
fn track_quest_ends_jeans_turn_only_with_the_option() {
    for (options, vp) in [
        (&[][..], 4),
        (&["jean_explorer_quest=on"], 4),
        (&["jean_explorer_quest=end"], 0),
    ] {
        let mut table = solo(options);
        // A card with an exploration followed by VP.
        let automa = &mut crate::support::data();
        let cards = automa.files.get_mut("automa_cards.csv").expect("the cards");
        *cards = cards.replace("A1,1,upper,3,explorer 2", "A1,1,upper,3,explorer 2; 4 VP");
        table.game = portolan::games::maracaibo::Maracaibo::new(&portolan::games::GameSetup {
            game: "maracaibo".to_string(),
            players: 1,
            options: options
                .iter()
                .filter_map(|option| option.split_once('='))
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            data: automa.clone(),
        })
        .expect("the card is accepted");
        table.explorer(JEAN, "6").jean_turn("A1");
        assert_eq!(table.state.players[JEAN].quest_count, 1);
        assert_eq!(table.score(JEAN), vp, "{options:?}");
        // Without a quest, the turn continues in any case.
        table.jean_ship("0").jean_turn("A1");
        assert_eq!(table.score(JEAN), vp + 4);
    }
}

/// M-24.6, M-9.6: Jean crosses borders without rewards, but the player is no longer the first.
#[test]
fn jean_uses_up_first_border_bonuses() {
    for (from, to, points) in [("9", "11", 2), ("21", "23", 2)] {
        let mut table = at(from);
        if from == "21" {
            table.state.borders_crossed = 0b011;
        }
        table.jean_turn("A1");
        assert_eq!((table.jean_explorer_at(), table.score(JEAN)), (to, 0));
        let next = if from == "9" { "10" } else { "22" };
        table.explorer(0, from).explore(1);
        let before = table.points(0, "explorer");
        table.act(&format!("advance {next}"));
        let own = if from == "9" { 0 } else { 6 };
        assert_eq!(table.points(0, "explorer") - before, points + own);
    }
    let mut table = at("15");
    table.jean_turn("A1");
    assert_eq!(
        (
            table.jean_explorer_at(),
            table.state.players[JEAN].influence
        ),
        ("17", [0; 3])
    );
}

/// M-A34: Emptied and occupied spaces count.
#[test]
fn explorer_lead_counts_emptied_and_occupied_spaces() {
    let mut table = at("8");
    table.explorer(0, "6");
    for space in ["1a", "1b", "1c"] {
        table.state.emptied_spaces |= table.space(space).bit();
    }
    table.explorer(0, "0").end_game().nobody_buys();
    assert_eq!(table.points(JEAN, "jean_explorer_lead"), 20);
}
