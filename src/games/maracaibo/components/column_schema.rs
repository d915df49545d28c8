//! Data-entry forms for the components of an owned copy of the game, one per file.
//! `docs/reference/data.md` describes every column, and the loader validates the entries.

use std::ops::RangeInclusive;

use super::load::card_words::{IMMEDIATE_CODES, ONGOING_CODES, REQUIREMENT_CODES};
use super::load::card_words::{immediate_words, ongoing_words, requirement_words};
use super::load::effects::{
    ASSISTANT_ACTIONS, assistant_words, automa_words, cost_words, effect_words, market_words,
    story_words, token_words,
};
use super::load::words::WORDS;
use super::{
    BORDER_NAMES, DISPLAY, FIGURES, GOOD_NAMES, LAST_STOP, OBJECT_NAMES, SYNERGY_NAMES,
    VP_INCOME_END,
};
use crate::column_schema::{Accepts, Column, Form, Rows};
use crate::dataset::EmbeddedFile;
use crate::sheet::{DataFiles, embedded};

/// The files of a data set, as shipped with the program.
pub static FILES: &[EmbeddedFile] = embedded![
    "automa_cards.csv",
    "careers.csv",
    "city_tiles.csv",
    "combat_tokens.csv",
    "explorer_track.csv",
    "legacy_tiles.csv",
    "map_locations.csv",
    "prestige_buildings.csv",
    "project_cards.csv",
    "quest_tiles.csv",
    "scenarios.csv",
    "story_cards.csv",
    "tracks.csv",
];

/// The shipped files with their forms.
pub(super) const DATA_FILES: DataFiles = DataFiles {
    files: FILES,
    forms: FORMS,
    reserved: WORDS,
};

const BRANCHES: &[&str] = &["upper", "lower"];
const CARD_SETS: &[&str] = &["A", "B", "C"];
const MODIFIERS: &[&str] = &["most", "fewest", "most+fewest"];
/// Actions of the city tiles that are drawn at random.
pub(super) const CITY_ACTIONS: &[&str] = &[
    "exploration",
    "CA1",
    "CA2",
    "CA3",
    "CA4",
    "CA5",
    "CA6",
    "CA7",
    "CA8",
    "CA9",
];
const PLAYER_GROUPS: &[&str] = &["2", "3-4"];
const PLACES: &[&str] = &["start", "city", "village", "homeward"];
const FEWEST_PLAYERS: &[&str] = &["2", "3", "4"];
const SCENARIO_CARDS: &[&str] = &["75", "76", "77"];
const TIMES: &[&str] = &["setup", "1", "2", "3"];
const TRACKS: &[&str] = &[
    "influence_end",
    "noble_rank",
    "supply",
    "doubloon_vp",
    "jean_gap",
    "jean_upgrade",
];

/// Income of one kind on a card: up to the length of the VP income track.
const INCOME: RangeInclusive<u8> = 0..=VP_INCOME_END;
/// Numbers of the locations between the start and the homeward spaces.
const STOP: RangeInclusive<u8> = 1..=LAST_STOP;
/// Combat value on a token.
const COMBAT_VALUE: RangeInclusive<u8> = 0..=30;
/// Rule that shows the words of project cards.
const OVERVIEW: &str = "M-21";

const INSTRUCTIONS: &str = "as printed, separated by ;, such as Story: 15; Quests: 16 (1-4), 19 (4); Read 05; Tiles: L25, L13; Cards: 90-92; Add cards 90, 91 to the discard pile";
const TASK: &str = "<kind> <lower>/<upper>: combat_tokens, quests, one_nation, two_nations, upgrades, synergy or assistants; or explorer <border>/<border>";
const REWARD: &str = "<a>d+<b>vp, such as 3d+4vp";

