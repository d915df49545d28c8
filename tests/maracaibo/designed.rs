//! Designed cards and tiles: new combinations of the existing effects.

use portolan::bots::catalog;
use portolan::dataset::DataSet;
use portolan::encoding::Inputs;
use portolan::game::prelude::*;
use portolan::game::{Chance, Purpose, Rng};
use portolan::games::maracaibo::load::{check, load};
use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::{ENTRY, Maracaibo};
use portolan::random::{derive_seed, stream};

use crate::entered::{CARDS, CITIES, Entry, bare_with, entered, rules_of};
use crate::support::Table;

/// Returns a table where an assistant with this action was used.
fn assistant(action: &'static str) -> Table {
    let mut table = bare_with(&[(CARDS, "A055", "assistant_action", action)], 2, &[]);
    table.no_quests().own(0, "A055");
    table.player(0).points = [0; 15];
    table.player(0).career = None;
    let card = table.card("A055");
    let place = table.game.components()[card].assistant_location.unwrap();
    let place = table.game.components().labels.locations[usize::from(place)].clone();
    table.at(&place, 7).act("assistant A055");
    table
}

/// M-21.6, M-12.2: The parts of the seventeen actions with other numbers and combinations, from left to right.
#[test]
fn composed_assistant_action_runs_left_to_right() {
    let mut table = assistant("cp2+disc1+va2");
    assert_eq!(table.player(0).cp, 1 + 2);
    table.play(&["disc U5", "doubloon", "doubloon"]);
    assert_eq!(table.decision(), PendingKind::Draw);

    let mut table = assistant("d7+vp4+explore1");
    assert_eq!((table.player(0).doubloons, table.score(0)), (7, 4));
    assert_eq!(table.decision(), PendingKind::Explore);

    let mut table = assistant("cp1>vp50+figure2");
    assert_eq!((table.player(0).cp, table.score(0)), (0, 50));
}

/// Returns a table where seat 0 has bought a card with these immediate effects.
fn bought(immediate: &'static str) -> Table {
    let mut table = bare_with(&[(CARDS, "A009", "immediate", immediate)], 2, &[]);
    table.no_quests().hand(0, &["A009"]);
    table.player(0).doubloons = 2;
    table.player(0).points = [0; 15];
    table.village(1).act("buy A009");
    table
}

/// M-21.5, M-A47: Terms are also valid as immediate effects, in the order in which they are listed.
#[test]
fn composed_immediate_effect_runs_in_order() {
    let mut table = bought("d5+vp20+cp2");
    assert_eq!(table.points(0, "cards"), 20);
    assert_eq!((table.player(0).doubloons, table.player(0).cp), (5, 1 + 2));
    let mut table = bought("va2+influence_any:12");
    table.play(&["doubloon", "doubloon", "influence spain"]);
    assert_eq!(table.player(0).influence, [0, 12, 0]);
    assert_eq!(table.player(0).doubloons, 2);
}

/// M-6.3: A city tile with an action without a code.
#[test]
fn composed_city_action_runs_in_order() {
    let mut table = bare_with(&[(CITIES, "C10", "action", "d3+inf2")], 3, &[]);
    table.no_quests().tile("4", "C10").at("4", 4);
    table.play(&["city", "influence england"]);
    assert_eq!(table.player(0).influence, [0, 0, 2]);
    assert_eq!(table.player(0).doubloons, 3);
}

/// Errors for unknown words contain the accepted words and the location.
#[test]
fn unknown_terms_are_rejected_with_their_location() {
    #[rustfmt::skip]
    let cases = [
        ("assistant_action", "cp9", ["at most cp8", "such as cp1+disc1+va2"]),
        ("assistant_action", "gold3", ["d<n>, vp<n>, cp<n>", "sail1-<n>+main"]),
        ("assistant_action", "skull1", ["only the quests of story cards", "skull1"]),
        ("assistant_action", "rum2>d5", ["before >", "samegood<n>"]),
        ("assistant_action", "d1+d1+d1+d1+d1", ["at most 4 terms", "joined by +"]),
        ("immediate", "disc25", ["at most disc24", "the number in the game"]),
        ("immediate", "sail1-3", ["influence_any:<n>", "or a term of an effect"]),
        ("village_action", "d1>va2", ["without va<n>", "would never end"]),
        ("village_action", "book1>va2", ["without va<n>", "would never end"]),
    ];
    for (column, text, parts) in cases {
        let problems = load(&entered(&[(CARDS, "A055", column, text)])).unwrap_err();
        assert_eq!(problems.len(), 1, "{text}: {problems:?}");
        let problem = &problems[0];
        assert_eq!(
            (problem.column.as_str(), problem.line),
            (column, 56),
            "{problem}"
        );
        assert_eq!(problem.value, text);
        for part in parts {
            assert!(problem.expected.contains(part), "{text}: {problem}");
        }
    }
    let city = load(&entered(&[(CITIES, "C10", "action", "CA12")])).unwrap_err();
    assert!(
        city[0]
            .expected
            .contains("CA1 to CA10 (M-6.3), or an effect"),
        "{}",
        city[0]
    );
    // Cards with a good are discarded.
    assert!(load(&entered(&[(CARDS, "A055", "village_action", "corn1>va2")])).is_ok());
}

