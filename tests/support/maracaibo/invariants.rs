//! Invariants of every position of Maracaibo: conservation of components, and agreement of running totals
//! with recounted totals.

use portolan_core::game::prelude::*;
use portolan_games::maracaibo::Maracaibo;
use portolan_games::maracaibo::components::{
    AUTOMA_SPACES, CardId, CardLetter, CardSet, LocationKind, NATIONS, Nation, Ongoing,
    Requirement, SYNERGIES, SpaceId, SpaceKind,
};
use portolan_games::maracaibo::pending::{PendingKind, PendingStep};
use portolan_games::maracaibo::state::{Phase, Player, State};

/// Numbers of discs of a player (M-1.10), figures (M-1.11) and markers of a nation (M-1.8).
const DISCS: u32 = 24;
const FIGURES: u8 = 8;
const MARKERS: u8 = 13;
/// Number of A and B cards in the game, without C cards (M-1.5).
const CARDS: usize = A_CARDS + 40;
const A_CARDS: usize = 56;
/// Base of the doubloon income marker, and the ends of both tracks (M-1.10, M-19.3, M-19.4).
const BASE_INCOME: u32 = 8;
const DOUBLOON_END: u32 = 34;
const VP_END: u32 = 20;

/// Components dealt in a game.
pub struct Dealt {
    cards: CardSet,
    /// Number of A cards out of the game: at most one, if a seat was granted a B card instead.
    gone: usize,
    /// Number of discs placed on legacy tiles at set-up with two players (M-22.13).
    tile_discs: u32,
}

/// Effects of one player's choices that the position does not show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chosen {
    /// Synergy tokens chosen with `synergy_choice`, as bits.
    pub synergies: u8,
    /// Number of figures placed on usurers' cards.
    pub figures: u32,
    /// Doubloon income from these figures.
    pub figure_income: u32,
}

impl Dealt {
    /// Records the components of a newly dealt game.
    pub fn new(game: &Maracaibo, state: &State) -> Dealt {
        let cards: CardSet = places_of_cards(state).collect();
        let components = game.components();
        let id = &game.options().scenario;
        let scenario = components.scenarios.iter().find(|card| card.id == *id);
        let c_cards = scenario.map_or(0, |card| card.cards.len());
        assert_eq!(cards.len(), CARDS + c_cards);
        let is_b = |card: CardId| components[card].set == CardLetter::B;
        let others = cards.iter().filter(|&card| !is_b(card)).count();
        let gone = A_CARDS + c_cards - others;
        assert!(gone <= 1);
        Dealt {
            cards,
            gone,
            tile_discs: state.tile_discs.iter().map(|&discs| u32::from(discs)).sum(),
        }
    }

    /// Checks a position.
    pub fn check(&self, game: &Maracaibo, state: &State, chosen: &[Chosen]) {
        self.cards(state);
        self.discs(game, state);
        markers(game, state);
        tokens(game, state);
        quests(game, state);
        explorers(game, state);
        prestige(state);
        for (seat, player) in state.seated().iter().enumerate() {
            if game.automa(seat).is_some() {
                holds_nothing(game, state, player);
                continue;
            }
            figures(state, player);
            hand(game, player);
            limits(game, player);
            upgrades(player);
            assistants(game, player);
            let bought = resolved(state, seat as u8);
            ongoing(game, player, bought);
            synergies(game, player, bought, chosen[seat]);
            income(game, state, seat, bought, chosen[seat]);
        }
        turn(state);
    }

