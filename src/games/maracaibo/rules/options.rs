//! Rule options: scenario, legacy tiles, variant of the prestige buildings, Jean's deck, and
//! interpretations of rules that the rulebook leaves open.

use crate::suggestion::did_you_mean;

/// Numbers of the existing legacy tiles as bits: L1–L18, L20–L23, L25.
pub const LEGACY_TILES: u32 = {
    let mut tiles = 0u32;
    let mut number = 1;
    while number <= 25 {
        if number != 19 && number != 24 {
            tiles |= 1 << number;
        }
        number += 1;
    }
    tiles
};

/// Options that apply only to solo games against Jean.
pub(crate) const SOLO_OPTIONS: [&str; 4] =
    ["level", "jean_deck", "jean_cards", "jean_explorer_quest"];

/// Scenario name of a campaign (M-25.3).
pub(crate) const CAMPAIGN: &str = "campaign";
/// Options that only a campaign has.
pub(crate) const STORY_OPTIONS: [&str; 3] = ["story", "story_deck", "c_cards"];

portolan_core::options! {
    /// The parsed options of a game; options of a campaign and Jean's options are parsed
    /// separately.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Options(given);

    scenario: &'static str = "75", {"75" = "75", "76" = "76", "77" = "77", "campaign" = CAMPAIGN},
        "scenario card: 75 no story; 76 with L1, L4-L6; 77 with L1, L4-L9; both with C cards; campaign with story cards (M-1.13, M-25.2, M-C1)";
    legacy: u32 = "none",
        ("tiles separated by commas, of L1-L18, L20-L23, L25; or none", read_legacy_tiles),
        "legacy tiles in play in addition to those of the scenario (M-22.5 to M-22.15)";
    story() = "1", "numbers of story cards joined by +; cards 80 to 89 start chapters 2 to 11",
        "campaign: the story cards that are active at the start (M-C1, M-C3, M-C4)";
    story_deck() = "all others in order", "story cards, top first, like 6-20+2-4; or none",
        "campaign: the cards left in the story deck (M-C3, M-C8)";
    c_cards() = "none", "C cards joined by +, like 90+91; or none",
        "campaign: the C cards that earlier games left among the A cards (M-C3)";
    prestige(prestige_open: bool) = "hidden", {"hidden" = false, "open" = true},
        "prestige buildings II-IV turned up round by round, or all from the start (M-25.1)";
    weighting(weighting_spaces: bool) = "values", {"values" = false, "spaces" = true},
        "a nation's weighting sums the values of its emptied supply spaces, or counts the spaces (M-A1)";
    skipped_assistants(skipped_by_route: bool) = "number", {"number" = false, "route" = true},
        "a ship passes all assistants whose location numbers lie in between, or only assistants on the route sailed \
         (M-A4)";
    assistant_vp_round4: bool = "off", switch,
        "2 VP for assistants ahead of the ship also when the game ends (M-A6)";
    extra_main_u1: bool = "on", switch,
        "U1 counts for village actions as the extra main action of an assistant (M-A17)";
    cp_before_combat(cp_every_combat: bool) = "turn", {"turn" = false, "combat" = true},
        "a card gives its CP before a combat once per turn, or in every combat (M-A45)";
    last_village_action(last_ends_own_only: bool) = "all", {"all" = false, "own" = true},
        "a last village action also ends enclosing village actions, or only its own sequence (M-A53)";
    interim_assistants: bool = "on", switch,
        "an assistant bought in interim scoring pays 2 VP when the ships return (M-A57)";
    majority_zero(majority_zero_none: bool) = "ordinary", {"ordinary" = false, "none" = true},
        "a nation without markers takes part in the majority bonus, or gets none (M-A59)";
    rank_without_marker(rank_without_marker_lost: bool) = "rank", {"rank" = false, "lost" = true},
        "marker and next noble rank: without a marker or village, the player takes only the rank, or loses \
         both (M-A65)";
    declined_marker(declined_marker_rank: bool) = "lost", {"lost" = false, "rank" = true},
        "marker and next noble rank: whoever declines the marker loses the step, or takes the step alone (M-A65)";
    nation_without_marker(nation_without_marker_rank: bool) = "refused", {"refused" = false, "rank" = true},
        "marker and next noble rank: a nation without markers cannot be chosen, or is chosen for the step alone (M-A65)";
    combat_actions(combat_actions_per_turn: bool) = "combat", {"combat" = false, "turn" = true},
        "each kind of combat action once in every combat, or once in all combats of a turn (M-A44)";
    silver_fleet_influence: u8 = "3", {"3" = 3, "8" = 8},
        "influence for a marker with the silver fleet, L6 (M-A2)";
    start_doubloons: u8 = 8, [0 to 30], "doubloons of the first seat at the start (M-1.12)";
    seat_doubloons: u8 = 1, [0 to 5], "additional doubloons of each later seat (M-1.12)";
    seat_1_doubloons() = 0, "-8 to 20", "additional doubloons of seat 1 at the start (M-1.12)";
    seat_2_doubloons() = 0, "-8 to 20", "additional doubloons of seat 2 at the start (M-1.12)";
    seat_3_doubloons() = 0, "-8 to 20", "additional doubloons of seat 3 at the start (M-1.12)";
    seat_4_doubloons() = 0, "-8 to 20", "additional doubloons of seat 4 at the start (M-1.12)";
    hand_limit: u8 = 4, [1 to 8], "number of cards to which a hand is refilled; U2 adds 2 (M-5.1)";
    level() = "normal", "very-easy, easy, normal, hard or very-hard",
        "solo: level of Jean, which determines her cards by letter: 5A; 5A1C; 5A1B1C; 4A2B1C; 3A3B1C (M-24.2, M-25.4)";
    jean_deck() = "determined by the level", "cards by letter like 4A2B1C, up to 5A, 6B and 4C",
        "solo: any other number of cards of each letter, in place of a level (M-24.2)";
    jean_cards() = "random by letter", "automa cards like A1+A2+B3, each once",
        "solo: exactly these cards, in place of a level or deck (M-24.2)";
    jean_explorer_quest(jean_quest_ends_turn: bool) = "on", {"on" = false, "end" = true},
        "solo: when Jean's explorer takes a quest, her turn continues or ends (M-A66)";
}

/// Parses legacy tiles such as `L1,L4,L6` into bits; tile Ln is bit n.
fn read_legacy_tiles(text: &str) -> Result<u32, String> {
    let mut tiles = 0;
    if text.is_empty() || text == "none" {
        return Ok(tiles);
    }
    let known: Vec<String> = (1..=25)
        .filter(|number| LEGACY_TILES >> number & 1 == 1)
        .map(|number| format!("L{number}"))
        .collect();
    for name in text.split([',', ';', ' ']).filter(|name| !name.is_empty()) {
        let number = known
            .iter()
            .find(|tile| tile.eq_ignore_ascii_case(name))
            .and_then(|tile| tile[1..].parse::<u32>().ok())
            .ok_or_else(|| {
                let hint = did_you_mean(name, known.iter().map(String::as_str));
                format!("tiles of L1-L18, L20-L23, L25; \"{name}\" is not one of them{hint}")
            })?;
        tiles |= 1 << number;
    }
    Ok(tiles)
}
