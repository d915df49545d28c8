//! The component data of Maracaibo: the embedded set is valid, complete and parsed according to the
//! grammar of the files.

use std::collections::BTreeSet;

use portolan::dataset::DataSet;
use portolan::games::maracaibo::components::{
    Card, CardId, CardLetter, CityAction, Components, Cost, Counted, EffectKind, Effects,
    Immediate, LocationId, LocationKind, Market, Nation, Ongoing, PrestigeKind, Requirement,
    SpaceKind, TokenEffect,
};
use portolan::games::maracaibo::load::effects::{cost, cost_text, effects, effects_text};
use portolan::games::maracaibo::load::{FILES, check, load, provenance};

fn embedded() -> DataSet {
    DataSet::embedded(FILES)
}

fn components() -> Components {
    load(&embedded()).expect("the embedded data is sound")
}

fn edited(file: &str, from: &str, to: &str) -> DataSet {
    crate::table::edited_in(crate::support::data(), file, from, to)
}

fn card(components: &Components, id: &str) -> CardId {
    let place = components.labels.cards.iter().position(|card| card == id);
    CardId::new(place.expect("a card of the set") as u8)
}

fn location(components: &Components, no: &str) -> usize {
    let labels = &components.labels.locations;
    labels
        .iter()
        .position(|label| label == no)
        .expect("a location")
}

fn text_of(effects: Effects) -> String {
    effects_text(&effects)
}

#[test]
fn embedded_data_has_no_problems() {
    assert_eq!(check(&embedded()), Vec::new());
}

/// Ids are used as words in moves, logs and lists, so an id that cannot be parsed again is an error
/// with its location.
#[test]
fn ids_must_be_short_words_without_separators() {
    let long = "A".repeat(5000);
    let wrong = [
        "\"A0\n54\"",
        "rest",
        "undo",
        "Undo",
        "\"A0,55\"",
        "A0+55",
        "A0\u{200b}54",
        &long,
        "A 54",
        "A:54",
        "A=54",
        "hand",
        "vp",
        "none",
        "prestige",
        "Ä54",
        "А054",
        "-",
        "A054-",
        "=A054",
        "a053",
    ];
    for id in wrong {
        let data = edited("project_cards.csv", "\nA054,", &format!("\n{id},"));
        let problems = check(&data);
        let first = problems
            .first()
            .unwrap_or_else(|| panic!("{id:?} is accepted"));
        assert_eq!(
            (first.file.as_str(), first.column.as_str()),
            ("project_cards.csv", "id"),
            "{id:?}"
        );
        assert_eq!(first.line, 55, "{id:?}: {first}");
    }
    for id in ["X054", "my_card", "north-sea", "a054"] {
        let data = edited("project_cards.csv", "\nA054,", &format!("\n{id},"));
        let problems = check(&data);
        let of_ids = problems.iter().find(|problem| problem.column == "id");
        assert_eq!(of_ids, None, "{id}");
    }
}

/// The rule applies to all files with ids.
#[test]
fn ids_of_every_file_are_checked() {
    for (file, id) in [
        ("automa_cards.csv", "A1"),
        ("careers.csv", "K1"),
        ("city_tiles.csv", "C01"),
        ("combat_tokens.csv", "1"),
        ("explorer_track.csv", "1"),
        ("legacy_tiles.csv", "L1"),
        ("map_locations.csv", "1"),
        ("prestige_buildings.csv", "P1"),
        ("project_cards.csv", "A001"),
        ("quest_tiles.csv", "1"),
        ("story_cards.csv", "1"),
    ] {
        for wrong in ["rest", "a+b", "\"a\nb\""] {
            let data = edited(file, &format!("\n{id},"), &format!("\n{wrong},"));
            let found = check(&data)
                .into_iter()
                .find(|problem| problem.expected.contains("id"));
            let found = found.unwrap_or_else(|| panic!("{file}: {wrong} is accepted"));
            assert!(found.file == file && found.line > 1, "{found}");
        }
    }
}