    /// Checks a determinized position. The unused B cards may differ, but no A or C card may be missing
    /// (M-A71, M-1.5), except for one A card if a seat was granted a B card. Each hidden card must come
    /// from the shuffle from which all seats saw it drawn.
    pub fn check_world(&self, game: &Maracaibo, real: &State, world: &State, chosen: &[Chosen]) {
        let believed = Dealt {
            tile_discs: self.tile_discs,
            ..Dealt::new(game, world)
        };
        believed.check(game, world, chosen);
        let missing = self.cards.minus(believed.cards);
        let missing = missing
            .iter()
            .filter(|&card| game.components()[card].set != CardLetter::B);
        assert!(missing.count() <= self.gone, "a world without A cards");
        let origins = |state: &State, cards: CardSet| {
            let mut origins: Vec<u8> = cards
                .iter()
                .map(|card| state.recycled[usize::from(card)])
                .collect();
            origins.sort_unstable();
            origins
        };
        let can_act = |state: &State| {
            let mut legal = Vec::new();
            game.legal_actions(state, &mut legal);
            !legal.is_empty()
        };
        assert_eq!(can_act(real), can_act(world), "a payment without cards");
        for (player, other) in real.seated().iter().zip(world.seated()) {
            assert_eq!(player.hand_public, other.hand_public);
            assert_eq!(origins(real, player.hand), origins(world, other.hand));
        }
        let pile = |state: &State| {
            state.pile[..usize::from(state.pile_len)]
                .iter()
                .copied()
                .collect()
        };
        assert_eq!(origins(real, pile(real)), origins(world, pile(world)));
        super::jean_ledger::same_to_the_player(game, real, world);
    }

    /// M-1.5: every card in the game is in exactly one place.
    fn cards(&self, state: &State) {
        let places = places_of_cards(state).count();
        let cards: CardSet = places_of_cards(state).collect();
        assert_eq!(places, cards.len(), "a card is in two places");
        assert_eq!(cards, self.cards, "a card appeared or vanished");
    }

    /// M-1.10, M-6.2, M-14 step 3, M-22.13: each player has 24 discs in total.
    fn discs(&self, game: &Maracaibo, state: &State) {
        let sum = |discs: &[u8]| discs.iter().map(|&number| u32::from(number)).sum::<u32>();
        let ships: u32 = state.seated().iter().map(|player| sum(&player.discs)).sum();
        let jean = u32::from(state.jean.discs);
        let all = ships
            + jean
            + state
                .market
                .iter()
                .map(|full| full.count_ones())
                .sum::<u32>()
            + sum(&state.tile_discs)
            + u32::from(state.discs_gone);
        let automas = (0..game.seats()).filter(|&seat| game.automa(seat).is_some());
        let automas = automas.count() as u32;
        let dealt = DISCS * (u32::from(state.seats) - automas) + AUTOMA_SPACES as u32 * automas;
        assert_eq!(all, dealt + self.tile_discs);
        let components = game.components();
        for (location, &full) in state.market.iter().enumerate() {
            let spaces = match state.tiles[location] {
                None if location >= components.locations.len() => 0,
                None => (components.locations[location].market).map_or(0, |market| market.spaces),
                Some(tile) => components.city_tiles[usize::from(tile)].market.spaces,
            };
            assert_eq!(u16::from(full) >> spaces, 0, "market of {location}");
        }
        for (index, &discs) in state.tile_discs.iter().enumerate() {
            let number = index as u8 + 10;
            let tile = components.legacy.iter().find(|tile| tile.number == number);
            assert!(discs <= tile.map_or(0, |tile| tile.spaces), "L{number}");
        }
    }
}

/// Returns all cards, place by place.
fn places_of_cards(state: &State) -> impl Iterator<Item = CardId> + '_ {
    let players = state.seated().iter().flat_map(|player| {
        let laid = player.planned.into_iter().chain(player.set_aside).flatten();
        player.hand.iter().chain(player.bought.iter()).chain(laid)
    });
    state.pile[..usize::from(state.pile_len)]
        .iter()
        .copied()
        .chain(state.display.into_iter().flatten())
        .chain(state.discards.iter())
        .chain(state.jean.cards.iter())
        .chain(players)
}

/// Returns the position with every face-down pile in a different order, which no seat can distinguish.
pub fn reordered(state: &State) -> State {
    let mut other = *state;
    other.pile[..usize::from(state.pile_len)].reverse();
    other.quest_pile[..usize::from(state.quest_pile_len)].reverse();
    other.tokens[..usize::from(state.tokens_len)].reverse();
    other.prestige[usize::from(state.prestige_shown)..].reverse();
    other
}

