//! Every field of a position that a seat knows, and that can still matter, shows in what networks are told.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::maracaibo::action::Action;
use portolan::games::maracaibo::categories::Category;
use portolan::games::maracaibo::components::{
    AutomaId, CardId, CareerId, CityTileId, Effect, EffectKind, LocationId, Nation, QuestId, Shown,
    SpaceId, TokenId,
};
use portolan::games::maracaibo::jean::Jean;
use portolan::games::maracaibo::state::{Phase, Player, State};
use portolan::games::maracaibo::task::{Combat, DiscTarget, Task, UsedActions, Work};
use portolan::random::{Streams, stream};

use crate::eager::{Temper, choose};
use crate::observation_support::{differences, inputs_of};
use crate::support::{Table, rules};

/// A card that lies in the pile, or has left the game, in the positions below: `B046`.
const UNSEEN: CardId = CardId::new(101);
/// `A053`, whose assistant stands on 12.
const MISSIONARY: CardId = CardId::new(52);

/// A change of one field, and to whom it is to show: to the owner of what is changed, or the seat that
/// decides, and to another seat.
type Change<T> = (&'static str, fn(&mut T), [bool; 2]);

const BOTH: [bool; 2] = [true, true];
const OWN: [bool; 2] = [true, false];
const NOBODY: [bool; 2] = [false, false];

/// No rule looks at turns begun (results do), at the category of a point, at the careers dealt once one is
/// chosen, at the order of planned cards and of assistants.
const PLAYER_CHANGES: [Change<Player>; 55] = [
    ("hand", |player| exchange_hidden(player), OWN),
    (
        "hand_public",
        |player| player.hand_public = player.hand,
        BOTH,
    ),
    ("bought", |player| player.bought.insert(UNSEEN), BOTH),
    ("points", |player| player.points[3] += 1, BOTH),
    (
        "points: category",
        |player| player.points.rotate_left(1),
        NOBODY,
    ),
    ("doubloons", |player| player.doubloons += 1, BOTH),
    ("doubloons: many", |player| player.doubloons += 200, BOTH),
    ("turns", |player| player.turns += 1, NOBODY),
    ("tokens", |player| player.tokens ^= 1 << 20, BOTH),
    ("quests", |player| player.quests ^= 1 << 20, BOTH),
    ("upgrades", |player| player.upgrades ^= 1 << 11, BOTH),
    ("hand_len", |player| player.hand_len += 1, BOTH),
    ("planned", |player| player.planned[2] = Some(UNSEEN), BOTH),
    ("planned: order", |player| player.planned.swap(0, 1), NOBODY),
    ("kept_a_cards", |player| player.kept_a_cards += 1, BOTH),
    ("hand_goods", |player| player.hand_goods[1] += 1, OWN),
    ("hand_objects", |player| player.hand_objects[2] += 1, OWN),
    ("cp", |player| player.cp ^= 1, BOTH),
    ("figures", |player| player.figures += 1, BOTH),
    ("general", |player| player.general += 1, BOTH),
    (
        "income_doubloons",
        |player| player.income_doubloons += 1,
        BOTH,
    ),
    ("income_vp", |player| player.income_vp += 1, BOTH),
    ("influence", |player| player.influence[2] += 1, BOTH),
    (
        "explorer",
        |player| player.explorer = SpaceId::new(player.explorer.index() ^ 1),
        BOTH,
    ),
    (
        "ship",
        |player| player.ship = LocationId::new(player.ship.index() ^ 1),
        BOTH,
    ),
    ("discs", |player| player.discs[11] = 1, BOTH),
    ("synergies", |player| player.synergies ^= 1 << 4, BOTH),
    ("token_count", |player| player.token_count += 1, BOTH),
    ("quest_count", |player| player.quest_count += 1, BOTH),
    (
        "career",
        |player| player.career = other_career(player),
        BOTH,
    ),
    (
        "careers_dealt",
        |player| player.careers_dealt = [6, 7].map(|career| Some(CareerId::new(career))),
        NOBODY,
    ),
    ("tasks_done", |player| player.tasks_done ^= 0b100, BOTH),
    ("prestige", |player| player.prestige ^= 1 << 7, BOTH),
    (
        "assistants",
        |player| player.assistants[0] = MISSIONARY,
        BOTH,
    ),
    (
        "assistant_count",
        |player| player.assistant_count -= 1,
        BOTH,
    ),
    ("assistants_new", |player| player.assistants_new ^= 1, BOTH),
    (
        "figures_on_cards",
        |player| player.figures_on_cards += 1,
        BOTH,
    ),
    ("discount", |player| player.discount += 1, BOTH),
    ("compasses", |player| player.compasses += 1, BOTH),
    ("explore_plus", |player| player.explore_plus += 1, BOTH),
    (
        "permanent_objects",
        |player| player.permanent_objects[2] += 1,
        BOTH,
    ),
    (
        "cp_before_combat",
        |player| player.cp_before_combat += 1,
        BOTH,
    ),
    ("ally_cp", |player| player.ally_cp[1] += 2, BOTH),
    ("jump_steal", |player| player.jump_steal += 1, BOTH),
    ("visitor", |player| player.visitor += 1, BOTH),
    ("figure_to_cp", |player| player.figure_to_cp += 2, BOTH),
    ("expel_vp", |player| player.expel_vp += 3, BOTH),
    (
        "waiting_doubloons",
        |player| player.waiting_doubloons[1] += 1,
        BOTH,
    ),
    (
        "waiting_doubloons: kind",
        |player| player.waiting_doubloons.rotate_left(1),
        BOTH,
    ),
    ("waiting_vp", |player| player.waiting_vp[4] += 1, BOTH),
    (
        "card_quests",
        |player| player.card_quests = [Some(QuestId::new(3)), None],
        BOTH,
    ),
    (
        "card_quests: another",
        |player| player.card_quests = [4, 3].map(|quest| Some(QuestId::new(quest))),
        BOTH,
    ),
    (
        "village_actions",
        |player| player.village_actions ^= 1 << 30,
        BOTH,
    ),
    (
        "combat_actions",
        |player| player.combat_actions ^= 1 << 18,
        BOTH,
    ),
    (
        "influence: another",
        |player| player.influence[0] += 1,
        BOTH,
    ),
];

/// Combat actions used in the turn matter with an option only; the order of the display matters to Jean only; what is face down is known as a set; discs out of the
/// game never come back; nobody can expel the markers of the silver fleet and the gold mine.
const STATE_CHANGES: [Change<State>; 54] = [
    ("stack", |state| state.stack[2].work = Work::Upgrade11, BOTH),
    ("stack: seat", |state| top(state).seat = 2, BOTH),
    ("stack_len", |state| state.stack_len -= 1, BOTH),
    ("phase", |state| state.phase = Phase::Scoring, BOTH),
    ("round", |state| state.round += 1, BOTH),
    ("active", |state| state.active = 2, BOTH),
    ("points_spent", |state| state.points_spent += 1, BOTH),
    (
        "compasses_at_start",
        |state| state.compasses_at_start += 1,
        BOTH,
    ),
    (
        "cp_before_combat_paid",
        |state| state.cp_before_combat_paid += 1,
        BOTH,
    ),
    (
        "combat_actions_used",
        |state| state.combat_actions_used = state.combat_actions_used.with(1 << 2),
        NOBODY,
    ),
    (
        "assistants_here",
        |state| state.assistants_here |= 1 << 7,
        BOTH,
    ),
    ("assistants_used", |state| state.assistants_used ^= 1, BOTH),
    ("pile", |state| state.pile[..9].reverse(), NOBODY),
    ("pile_len", |state| state.pile_len -= 1, BOTH),
    ("shuffles", |state| state.shuffles += 1, BOTH),
    ("discards", |state| state.discards.insert(UNSEEN), BOTH),
    ("display", |state| state.display[1] = Some(UNSEEN), BOTH),
    ("display: gap", |state| state.display[1] = None, BOTH),
    ("display: order", |state| state.display.reverse(), NOBODY),
    (
        "markers",
        |state| state.markers[13] = Some(Nation::France),
        BOTH,
    ),
    (
        "markers: nation",
        |state| state.markers[13] = Some(Nation::Spain),
        BOTH,
    ),
    ("marker_count", |state| state.marker_count[2] += 1, BOTH),
    ("supply", |state| state.supply[1] -= 1, BOTH),
    ("market", |state| state.market[1] ^= 1, BOTH),
    ("market: two", |state| state.market[11] ^= 2, BOTH),
    ("discs_gone", |state| state.discs_gone += 1, NOBODY),
    ("tile_discs", |state| state.tile_discs[6] += 1, BOTH),
    (
        "silver_fleet",
        |state| state.silver_fleet[1] = Some(Nation::France),
        BOTH,
    ),
    (
        "gold_mine",
        |state| state.gold_mine = Some(Nation::England),
        BOTH,
    ),
    (
        "tiles",
        |state| state.tiles[4] = state.tiles[4].map(|tile| CityTileId::new(tile.index() ^ 1)),
        BOTH,
    ),
    (
        "quest_pile",
        |state| state.quest_pile[..3].reverse(),
        NOBODY,
    ),
    ("quest_pile_len", |state| state.quest_pile_len -= 1, BOTH),
    (
        "quest_top",
        |state| state.quest_top = Some(state.quest_pile[0]),
        BOTH,
    ),
    (
        "map_quests",
        |state| state.map_quests[0].1 = state.quest_pile[0],
        BOTH,
    ),
    (
        "map_quests: place",
        |state| state.map_quests[0].0 = LocationId::new(state.map_quests[0].0.index() + 1),
        BOTH,
    ),
    ("map_quests_len", |state| state.map_quests_len -= 1, BOTH),
    (
        "quest_locations",
        |state| state.quest_locations ^= 1 << 9,
        BOTH,
    ),
    ("track_quests", |state| state.track_quests[1] = None, BOTH),
    (
        "track_quests: order",
        |state| state.track_quests.reverse(),
        BOTH,
    ),
    (
        "emptied_spaces",
        |state| state.emptied_spaces ^= 1 << 9,
        BOTH,
    ),
    ("prestige", |state| state.prestige.swap(0, 3), BOTH),
    (
        "prestige: face down",
        |state| state.prestige.swap(2, 3),
        NOBODY,
    ),
    ("prestige_shown", |state| state.prestige_shown += 1, BOTH),
    (
        "prestige_invested",
        |state| state.prestige_invested ^= 1 << 6,
        BOTH,
    ),
    ("tokens", |state| state.tokens[..4].reverse(), NOBODY),
    ("tokens_len", |state| state.tokens_len -= 1, BOTH),
    ("borders_crossed", |state| state.borders_crossed ^= 4, BOTH),
    (
        "explorers_at_end",
        |state| state.explorers_at_end += 1,
        BOTH,
    ),
    ("a player", |state| state.players[2].influence[1] += 1, BOTH),
    (
        "a player: hidden",
        |state| exchange_hidden(&mut state.players[2]),
        NOBODY,
    ),
    (
        "a player: bought",
        |state| state.players[2].bought.insert(UNSEEN),
        BOTH,
    ),
    (
        "a player: shown",
        |state| {
            state.players[2].hand_public = state.players[2].hand;
        },
        BOTH,
    ),
    (
        "a player: order of assistants",
        |state| {
            state.players[0].assistants[..2].reverse();
            state.assistants_here = 2;
        },
        NOBODY,
    ),
    ("players in turn", |state| state.players.swap(1, 2), BOTH),
];

/// One hidden card of the hand becomes another that nobody has seen.
fn exchange_hidden(player: &mut Player) {
    let hidden = player.hand.minus(player.hand_public);
    let card = hidden.iter().next().expect("a card nobody has seen");
    player.hand.remove(card);
    player.hand.insert(UNSEEN);
}

fn top(state: &mut State) -> &mut Task {
    &mut state.stack[usize::from(state.stack_len) - 1]
}

/// A village action of seat 1, on a location of one of its two assistants, with income that waits for
/// synergy tokens and two planned cards.
fn village() -> Table {
    let mut table = Table::with(3, &["legacy=L6,L9,L16"]);
    for card in ["A049", "A050", "A013", "B001"] {
        table.own(0, card);
    }
    table.planned(0, "B071").at("9", 4).village(1);
    table.player(0).points[2] = 5;
    let own = &table.state.players[0];
    assert_eq!((own.planned_count(), own.assistant_count), (2, 2));
    assert!(own.waiting_doubloons != [0; 5] && own.waiting_vp != [0; 5]);
    assert_eq!((table.state.assistants_here, table.state.shuffles), (1, 0));
    let seen = table.state.seated().iter();
    assert!(
        seen.map(|player| player.hand)
            .all(|hand| !hand.contains(UNSEEN))
    );
    table
}

/// What is in the lists above, or in a test of its own.
fn all_fields_are_known(state: &State, player: &Player, jean: &Jean) {
    let State {
        players: _,
        stack: _,
        stack_len: _,
        // A game for another number of players.
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

/// The change shows to whom it is to show: seat 1, which is its owner or decides, and seat 2.
fn check<T>(
    table: &Table,
    field: &str,
    part: impl Fn(&mut State) -> &mut T,
    change: fn(&mut T),
    seen: [bool; 2],
) {
    let mut changed = table.state;
    change(part(&mut changed));
    assert!(changed != table.state, "{field} is the same");
    for (observer, seen) in seen.into_iter().enumerate() {
        let told = differences(&table.game, &table.state, &changed, observer);
        assert_eq!(
            !told.is_empty(),
            seen,
            "{field}, seat {}: {told:?}",
            observer + 1
        );
    }
}

#[test]
fn every_field_that_is_known_is_told() {
    let table = village();
    let state = &table.state;
    all_fields_are_known(state, &state.players[0], &state.jean);
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
        ("hand", |player| exchange_hidden(player), OWN),
        ("planned", |player| player.planned[0] = Some(UNSEEN), OWN),
        (
            "set_aside",
            |player| player.set_aside[2] = Some(UNSEEN),
            OWN,
        ),
        ("career", |player| player.career = other_career(player), OWN),
        (
            "careers_dealt",
            |player| player.careers_dealt = [6, 7].map(|career| Some(CareerId::new(career))),
            OWN,
        ),
    ];
    for (field, change, seen) in changes {
        check(&table, field, |state| &mut state.players[0], change, seen);
    }
}

/// M-5.3: everybody knows which cards came back into the pile, and how long a hand has held its cards.
#[test]
fn what_is_known_of_shuffled_cards_is_told() {
    let mut table = village();
    table.state.shuffles = 2;
    let hand = table.state.players[0].hand;
    let held: Vec<CardId> = hand.iter().collect();
    assert!(held.len() >= 3);
    let changes: [Change<State>; 5] = [
        (
            "pile",
            |state| state.recycled[usize::from(UNSEEN)] = 2,
            BOTH,
        ),
        (
            "hand",
            |state| state.recycled[usize::from(UNSEEN)] = 1,
            BOTH,
        ),
        (
            "display",
            |state| state.recycled[state.display[0].map_or(0, usize::from)] = 1,
            NOBODY,
        ),
        (
            "held since",
            |state| {
                let card = state.players[0].hand.iter().next().unwrap_or_default();
                state.recycled[usize::from(card)] = 1;
            },
            BOTH,
        ),
        (
            "held since later",
            |state| {
                let card = state.players[0].hand.iter().next().unwrap_or_default();
                state.recycled[usize::from(card)] = 2;
            },
            BOTH,
        ),
    ];
    for (field, change, seen) in changes {
        check(&table, field, |state| state, change, seen);
    }
}

/// In a solo game the order of the display and of quests in one place matters, too; which cards of a letter
/// never turned are in the deck is hidden.
#[test]
fn everything_about_jean_is_told() {
    let mut table = Table::with(1, &["jean_deck=3A2B1C"]);
    table.state.jean.known = 0;
    // A1 to A3, B1, B2 and C1.
    table.state.jean.deck = 0b1000_0110_0111;
    let changes: [Change<State>; 10] = [
        ("cards", |state| state.jean.cards.insert(UNSEEN), BOTH),
        ("points", |state| state.jean.points[4] += 1, BOTH),
        ("discs", |state| state.jean.discs -= 1, BOTH),
        ("known", |state| state.jean.known = 1, BOTH),
        ("discards", |state| state.jean.discards |= 1 << 9, BOTH),
        ("deck", |state| state.jean.deck ^= 1, BOTH),
        ("deck: letter", |state| state.jean.deck ^= 1 | 1 << 7, BOTH),
        ("deck: hidden", |state| state.jean.deck ^= 0b1100, NOBODY),
        ("display", |state| state.display.swap(0, 1), BOTH),
        (
            "quests in one place",
            |state| state.map_quests.swap(0, 1),
            BOTH,
        ),
    ];
    let place = table.state.map_quests[0].0;
    table.state.map_quests[1] = (place, QuestId::new(20));
    table.state.map_quests_len = 2;
    for (field, change, seen) in changes {
        check(&table, field, |state| state, change, seen);
    }
}

/// The career beside a player's.
fn other_career(player: &Player) -> Option<CareerId> {
    (player.career).map(|career| CareerId::new(career.index() ^ 1))
}

/// A task of seat 1.
fn task(work: Work) -> Task {
    Task::new(0, work)
}

/// A combat of seat 1 for a nation with so much combat value left.
fn combat(nation: Nation, value: u8, token: u8) -> Task {
    let token = Some(TokenId::new(token));
    task(Work::Combat(Combat {
        nation,
        value,
        token,
        used: UsedActions::default(),
    }))
}

/// Every argument of a task that matters shows, of the decision on top and of what waits below it.
#[test]
fn arguments_of_open_tasks_are_told() {
    let place = LocationId::new;
    let token = |token| Some(TokenId::new(token));
    let tops = [
        [
            task(Work::Sail {
                points: 2,
                extra: true,
            }),
            task(Work::Sail {
                points: 3,
                extra: true,
            }),
        ],
        [
            task(Work::Sail {
                points: 3,
                extra: false,
            }),
            task(Work::Sail {
                points: 3,
                extra: true,
            }),
        ],
        [
            task(Work::DiscTile { tile: 0 }),
            task(Work::DiscTile { tile: 1 }),
        ],
        [
            task(Work::Main {
                points: 3,
                extra: false,
            }),
            task(Work::Main {
                points: 4,
                extra: false,
            }),
        ],
        [
            task(Work::Main {
                points: 3,
                extra: false,
            }),
            task(Work::Main {
                points: 3,
                extra: true,
            }),
        ],
        [
            task(Work::Village { left: 1 }),
            task(Work::Village { left: 2 }),
        ],
        [
            task(Work::Nation { token: token(3) }),
            task(Work::Nation { token: token(4) }),
        ],
        [
            task(Work::Nation { token: token(3) }),
            task(Work::Nation { token: None }),
        ],
        [combat(Nation::Spain, 4, 3), combat(Nation::England, 4, 3)],
        [combat(Nation::Spain, 4, 3), combat(Nation::Spain, 5, 3)],
        [combat(Nation::Spain, 4, 3), combat(Nation::Spain, 4, 5)],
        [
            combat(Nation::Spain, 4, 3),
            task(Work::Combat(Combat {
                nation: Nation::Spain,
                value: 4,
                token: token(3),
                used: UsedActions::default().with(1 << 7),
            })),
        ],
        [
            task(Work::PayCombat {
                fewest: 0,
                most: 2,
                missing: 4,
            }),
            task(Work::PayCombat {
                fewest: 1,
                most: 2,
                missing: 4,
            }),
        ],
        [
            task(Work::PayCombat {
                fewest: 0,
                most: 2,
                missing: 4,
            }),
            task(Work::PayCombat {
                fewest: 0,
                most: 3,
                missing: 4,
            }),
        ],
        [
            task(Work::PayCombat {
                fewest: 0,
                most: 2,
                missing: 4,
            }),
            task(Work::PayCombat {
                fewest: 0,
                most: 2,
                missing: 5,
            }),
        ],
        [
            task(Work::PayCards {
                shown: Shown::Good(2),
                count: 1,
            }),
            task(Work::PayCards {
                shown: Shown::Object(2),
                count: 1,
            }),
        ],
        [
            task(Work::PayCards {
                shown: Shown::Good(2),
                count: 1,
            }),
            task(Work::PayCards {
                shown: Shown::Good(3),
                count: 1,
            }),
        ],
        [
            task(Work::PayCards {
                shown: Shown::Good(2),
                count: 1,
            }),
            task(Work::PayCards {
                shown: Shown::Good(2),
                count: 2,
            }),
        ],
        [
            task(Work::SameGoods { count: 2 }),
            task(Work::SameGoods { count: 3 }),
        ],
        [
            task(Work::Influence { steps: 1 }),
            task(Work::Influence { steps: 3 }),
        ],
        [
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Box,
            }),
            task(Work::Disc {
                count: 2,
                target: DiscTarget::Box,
            }),
        ],
        [
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Box,
            }),
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Market(place(4), 0),
            }),
        ],
        [
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Market(place(5), 0),
            }),
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Market(place(4), 0),
            }),
        ],
        [
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Tile(5),
            }),
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Tile(4),
            }),
        ],
        [
            task(Work::Explore { steps: 2 }),
            task(Work::Explore { steps: 3 }),
        ],
        [
            task(Work::MarkerVillage { with_rank: false }),
            task(Work::MarkerVillage { with_rank: true }),
        ],
        [
            task(Work::MarkerNation {
                village: Some(place(8)),
                with_rank: false,
            }),
            task(Work::MarkerNation {
                village: Some(place(9)),
                with_rank: false,
            }),
        ],
        [
            task(Work::MarkerNation {
                village: Some(place(8)),
                with_rank: false,
            }),
            task(Work::MarkerNation {
                village: Some(place(8)),
                with_rank: true,
            }),
        ],
        [
            task(Work::FiguresOnCard { income_each: 1 }),
            task(Work::FiguresOnCard { income_each: 2 }),
        ],
        [task(Work::Draw), task(Work::Free)],
        [task(Work::Visitor), Task::new(1, Work::Visitor)],
    ];
    let resolve = |action| {
        task(Work::CombatResolve {
            action,
            nation: Nation::Spain,
        })
    };
    let effect = |kind, amount| {
        let effect = Effect { kind, amount };
        let category = Category::Cards;
        task(Work::Effect { effect, category })
    };
    let below = [
        [
            task(Work::Main {
                points: 3,
                extra: false,
            }),
            task(Work::Main {
                points: 4,
                extra: false,
            }),
        ],
        [
            task(Work::Village { left: 1 }),
            task(Work::Village { left: 2 }),
        ],
        [
            task(Work::Influence { steps: 1 }),
            task(Work::Influence { steps: 3 }),
        ],
        [
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Box,
            }),
            task(Work::Disc {
                count: 2,
                target: DiscTarget::Box,
            }),
        ],
        [
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Market(place(4), 0),
            }),
            task(Work::Disc {
                count: 1,
                target: DiscTarget::Market(place(5), 0),
            }),
        ],
        [combat(Nation::Spain, 4, 3), combat(Nation::England, 4, 3)],
        [
            resolve(Action::GainInfluence(1)),
            resolve(Action::GainInfluence(2)),
        ],
        [
            resolve(Action::Annex(place(4))),
            resolve(Action::Expel(place(4))),
        ],
        [
            resolve(Action::Annex(place(4))),
            resolve(Action::Annex(place(5))),
        ],
        [
            resolve(Action::Occupy(place(4))),
            resolve(Action::Occupy(place(6))),
        ],
        [
            resolve(Action::SilverFleet(0)),
            resolve(Action::SilverFleet(1)),
        ],
        [resolve(Action::GoldMine), resolve(Action::SilverFleet(0))],
        [19, 20].map(|card| resolve(Action::Strike(CardId::new(card)))),
        [3, 4].map(|quest| {
            let quest = QuestId::new(quest);
            task(Work::QuestReward { quest })
        }),
        [3, 4].map(|quest| {
            let quest = QuestId::new(quest);
            task(Work::QuestTile { quest })
        }),
        [
            effect(EffectKind::VillageActions, 2),
            effect(EffectKind::Explore, 2),
        ],
        [
            effect(EffectKind::VillageActions, 2),
            effect(EffectKind::VillageActions, 3),
        ],
        [effect(EffectKind::Combat, 1), effect(EffectKind::Vp, 1)],
        [
            task(Work::AssistantEffects { action: 3 }),
            task(Work::AssistantEffects { action: 4 }),
        ],
        [
            task(Work::VillageEffects { action: 1 }),
            task(Work::VillageEffects { action: 2 }),
        ],
        [
            task(Work::DiscTileReward { tile: 1 }),
            task(Work::DiscTileReward { tile: 2 }),
        ],
        [
            task(Work::JeanArrive {
                card: AutomaId::new(1),
            }),
            task(Work::JeanArrive {
                card: AutomaId::new(2),
            }),
        ],
        [task(Work::ExplorerArrive), task(Work::Upgrade9Effects)],
        [
            task(Work::CardResolve {
                card: CardId::new(68),
            }),
            task(Work::Immediate {
                card: CardId::new(68),
                number: 0,
            }),
        ],
        [task(Work::Interim), Task::new(2, Work::Interim)],
    ];
    let table = village();
    let with = |tasks: &[Task]| {
        let mut state = table.state;
        for &task in tasks {
            state.stack[usize::from(state.stack_len)] = task;
            state.stack_len += 1;
        }
        state
    };
    let check = |[one, other]: [Vec<Task>; 2]| {
        for observer in 0..2 {
            let told = differences(&table.game, &with(&one), &with(&other), observer);
            assert!(
                !told.is_empty(),
                "{one:?} or {other:?}, seat {}",
                observer + 1
            );
        }
    };
    for pair in tops {
        check(pair.map(|top| vec![top]));
    }
    let top = task(Work::SynergyChoice);
    for pair in below {
        check(pair.map(|waits| vec![waits, top]));
    }
    // The same task twice, and a combat within a combat.
    let visitor = task(Work::Visitor);
    check([vec![visitor, top], vec![visitor, visitor, top]]);
    let combats = |outer: u8| {
        vec![
            combat(Nation::France, outer, 3),
            combat(Nation::Spain, 4, 5),
            top,
        ]
    };
    check([combats(4), combats(5)]);
    // What comes next of two.
    let (disc, draw) = (
        task(Work::Disc {
            count: 1,
            target: DiscTarget::Box,
        }),
        task(Work::Draw),
    );
    check([vec![disc, draw, top], vec![draw, disc, top]]);
    // Discards of the set-up are told apart by how many are left.
    let discards = |left| vec![task(Work::SetupDiscard { left })];
    check([discards(3), discards(2)]);
}