#[test]
fn component_counts_match_the_rulebook() {
    let all = components();
    let cards = |set| all.cards.iter().filter(|card| card.set == set).count();
    assert_eq!(CardLetter::ALL.map(cards), [56, 101, 8]);
    assert_eq!(all.assistant_actions.len(), 17);
    assert_eq!(all.locations.len(), 26);
    assert_eq!(all.city_tiles.len(), 13);
    assert_eq!(all.city_tiles.iter().filter(|tile| tile.cover).count(), 1);
    assert_eq!(all.tokens.len(), 25);
    assert_eq!(all.quests.len(), 24);
    assert_eq!(all.explorer.len(), 35);
    assert_eq!(all.careers.len(), 8);
    assert_eq!(all.prestige.len(), 8);
    assert_eq!(all.legacy.len(), 23);
    assert_eq!(all.scenarios.len(), 3);
    assert_eq!(all.tracks.supply.iter().sum::<u8>(), 13);
    let labels = &all.labels;
    assert_eq!(labels.cards.len(), 165);
    assert_eq!(labels.card_names.len(), 165);
    assert_eq!(labels.locations.len(), 26);
    assert_eq!(labels.location_names.len(), 26);
    assert_eq!(labels.city_tiles.len(), 13);
    assert_eq!(labels.city_tile_names.len(), 13);
    assert_eq!(labels.tokens.len(), 25);
    assert_eq!(labels.quests.len(), 24);
    assert_eq!(labels.spaces.len(), 35);
    assert_eq!(labels.career_names.len(), 8);
    assert_eq!(labels.prestige_names[0], "Monastery");
}

#[test]
fn every_row_has_a_provenance_class() {
    let data = embedded();
    for (name, counts) in provenance(&data) {
        let rows = data.text(name).lines().count() - 1;
        assert_eq!(counts.total(), rows, "{name}");
    }
}

#[test]
fn documented_provenance_matches_the_data() {
    let page = include_str!("../../docs/reference/data.md");
    for (name, counts) in provenance(&embedded()) {
        let row = format!(
            "| `{name}` | {} | {} | {} | {} |",
            counts.rulebook, counts.public, counts.recalled, counts.reconstructed
        );
        assert!(page.contains(&row), "no {row}");
    }
}

#[test]
fn files_have_unix_line_ends_and_no_blank_lines() {
    for (name, text) in FILES {
        assert!(text.ends_with('\n'), "{name}");
        assert!(!text.contains('\r') && !text.contains("\n\n"), "{name}");
    }
}

#[test]
fn map_matches_the_reconstruction() {
    let all = components();
    let labels = &all.labels.locations;
    assert_eq!(labels[8..12], ["8", "9", "9a", "10"]);
    assert_eq!(labels[17..19], ["16", "16a"]);
    let ranks: Vec<u8> = all.locations.iter().map(|location| location.rank).collect();
    let (a, b) = (location(&all, "21a"), location(&all, "21b"));
    assert_eq!(ranks[a], ranks[b]);
    assert_eq!(all.locations[b].number, 21);
    for (place, pair) in ranks.windows(2).enumerate() {
        assert_eq!(
            pair[1] - pair[0],
            u8::from(place != a),
            "after {}",
            labels[place]
        );
    }
    let next = |no: &str| -> Vec<&str> {
        let next = all.locations[location(&all, no)].next;
        next.into_iter()
            .flatten()
            .map(|to| labels[usize::from(to)].as_str())
            .collect()
    };
    assert_eq!(next("3"), ["4", "5"]);
    assert_eq!(next("9"), ["10"]);
    assert_eq!(next("9a"), ["10"]);
    assert_eq!(next("16a"), ["17"]);
    assert_eq!(next("13"), ["18"]);
    assert_eq!(next("20"), ["21a", "21b"]);
    assert_eq!(next("22"), [""; 0]);
    let side = all.locations[location(&all, "9a")];
    assert_eq!(side.kind, LocationKind::City);
    assert_eq!(side.action, CityAction::TwoVillageActionsAndFigureForVp);
    assert_eq!((side.market, side.flag), (Some(Market::of(&[0, 0])), true));
    assert_eq!(text_of(side.flag_reward), "d4");
    let side = all.locations[location(&all, "16a")];
    assert_eq!(side.action, CityAction::ThreeCpThenCombat);
    assert_eq!(text_of(side.flag_reward), "figure1");
    assert_eq!(
        all.locations[location(&all, "17")].kind,
        LocationKind::Village
    );
    assert_eq!(
        all.locations[location(&all, "20")].action,
        CityAction::CombatOrExplore(2)
    );
    assert_eq!(usize::from(all.places.game_end), location(&all, "22"));
    assert_eq!(usize::from(all.places.tile_cities[2]), location(&all, "13"));
}