/// M-1.8, M-8.3: 13 markers per nation: in the supply, on the map or a legacy tile, or expelled.
fn markers(game: &Maracaibo, state: &State) {
    for nation in 0..NATIONS {
        let own = |place: &&Option<Nation>| place.map(usize::from) == Some(nation);
        let placed = state.markers.iter().filter(own).count()
            + state.silver_fleet.iter().filter(own).count()
            + state
                .gold_mine
                .iter()
                .filter(|&&of| usize::from(of) == nation)
                .count();
        assert_eq!(usize::from(state.marker_count[nation]), placed);
        assert!(state.supply[nation] + state.marker_count[nation] <= MARKERS);
    }
    for (location, &nation) in state.markers.iter().enumerate() {
        if nation.is_some() {
            // M-A58: only these locations may have a marker.
            let shown = &game.components().locations[location];
            assert!(shown.flag || shown.kind == LocationKind::Village);
        }
    }
}

/// Returns the number of markers of each nation that have left the game.
pub fn expelled(state: &State) -> [u8; NATIONS] {
    std::array::from_fn(|nation| MARKERS - state.supply[nation] - state.marker_count[nation])
}

/// M-1.2, M-7.9: every token is in the bag, on a ship board, or revealed in a combat.
fn tokens(game: &Maracaibo, state: &State) {
    let mut seen = vec![0; game.components().tokens.len()];
    for &token in &state.tokens[..usize::from(state.tokens_len)] {
        seen[usize::from(token)] += 1;
    }
    for task in &state.stack[..usize::from(state.stack_len)] {
        let token = match task.work {
            PendingStep::Nation { token } => token,
            PendingStep::Combat(combat) => combat.token,
            _ => None,
        };
        if let Some(token) = token {
            seen[usize::from(token)] += 1;
        }
    }
    for player in state.seated() {
        assert_eq!(u32::from(player.token_count), player.tokens.count_ones());
        for (token, seen) in seen.iter_mut().enumerate() {
            *seen += player.tokens >> token & 1;
        }
    }
    assert!(seen.iter().all(|&times| times == 1), "tokens {seen:?}");
}

/// M-1.3, M-11: every quest tile is in exactly one place, including a quest that is being fulfilled.
fn quests(game: &Maracaibo, state: &State) {
    let mut seen = vec![0; game.components().quests.len()];
    let pile = &state.quest_pile[..usize::from(state.quest_pile_len)];
    let map = &state.map_quests[..usize::from(state.map_quests_len)];
    let stack = &state.stack[..usize::from(state.stack_len)];
    let fulfilled = stack.iter().filter_map(|task| match task.work {
        PendingStep::QuestReward { quest } | PendingStep::QuestTile { quest } => Some(quest),
        _ => None,
    });
    let on_cards = state.seated().iter().flat_map(|player| player.card_quests);
    let places = pile
        .iter()
        .copied()
        .chain(map.iter().map(|&(_, quest)| quest))
        .chain(state.quest_top)
        .chain(state.track_quests.into_iter().flatten())
        .chain(on_cards.flatten())
        .chain(fulfilled);
    for quest in places {
        seen[usize::from(quest)] += 1;
    }
    for player in state.seated() {
        assert_eq!(u32::from(player.quest_count), player.quests.count_ones());
        for (quest, seen) in seen.iter_mut().enumerate() {
            *seen += player.quests >> quest & 1;
        }
    }
    assert!(seen.iter().all(|&times| times == 1), "quests {seen:?}");
    assert!(state.quest_top.is_some() || state.quest_pile_len == 0);
    let locations = map.iter().fold(0, |bits, &(place, _)| bits | place.bit());
    assert_eq!(state.quest_locations, locations);
}