/// Every option that changes rules shows from the first position on.
#[test]
fn options_are_told() {
    let told = |players: usize, options: &[&str]| {
        let game = rules(players, options);
        let state = game.new_state(&mut Streams::new(1), &mut ());
        inputs_of(&game, &state, Seat::from(0u8))
    };
    let default = told(3, &[]);
    for option in [
        "scenario=76",
        "scenario=77",
        "legacy=L8",
        "legacy=L25",
        "prestige=open",
        "weighting=spaces",
        "skipped_assistants=route",
        "assistant_vp_round4=on",
        "extra_main_u1=off",
        "cp_before_combat=combat",
        "last_village_action=own",
        "interim_assistants=off",
        "majority_zero=none",
        "rank_without_marker=lost",
        "declined_marker=rank",
        "nation_without_marker=rank",
        "combat_actions=turn",
        "silver_fleet_influence=8",
        "start_doubloons=9",
        "hand_limit=5",
    ] {
        assert_ne!(told(3, &[option]), default, "{option}");
    }
    assert_ne!(told(3, &["seat_doubloons=2"]), default);
    let default = told(1, &[]);
    for option in [
        "level=hard",
        "jean_deck=5A2C",
        "jean_explorer_quest=end",
        "jean_cards=A1+B2+C3",
    ] {
        assert_ne!(told(1, &[option]), default, "{option}");
    }
}