#[test]
fn explorer_track_is_in_order() {
    let all = components();
    let end = usize::from(all.places.explorer_end);
    assert_eq!(end, all.explorer.len() - 1);
    assert_eq!(all.explorer[0].steps_to_end, 25);
    assert_eq!(all.explorer[0].steps_to_border, 10);
    assert_eq!(all.explorer[0].reaches.count_ones(), 35);
    assert_eq!(all.explorer[end].borders_crossed, 0b111);
    assert_eq!(all.explorer[end].steps_to_border, 0);
    let quests = all
        .explorer
        .iter()
        .filter(|space| space.kind == SpaceKind::Quest);
    assert_eq!(quests.count(), 3);
    for (place, space) in all.explorer.iter().enumerate() {
        for to in space.next.into_iter().flatten() {
            let to = usize::from(to);
            assert!(to > place);
            assert_eq!(all.explorer[to].reaches & !space.reaches, 0);
            assert!(all.explorer[to].steps_to_end + 1 >= space.steps_to_end);
        }
        assert_eq!(space.reaches >> place & 1, 1);
    }
    let before_blue = all
        .labels
        .spaces
        .iter()
        .position(|id| id == "9")
        .expect("9");
    assert_eq!(all.explorer[before_blue].steps_to_border, 1);
    assert_eq!(all.explorer[before_blue].borders_crossed, 0);
    assert_eq!(all.explorer[before_blue + 1].borders_crossed, 1);
    assert_eq!(all.explorer[before_blue + 1].steps_to_border, 6);
    assert_eq!(all.labels.spaces[usize::from(all.places.explorer_11)], "11");
}

#[test]
fn border_may_be_on_both_branches_of_a_fork() {
    let mut data = edited("explorer_track.csv", "10,disc1,blue,", "10,disc1,,");
    let text = data.files.get_mut("explorer_track.csv").expect("the track");
    *text = text
        .replace("7,d3,,8,", "7,d3,blue,8,")
        .replace("1a,fig2,,", "1a,fig2,blue,");
    assert_eq!(check(&data), Vec::new());
}

#[test]
fn explorer_track_rows_may_be_in_any_order() {
    let mut data = embedded();
    let text = data.files.get_mut("explorer_track.csv").expect("the track");
    let (header, rows) = text.split_once('\n').expect("a header");
    let reversed: Vec<&str> = rows.lines().rev().collect();
    *text = format!("{header}\n{}\n", reversed.join("\n"));
    let track = load(&data).expect("a sound set").explorer;
    assert_eq!(track[0].kind, SpaceKind::Start);
    for (place, space) in track.iter().enumerate() {
        assert!(
            space
                .next
                .into_iter()
                .flatten()
                .all(|to| usize::from(to) > place)
        );
    }
}

#[test]
fn tracks_compile_to_ranks_and_supply() {
    let tracks = components().tracks;
    assert_eq!(tracks.influence_end, 14);
    assert_eq!(
        tracks.rank[..16],
        [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5]
    );
    assert_eq!(
        tracks.next_rank[..15],
        [2, 2, 4, 4, 7, 7, 7, 10, 10, 10, 14, 14, 14, 14, 14]
    );
    assert_eq!(tracks.supply, [1, 2, 2, 2, 2, 2, 2]);
    assert_eq!(tracks.supply_value, [1; 7]);
    for (position, vp) in tracks.doubloon_vp.iter().enumerate() {
        assert_eq!(usize::from(*vp), position.saturating_sub(8) / 2);
    }
}

#[test]
fn data_contain_the_examples_of_the_rulebook() {
    let all = components();
    // M-E1: France has 6 for 2 doubloons.
    let token = all.tokens[0];
    assert_eq!(token.combat_value[0], 6);
    assert_eq!(token.effect[0], TokenEffect::Pay(2));
    assert!(!token.most && !token.fewest);
    // M-E7: Legionnaire.
    let legionnaire = all[card(&all, "A013")];
    assert_eq!(legionnaire.income_doubloons, 2);
    assert_eq!(legionnaire.conditional[0].vp, 2);
    assert_ne!(legionnaire.conditional[0].synergy, None);
    assert_eq!(legionnaire.conditional[1].synergy, None);
    // M-E8: Harbour gives 4 with one of its synergies, and 2 more with the other.
    let harbour = all[card(&all, "A016")];
    let [one, other] = harbour.conditional;
    assert_eq!((harbour.income_vp + one.vp, other.vp), (4, 2));
    assert_ne!(one.synergy, other.synergy);
    // M-E10: 1 figure for 2 doubloons per compass and an exploration of up to 3.
    let quest = all
        .labels
        .quests
        .iter()
        .position(|id| id == "19")
        .expect("quest 19");
    let quest = all.quests[quest];
    assert_eq!(quest.cost, Cost::Figures(1));
    assert_eq!((quest.vp_per_compass, quest.doubloons_per_compass), (0, 2));
    assert_eq!(text_of(quest.effects), "explore3");
    // M-E17: After round 1, card 75 adds quests on 6 and 12, with 3 or 4 players also on 16.
    let placed = |players: u8| -> Vec<&str> {
        all.scenarios[0]
            .quests
            .iter()
            .filter(|quest| quest.after_round == 1 && quest.min_players <= players)
            .map(|quest| all.labels.locations[usize::from(quest.location)].as_str())
            .collect()
    };
    assert_eq!(placed(2), ["6", "12"]);
    assert_eq!(placed(3), ["6", "12", "16"]);
}