/// M-9.2: a space contains at most one explorer, except the start and the last space; M-9.5: emptied
/// spaces.
fn explorers(game: &Maracaibo, state: &State) {
    let components = game.components();
    let end = components.places.explorer_end;
    let mut taken = 0u64;
    let mut crossed = 0;
    for player in state.seated() {
        let space = player.explorer;
        crossed |= components.explorer[usize::from(space)].borders_crossed;
        if space != SpaceId::FIRST && space != end {
            assert_eq!(taken & space.bit(), 0, "two explorers on {space:?}");
            taken |= space.bit();
        }
    }
    let at_end = |player: &&Player| player.explorer == end;
    let arrived = state.seated().iter().filter(at_end).count();
    let arriving = state.stack[..usize::from(state.stack_len)]
        .iter()
        .filter(|task| task.work == PendingStep::ExplorerArrive)
        .count();
    assert!(usize::from(state.explorers_at_end) <= arrived);
    assert!(usize::from(state.explorers_at_end) + arriving >= arrived);
    assert_eq!(state.borders_crossed, crossed);
    let quest_spaces = components
        .explorer
        .iter()
        .enumerate()
        .filter(|(_, space)| space.kind == SpaceKind::Quest);
    let mut emptied = 0;
    for ((space, _), quest) in quest_spaces.zip(state.track_quests) {
        emptied |= u64::from(quest.is_none()) << space;
    }
    assert_eq!(state.emptied_spaces, emptied);
}

/// M-20.1: prestige buildings.
fn prestige(state: &State) {
    let shown = state.prestige[..usize::from(state.prestige_shown)]
        .iter()
        .fold(0u8, |bits, &building| bits | 1 << building);
    let mut invested = 0;
    for player in state.seated() {
        invested |= player.prestige;
    }
    assert_eq!(state.prestige_invested, invested);
    assert_eq!(invested & !shown, 0, "a building face down was used");
    let mut buildings = state.prestige;
    buildings.sort_unstable();
    assert!(buildings.windows(2).all(|pair| pair[0] < pair[1]));
}

/// M-24.1: components that Jean never has.
fn holds_nothing(game: &Maracaibo, state: &State, player: &Player) {
    let bare = Player {
        points: player.points,
        turns: player.turns,
        tokens: player.tokens,
        token_count: player.token_count,
        quests: player.quests,
        quest_count: player.quest_count,
        influence: player.influence,
        explorer: player.explorer,
        ship: player.ship,
        ..Player::EMPTY
    };
    assert_eq!(*player, bare);
    let end = game.components().tracks.influence_end;
    assert!(player.influence.iter().all(|&step| step <= end));
    assert!(
        state
            .top()
            .is_none_or(|task| game.automa(usize::from(task.seat)).is_none())
    );
}

/// M-1.11, M-1.15, M-A62: 8 figures per player.
fn figures(state: &State, player: &Player) {
    let on_career = if state.phase == Phase::Setup {
        0
    } else {
        3 - player.tasks_done.count_ones() as u8
    };
    let all = player.figures
        + player.general
        + on_career
        + player.figures_on_cards
        + player.assistant_count
        + player.prestige.count_ones() as u8;
    assert_eq!(all, FIGURES);
}

/// Checks the cached totals of the hand, and the cards known to other seats.
fn hand(game: &Maracaibo, player: &Player) {
    let (mut goods, mut objects) = ([0; 4], [0; 4]);
    for card in player.hand.iter() {
        let shown = &game.components()[card];
        goods[usize::from(shown.good)] += 1;
        objects[usize::from(shown.object)] += 1;
    }
    assert_eq!(usize::from(player.hand_len), player.hand.len());
    assert_eq!((player.hand_goods, player.hand_objects), (goods, objects));
    let hidden = player.hand.minus(player.hand_public);
    assert!(player.hand_public.minus(player.hand).is_empty());
    let a_cards = hidden
        .iter()
        .filter(|&card| game.components()[card].set == CardLetter::A);
    assert!(usize::from(player.kept_a_cards) <= a_cards.count());
    // M-4.2: planned cards have no gaps.
    let planned = player.planned_count();
    assert!(player.planned[planned..].iter().all(Option::is_none));
}

