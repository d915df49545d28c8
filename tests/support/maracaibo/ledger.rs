//! Ledger of one game of Maracaibo: checks quantities that may only grow, and computes points from
//! choices, independently of the engine, for comparison with its score.

use portolan_core::game::Event;
use portolan_core::game::prelude::*;
use portolan_games::maracaibo::Maracaibo;
use portolan_games::maracaibo::action::Action;
use portolan_games::maracaibo::categories::Category;
use portolan_games::maracaibo::components::{LocationKind, NATIONS, PrestigeKind};
use portolan_games::maracaibo::pending::{PendingKind, PendingStep};
use portolan_games::maracaibo::state::{Phase, Player, State};

use super::invariants::{Chosen, expelled, vp_income_total};
use super::jean_ledger::JeanLedger;

/// VP income wraps at 20 (M-19.4).
const WRAP: u32 = 20;
/// Name of the event "career task completed".
const CAREER_TASK: &str = "career_task";

/// Points of one player, by the categories that the ledger computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Account {
    vp_track: i32,
    doubloon_track: i32,
    nations: i32,
    majorities: i32,
    upgrades: i32,
    prestige: i32,
    careers: i32,
    homeward: i32,
    interim: i32,
}

/// Ledger of one game.
pub struct Ledger {
    accounts: Vec<Account>,
    /// Effects of choices that a position does not show.
    pub chosen: Vec<Chosen>,
    /// Number of income wraps by seat.
    pub wraps: Vec<u32>,
    /// Jean's points in a solo game.
    jean: JeanLedger,
}

impl Ledger {
    /// Creates the ledger of a new game.
    pub fn new(seats: usize) -> Ledger {
        Ledger {
            accounts: vec![Account::default(); seats],
            chosen: vec![Chosen::default(); seats],
            wraps: vec![0; seats],
            jean: JeanLedger::default(),
        }
    }

    /// Records an action and checks its effects.
    pub fn book(
        &mut self,
        game: &Maracaibo,
        before: &State,
        action: Action,
        after: &State,
        events: &[Event],
    ) {
        only_grows(game, before, after);
        let earlier = self.chosen.clone();
        self.book_choice(game, before, action, after);
        self.book_careers(game, events);
        book_money(game, before, after, events);
        self.book_income(game, before, after, &earlier);
        if after.phase == Phase::Over {
            self.book_final_scoring(game, after);
        }
        self.jean.book(game, before, after, events);
        for seat in 0..self.accounts.len() {
            self.compare(game, after, seat);
        }
    }

    fn compare(&self, game: &Maracaibo, state: &State, seat: usize) {
        let points = state.players[seat].points;
        let got = |category: Category| i32::from(points[category as usize]);
        // U9 pays points after its goods have been paid (M-17).
        let pending = 2 * open_tasks(state, PendingKind::Upgrade9Effects, seat);
        let engine = Account {
            vp_track: got(Category::VpTrack),
            doubloon_track: got(Category::DoubloonTrack),
            nations: got(Category::Nations),
            majorities: got(Category::Majorities),
            upgrades: got(Category::Upgrades) + pending,
            prestige: got(Category::Prestige),
            careers: got(Category::Careers),
            homeward: got(Category::Homeward),
            interim: got(Category::Interim),
        };
        assert_eq!(engine, self.accounts[seat], "seat {seat}");
        // M-12.4: assistants give 2 VP at a time.
        let assistants = got(Category::Assistants);
        assert!(assistants >= 0 && assistants % 2 == 0);
        let jean = game.automa(seat).map_or(&[][..], |_| &state.jean.points);
        let categories = points.iter().chain(jean).map(|&points| i32::from(points));
        assert_eq!(game.score(state, seat), categories.sum::<i32>());
        let never_lost = [Category::Cards, Category::Quests, Category::Combat];
        assert!(never_lost.iter().all(|&category| got(category) >= 0));
        assert!(
            game.score(state, seat) >= 0,
            "M-A29: nobody falls below 0 VP"
        );
    }