#[test]
fn cards_compile_to_their_effects() {
    let all = components();
    let duke = all[card(&all, "B057")];
    assert_eq!((duke.figures, duke.figure_cost), (1, 1));
    let combat_of = |card: Card| {
        let action = card.combat_action.expect("it adds one");
        all.combat_actions[usize::from(action)]
    };
    let combat = combat_of(duke);
    assert_eq!((combat.card, combat.combat_value), (card(&all, "B057"), 2));
    assert_eq!(text_of(combat.effects), "inf1+vp3");
    assert_eq!(combat.bonus_synergy, None);
    let mercenary = all[card(&all, "A020")];
    let combat = combat_of(mercenary);
    assert_eq!(
        (text_of(combat.bonus), combat.bonus_synergy),
        ("vp2".to_string(), Some(2))
    );
    let mint = all[card(&all, "B020")];
    assert_eq!(mint.requirement, Requirement::FiguresOnCard(1));
    assert_eq!((mint.figures, mint.figure_cost), (1, 0));
    let smuggler = all[card(&all, "B083")];
    assert_eq!(smuggler.figures, 1);
    assert_eq!(
        smuggler.assistant_location.map(usize::from),
        Some(location(&all, "8"))
    );
    let action = all.assistant_actions[usize::from(smuggler.assistant_action.expect("one"))];
    assert_eq!(text_of(action.effects), "cp2+sail1-3+main");
    assert_eq!(
        (all[card(&all, "B090")].assistant_location).map(usize::from),
        Some(location(&all, "17"))
    );
    let scholar = all[card(&all, "A043")];
    let action = all.village_actions[usize::from(scholar.village_action.expect("one"))];
    assert!(action.last);
    assert_eq!(cost_text(&action.cost), "book2");
    assert_eq!(
        all[card(&all, "B044")].ongoing,
        Ongoing::AllyCp(Nation::France, 2)
    );
    assert_eq!(
        all[card(&all, "B063")].immediate[0],
        Immediate::MarkerEmptyVillage
    );
    assert_eq!(
        all[card(&all, "B062")].requirement,
        Requirement::NationMarkers(Nation::England, 3)
    );
    assert_eq!(all.prestige[7].kind, PrestigeKind::Cathedral);
    assert_eq!(all.careers[3].tasks[2].kind, Counted::Explorer);
    assert_eq!(
        (all.careers[3].tasks[2].lower, all.careers[3].tasks[2].upper),
        (2, 3),
        "red is the second border on the track, green the third"
    );
}

#[test]
fn twins_are_cards_with_identical_uses() {
    let all = components();
    assert!(
        all.cards.iter().all(|card| !card.has_twin),
        "no two cards of the set are the same"
    );
    let data = edited(
        "project_cards.csv",
        "A021,A,Mercenary,4,0,,tobacco+herb",
        "A021,A,Corporal,4,0,,cocoa+herb",
    );
    let all = load(&data).expect("a sound set");
    let twins: Vec<&str> = (all.cards.iter().zip(&all.labels.cards))
        .filter(|(card, _)| card.has_twin)
        .map(|(_, id)| id.as_str())
        .collect();
    assert_eq!(twins, ["A020", "A021"]);
}