/// Returns the shipped set with another card of set B, a copy of the last one with this id and these cells.
fn with_another(id: &str, provenance: &str) -> DataSet {
    let mut data = DataSet::embedded(ENTRY.files);
    let text = data.files.get_mut(CARDS).unwrap();
    let row = text.lines().find(|row| row.starts_with("B101,")).unwrap();
    let cells: Vec<&str> = row.rsplitn(2, ',').collect();
    let row = format!(
        "{id}{},{provenance}\n",
        cells[1].strip_prefix("B101").unwrap()
    );
    text.push_str(&row);
    data
}

/// M-1.5: Designed cards are added to the shipped cards, as far as a position has room, and are counted separately.
#[test]
fn designed_card_is_added_and_counted_separately() {
    let refused = load(&with_another("X1", "reconstructed")).unwrap_err();
    assert!(
        refused[0].expected.contains("is designed"),
        "{}",
        refused[0]
    );
    let data = with_another("X1", "designed");
    assert_eq!(check(&data), [], "no warnings either");
    let counts = (ENTRY.provenance)(&data);
    let cards = counts.iter().find(|(file, _)| *file == CARDS).unwrap().1;
    assert_eq!((cards.designed, cards.total()), (1, 166));
    let mut full = data.clone();
    for number in 2..=4 {
        let more = with_another(&format!("X{number}"), "designed");
        let row = more.text(CARDS).lines().last().unwrap().to_string();
        full.files.get_mut(CARDS).unwrap().push_str(&(row + "\n"));
    }
    let refused = load(&full).unwrap_err();
    assert!(refused[0].expected.contains("168 in all"), "{}", refused[0]);

    let game = Maracaibo::new(&portolan::games::GameSetup {
        data,
        ..ENTRY.setup(2)
    });
    let game = game.unwrap();
    assert!(game.items().iter().any(|item| item.label == "X1"));
    // The indices of all other actions, which a policy uses, do not change.
    let shipped = Encoding::shipped_composition(&game).unwrap();
    let now = Encoding::composition(&game);
    let (before, after) = (shipped.kind("card").unwrap(), now.kind("card").unwrap());
    for (done, numbers) in &before.actions {
        let known = numbers.iter().filter(|(id, _)| !id.starts_with('C'));
        for (id, number) in known {
            assert_eq!(after.actions[done][id], *number, "{done} {id}");
        }
    }
}

/// Returns random effects with numbers that the loader accepts.
fn words(dice: &mut Rng) -> String {
    let most = [99, 99, 8, 99, 8, 24, 30, 30, 1, 99, 99];
    let terms = 1 + dice.below(Purpose(0), 4);
    let term = |dice: &mut Rng| {
        let word = dice.below(Purpose(0), most.len() as u32) as usize;
        let number = 1 + dice.below(Purpose(0), most[word]);
        match word {
            0 => format!("d{number}"),
            1 => format!("vp{number}"),
            2 => format!("cp{number}"),
            3 => format!("inf{number}"),
            4 => format!("figure{number}"),
            5 => format!("disc{number}"),
            6 => format!("explore{number}"),
            7 => format!("va{number}"),
            8 => "combat".to_string(),
            9 => format!("vp{number}_per_assistant"),
            _ => format!("vp{number}_per_combat_token"),
        }
    };
    let terms: Vec<String> = (0..terms).map(|_| term(dice)).collect();
    terms.join("+")
}