/// Checks the ends of tracks (M-7.10, M-8.1, M-19.3, M-19.4) and of piles.
fn limits(game: &Maracaibo, player: &Player) {
    assert!(player.cp <= 8);
    assert!(u32::from(player.income_vp) < VP_END);
    assert!((BASE_INCOME..=DOUBLOON_END).contains(&u32::from(player.income_doubloons)));
    let end = game.components().tracks.influence_end;
    assert!(player.influence.iter().all(|&step| step <= end));
    assert!(player.doubloons < 1000);
}

/// M-17.2, M-17.3: an area is complete when both discs are gone, and its requirements were met first.
fn upgrades(player: &Player) {
    for (area, &discs) in player.discs.iter().enumerate() {
        assert_eq!(discs == 0, player.upgrades >> area & 1 == 1);
    }
    let begun = |number: usize| player.discs[number - 1] < 2;
    let others = |number: u8| (player.upgrades & !(1 << (number - 1))).count_ones();
    assert!(!begun(6) || player.has_upgrade(5));
    assert!(!begun(9) || player.has_upgrade(8));
    assert!(!begun(10) || others(10) >= 4);
    assert!(!begun(11) || others(11) >= 4);
    assert!(!begun(12) || others(12) >= 6);
}

/// M-12.1: the assistants on the map are the assistants of the bought cards.
fn assistants(game: &Maracaibo, player: &Player) {
    let placed: CardSet = player.assistants().iter().copied().collect();
    let owned = player
        .bought
        .iter()
        .filter(|&card| game.components()[card].assistant_location.is_some());
    assert_eq!(placed, owned.collect());
    assert_eq!(placed.len(), player.assistants().len());
    assert_eq!(
        u32::from(player.assistants_new) >> player.assistant_count,
        0
    );
}

/// Returns the bought cards that have been paid for, so that they are in effect (M-A47).
fn resolved(state: &State, seat: u8) -> CardSet {
    let mut bought = state.players[usize::from(seat)].bought;
    for task in &state.stack[..usize::from(state.stack_len)] {
        if let PendingStep::CardResolve { card } = task.work
            && task.seat == seat
        {
            bought.remove(card);
        }
    }
    bought
}

/// M-18.4, M-A73: lasting effects equal the sum over the cards.
fn ongoing(game: &Maracaibo, player: &Player, bought: CardSet) {
    let mut counted = Player {
        compasses: 1,
        ..Player::EMPTY
    };
    for card in bought.iter() {
        let shown = &game.components()[card];
        match shown.ongoing {
            Ongoing::None => {}
            Ongoing::Object(object) => counted.permanent_objects[usize::from(object)] += 1,
            Ongoing::Discount(n) => counted.discount += n,
            Ongoing::CpBeforeCombat(n) => counted.cp_before_combat += n,
            Ongoing::Compass(n) => counted.compasses += n,
            Ongoing::ExplorePlus(n) => counted.explore_plus += n,
            Ongoing::JumpSteal(n) => counted.jump_steal += n,
            Ongoing::Visitor => counted.visitor += 1,
            // M-A60: a single figure serves each card.
            Ongoing::FigureToCp(n) => counted.figure_to_cp = n,
            Ongoing::AllyCp(nation, n) => counted.ally_cp[usize::from(nation)] += n,
            Ongoing::ExpelVp(n) => counted.expel_vp += n,
        }
        if let Some(action) = shown.village_action {
            counted.village_actions |= 1 << action;
        }
        if let Some(action) = shown.combat_action {
            counted.combat_actions |= 1 << action;
        }
    }
    let effects = |player: &Player| {
        (
            (player.permanent_objects, player.discount, player.compasses),
            (player.cp_before_combat, player.explore_plus, player.visitor),
            (player.jump_steal, player.ally_cp, player.expel_vp),
            (
                player.figure_to_cp,
                player.village_actions,
                player.combat_actions,
            ),
        )
    };
    assert_eq!(effects(player), effects(&counted));
}