#[test]
fn c_cards_are_at_most_ten_and_sorted_last() {
    // A C card may be anywhere in the file, and the other cards keep their numbers.
    let mut data = embedded();
    let text = data.files.get_mut("project_cards.csv").expect("the cards");
    let row = text.lines().find(|row| row.starts_with("C93,"));
    let row = format!("{}\n", row.expect("a C card"));
    *text = text
        .replacen(&row, "", 1)
        .replacen("A001,", &format!("{row}A001,"), 1);
    let all = load(&data).expect("a sound set");
    assert_eq!(all.labels.cards[0], "A001");
    assert_eq!(all.labels.cards[157], "C93");
    assert_eq!(all.main_cards(), 157);

    let text = data.files.get_mut("project_cards.csv").expect("the cards");
    text.push_str("C98,C,Guest,4,0,,sugar+map,,1,0,,,,,,,,0,reconstructed\n");
    text.push_str("C99,C,Heir,4,0,,sugar+map,,1,0,,,,,,,,0,reconstructed\n");
    let told: Vec<String> = check(&data).iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1);
    assert!(
        told[0].contains("warning") && told[0].contains("10 C cards"),
        "{told:?}"
    );
    let text = data.files.get_mut("project_cards.csv").expect("the cards");
    text.push_str("C9,C,Third,4,0,,sugar+map,,1,0,,,,,,,,0,reconstructed\n");
    let told: Vec<String> = check(&data).iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1);
    assert!(
        told[0].contains("56 A, 101 B, 11 C") && told[0].contains("(M-C3)"),
        "{told:?}"
    );
}

