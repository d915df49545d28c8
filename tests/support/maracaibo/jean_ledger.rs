//! Ledger of Jean's points in one solo game: computed from the cards that she turned, independently
//! of the engine, and compared with it.

use portolan_core::game::Event;
use portolan_core::game::prelude::*;
use portolan_games::maracaibo::Maracaibo;
use portolan_games::maracaibo::categories::Category;
use portolan_games::maracaibo::components::{AUTOMA_LETTERS, SpaceId};
use portolan_games::maracaibo::jean::Jean;
use portolan_games::maracaibo::state::{Phase, State};

const JEAN: usize = 1;
/// Number of disc spaces on her board, and the VP of her income by number of discs gone (M-24.8).
const DISCS: u8 = 22;
const INCOME: [i32; DISCS as usize + 1] = [
    0, 0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38,
];

/// VP of a card in rounds 1 and 2, and from round 3 on (M-24.12).
fn points_of(card: &str) -> [i32; 2] {
    match card {
        "B1" | "B4" | "C1" | "C3" => [4, 4],
        "B2" | "B3" | "B5" => [0, 4],
        "B6" | "C4" => [2, 2],
        "C2" => [3, 3],
        _ => [0, 0],
    }
}

/// Jean's points so far, by category.
#[derive(Clone, Copy, Debug, Default)]
pub struct JeanLedger {
    actions: i32,
    income: i32,
    cards: i32,
    bonuses: [i32; 4],
}

impl JeanLedger {
    /// Records an action of the player and Jean's subsequent actions.
    pub fn book(&mut self, game: &Maracaibo, before: &State, after: &State, events: &[Event]) {
        if game.automa(JEAN).is_none() {
            assert_eq!(after.jean, Jean::ABSENT);
            return;
        }
        let of_kind = |name: &'static str| {
            let kinds = Maracaibo::EVENT_KINDS;
            events
                .iter()
                .filter(move |event| kinds[usize::from(event.kind)] == name)
        };
        let mut removed = 0;
        for event in of_kind("jean_card") {
            let card = game.event_item(event);
            assert_eq!(after.jean.known >> event.item & 1, 1);
            if event.value == 1 {
                self.actions += points_of(&card)[usize::from(event.round >= 3)];
                removed += u8::from(["B3", "B5", "C1"].contains(&card.as_str()));
            }
        }
        let (old, new) = (&before.jean, &after.jean);
        let delivered = of_kind("jean_delivered").count() as u8;
        let gone = old.discs - new.discs;
        assert!(gone == delivered + removed || new.discs == 0 && gone <= delivered + removed);
        let taken = of_kind("jean_took").count();
        assert!(old.cards.minus(new.cards).is_empty());
        assert_eq!(new.cards.len(), old.cards.len() + taken);
        let [tiles_before, tiles] =
            [before, after].map(|state| usize::from(state.players[JEAN].quest_count));
        assert_eq!(tiles, tiles_before + of_kind("jean_quest").count());
        deck(old, new);
        // She never moves between the player's last decision of a scoring and the income.
        if after.round != before.round || after.phase == Phase::Over {
            self.income += INCOME[usize::from(DISCS - old.discs)];
            self.cards += old.cards.len() as i32;
        }
        if after.phase == Phase::Over {
            self.bonuses = bonuses(game, after);
        }
        let booked = [self.actions, self.income, self.cards];
        let booked = booked.into_iter().chain(self.bonuses);
        let points = new.points.into_iter().map(i32::from);
        assert!(booked.eq(points), "{self:?} {:?}", new.points);
        for &category in Category::ALL {
            let points = after.players[JEAN].points[category as usize];
            match category {
                Category::Nations | Category::Majorities | Category::Other => assert!(points >= 0),
                // M-A29: points taken by a player who jumped over her explorer.
                Category::Explorer => assert!(points <= 0),
                other => assert_eq!(points, 0, "{other:?}"),
            }
        }
    }
}

/// M-24.2: the set of cards is constant; every card is in the deck or has been turned.
fn deck(old: &Jean, new: &Jean) {
    assert_eq!(new.deck & new.discards, 0);
    assert_eq!(new.deck | new.discards, old.deck | old.discards);
    assert_ne!(new.deck | new.discards, 0);
    assert_eq!(new.known & old.known, old.known);
    assert_eq!(new.known & new.discards, new.discards);
}

/// M-24.9, M-A34: bonuses at the end of the game.
fn bonuses(game: &Maracaibo, state: &State) -> [i32; 4] {
    let [own, hers] = [&state.players[0], &state.players[JEAN]];
    let tiles = hers.quests.count_ones() as i32;
    let lead = |by: i32| match by {
        i32::MIN..=0 => 0,
        1 | 2 => 10,
        3 => 20,
        _ => 30,
    };
    let upgrades = i32::from((DISCS - state.jean.discs) / 2);
    let ahead = match ways(game, own.explorer, hers.explorer) {
        Some(spaces) => spaces,
        None if ways(game, hers.explorer, own.explorer).is_some() => 0,
        None => border(game, own.explorer) - border(game, hers.explorer),
    };
    [
        5 * tiles,
        lead(tiles - own.quests.count_ones() as i32),
        lead(upgrades - own.upgrades.count_ones() as i32),
        match ahead {
            i32::MIN..=0 => 0,
            1..=7 => 10,
            8..=10 => 20,
            _ => 30,
        },
    ]
}

/// Returns the minimum number of printed spaces from one space to another.
fn ways(game: &Maracaibo, from: SpaceId, to: SpaceId) -> Option<i32> {
    if from == to {
        return Some(0);
    }
    let next = game.components().explorer[usize::from(from)].next;
    next.into_iter()
        .flatten()
        .filter(|&next| next <= to)
        .filter_map(|next| ways(game, next, to))
        .min()
        .map(|spaces| spaces + 1)
}

/// Returns the minimum number of printed spaces to the next space behind a border.
fn border(game: &Maracaibo, from: SpaceId) -> i32 {
    let track = &game.components().explorer;
    let next = track[usize::from(from)].next;
    let next = next.into_iter().flatten();
    let spaces = next.map(|next| match track[usize::from(next)].border_before {
        None => 1 + border(game, next),
        Some(_) => 1,
    });
    spaces.min().unwrap_or(0)
}

/// M-A71: a determinized position has the same number of cards of each letter in Jean's deck, and
/// is otherwise equal for Jean.
pub fn same_to_the_player(game: &Maracaibo, real: &State, world: &State) {
    let jean = |state: &State| Jean {
        deck: 0,
        ..state.jean
    };
    assert_eq!(jean(real), jean(world));
    assert_eq!(
        real.jean.deck & real.jean.known,
        world.jean.deck & world.jean.known
    );
    for letter in 0..AUTOMA_LETTERS.len() {
        let count = |state: &State| {
            let cards = game.components().automa.iter().enumerate();
            cards
                .filter(|(index, card)| {
                    usize::from(card.letter) == letter && state.jean.deck >> index & 1 == 1
                })
                .count()
        };
        assert_eq!(count(real), count(world));
    }
}
