//! People see all that they know: every field of a position that a person at the table can see shows in the prose,
//! and what is secret shows to its owner alone.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::action::Action;
use portolan::games::maracaibo::components::{
    CardId, CareerId, CityTileId, LocationId, Nation, QuestId, SpaceId, TokenId,
};
use portolan::games::maracaibo::jean::Jean;
use portolan::games::maracaibo::state::{Phase, Player, State};
use portolan::games::maracaibo::task::{Combat, Task, UsedActions, Work};
use portolan::random::{Streams, stream};

use crate::eager::{Temper, choose};
use crate::support::{Table, rules};

/// A card that lies in the pile, or has left the game, in the position below: `B046`.
const UNSEEN: CardId = CardId::new(101);
/// `A053`, whose assistant stands on 12.
const MISSIONARY: CardId = CardId::new(52);

/// Who sees a change: somebody who sees everything, its owner or the seat that decides, and another seat.
type Seen = [bool; 3];
const ALL: Seen = [true, true, true];
/// Secrets of a seat.
const SECRET: Seen = [true, true, false];
/// What others know of a hand that its owner sees.
const OTHERS: Seen = [false, false, true];
/// What no person at the table sees.
const NOBODY: Seen = [false; 3];

type Change<T> = (&'static str, fn(&mut T), Seen);

/// No person needs these: turns begun are counted for results only, and of two dealt careers the one that was not
/// chosen is out of the game.
const PLAYER_CHANGES: [Change<Player>; 51] = [
    ("hand", |player| exchange_hidden(player), SECRET),
    (
        "hand_public",
        |player| player.hand_public = player.hand,
        ALL,
    ),
    ("bought", |player| player.bought.insert(UNSEEN), ALL),
    ("points", |player| player.points[3] += 1, ALL),
    (
        "points: category",
        |player| player.points.rotate_left(1),
        ALL,
    ),
    ("doubloons", |player| player.doubloons += 1, ALL),
    ("turns", |player| player.turns += 1, NOBODY),
    ("tokens", |player| player.tokens ^= 1 << 20, ALL),
    ("quests", |player| player.quests ^= 1 << 20, ALL),
    ("upgrades", |player| player.upgrades ^= 1 << 11, ALL),
    ("hand_len", |player| player.hand_len += 1, ALL),
    ("planned", |player| player.planned[2] = Some(UNSEEN), ALL),
    (
        "set_aside",
        |player| player.set_aside[0] = Some(UNSEEN),
        ALL,
    ),
    ("kept_a_cards", |player| player.kept_a_cards += 1, OTHERS),
    ("hand_goods", |player| player.hand_goods[1] += 1, SECRET),
    ("hand_objects", |player| player.hand_objects[2] += 1, SECRET),
    ("cp", |player| player.cp ^= 1, ALL),
    ("figures", |player| player.figures += 1, ALL),
    ("general", |player| player.general += 1, ALL),
    (
        "income_doubloons",
        |player| player.income_doubloons += 1,
        ALL,
    ),
    ("income_vp", |player| player.income_vp += 1, ALL),
    ("influence", |player| player.influence[2] += 1, ALL),
    ("explorer", |player| player.explorer = SpaceId::new(3), ALL),
    ("ship", |player| player.ship = LocationId::new(3), ALL),
    ("discs", |player| player.discs[11] = 1, ALL),
    ("synergies", |player| player.synergies ^= 1 << 4, ALL),
    ("token_count", |player| player.token_count += 1, ALL),
    ("quest_count", |player| player.quest_count += 1, ALL),
    ("career", |player| player.career = other_career(player), ALL),
    (
        "careers_dealt",
        |player| player.careers_dealt = [6, 7].map(|career| Some(CareerId::new(career))),
        NOBODY,
    ),
    ("tasks_done", |player| player.tasks_done ^= 0b100, ALL),
    ("prestige", |player| player.prestige ^= 1 << 7, ALL),
    (
        "assistants",
        |player| player.assistants[0] = MISSIONARY,
        ALL,
    ),
    ("assistant_count", |player| player.assistant_count -= 1, ALL),
    ("assistants_new", |player| player.assistants_new ^= 1, ALL),
    (
        "figures_on_cards",
        |player| player.figures_on_cards += 1,
        ALL,
    ),
    ("discount", |player| player.discount += 1, ALL),
    ("compasses", |player| player.compasses += 1, ALL),
    ("explore_plus", |player| player.explore_plus += 1, ALL),
    (
        "permanent_objects",
        |player| player.permanent_objects[2] += 1,
        ALL,
    ),
    (
        "cp_before_combat",
        |player| player.cp_before_combat += 1,
        ALL,
    ),
    ("ally_cp", |player| player.ally_cp[1] += 2, ALL),
    ("jump_steal", |player| player.jump_steal += 1, ALL),
    ("visitor", |player| player.visitor += 1, ALL),
    ("figure_to_cp", |player| player.figure_to_cp += 2, ALL),
    ("expel_vp", |player| player.expel_vp += 3, ALL),
    (
        "waiting_doubloons",
        |player| player.waiting_doubloons[1] += 1,
        ALL,
    ),
    ("waiting_vp", |player| player.waiting_vp[4] += 1, ALL),
    (
        "card_quests",
        |player| player.card_quests = [Some(QuestId::new(3)), None],
        ALL,
    ),
    ("village_actions", |player| player.village_actions ^= 1, ALL),
    ("combat_actions", |player| player.combat_actions ^= 1, ALL),
];

/// No person sees these: what lies face down, in which order or at all, and who was dealt a card before the discards
/// were shuffled. `quest_locations` says once more where the quests on the map are.
const STATE_CHANGES: [Change<State>; 49] = [
    ("stack", |state| state.stack[2].work = Work::Upgrade11, ALL),
    ("stack: seat", |state| top(state).seat = 2, ALL),
    ("stack_len", |state| state.stack_len -= 1, ALL),
    ("seats", |state| state.seats -= 1, ALL),
    ("phase", |state| state.phase = Phase::Scoring, ALL),
    ("round", |state| state.round += 1, ALL),
    ("active", |state| state.active = 2, ALL),
    ("points_spent", |state| state.points_spent += 1, ALL),
    (
        "compasses_at_start",
        |state| state.compasses_at_start += 1,
        ALL,
    ),
    (
        "cp_before_combat_paid",
        |state| state.cp_before_combat_paid += 1,
        ALL,
    ),
    (
        "combat_actions_used",
        |state| state.combat_actions_used = state.combat_actions_used.with(1 << 2),
        ALL,
    ),
    ("assistants_here", |state| state.assistants_here ^= 1, ALL),
    ("assistants_used", |state| state.assistants_used ^= 1, ALL),
    ("pile", |state| state.pile[..9].reverse(), NOBODY),
    ("pile_len", |state| state.pile_len -= 1, ALL),
    ("shuffles", |state| state.shuffles += 1, ALL),
    ("recycled", |state| state.recycled[101] += 1, NOBODY),
    ("discards", |state| state.discards.insert(UNSEEN), ALL),
    ("display", |state| state.display[1] = Some(UNSEEN), ALL),
    ("display: gap", |state| state.display[1] = None, ALL),
    ("display: order", |state| state.display.reverse(), ALL),
    (
        "markers",
        |state| state.markers[13] = Some(Nation::France),
        ALL,
    ),
    ("marker_count", |state| state.marker_count[2] += 1, ALL),
    ("supply", |state| state.supply[1] -= 1, ALL),
    ("market", |state| state.market[1] ^= 1, ALL),
    ("discs_gone", |state| state.discs_gone += 1, ALL),
    ("tile_discs", |state| state.tile_discs[6] += 1, ALL),
    (
        "silver_fleet",
        |state| state.silver_fleet[1] = Some(Nation::France),
        ALL,
    ),
    (
        "gold_mine",
        |state| state.gold_mine = Some(Nation::England),
        ALL,
    ),
    (
        "tiles",
        |state| state.tiles[4] = state.tiles[4].map(|tile| CityTileId::new(tile.index() ^ 1)),
        ALL,
    ),
    (
        "quest_pile",
        |state| state.quest_pile[..3].reverse(),
        NOBODY,
    ),
    ("quest_pile_len", |state| state.quest_pile_len -= 1, ALL),
    (
        "quest_top",
        |state| state.quest_top = Some(state.quest_pile[0]),
        ALL,
    ),
    (
        "map_quests",
        |state| state.map_quests[0].1 = state.quest_pile[0],
        ALL,
    ),
    (
        "map_quests: place",
        |state| state.map_quests[0].0 = LocationId::new(2),
        ALL,
    ),
    ("map_quests_len", |state| state.map_quests_len -= 1, ALL),
    (
        "quest_locations",
        |state| state.quest_locations ^= 1 << 9,
        NOBODY,
    ),
    ("track_quests", |state| state.track_quests[1] = None, ALL),
    (
        "emptied_spaces",
        |state| state.emptied_spaces ^= 1 << 9,
        ALL,
    ),
    ("prestige", |state| state.prestige.swap(0, 3), ALL),
    (
        "prestige: face down",
        |state| state.prestige.swap(2, 3),
        NOBODY,
    ),
    ("prestige_shown", |state| state.prestige_shown += 1, ALL),
    (
        "prestige_invested",
        |state| state.prestige_invested ^= 1 << state.prestige[0],
        ALL,
    ),
    ("tokens", |state| state.tokens[..4].reverse(), NOBODY),
    ("tokens_len", |state| state.tokens_len -= 1, ALL),
    ("borders_crossed", |state| state.borders_crossed ^= 4, ALL),
    ("explorers_at_end", |state| state.explorers_at_end += 1, ALL),
    (
        "another player",
        |state| state.players[2].influence[1] += 1,
        ALL,
    ),
    ("players in turn", |state| state.players.swap(1, 2), ALL),
];

/// One hidden card of the hand becomes another that nobody has seen.
fn exchange_hidden(player: &mut Player) {
    let hidden = player.hand.minus(player.hand_public);
    let card = hidden.iter().next().expect("a card nobody has seen");
    player.hand.remove(card);
    player.hand.insert(UNSEEN);
}

/// The career beside a player's.
fn other_career(player: &Player) -> Option<CareerId> {
    (player.career).map(|career| CareerId::new(career.index() ^ 1))
}

fn top(state: &mut State) -> &mut Task {
    &mut state.stack[usize::from(state.stack_len) - 1]
}

/// A village action of seat 1 after two turns of every seat, with cards, an assistant where the ship is and income
/// that waits for synergy tokens.
pub fn village() -> Table {
    let mut table = Table::with(3, &["legacy=L6,L9,L16"]);
    while table.state.players[2].turns < 2 || top_kind_is_not_sail_of_seat_1(&table) {
        let legal = table.legal();
        table.act(&legal[0].clone());
    }
    for card in ["A049", "A050", "A013", "B001"] {
        table.own(0, card);
    }
    table
        .hand(0, &["B090", "B092"])
        .planned(0, "B071")
        .at("9", 4)
        .village(1);
    table.player(0).points[2] = 5;
    table
}

fn top_kind_is_not_sail_of_seat_1(table: &Table) -> bool {
    let top = table.state.top().expect("a game in progress");
    top.seat != 0 || !matches!(top.work, Work::Sail { .. })
}

/// What is in the lists above, or in a test of its own.
fn all_fields_are_listed(state: &State, player: &Player, jean: &Jean) {
    let State {
        players: _,
        stack: _,
        stack_len: _,
        seats: _,
        phase: _,
        round: _,
        active: _,
        points_spent: _,
        compasses_at_start: _,
        cp_before_combat_paid: _,
        combat_actions_used: _,
        assistants_here: _,
        assistants_used: _,
        pile: _,
        pile_len: _,
        shuffles: _,
        recycled: _,
        discards: _,
        display: _,
        markers: _,
        marker_count: _,
        supply: _,
        market: _,
        discs_gone: _,
        // Legacy tiles and the story change only in a campaign, which has tests of its own (`story.rs`).
        legacy: _,
        skull_locations: _,
        chart: _,
        story: _,
        tile_discs: _,
        silver_fleet: _,
        gold_mine: _,
        tiles: _,
        quest_pile: _,
        quest_pile_len: _,
        quest_top: _,
        map_quests: _,
        map_quests_len: _,
        quest_locations: _,
        track_quests: _,
        emptied_spaces: _,
        prestige: _,
        prestige_shown: _,
        prestige_invested: _,
        tokens: _,
        tokens_len: _,
        borders_crossed: _,
        explorers_at_end: _,
        jean: _,
    } = state;
    let Player {
        hand: _,
        hand_public: _,
        bought: _,
        points: _,
        doubloons: _,
        turns: _,
        tokens: _,
        quests: _,
        upgrades: _,
        hand_len: _,
        planned: _,
        set_aside: _,
        kept_a_cards: _,
        // C cards come into the pile only in a campaign.
        held_since_mix: _,
        hand_goods: _,
        hand_objects: _,
        cp: _,
        figures: _,
        general: _,
        income_doubloons: _,
        income_vp: _,
        influence: _,
        explorer: _,
        ship: _,
        discs: _,
        synergies: _,
        token_count: _,
        quest_count: _,
        career: _,
        careers_dealt: _,
        tasks_done: _,
        prestige: _,
        assistants: _,
        assistant_count: _,
        assistants_new: _,
        figures_on_cards: _,
        discount: _,
        compasses: _,
        explore_plus: _,
        permanent_objects: _,
        cp_before_combat: _,
        ally_cp: _,
        jump_steal: _,
        visitor: _,
        figure_to_cp: _,
        expel_vp: _,
        waiting_doubloons: _,
        waiting_vp: _,
        card_quests: _,
        village_actions: _,
        combat_actions: _,
    } = player;
    let Jean {
        cards: _,
        points: _,
        deck: _,
        discards: _,
        known: _,
        discs: _,
    } = jean;
}

/// The change shows to whom it is to show: to nobody in particular, to seat 1, which is its owner or decides, and to
/// seat 2.
fn check<T>(
    table: &Table,
    field: &str,
    part: impl Fn(&mut State) -> &mut T,
    change: fn(&mut T),
    seen: Seen,
) {
    let mut changed = table.state;
    change(part(&mut changed));
    assert!(changed != table.state, "{field} is the same");
    for (observer, seen) in [None, Some(0), Some(1)].into_iter().zip(seen) {
        let before = table.game.describe(&table.state, observer);
        let after = table.game.describe(&changed, observer);
        assert_eq!(before != after, seen, "{field}, {observer:?}:\n{before}");
    }
}

#[test]
fn every_field_that_people_see_is_told() {
    let table = village();
    let state = &table.state;
    all_fields_are_listed(state, &state.players[0], &state.jean);
    for (field, change, seen) in PLAYER_CHANGES {
        check(&table, field, |state| &mut state.players[0], change, seen);
    }
    for (field, change, seen) in STATE_CHANGES {
        check(&table, field, |state| state, change, seen);
    }
}

/// M-1.14, M-1.15: during set-up choices are secret.
#[test]
fn choices_of_the_set_up_are_told_to_their_seat_only() {
    let mut table = Table::dealt(3, &[], 1);
    for _ in 0..4 {
        let first = table.legal()[0].clone();
        table.act(&first);
    }
    let changes: [Change<Player>; 5] = [
        ("hand", |player| exchange_hidden(player), SECRET),
        ("planned", |player| player.planned[0] = Some(UNSEEN), SECRET),
        (
            "set_aside",
            |player| player.set_aside[2] = Some(UNSEEN),
            SECRET,
        ),
        (
            "career",
            |player| player.career = other_career(player),
            SECRET,
        ),
        (
            "careers_dealt",
            |player| player.careers_dealt = [6, 7].map(|career| Some(CareerId::new(career))),
            SECRET,
        ),
    ];
    for (field, change, seen) in changes {
        check(&table, field, |state| &mut state.players[0], change, seen);
    }
}

#[test]
fn everything_about_jean_is_told() {
    let mut table = Table::with(1, &["jean_deck=3A2B1C"]);
    table.state.jean.known = 0;
    // A1 to A3, B1, B2 and C1.
    table.state.jean.deck = 0b1000_0110_0111;
    // Seat 2 is Jean's, which sees no more than seat 1.
    let changes: [Change<State>; 8] = [
        ("cards", |state| state.jean.cards.insert(UNSEEN), ALL),
        ("points", |state| state.jean.points[4] += 1, ALL),
        ("discs", |state| state.jean.discs -= 1, ALL),
        ("known", |state| state.jean.known = 1, [false, true, true]),
        ("discards", |state| state.jean.discards |= 1 << 9, ALL),
        ("deck", |state| state.jean.deck ^= 1, ALL),
        (
            "deck: hidden",
            |state| state.jean.deck ^= 0b1100,
            [true, false, false],
        ),
        (
            "explorer",
            |state| state.players[1].explorer = SpaceId::new(4),
            ALL,
        ),
    ];
    for (field, change, seen) in changes {
        check(&table, field, |state| state, change, seen);
    }
}

/// A combat under way is told with all that a player has to reckon with.
#[test]
fn combats_are_told() {
    let mut table = Table::with(2, &["legacy=L6,L9"]);
    table.at("11", 1).combat("7");
    table.player(0).explorer = SpaceId::new(5);
    let told = |table: &Table| table.game.describe(&table.state, Some(1));
    let before = told(&table);
    for part in [
        "token 7",
        "France 7, costs 3 doubloons",
        "3 more for the nation with fewest",
    ] {
        assert!(before.contains(part), "{part} is missing in\n{before}");
    }
    let combat = |value: u8, used: u32| {
        Work::Combat(Combat {
            nation: Nation::Spain,
            value,
            token: Some(TokenId::new(6)),
            used: UsedActions::default().with(used),
        })
    };
    top(&mut table.state).work = combat(6, 0);
    let fresh = told(&table);
    for part in [
        "for Spain: 6 combat value left, beside it 1 CP and 2 figures",
        "1 influence 2, 2 influence 5",
        "annex 4, expel 6",
        "silver fleet 10, silver fleet 11",
        "gold mine 8",
    ] {
        let words = fresh.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(part), "{part} is missing in\n{fresh}");
    }
    top(&mut table.state).work = combat(6, 1);
    let used = told(&table);
    assert!(
        used.contains("used: influence") && !used.contains("1 influence 2"),
        "{used}"
    );
}