/// The forms, in the order in which the user fills them in.
pub(crate) const FORMS: &[Form] = &[
    Form {
        file: "project_cards.csv",
        holds: "a project card",
        key: Some("id"),
        given: &["id", "set"],
        columns: &[
            Column::text("id", "the number on the card: a letter and a number that no other card has"),
            Column::one_of("set", CARD_SETS, "A is dealt at set-up, B later; C comes with scenarios 76 and 77 and in campaigns"),
            Column::text("name", "the name printed on the card"),
            Column::number("cost", 0..=99, "doubloons that it costs").or_empty().likely(1..=20),
            Column::number("figure_cost", 0..=FIGURES as u8, "figures that go to the general supply, excluding the figure of an assistant").likely(0..=4).on_some_row(&[], OVERVIEW),
            Column::described("requirement", requirement_words, "requirement for the buyer").or_empty().on_some_row(&REQUIREMENT_CODES, OVERVIEW),
            Column::new("good_or_object", Accepts::Pair(&GOOD_NAMES, &OBJECT_NAMES), "the good and the object that the card is discarded for"),
            Column::one_of("synergy_gained", &SYNERGY_NAMES, "the synergy token that it brings").or_empty().on_some_row(&SYNERGY_NAMES, OVERVIEW),
            Column::number("income_doubloons", INCOME, "additional doubloons at every income").likely(0..=10).on_some_row(&[], OVERVIEW),
            Column::number("income_vp", INCOME, "additional points at every income").likely(0..=10).on_some_row(&[], OVERVIEW),
            Column::words("income_condition", "<synergy>:d+<n> or <synergy>:vp+<n>, or two of them, \
                                               separated by |", "income that a synergy token adds").or_empty().on_some_row(&[], OVERVIEW),
            Column::described("ongoing", ongoing_words, "its lasting effect").or_empty().on_some_row(&ONGOING_CODES, OVERVIEW),
            Column::described("immediate", immediate_words, "its immediate effect").or_empty().on_some_row(&IMMEDIATE_CODES, OVERVIEW),
            Column::words("village_action", "<cost>><effect>, preceded by last: if no village \
                                             action may follow", "the village action that it adds").or_empty().on_some_row(&["last:map2", "last:book2", "samegood2"], OVERVIEW),
            Column::words("combat_action", "cv<n>><effect>, optionally followed by [<synergy>:<effect>]", "the combat action that it adds").or_empty().on_some_row(&["cv1", "cv2"], OVERVIEW),
            Column::number("assistant_location", STOP, "location of its assistant").or_empty(),
            Column::described("assistant_action", assistant_words, "action of its assistant").or_empty().on_some_row(&ASSISTANT_ACTIONS, OVERVIEW),
            Column::number("vp", 0..=99, "points at the end").likely(0..=8),
        ],
        rows: Rows::OpenWhere("set", "C"),
    },
    Form {
        file: "story_cards.csv",
        holds: "a story card",
        key: Some("card"),
        given: &["card"],
        columns: &[
            Column::text("card", "the number on the card, which no other story card has"),
            Column::number("chapter", 1..=11, "the chapter to which it belongs"),
            Column::text("name", "the name printed on the card"),
            Column::words("front", INSTRUCTIONS, "instructions when the card comes into play").or_empty(),
            Column::described("quest_cost", cost_words, "cost of the card's quest").or_empty(),
            Column::words("quest_per_compass", "vp<n> or d<n>", "reward for every compass").or_empty(),
            Column::described("quest_flat", story_words, "fixed reward of the quest").or_empty(),
            Column::words("requirement", "quest, or L10 full to L17 full", "when the back is read").or_empty(),
            Column::words("back", INSTRUCTIONS, "instructions when the back is read").or_empty(),
            Column::words("choices", "<words> = <instructions>, two to four of them, separated by |", "choices of the group on the back").or_empty(),
            Column::text("front_text", "the text on the front").or_empty(),
            Column::text("back_text", "the text on the back").or_empty(),
        ],
        rows: Rows::Open,
    },
    Form {
        file: "quest_tiles.csv",
        holds: "a quest tile",
        key: Some("id"),
        given: &["id"],
        columns: &[
            Column::described("cost", cost_words, "price of the quest"),
            Column::words("reward_per_compass", "vp<n> or d<n>", "reward for every compass").or_empty(),
            Column::described("reward_flat", effect_words, "fixed reward of the quest").or_empty(),
        ],
        rows: Rows::Fixed,
    },
    Form {
        file: "combat_tokens.csv",
        holds: "a combat token",
        key: Some("id"),
        given: &["id"],
        columns: &[
            Column::number("france_cv", COMBAT_VALUE, "combat value of France").likely(0..=20),
            Column::described("france_effect", token_words, "additional effect of fighting for France").or_empty(),
            Column::number("spain_cv", COMBAT_VALUE, "combat value of Spain").likely(0..=20),
            Column::described("spain_effect", token_words, "additional effect of fighting for Spain").or_empty(),
            Column::number("england_cv", COMBAT_VALUE, "combat value of England").likely(0..=20),
            Column::described("england_effect", token_words, "additional effect of fighting for England").or_empty(),
            Column::one_of("modifier", MODIFIERS, "most: -2 for the nation with the most markers; fewest: +3 for the one with the fewest").or_empty(),
        ],
        rows: Rows::Fixed,
    },
    Form {
        file: "city_tiles.csv",
        holds: "a city tile",
        key: Some("id"),
        given: &["id", "players"],
        columns: &[
            Column::one_of("players", PLAYER_GROUPS, "number of players for which it is used; 2 includes solo"),
            Column::text("name", "the name printed on the tile"),
            Column::one_of("symbol", &["wheel"], "wheel: the tile is always used").or_empty(),
            Column::words("action", "exploration<n>, CA1 to CA9, another effect, or combat on C01", "the first word is the action; what follows repeats it for readers").on_some_row(CITY_ACTIONS, "M-6.3"),
            Column::described("market", market_words, "the disc spaces, and the good that they take"),
        ],
        rows: Rows::Fixed,
    },
    Form {
        file: "map_locations.csv",
        holds: "a location of the map",
        key: Some("no"),
        given: &["no"],
        columns: &[
            Column::text("name", "the name printed on the map"),
            Column::one_of("kind", PLACES, "start is 0, homeward from 20 on"),
            Column::words("next", "one or two numbers, separated by ;", "where the arrows lead; at a fork the upper one first").or_empty(),
            Column::words("action", "combat, exploration<n>, CA1 to CA10, another effect or tile in cities; vp<n> on the way home", "action of the location").or_empty(),
            Column::words("market", "a good for every space: sugar x2, or corn+sugar; or tile", "cities: the disc spaces, and the good that they take").or_empty(),
            Column::described("flag_reward", effect_words, "cities: reward of the flag").or_empty(),
        ],
        rows: Rows::Fixed,
    },
    Form {
        file: "explorer_track.csv",
        holds: "a space of the explorer track",
        key: Some("space"),
        given: &["space", "note"],
        columns: &[
            Column::words("reward", "start, quest, end, or an effect without explorer steps, village actions and combat", "reward of the space"),
            Column::one_of("border_before", &BORDER_NAMES, "the border that is crossed on the way into it").or_empty(),
            Column::words("next", "up to two spaces, separated by ;", "where the arrows lead").or_empty(),
        ],
        rows: Rows::Open,
    },
    Form {
        file: "careers.csv",
        holds: "a career card",
        key: Some("id"),
        given: &["id"],
        columns: &[
            Column::text("name", "the name printed on the card"),
            Column::words("task1", TASK, "the first task, at its two levels"),
            Column::words("reward1", REWARD, "doubloons at either level, points at the upper one"),
            Column::words("task2", TASK, "the second task, at its two levels"),
            Column::words("reward2", REWARD, "doubloons at either level, points at the upper one"),
            Column::words("task3", TASK, "the third task, at its two levels"),
            Column::words("reward3", REWARD, "doubloons at either level, points at the upper one"),
        ],
        rows: Rows::Fixed,
    },
    Form {
        file: "prestige_buildings.csv",
        holds: "a prestige building",
        key: Some("id"),
        given: &["id", "name"],
        columns: &[
            Column::number("cost", 0..=60, "doubloons that it costs in addition to one figure").likely(1..=20),
            Column::one_of("synergy", &SYNERGY_NAMES, "the synergy token that it brings"),
            Column::text("end_vp", "points at the end"),
        ],
        rows: Rows::Fixed,
    },
    Form {
        file: "legacy_tiles.csv",
        holds: "a legacy tile",
        key: Some("id"),
        given: &["id", "note"],
        columns: &[
            Column::text("name", "the name printed on the tile"),
            Column::words("location", "a location from 1 to 19; L4 and L7 a number and a letter", "location of the tile").or_empty(),
            Column::words("route_to", "a location that an arrow of the map leads to", "where the route of L2, L8 and L18 ends").or_empty(),
            Column::words("next", "a location", "where the branch of L4 and L7 ends").or_empty(),
            Column::number("spaces", 1..=6, "disc spaces of L10 to L17").or_empty(),
            Column::described("market", market_words, "the disc spaces of L1, L4 and L7").or_empty(),
            Column::described("cost", cost_words, "cost of a disc on L10 to L17").or_empty(),
            Column::described("reward", effect_words, "reward of the tile").or_empty(),
        ],
        rows: Rows::Fixed,
    },
    Form {
        file: "scenarios.csv",
        holds: "a line of a scenario card",
        key: None,
        given: &["card"],
        columns: &[
            Column::one_of("card", SCENARIO_CARDS, "the number of the card"),
            Column::one_of("when", TIMES, "at set-up, or after that round"),
            Column::number("location", STOP, "where a quest is placed").or_empty(),
            Column::words("legacy_tile", "L1 to L18, L20 to L23 or L25", "the tile that enters the game").or_empty(),
            Column::one_of("min_players", FEWEST_PLAYERS, "minimum number of players; solo counts as 2").or_empty(),
            Column::words("project_card", "C90 to C99", "the C card that enters the game; without the column, cards 76 and 77 add every C card").or_missing(),
        ],
        rows: Rows::Open,
    },
    Form {
        file: "tracks.csv",
        holds: "a space of a track",
        key: None,
        given: &["track"],
        columns: &[
            Column::one_of("track", TRACKS, "which track"),
            Column::words("position", "a whole number", "number of the space"),
            Column::words("markers", "a whole number", "supply: markers on the space").or_empty(),
            Column::words("value", "a whole number", "the rank, or the points").or_empty(),
        ],
        rows: Rows::OpenWhere("track", "noble_rank"),
    },
    Form {
        file: "automa_cards.csv",
        holds: "a card of Jean",
        key: Some("id"),
        given: &["id"],
        columns: &[
            Column::number("step", 1..=6, "spaces that her ship moves"),
            Column::one_of("dir", BRANCHES, "her branch at forks"),
            Column::number("card", 1..=DISPLAY as u8, "position in the display, from the left"),
            Column::described("actions", automa_words, "what she does"),
        ],
        rows: Rows::Fixed,
    },
];