#[test]
fn scenarios_list_their_c_cards() {
    let cards = |all: &Components| -> Vec<Vec<String>> {
        let named = all.scenarios.iter().map(|card| {
            let cards = card.cards.iter();
            cards
                .map(|card| all.labels.cards[usize::from(card)].clone())
                .collect()
        });
        named.collect()
    };
    let c_cards: Vec<String> = (90..98).map(|number| format!("C{number}")).collect();
    assert_eq!(
        cards(&components()),
        [vec![], c_cards.clone(), c_cards.clone()]
    );
    let data = edited("scenarios.csv", "76,setup,,,,C90,", "77,1,16,,4,,");
    assert_eq!(cards(&load(&data).expect("a sound set"))[1], c_cards[1..]);

    // In a set without this column, both cards bring all C cards.
    let mut data = embedded();
    let text = data.files.get_mut("scenarios.csv").expect("the scenarios");
    let rows = text.lines().filter(|row| !row.contains(",C9"));
    let rows: Vec<String> = rows
        .map(|row| {
            let cells: Vec<&str> = row.splitn(7, ',').collect();
            format!("{},{}\n", cells[..5].join(","), cells[6])
        })
        .collect();
    *text = rows.concat();
    assert!(text.starts_with("card,when,location,legacy_tile,min_players,provenance"));
    assert_eq!(
        cards(&load(&data).expect("a sound set")),
        [vec![], c_cards.clone(), c_cards]
    );

    #[rustfmt::skip]
    let cases = [
        ("76,setup,,,,C90,", "76,setup,,,,B001,", "a C card of project_cards.csv: C90"),
        ("76,setup,,,,C90,", "75,setup,,,,C90,", "card 75 brings no C cards"),
        ("76,setup,,,,C90,", "76,setup,,,,C91,", "occurs only once"),
        ("76,setup,,,,C90,", "76,2,,,,C90,", "setup, when C cards enter"),
        ("76,setup,,,,C90,", "76,setup,5,,,C90,", "C cards go into the pile"),
    ];
    for (from, to, expected) in cases {
        let problems = check(&edited("scenarios.csv", from, to));
        assert_eq!(problems.len(), 1, "{to}");
        let problem = problems[0].to_string();
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
fn legacy_tiles_and_scenarios_compile() {
    let all = components();
    let tile = |number: u8| {
        *all.legacy
            .iter()
            .find(|tile| tile.number == number)
            .expect("a tile")
    };
    let name = |id: LocationId| all.labels.locations[usize::from(id)].as_str();
    let place = |number: u8| tile(number).location.map(name);
    let end = |number: u8| tile(number).route_to.map(name);
    let numbers: BTreeSet<u8> = all.legacy.iter().map(|tile| tile.number).collect();
    assert_eq!(numbers.len(), 23);
    assert!(!numbers.contains(&19) && !numbers.contains(&24));
    assert_eq!(
        (place(1), tile(1).market),
        (Some("17"), Some(Market::of(&[2, 2])))
    );
    assert_eq!(text_of(tile(1).reward), "vp3");
    assert_eq!((place(2), end(2)), (Some("7"), Some("8")));
    assert_eq!((place(8), end(8)), (Some("13"), Some("18")));
    assert_eq!((place(18), end(18)), (Some("14"), Some("15")));
    assert_eq!((place(4), place(7)), (Some("9a"), Some("16a")));
    assert_eq!((place(6), place(9)), (None, None));
    assert_eq!((tile(10).cost, tile(10).spaces), (Cost::Free, 3));
    assert_eq!(
        (place(16), tile(16).cost),
        (Some("12"), Cost::Objects(1, 1))
    );
    assert_eq!(text_of(tile(25).reward), "vp6");
    let legacy: Vec<Vec<usize>> = all
        .scenarios
        .iter()
        .map(|card| {
            (0..32)
                .filter(|tile| card.legacy >> tile & 1 == 1)
                .collect()
        })
        .collect();
    assert_eq!(
        legacy,
        [vec![], vec![1, 4, 5, 6], vec![1, 4, 5, 6, 7, 8, 9]]
    );
    let setup: Vec<(&str, u8)> = (all.scenarios[0].quests.iter())
        .filter(|quest| quest.after_round == 0)
        .map(|quest| (name(quest.location), quest.min_players))
        .collect();
    assert_eq!(setup, [("15", 2), ("18", 3), ("19", 4)]);
}

#[test]
fn every_effect_term_parses_and_prints() {
    let kinds = [
        ("d3", EffectKind::Doubloons),
        ("vp3", EffectKind::Vp),
        ("cp3", EffectKind::Cp),
        ("inf3", EffectKind::Influence),
        ("figure3", EffectKind::Figures),
        ("disc3", EffectKind::Discs),
        ("explore3", EffectKind::Explore),
        ("va3", EffectKind::VillageActions),
        ("combat", EffectKind::Combat),
        ("sail1-3+main", EffectKind::SailAndMain),
        ("vp3_per_assistant", EffectKind::VpPerAssistant),
        ("vp3_per_combat_token", EffectKind::VpPerCombatToken),
    ];
    for (text, kind) in kinds {
        let read = effects(text).expect(text);
        assert_eq!((read.len, read.terms[0].kind), (1, kind));
        assert_eq!(read.terms[0].amount, if text == "combat" { 1 } else { 3 });
        assert_eq!(effects_text(&read), text);
    }
    for (long, short) in [
        ("influence_any2", "inf2"),
        ("fig2", "figure2"),
        ("exploration2", "explore2"),
    ] {
        assert_eq!(effects(long), effects(short));
    }
    let costs = [
        ("d2", Cost::Doubloons(2)),
        ("cp2", Cost::Cp(2)),
        ("figure2", Cost::Figures(2)),
        ("samegood2", Cost::SameGoods(2)),
        ("move2", Cost::Moved(2)),
        ("sugar2", Cost::Goods(0, 2)),
        ("tobacco2", Cost::Goods(1, 2)),
        ("corn2", Cost::Goods(2, 2)),
        ("cocoa2", Cost::Goods(3, 2)),
        ("map2", Cost::Objects(0, 2)),
        ("book2", Cost::Objects(1, 2)),
        ("herb2", Cost::Objects(2, 2)),
        ("sextant2", Cost::Objects(3, 2)),
    ];
    for (text, expected) in costs {
        assert_eq!(cost(text), Ok(expected));
        assert_eq!(cost_text(&expected), text);
    }
    assert_eq!(cost("fig2"), cost("figure2"));
    assert_eq!(cost_text(&Cost::Free), "");
    for text in [
        "",
        "+",
        "d",
        "d0",
        "d01",
        "d100",
        "d999",
        "D1",
        "d-1",
        "vp2_per",
        "main",
        "sail1-3",
        "sail1-0+main",
        "combat1",
        "d1+",
        "d1+d1+d1+d1+d1",
        "d1 + d1",
        "cv2",
        "move1",
        "é1",
    ] {
        assert!(effects(text).is_err(), "{text:?}");
    }
    for text in [
        "",
        "d",
        "vp1",
        "combat",
        "map2+map2",
        "book",
        "cv1",
        "map2x",
        "1",
        "é1",
    ] {
        assert!(cost(text).is_err(), "{text:?}");
    }
}

#[test]
fn costs_and_effects_round_trip_as_text() {
    let all = components();
    let village = all
        .village_actions
        .iter()
        .map(|action| (action.cost, action.effects));
    let assistants = all
        .assistant_actions
        .iter()
        .map(|action| (action.cost, action.effects));
    let quests = all.quests.iter().map(|quest| (quest.cost, quest.effects));
    for (paid, gained) in village.chain(assistants).chain(quests) {
        assert_eq!(effects(&effects_text(&gained)), Ok(gained));
        if paid != Cost::Free {
            assert_eq!(cost(&cost_text(&paid)), Ok(paid));
        }
    }
}