/// One layout serves all set-ups of a data set, but for C cards and readings that came later: they are
/// told where they are, and a network may play without knowing of them.
#[test]
fn layouts_are_the_same_for_all_set_ups() {
    let game = rules(2, &[]);
    let names = game.input_names();
    assert!(names.iter().all(|name| !game.is_of_some_games(name)));
    for (players, options) in [
        (1, &["level=easy"][..]),
        (3, &["majority_zero=none"]),
        (4, &["legacy=L3,L10", "skipped_assistants=route"]),
    ] {
        assert_eq!(rules(players, options).input_names(), names);
    }
    for (option, name) in [
        ("scenario=76", "hand:C90"),
        ("scenario=77", "display:C97"),
        ("combat_actions=turn", "combat action this turn:flag"),
        ("combat_actions=turn", "reading:combat_actions=turn"),
        (
            "silver_fleet_influence=8",
            "reading:silver_fleet_influence=8",
        ),
        ("declined_marker=rank", "reading:declined_marker=rank"),
        (
            "nation_without_marker=rank",
            "reading:nation_without_marker=rank",
        ),
    ] {
        let game = rules(2, &[option]);
        let more = game.input_names();
        assert!(more.iter().any(|more| more == name), "{name}");
        let known = more.iter().filter(|name| !game.is_of_some_games(name));
        assert!(known.eq(names), "{option}");
    }
}

