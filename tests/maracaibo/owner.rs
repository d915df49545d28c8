//! Component data of an owner: everything that the rulebook shows in pictures, overviews and examples is
//! accepted, deviations from public sources give warnings, and the set can be played.

use std::fs;

use portolan::dataset::DataProblem;
use portolan::game::prelude::*;
use portolan::games::maracaibo::components::{Cost, Immediate, Market, TokenEffect};
use portolan::games::maracaibo::load::{check, load};
use portolan::random::stream;

use crate::entered::{CARDS, CITIES, EVERY_FORM, Entry, QUESTS, entered, rules_of};
use crate::program::{fails, succeeds};

const TOKENS: &str = "combat_tokens.csv";

/// Twenty cards with one effect each from the overview in the rulebook, a city tile, a quest and a token.
const BOX: &[Entry] = &[
    // M-E7: Legionnaire.
    (CARDS, "A013", "income_doubloons", "2"),
    (CARDS, "A013", "income_condition", "medal:vp+2"),
    // M-E8: Harbour.
    (CARDS, "A016", "income_vp", "2"),
    (CARDS, "A016", "income_condition", "anchor:vp+2|house:vp+2"),
    // M-21.2 to M-21.6, one card for each.
    (CARDS, "A009", "ongoing", "obj:sextant"),
    (CARDS, "A010", "ongoing", "cp_before_combat:1"),
    (CARDS, "A011", "ongoing", "compass:1"),
    (CARDS, "A012", "ongoing", "jump_steal:1"),
    (CARDS, "A018", "ongoing", "figure_to_cp:2"),
    (CARDS, "A020", "ongoing", "ally_cp:england:2"),
    (CARDS, "A022", "ongoing", "expel_vp:3"),
    (CARDS, "A025", "village_action", "last:map2>d3+explore2"),
    (CARDS, "A026", "village_action", "last:book2>d4+vp4"),
    (CARDS, "A027", "combat_action", "cv2>inf1+vp3"),
    (CARDS, "A028", "immediate", "influence:spain:2"),
    (CARDS, "A029", "immediate", "marker_empty_village"),
    (CARDS, "A030", "immediate", "cp:2+influence_any:1"),
    (CARDS, "A031", "immediate", "vp_per_nation_inf3:3"),
    (CARDS, "A032", "requirement", "herbs3"),
    (CARDS, "A033", "requirement", "nation_markers:france:3"),
    (CARDS, "A034", "requirement", "figure_on_card:2"),
    (CARDS, "A035", "cost", ""),
    // A city tile whose market takes two goods (M-6.2).
    (CITIES, "C10", "action", "CA4 d2+va1"),
    (CITIES, "C10", "market", "corn+sugar"),
    // M-E10.
    (QUESTS, "5", "cost", "figure1"),
    (QUESTS, "5", "reward_per_compass", "d2"),
    (QUESTS, "5", "reward_flat", "explore3"),
    // M-11.2: Two objects shown on the tile.
    (QUESTS, "6", "cost", "map1+book1"),
    // M-E1.
    (TOKENS, "9", "france_cv", "6"),
    (TOKENS, "9", "france_effect", "-2d"),
];

/// M-E1, M-E7, M-E8, M-E10, M-6.2, M-11.2, M-21: All of these values are accepted and used.
#[test]
fn values_of_the_rulebook_are_accepted() {
    let data = entered(BOX);
    let problems = check(&data);
    assert!(
        problems.iter().all(DataProblem::is_warning),
        "{problems:#?}"
    );
    let all = load(&data).expect("the set plays");
    let card = |id: &str| {
        let place = all.labels.cards.iter().position(|card| card == id);
        all.cards[place.expect("a card")]
    };
    assert_eq!(card("A035").cost, 0);
    let effects: Vec<Immediate> = card("A030").immediates().collect();
    assert_eq!(effects, [Immediate::Cp(2), Immediate::InfluenceAny(1)]);
    // Goods 2 and 0 are corn and sugar.
    assert_eq!(all.city_tiles[9].market, Market::of(&[2, 0]));
    assert_eq!(all.quests[4].cost, Cost::Figures(1));
    assert!(matches!(all.quests[5].cost, Cost::Two(_)));
    let token = all.tokens[8];
    assert_eq!(
        (token.combat_value[0], token.effect[0]),
        (6, TokenEffect::Pay(2))
    );
}

/// M-18.1: A set with any distribution of goods and objects can be played, with a single warning.
#[test]
fn any_distribution_of_goods_and_objects_is_playable() {
    let ids: Vec<String> = (1..=56).map(|number| format!("A{number:03}")).collect();
    let ids: Vec<&'static str> = ids.into_iter().map(|id| &*id.leak()).collect();
    let same: Vec<Entry> = ids
        .into_iter()
        .map(|id| (CARDS, id, "good_or_object", "sugar+map"))
        .collect();
    let warnings = check(&entered(&same));
    assert_eq!(warnings.len(), 1, "{warnings:#?}");
    assert!(warnings[0].is_warning());
    assert!(
        warnings[0].to_string().contains("sugar+map on"),
        "{}",
        warnings[0]
    );
    let game = rules_of(&same, 2, &[]);
    let mut rng = stream(1, &[]);
    let mut state = game.new_state(&mut rng, &mut Vec::new());
    let mut actions = Vec::new();
    while game.to_move(&state).is_some() {
        game.legal_actions(&state, &mut actions);
        let choice = portolan::random::below(&mut rng, actions.len() as u32) as usize;
        game.apply(&mut state, actions[choice], &mut rng, &mut Vec::new());
    }
}

/// The command prints warnings with their locations and number, and the same exit code as for a set without
/// warnings. The set can be played, also by networks, which ignore unknown components. With an additional
/// error, only the error is printed.
#[test]
fn check_command_prints_warnings_and_succeeds() {
    let folder = portolan_testing::folder::temporary();
    let set = folder.path().join("set");
    fs::create_dir(&set).expect("a folder");
    let write = |entries: &[Entry]| {
        for (name, text) in entered(entries).files {
            fs::write(set.join(name), text).expect("a file");
        }
    };
    write(EVERY_FORM);
    let told = succeeds(folder.path(), &["data", "check", "maracaibo", "set"]);
    let place = "project_cards.csv, line 12, cost: warning: \"45\" found, usually a whole number";
    assert!(told.contains(place), "{told}");
    let warnings = told.matches("warning: ").count();
    let summary = format!("maracaibo: 13 files, no problems, {warnings} warnings; data ");
    assert!(warnings > 1 && told.contains(&summary), "{told}");
    let network = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/bots/maracaibo/net.safetensors"
    );
    let bot = [
        "kind = \"net\"",
        "game = \"maracaibo\"",
        &format!("network = '{network}'"),
        "unknown_inputs = \"nothing\"",
    ];
    fs::write(folder.path().join("learnt.toml"), bot.join("\n")).expect("a file");
    let simulate = "simulate --game maracaibo --bots learnt.toml,greedy --games 2 --quiet --out run \
                    --data set";
    let words: Vec<&str> = simulate.split(' ').collect();
    succeeds(folder.path(), &words);
    write(&[EVERY_FORM, &[(CARDS, "A009", "cost", "x")]].concat());
    let told = fails(folder.path(), 2, &["data", "check", "maracaibo", "set"]);
    assert!(
        told.contains("line 10, cost") && !told.contains("warning"),
        "{told}"
    );
}