    fn book_choice(&mut self, game: &Maracaibo, before: &State, action: Action, after: &State) {
        let top = before.top().expect("somebody acted");
        let seat = usize::from(top.seat);
        let account = &mut self.accounts[seat];
        match (action, top.work) {
            // M-14 step 1: VP instead of a purchase.
            (Action::TakeVp, PendingStep::Interim | PendingStep::Final) => account.interim += 2,
            // M-13.1: VP for stopping in a homeward city.
            (Action::City, PendingStep::Main { .. }) => {
                let components = game.components();
                let ship = usize::from(before.players[seat].ship);
                if components.locations[ship].kind == LocationKind::Homeward {
                    let last = ship == usize::from(components.places.game_end);
                    account.homeward += if last { 5 } else { 3 };
                }
            }
            // M-17: VP from upgrades.
            (Action::Upgrade9, _) => account.upgrades += 2,
            (Action::RewardDoubloons, _) => account.upgrades += 4,
            // M-20.1: VP for the first investment in a building.
            (Action::Invest(building), _) if before.prestige_invested >> building & 1 == 0 => {
                account.prestige += 2;
            }
            (Action::Synergy(kind), _) => self.chosen[seat].synergies |= 1 << kind,
            (Action::Figures(figures), PendingStep::FiguresOnCard { income_each }) => {
                let figures = u32::from(figures);
                self.chosen[seat].figures += figures;
                self.chosen[seat].figure_income += figures * u32::from(income_each);
            }
            _ => {}
        }
        for (seat, account) in self.accounts.iter_mut().enumerate() {
            let new = after.players[seat].upgrades & !before.players[seat].upgrades;
            for (number, points) in [(3, 3), (5, 3), (6, 6), (12, 10)] {
                if new >> (number - 1) & 1 == 1 {
                    account.upgrades += points;
                }
            }
        }
    }

    /// M-16.1, M-16.2: VP from careers.
    fn book_careers(&mut self, game: &Maracaibo, events: &[Event]) {
        for event in events {
            if Maracaibo::EVENT_KINDS[usize::from(event.kind)] != CAREER_TASK {
                continue;
            }
            let career = &game.components().careers[usize::from(event.item)];
            let task = &career.tasks[event.value.unsigned_abs() as usize - 1];
            let account = &mut self.accounts[usize::from(event.seat)];
            if event.value > 0 {
                account.careers += i32::from(task.vp);
            }
        }
    }

    /// M-14 step 2, M-15 step 2, and M-19.4: 20 VP per wrap for every remaining scoring.
    fn book_income(&mut self, game: &Maracaibo, before: &State, after: &State, earlier: &[Chosen]) {
        for (seat, account) in self.accounts.iter_mut().enumerate() {
            let (old, new) = (&before.players[seat], &after.players[seat]);
            if new.tasks_done == 0b111 && old.tasks_done != 0b111 {
                account.careers += 2;
            }
            let total_before = vp_income_total(game, before, seat, earlier[seat]);
            let total = vp_income_total(game, after, seat, self.chosen[seat]);
            assert!(total >= total_before, "income never falls");
            let wraps = total / WRAP - total_before / WRAP;
            self.wraps[seat] += wraps;
            account.vp_track += 20 * wraps as i32 * (5 - i32::from(before.round));
            let scored = after.round != before.round || after.phase == Phase::Over;
            if scored {
                account.vp_track += i32::from(new.income_vp);
            }
            if after.round != before.round {
                // M-14 steps 3 and 7.
                assert!(new.doubloons >= u16::from(new.income_doubloons));
                // Jean may have sailed again before the player decides.
                let home = new.ship == game.components().places.havana;
                assert!(home || game.automa(seat).is_some());
            }
        }
    }

    /// M-15 steps 2 to 5, computed independently of the engine.
    fn book_final_scoring(&mut self, game: &Maracaibo, state: &State) {
        let tracks = &game.components().tracks;
        for (seat, account) in self.accounts.iter_mut().enumerate() {
            let player = &state.players[seat];
            account.doubloon_track =
                i32::from(tracks.doubloon_vp[usize::from(player.income_doubloons)]);
            for (index, building) in game.components().prestige.iter().enumerate() {
                if player.prestige >> index & 1 == 1 {
                    account.prestige += prestige_points(game, player, building.kind);
                }
            }
            for nation in 0..NATIONS {
                let own = player.influence[nation];
                let seated = state.seated();
                if own > 0 && seated.iter().all(|other| other.influence[nation] <= own) {
                    account.majorities += 3;
                }
                let rank = i32::from(tracks.rank[usize::from(own)]);
                account.nations += rank * weighting(game, state, nation);
            }
        }
    }
}

/// M-20.2: points of a prestige building.
fn prestige_points(game: &Maracaibo, player: &Player, kind: PrestigeKind) -> i32 {
    let components = game.components();
    let space = &components.explorer[usize::from(player.explorer)];
    let income = usize::from(player.income_doubloons);
    let points = match kind {
        PrestigeKind::Monastery => 4 * space.borders_crossed.count_ones(),
        PrestigeKind::Palace => 2 * player.quests.count_ones(),
        PrestigeKind::Basilica => (4 * u32::from(player.assistant_count)).min(16),
        PrestigeKind::Fortress => 2 * u32::from(player.figures + player.cp),
        PrestigeKind::Minster => 3 * player.synergies.count_ones(),
        PrestigeKind::MilitaryBase => 2 * player.tokens.count_ones(),
        PrestigeKind::Academy => 2 * player.upgrades.count_ones(),
        PrestigeKind::Cathedral => 2 * u32::from(components.tracks.doubloon_vp[income]),
    };
    points as i32
}