/// M-A44: with the option, kinds of combat action used this turn can be told apart.
#[test]
fn combat_actions_of_the_turn_are_told() {
    let mut table = Table::bare(2, &["combat_actions=turn"]);
    let before = inputs_of(&table.game, &table.state, Seat::from(1u8));
    table.state.combat_actions_used = UsedActions::default().with(1 << 1);
    assert_ne!(
        inputs_of(&table.game, &table.state, Seat::from(1u8)),
        before
    );
}

/// All but journeys, advances and what is done with C cards have the same number in every set-up, and
/// no two actions have one.
#[test]
fn numbers_of_most_actions_are_the_same_for_all_set_ups() {
    let mut numbers = std::collections::BTreeMap::new();
    for (players, options) in [(2, &[][..]), (4, &["scenario=77"]), (1, &["level=hard"])] {
        let game = rules(players, options);
        assert!(game.action_bound() < 2_500, "{}", game.action_bound());
        let mut rng = stream(7, &[]);
        let mut state = game.new_state(&mut rng, &mut ());
        let mut actions = Vec::new();
        loop {
            game.legal_actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            for &action in &actions {
                let number = game.action_number(&state, action);
                assert!(number < game.action_bound());
                let notation = game.action_text(&state, action);
                let own = !matches!(action, Action::Sail(_) | Action::Advance { .. });
                if own && !notation.contains(" C9") {
                    let before = *numbers.entry(notation.clone()).or_insert(number);
                    assert_eq!(before, number, "{notation}");
                }
            }
            let action = choose(Temper::Eager, &actions, &mut rng);
            game.apply(&mut state, action, &mut rng, &mut ());
        }
    }
    assert!(numbers.len() > 300, "{}", numbers.len());
}

/// Whatever is done shows to everybody.
#[test]
fn every_action_shows() {
    let all = "legacy=L1,L4,L5,L6,L7,L9,L10,L11,L12,L13,L14,L15,L16,L17";
    for (players, options) in [
        (1, &[all][..]),
        (2, &[]),
        (3, &[all]),
        (4, &["scenario=77"]),
    ] {
        let game = rules(players, options);
        for seed in 0..3 {
            let mut rng = stream(seed, &[players as u64]);
            let mut state = game.new_state(&mut rng, &mut ());
            let mut actions = Vec::new();
            loop {
                game.legal_actions(&state, &mut actions);
                if actions.is_empty() {
                    break;
                }
                let action = choose(Temper::Eager, &actions, &mut rng);
                let before: Vec<_> = (0..game.seats())
                    .map(|seat| inputs_of(&game, &state, seat))
                    .collect();
                game.apply(&mut state, action, &mut rng, &mut ());
                for (seat, before) in before.into_iter().enumerate() {
                    assert_ne!(inputs_of(&game, &state, seat), before, "{action:?}");
                }
            }
        }
    }
}