/// Tables of every number of players, with all that can lie on them.
pub const TABLES: [(usize, &[&str]); 5] = [
    (
        1,
        &["legacy=L1,L4,L5,L6,L7,L9,L10,L11,L12,L13,L14,L15,L16,L17"],
    ),
    (1, &["level=very-hard"]),
    (2, &["scenario=77"]),
    (
        3,
        &["legacy=L1,L2,L3,L4,L5,L6,L7,L8,L9,L10,L11,L12,L13,L14,L15,L16,L17,L18,L20,L21,L25"],
    ),
    (4, &[]),
];

/// Plays a game and shows every position with what is legal there.
pub fn play(
    players: usize,
    options: &[&str],
    seed: u64,
    mut show: impl FnMut(&Maracaibo, &State, &[Action]),
) {
    let game = rules(players, options);
    let (mut chance, mut moves) = (Streams::new(seed), stream(seed, &[9]));
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    loop {
        game.legal_actions(&state, &mut actions);
        show(&game, &state, &actions);
        if actions.is_empty() {
            return;
        }
        let action = choose(Temper::Eager, &actions, &mut moves);
        game.apply(&mut state, action, &mut chance, &mut ());
    }
}

#[test]
fn lines_fit_a_terminal() {
    for (players, options) in TABLES {
        play(players, options, 5, |game, state, _| {
            for observer in (0..game.seats()).map(Some).chain([None::<Seat>]) {
                let text = game.describe(state, observer);
                for line in text.lines() {
                    assert!(
                        line.chars().count() <= 80 && line.trim_end() == line,
                        "{line:?}"
                    );
                }
                for seat in 1..=game.seats() {
                    assert!(text.contains(&format!("\n  seat {seat}: ")), "{text}");
                }
            }
        });
    }
}