/// With random effects on many free cards at once, no position overflows, there is always a legal action, and all
/// positions can be encoded as features.
#[test]
fn random_compositions_can_be_played() {
    let ids: Vec<String> = (1..=56).map(|card| format!("A{card:03}")).collect();
    let ids: &'static [String] = ids.leak();
    for seed in 0..12 {
        let mut dice = stream(derive_seed(seed, &[7]), &[1]);
        let mut entries: Vec<Entry> = Vec::new();
        for (index, id) in ids.iter().enumerate() {
            let leaked = |text: String| -> &'static str { text.leak() };
            entries.push((CARDS, id, "cost", "0"));
            match index % 5 {
                0 | 1 => {
                    let three: Vec<String> = (0..3).map(|_| words(&mut dice)).collect();
                    let first = three.iter().map(|words| words.split('+').next().unwrap());
                    let immediate = first.collect::<Vec<_>>().join("+");
                    entries.push((CARDS, id, "immediate", leaked(immediate)));
                }
                2 if entries
                    .iter()
                    .filter(|entry| entry.2 == "combat_action")
                    .count()
                    < 8 =>
                {
                    let action = format!("cv1>{}", words(&mut dice));
                    entries.push((CARDS, id, "combat_action", leaked(action)));
                }
                3 => {
                    entries.push((CARDS, id, "assistant_location", "9"));
                    let sail = ["", "sail1-7+main+"][dice.below(Purpose(0), 2) as usize];
                    let words = words(&mut dice);
                    let words = words.split('+').take(3).collect::<Vec<_>>().join("+");
                    entries.push((
                        CARDS,
                        id,
                        "assistant_action",
                        leaked(format!("{sail}{words}")),
                    ));
                }
                4 => entries.push((CARDS, id, "ongoing", "discount:30")),
                _ => {}
            }
        }
        let game = rules_of(&entries, 2 + seed as usize % 3, &[]);
        play_at_random(&game, seed);
    }
}

fn play_at_random(game: &Maracaibo, seed: u64) {
    let mut chance = stream(seed, &[2]);
    let mut dice = stream(seed, &[3]);
    let mut state = game.new_state(&mut chance, &mut ());
    let (mut actions, mut inputs) = (Vec::new(), Inputs::default());
    let mut features = vec![0.0; Maracaibo::FEATURE_NAMES.len()];
    for ply in 0..3000 {
        let Some(seat) = game.to_move(&state) else {
            break;
        };
        game.legal_actions(&state, &mut actions);
        assert!(!actions.is_empty(), "ply {ply}");
        assert!(
            usize::from(state.stack_len) < 28,
            "{} open tasks",
            state.stack_len
        );
        for player in state.seated() {
            assert!(player.cp <= 8 && player.influence.iter().all(|&step| step <= 14));
        }
        if ply % 16 == 0 {
            game.observe(&state, seat, &mut inputs);
            assert!(inputs.list().iter().all(|input| input.value.is_finite()));
            game.features(&state, seat, &mut features);
            assert!(features.iter().all(|feature| feature.is_finite()));
        }
        let choice = dice.below(Purpose(0), actions.len() as u32) as usize;
        game.apply(&mut state, actions[choice], &mut chance, &mut ());
    }
}

/// Returns the number of purchases of a card by both seats in games of the shipped network.
fn purchases(game: &Maracaibo, card: &str, games: u64) -> usize {
    let net = catalog::find("net", "maracaibo").unwrap();
    let mut bots = [net.build(game).unwrap(), net.build(game).unwrap()];
    let id = game
        .components()
        .labels
        .cards
        .iter()
        .position(|id| id == card);
    let id = id.unwrap();
    let mut count = 0;
    for number in 0..games {
        let mut chance = stream(number, &[1]);
        let mut luck = stream(number, &[2]);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut legal = Vec::new();
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut legal);
            let choice = bots[seat].choose(game, &state, &legal, &mut luck);
            game.apply(&mut state, legal[choice], &mut chance, &mut ());
        }
        let card = portolan::games::maracaibo::components::CardId::new(id as u8);
        count += state
            .seated()
            .iter()
            .filter(|player| player.bought.contains(card))
            .count();
    }
    count
}

/// The shipped network evaluates an unknown card by its effects: if it is free and worth 20 VP, it is bought more
/// often than the original.
#[test]
fn network_prefers_an_improved_unknown_card() {
    let shipped = Maracaibo::new(&ENTRY.setup(2)).unwrap();
    let gift: &[Entry] = &[
        (CARDS, "A041", "cost", "0"),
        (CARDS, "A041", "vp", "20"),
        (CARDS, "A041", "id", "X41"),
        (CARDS, "X41", "provenance", "designed"),
    ];
    let changed = rules_of(gift, 2, &[]);
    let net = catalog::find("net", "maracaibo").unwrap();
    assert!(net.unlearnt_components(&shipped).unwrap().is_empty());
    let unlearnt = net.unlearnt_components(&changed).unwrap();
    let card = unlearnt.iter().find(|found| found.id == "X41").unwrap();
    assert_eq!(card.kind, "card");
    assert!(card.explained > 0.5, "{card:?}");
    let (before, after) = (
        purchases(&shipped, "A041", 40),
        purchases(&changed, "X41", 40),
    );
    assert!(after > before + 5, "{before} before, {after} after");
}