/// M-15 step 5, M-A1, M-A59: completely emptied supply spaces, and the majority bonus.
fn weighting(game: &Maracaibo, state: &State, nation: usize) -> i32 {
    let (tracks, options) = (&game.components().tracks, game.options());
    let all: u8 = tracks.supply.iter().sum();
    let taken = all - state.supply[nation];
    let mut emptied = 0;
    let mut weighting = 0;
    for (&markers, &value) in tracks.supply.iter().zip(&tracks.supply_value) {
        emptied += markers;
        if emptied <= taken {
            weighting += if options.weighting_spaces {
                1
            } else {
                i32::from(value)
            };
        }
    }
    let own = state.marker_count[nation];
    let ahead = state.marker_count.iter().filter(|&&other| other > own);
    if own > 0 || !options.majority_zero_none {
        weighting += [2, 1, 0][ahead.count()];
    }
    weighting
}

/// Checks that doubloons change exactly as recorded by events.
fn book_money(game: &Maracaibo, before: &State, after: &State, events: &[Event]) {
    for seat in 0..game.seats() {
        let held = |state: &State| i32::from(state.players[seat].doubloons);
        let moved = events
            .iter()
            .filter(|event| usize::from(event.seat) == seat);
        let moved = moved.map(
            |event| match Maracaibo::EVENT_KINDS[usize::from(event.kind)] {
                "earned" => event.value,
                "spent" => -event.value,
                _ => 0,
            },
        );
        assert_eq!(
            held(after) - held(before),
            moved.sum::<i32>(),
            "seat {seat}"
        );
    }
}

/// Returns the number of open tasks of a kind for a seat.
fn open_tasks(state: &State, kind: PendingKind, seat: usize) -> i32 {
    state.stack[..usize::from(state.stack_len)]
        .iter()
        .filter(|task| task.kind() == kind && usize::from(task.seat) == seat)
        .count() as i32
}

/// Checks quantities that never decrease.
fn only_grows(game: &Maracaibo, before: &State, after: &State) {
    assert!(after.round >= before.round && after.round <= before.round + 1);
    assert!(after.shuffles >= before.shuffles);
    assert!(after.tokens_len <= before.tokens_len);
    assert!(after.prestige_shown >= before.prestige_shown);
    assert!(after.discs_gone >= before.discs_gone);
    assert!(after.explorers_at_end >= before.explorers_at_end);
    assert_eq!(
        after.borders_crossed & before.borders_crossed,
        before.borders_crossed
    );
    // M-22.10, M-22.12: the silver fleet and the gold mine cannot be expelled.
    let fixed = |state: &State| {
        [
            state.silver_fleet[0],
            state.silver_fleet[1],
            state.gold_mine,
        ]
    };
    for (old, new) in fixed(before).into_iter().zip(fixed(after)) {
        assert!(old.is_none() || old == new);
    }
    for nation in 0..NATIONS {
        // M-8.3: taken markers do not return to the supply, and expelled markers stay out of the
        // game.
        assert!(after.supply[nation] <= before.supply[nation]);
        assert!(expelled(after)[nation] >= expelled(before)[nation]);
    }
    for (old, new) in before.seated().iter().zip(after.seated()) {
        // M-9.1: explorers move only forward along the path.
        let from = &game.components().explorer[usize::from(old.explorer)];
        assert!(
            from.reaches & new.explorer.bit() != 0,
            "the explorer went back"
        );
        for nation in 0..NATIONS {
            assert!(new.influence[nation] >= old.influence[nation]);
        }
        assert!(old.bought.minus(new.bought).is_empty());
        assert_eq!(
            new.assistants()[..old.assistants().len()],
            *old.assistants()
        );
        assert_eq!(new.synergies & old.synergies, old.synergies);
        assert_eq!(new.upgrades & old.upgrades, old.upgrades);
        assert_eq!(new.tokens & old.tokens, old.tokens);
        assert_eq!(new.quests & old.quests, old.quests);
        assert_eq!(new.prestige & old.prestige, old.prestige);
        assert_eq!(new.tasks_done & old.tasks_done, old.tasks_done);
        assert!(
            new.discs
                .iter()
                .zip(old.discs)
                .all(|(&new, old)| new <= old)
        );
        assert!(new.turns == old.turns || new.turns == old.turns + 1);
        assert!(new.figures_on_cards >= old.figures_on_cards);
    }
}