/// M-19.1: synergy tokens come only from bought cards, buildings and choices.
fn synergies(game: &Maracaibo, player: &Player, bought: CardSet, chosen: Chosen) {
    let components = game.components();
    let mut expected = chosen.synergies;
    for card in bought.iter() {
        if let Some(kind) = components[card].synergy {
            expected |= 1 << kind;
        }
    }
    for (index, building) in components.prestige.iter().enumerate() {
        if player.prestige >> index & 1 == 1 {
            expected |= 1 << building.synergy;
        }
    }
    assert_eq!(player.synergies, expected);
}

/// Returns doubloon and VP income of a player from the bought cards, ignoring the ends of the tracks.
fn income_sum(game: &Maracaibo, player: &Player, bought: CardSet, chosen: Chosen) -> (u32, u32) {
    // Figures that a card requires bring no income; the others are on usurers' cards.
    let required = player
        .bought
        .iter()
        .map(|card| match game.components()[card].requirement {
            Requirement::FiguresOnCard(n) => u32::from(n),
            _ => 0,
        });
    let on_cards = required.sum::<u32>() + chosen.figures;
    assert_eq!(u32::from(player.figures_on_cards), on_cards);
    let (mut doubloons, mut vp) = (chosen.figure_income, 0);
    for card in bought.iter() {
        let shown = &game.components()[card];
        doubloons += u32::from(shown.income_doubloons);
        vp += u32::from(shown.income_vp);
        for income in shown.conditional {
            if income
                .synergy
                .is_some_and(|synergy| player.has_synergy(synergy))
            {
                doubloons += u32::from(income.doubloons);
                vp += u32::from(income.vp);
            }
        }
    }
    (doubloons, vp)
}

/// Returns the total VP income that a seat has had, including the doubloon surplus (M-19.3).
pub fn vp_income_total(game: &Maracaibo, state: &State, seat: usize, chosen: Chosen) -> u32 {
    let bought = resolved(state, seat as u8);
    let (doubloons, vp) = income_sum(game, &state.players[seat], bought, chosen);
    vp + (BASE_INCOME + doubloons).saturating_sub(DOUBLOON_END)
}

/// M-19.5: the marker equals the base plus the active income of the bought cards, including wraps.
fn income(game: &Maracaibo, state: &State, seat: usize, bought: CardSet, chosen: Chosen) {
    let player = &state.players[seat];
    let (doubloons, _) = income_sum(game, player, bought, chosen);
    assert_eq!(
        u32::from(player.income_doubloons),
        (BASE_INCOME + doubloons).min(DOUBLOON_END)
    );
    let total = vp_income_total(game, state, seat, chosen);
    assert_eq!(u32::from(player.income_vp), total % VP_END);
    let (mut doubloons, mut vp) = ([0; SYNERGIES], [0; SYNERGIES]);
    for card in bought.iter() {
        for income in game.components()[card].conditional {
            if let Some(synergy) = income.synergy
                && !player.has_synergy(synergy)
            {
                doubloons[usize::from(synergy)] += income.doubloons;
                vp[usize::from(synergy)] += income.vp;
            }
        }
    }
    assert_eq!(
        (player.waiting_doubloons, player.waiting_vp),
        (doubloons, vp)
    );
}

/// M-2.1, and the stack of open tasks.
fn turn(state: &State) {
    assert!((1..=4).contains(&state.round));
    assert!(state.active < state.seats);
    assert_eq!(state.top().is_none(), state.phase == Phase::Over);
    for task in &state.stack[..usize::from(state.stack_len)] {
        assert!(task.seat < state.seats);
    }
    if let Some(top) = state.top() {
        assert!(
            top.kind() <= PendingKind::FinalAfter,
            "{top:?} is no decision"
        );
    }
}
