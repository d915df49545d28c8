//! What a seat knows, as inputs of a network. Nothing is hidden in this game.
//!
//! Seats are told from the observer on, in turn order: `me`, `next1`, `next2` …; the silent fleets are
//! `fleets`. One layout serves both sides of the board, all numbers of players and all options: sites
//! and links have the ids of both sides. What lies on a space is `TOKEN:SPACE`, such as `culture:london`.
//!
//! Where cards lie, which tile is where on the coast, and how the icons of an attribute came about are
//! not told: nothing depends on it.

use super::Endeavor;
use super::components::{
    AREA_NAMES, AREAS, ASSETS, ATTRIBUTE_NAMES, BUILDINGS, Bits, Board, CARDS, Components, DECKS,
    DEED_NAMES, REGIONS, STEPS, Sites, TOKEN_KINDS, deck_name, deck_size, deck_start,
};
use super::features::FEATURE_NAMES;
use super::options::Options;
use super::sites::{VICTIM, governor_winner};
use super::state::{MAX_SITES, MAX_TRACK, NEUTRAL, NONE, Phase, Player, ROUNDS, State, TOKENS};
use crate::game::{MAX_SEATS, Seat};
use crate::observation::{Count, Flag, Flags, Inputs, Layout, Number, seat_names};

/// Names of the phases in which somebody decides, in the order of their numbers.
const PHASE_NAMES: [&str; 10] = [
    "start_tile",
    "scarce",
    "build",
    "salary",
    "turn",
    "act",
    "casualty",
    "reaction",
    "governor",
    "discard",
];

/// Rules that options change; an input is on if the rule is not the ordinary one.
const RULES: [&str; 8] = [
    "silent_fleets",
    "restricted_occupation",
    "react_to_tokens",
    "scarce_buildings",
    "reaction_choice",
    "build_fallback",
    "limit_read",
    "abolition",
];

/// Those who have discs: the seats and the silent fleets.
const OWNERS: usize = MAX_SEATS + 1;
/// The score category of links.
const LINKS: usize = 5;
/// Highest draw number.
const DRAW_NUMBERS: usize = 5;
/// Most tiles of a kind that can be in the supply.
const COPIES: usize = 5;
/// Discs up to which every number has its own flag.
const DISCS: usize = 8;
/// Number of the first region among the areas.
const FIRST_REGION: usize = REGIONS.start;

/// By how much a feature is divided.
fn feature_scale(name: &str) -> f32 {
    match name {
        "score" | "attributes" | "rival_score" | "others_score" => 30.0,
        "industry_ahead" | "growth_ahead" | "payments_ahead" | "spaces_ahead" => 15.0,
        "industry" | "culture" | "wealth" | "influence" | "harbor" | "harbor_ahead" => 10.0,
        _ => 5.0,
    }
}

/// The rules that are not the ordinary ones, as a set.
fn changed_rules(options: &Options) -> u64 {
    let changed = [
        options.silent_fleets,
        options.restricted_occupation,
        !options.react_to_tokens,
        options.scarce_buildings,
        options.effective_reactions,
        !options.build_fallback,
        options.limit_once,
        !options.abolition,
    ];
    let changed = changed.into_iter().enumerate();
    changed.fold(0, |set, (rule, on)| set | u64::from(on) << rule)
}

/// What is barred to a seat, as a set: kinds of building, then decks.
fn barred(options: &Options, seat: Seat) -> u64 {
    let kinds = u64::from(!options.may_build[seat]) & ((1 << BUILDINGS) - 1);
    let decks = (0..DECKS).filter(|&deck| options.may_draw[seat] >> deck_start(deck) & 1 == 0);
    decks.fold(kinds, |set, deck| set | 1 << (BUILDINGS + deck))
}

/// The round spaces of both sides of the board: those of the tracks, sites by id, links by the ids of
/// their ends.
struct Spaces {
    names: Vec<String>,
    /// By token of the side in play: its space.
    of_token: [u16; TOKENS],
}

impl Spaces {
    fn new(components: &Components, side: usize) -> Spaces {
        let mut names: Vec<String> = Vec::new();
        for area in REGIONS {
            let spaces = 1..=MAX_TRACK;
            names.extend(spaces.map(|space| format!("{} {space}", AREA_NAMES[area])));
        }
        let first_site = names.len();
        names.extend(components.site_ids().into_iter().map(str::to_string));
        for board in &components.boards {
            for link in 0..board.links.len() {
                let name = link_name(board, link);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let board = &components.boards[side];
        let numbers = components.site_numbers(side);
        let mut of_token = [0; TOKENS];
        for area in REGIONS {
            for space in 0..usize::from(board.track[area]) {
                let place = usize::from(board.track_token[area]) + space;
                of_token[place] = ((area - FIRST_REGION) * MAX_TRACK + space) as u16;
            }
        }
        for site in 0..board.sites.len() {
            let place = usize::from(board.site_token) + site;
            of_token[place] = (first_site + usize::from(numbers[site])) as u16;
        }
        for link in Bits(board.round) {
            let name = link_name(board, link);
            let space = names.iter().position(|known| *known == name);
            let space = space.expect("the links of both sides are listed");
            of_token[usize::from(board.link_token[link])] = space as u16;
        }
        Spaces { names, of_token }
    }
}

/// A link by its ends, in alphabetical order.
fn link_name(board: &Board, link: usize) -> String {
    let ends = board.links[link];
    let mut ends = [ends.a, ends.b].map(|end| board.sites[usize::from(end)].id.as_str());
    ends.sort_unstable();
    ends.join("-")
}

/// What is played.
#[derive(Clone, Debug)]
struct SetupInputs {
    players: Flags,
    side: Flags,
    rules: Flags,
    barred: [Flags; MAX_SEATS],
}

/// Whose decision it is and of which kind, and what is pending.
#[derive(Clone, Debug)]
struct PhaseInputs {
    round: Flags,
    crown: Flags,
    phase: Flags,
    decides: Flags,
    active: Flags,
    offers: Flags,
    done: Flags,
    either: Flag,
    by_token: Flag,
    occupied: Flags,
    casualties: Flags,
    victim: Flags,
    payments: Count,
    last_paid: Flags,
    limit: Count,
}

/// What lies on the board and beside it.
#[derive(Clone, Debug)]
struct TableInputs {
    tokens: [Flags; TOKEN_KINDS],
    open: Flags,
    spaces_left: Vec<Flags>,
    /// By region, for every space each owner.
    track: Vec<Flags>,
    leads: Vec<Flags>,
    tops: Flags,
    pile: Flags,
    abolished: Flag,
    stock: Vec<Flags>,
    drawable: Flags,
    in_reach: Flags,
}

/// The discs of one owner.
#[derive(Clone, Debug)]
struct DiscInputs {
    sites: Flags,
    areas: Vec<Count>,
    supply: Number,
}

/// What is told of one seat.
#[derive(Clone, Debug)]
struct SeatInputs {
    attributes: Vec<Count>,
    harbor: Count,
    high_seas: [Number; AREAS],
    free: Vec<Number>,
    busy: Vec<Number>,
    actions: Vec<Number>,
    cards: Flags,
    governor: Flags,
    set_aside: Number,
    passed: Flag,
    score: Number,
    links: Number,
}

/// Where everything is told.
#[derive(Clone, Debug)]
pub struct Observation {
    layout: Layout,
    /// Rules that are not the ordinary ones.
    changed_rules: u64,
    /// By seat: what is barred to it.
    barred: [u64; MAX_SEATS],
    /// By site of the side in play: its number among the ids of both sides.
    site_numbers: [u8; MAX_SITES],
    /// By token: where it lies.
    spaces: [u16; TOKENS],
    features: Vec<Number>,
    setup: SetupInputs,
    phase: PhaseInputs,
    table: TableInputs,
    discs: [DiscInputs; OWNERS],
    seats: [SeatInputs; MAX_SEATS],
}

impl SetupInputs {
    fn new(layout: &mut Layout, seats: &[String; MAX_SEATS], kinds: &[&str]) -> SetupInputs {
        let decks = || (0..DECKS).map(|deck| format!("deck {}", deck_name(deck)));
        let things = || kinds.iter().map(|kind| kind.to_string()).chain(decks());
        SetupInputs {
            players: layout.flags("players", ["2", "3", "4", "5"]),
            side: layout.flags("side", ["A", "B"]),
            rules: layout.flags("changed", RULES),
            barred: seats
                .each_ref()
                .map(|seat| layout.flags(&format!("{seat} barred"), things())),
        }
    }
}

impl PhaseInputs {
    fn new(layout: &mut Layout, seats: &[String; MAX_SEATS], kinds: &[&str]) -> PhaseInputs {
        let rounds = (1..=ROUNDS).map(|round| round.to_string());
        PhaseInputs {
            round: layout.flags("round", rounds),
            crown: layout.flags("crown", seats),
            phase: layout.flags("phase", PHASE_NAMES),
            decides: layout.flags("decides", seats),
            active: layout.flags("turn of", seats),
            offers: layout.flags("offers", DEED_NAMES),
            done: layout.flags("done", DEED_NAMES),
            either: layout.flag("one action only"),
            by_token: layout.flag("by token"),
            occupied: layout.flags("just occupied", AREA_NAMES),
            casualties: layout.flags("casualty of", ["attacker", "victim"]),
            victim: layout.flags("attacked", seats),
            payments: layout.count("payments left", 5),
            last_paid: layout.flags("last paid", kinds),
            limit: layout.count("limit read", 5),
        }
    }
}

impl TableInputs {
    fn new(
        layout: &mut Layout,
        components: &Components,
        owners: &[String; OWNERS],
        spaces: &[String],
    ) -> TableInputs {
        let assets: Vec<&str> = ids(&components.cards[..ASSETS], |card| &card.id);
        let regions = &AREA_NAMES[REGIONS];
        let token_names = ATTRIBUTE_NAMES
            .into_iter()
            .chain(components.action_tokens.iter().map(|token| &*token.id));
        let tokens: Vec<Flags> = token_names.map(|name| layout.flags(name, spaces)).collect();
        let disc = |space: usize| owners.iter().map(move |owner| format!("{space} {owner}"));
        TableInputs {
            tokens: tokens.try_into().expect("four and four kinds of token"),
            open: layout.flags("open", regions),
            spaces_left: regions
                .iter()
                .map(|area| {
                    let numbers = (1..=MAX_TRACK).map(|number| number.to_string());
                    layout.flags(&format!("spaces to open {area}"), numbers)
                })
                .collect(),
            track: regions
                .iter()
                .map(|area| layout.flags(&format!("track {area}"), (1..=MAX_TRACK).flat_map(disc)))
                .collect(),
            leads: regions
                .iter()
                .map(|area| layout.flags(&format!("leads {area}"), owners))
                .collect(),
            tops: layout.flags("top", &assets),
            pile: layout.flags("discarded", &assets),
            abolished: layout.flag("slavery abolished"),
            stock: components
                .buildings
                .iter()
                .map(|building| {
                    let numbers = (0..COPIES).map(|number| number.to_string());
                    layout.flags(&format!("left:{}", building.id), numbers)
                })
                .collect(),
            drawable: layout.flags("me may draw", &assets),
            in_reach: layout.flags("me may take", components.site_ids()),
        }
    }
}

impl DiscInputs {
    fn new(layout: &mut Layout, owner: &str, sites: &[&str]) -> DiscInputs {
        DiscInputs {
            sites: layout.flags(&format!("{owner} at"), sites),
            areas: layout.counts(&format!("{owner} discs"), AREA_NAMES, DRAW_NUMBERS),
            supply: layout.number(&format!("{owner} supply"), 20.0),
        }
    }
}

impl SeatInputs {
    fn new(layout: &mut Layout, components: &Components, seat: &str) -> SeatInputs {
        let name = |what: &str| format!("{seat} {what}");
        let numbers = |layout: &mut Layout, what: &str, labels: &[&str]| -> Vec<Number> {
            let labels = labels.iter();
            labels
                .map(|label| layout.number(&format!("{seat} {what}:{label}"), 1.0))
                .collect()
        };
        let kinds = ids(&components.buildings, |building| &building.id);
        let tokens = ids(&components.action_tokens, |token| &token.id);
        let cards = ids(&components.cards, |card| &card.id);
        SeatInputs {
            attributes: ATTRIBUTE_NAMES
                .iter()
                .map(|attribute| layout.count(&name(attribute), STEPS - 1))
                .collect(),
            harbor: layout.count(&name("harbor"), DISCS),
            high_seas: AREA_NAMES
                .map(|area| layout.number(&format!("{seat} high seas:{area}"), 2.0)),
            free: numbers(layout, "free", &kinds),
            busy: numbers(layout, "busy", &kinds),
            actions: numbers(layout, "tokens", &tokens),
            cards: layout.flags(&name("card"), &cards),
            governor: layout.flags(&name("governor space"), &cards[ASSETS..]),
            set_aside: layout.number(&name("set aside"), 2.0),
            passed: layout.flag(&name("passed")),
            score: layout.number(&name("score"), 30.0),
            links: layout.number(&name("links"), 5.0),
        }
    }
}

/// The ids of some components.
fn ids<T>(components: &[T], id: impl Fn(&T) -> &String) -> Vec<&str> {
    components.iter().map(|one| id(one).as_str()).collect()
}

impl Observation {
    /// The inputs, for a game with these components and options.
    pub fn new(components: &Components, options: &Options) -> Observation {
        let mut layout = Layout::default();
        let seats = seat_names::<MAX_SEATS>();
        let mut owners = seat_names::<OWNERS>();
        owners[NEUTRAL] = "fleets".to_string();
        let kinds = ids(&components.buildings, |building| &building.id);
        let sites = components.site_ids();
        let spaces = Spaces::new(components, options.side);
        Observation {
            changed_rules: changed_rules(options),
            barred: std::array::from_fn(|seat| barred(options, seat)),
            site_numbers: components.site_numbers(options.side),
            spaces: spaces.of_token,
            features: (FEATURE_NAMES.iter())
                .map(|name| layout.number(&format!("feature:{name}"), feature_scale(name)))
                .collect(),
            setup: SetupInputs::new(&mut layout, &seats, &kinds),
            phase: PhaseInputs::new(&mut layout, &seats, &kinds),
            table: TableInputs::new(&mut layout, components, &owners, &spaces.names),
            discs: owners
                .each_ref()
                .map(|owner| DiscInputs::new(&mut layout, owner, &sites)),
            seats: seats
                .each_ref()
                .map(|seat| SeatInputs::new(&mut layout, components, seat)),
            layout,
        }
    }

    /// Names of the inputs.
    pub fn names(&self) -> &[String] {
        self.layout.names()
    }
}

impl Endeavor {
    /// Fills what `observer` knows.
    pub(super) fn fill_observation(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &*self.observation;
        let mut features = [0.0; FEATURE_NAMES.len()];
        self.fill_features(state, observer, &mut features);
        for (number, value) in told.features.iter().zip(features) {
            number.fill(inputs, value);
        }
        self.fill_phase(state, observer, inputs);
        self.fill_tokens(state, inputs);
        self.fill_regions(state, observer, inputs);
        self.fill_cards(state, observer, inputs);
        told.setup.players.fill(inputs, self.players - 2);
        told.setup.side.fill(inputs, self.options.side);
        told.setup.rules.fill_bits(inputs, told.changed_rules);
        for distance in 0..self.players {
            let seat = (observer + distance) % self.players;
            told.setup.barred[distance].fill_bits(inputs, told.barred[seat]);
            self.fill_discs(&state.players[seat], &told.discs[distance], inputs);
            self.fill_seat(state, seat, &told.seats[distance], inputs);
        }
        if self.options.silent_fleets {
            self.fill_discs(&state.players[NEUTRAL], &told.discs[NEUTRAL], inputs);
        }
    }

    /// Places after the observer in turn order; the silent fleets come after all seats.
    #[inline]
    fn away(&self, owner: usize, observer: Seat) -> usize {
        match owner {
            NEUTRAL => NEUTRAL,
            seat if seat < observer => seat + self.players - observer,
            seat => seat - observer,
        }
    }

    /// Turns on the flags of some sites.
    #[inline]
    fn fill_sites(&self, flags: &Flags, sites: Sites, inputs: &mut Inputs) {
        for site in Bits(sites) {
            flags.fill(inputs, self.observation.site_numbers[site]);
        }
    }

    /// Whose decision it is and of which kind, and what is pending.
    fn fill_phase(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &self.observation.phase;
        told.round.fill(inputs, state.round - 1);
        let away = |seat: u8| self.away(seat.into(), observer);
        told.crown.fill(inputs, away(state.crown));
        let Some(decides) = state.decides() else {
            return;
        };
        told.phase.fill(inputs, state.phase as usize);
        told.decides.fill(inputs, self.away(decides, observer));
        told.active.fill(inputs, away(state.active));
        match state.phase {
            Phase::Act | Phase::Casualty => {
                told.offers.fill_bits(inputs, state.menu.into());
                told.either.fill(inputs, state.either);
                told.by_token.fill(inputs, state.by_token);
                self.fill_done(state, inputs);
            }
            Phase::Reaction => self.fill_done(state, inputs),
            Phase::Salary => {
                told.payments.fill(inputs, state.left);
                // Before the first one all may be paid, as after the least kind.
                if state.paid > 0 {
                    told.last_paid.fill(inputs, state.paid);
                }
            }
            Phase::Governor | Phase::Discard if self.options.limit_once => {
                told.limit.fill(inputs, state.left);
            }
            _ => {}
        }
        if state.phase == Phase::Casualty {
            told.casualties.fill_bits(inputs, state.casualties.into());
            if state.casualties & VICTIM != 0 {
                told.victim.fill(inputs, away(state.victim));
            }
        }
    }

    /// What has been done in the turn under way.
    fn fill_done(&self, state: &State, inputs: &mut Inputs) {
        let told = &self.observation.phase;
        told.done.fill_bits(inputs, state.done.into());
        if self.options.restricted_occupation && state.occupied != NONE {
            told.occupied.fill(inputs, state.occupied);
        }
    }

    /// The tokens on the board.
    fn fill_tokens(&self, state: &State, inputs: &mut Inputs) {
        let told = &self.observation;
        let board = &self.board;
        let mut lies_at = |place: usize| {
            let kind = usize::from(state.tokens[place]);
            told.table.tokens[kind].fill(inputs, told.spaces[place]);
        };
        for area in REGIONS {
            let first = usize::from(board.track_token[area]);
            for space in state.shipped[area]..board.track[area] {
                lies_at(first + usize::from(space));
            }
        }
        for site in Bits((board.cities | board.fleets) & !state.taken) {
            lies_at(usize::from(board.site_token) + site);
        }
        for link in Bits(state.link_tokens) {
            lies_at(board.link_token[link].into());
        }
    }

    /// Which regions are open, and the tracks of the others.
    fn fill_regions(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &self.observation.table;
        told.open
            .fill_bits(inputs, u64::from(state.open) >> FIRST_REGION);
        for area in REGIONS {
            let shipped = state.shipped[area];
            if state.open >> area & 1 == 1 {
                continue;
            }
            let region = area - FIRST_REGION;
            let left = self.board.track[area] - shipped;
            told.spaces_left[region].fill(inputs, left - 1);
            if shipped == 0 {
                continue;
            }
            let discs = &state.track[area][..usize::from(shipped)];
            for (space, &owner) in discs.iter().enumerate() {
                let owner = self.away(owner.into(), observer);
                told.track[region].fill(inputs, space * OWNERS + owner);
            }
            let leads = self.away(governor_winner(state, area), observer);
            told.leads[region].fill(inputs, leads);
        }
    }

    /// Decks, discard pile and building supply, and what the observer could take of decks and sites.
    fn fill_cards(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &self.observation.table;
        for deck in 0..DECKS {
            let drawn = usize::from(state.drawn[deck]);
            if drawn < deck_size(deck) {
                told.tops.fill(inputs, deck_start(deck) + drawn);
            }
        }
        told.pile.fill_bits(inputs, state.pile);
        told.abolished.fill(inputs, state.abolished);
        for (kind, left) in told.stock.iter().enumerate() {
            if state.supply[kind] < self.copies(kind) {
                left.fill(inputs, state.supply[kind]);
            }
        }
        told.drawable
            .fill_bits(inputs, self.drawable(state, observer));
        let cities = self.board.union[state.reach(observer)] & self.board.cities;
        let in_reach = cities & !state.taken | self.empty_fleets(state);
        self.fill_sites(&told.in_reach, in_reach, inputs);
    }

    /// Tiles of a kind that the supply may hold; the start tiles are never in it.
    #[inline]
    fn copies(&self, kind: usize) -> u8 {
        let building = &self.components.buildings[kind];
        match building.level {
            0 => 0,
            _ => building.copies,
        }
    }

    /// The discs of an owner.
    fn fill_discs(&self, player: &Player, told: &DiscInputs, inputs: &mut Inputs) {
        self.fill_sites(&told.sites, player.sites, inputs);
        for (count, &discs) in told.areas.iter().zip(&player.discs) {
            count.fill(inputs, discs);
        }
        told.supply.fill(inputs, player.supply);
    }

    /// What else a seat has.
    fn fill_seat(&self, state: &State, seat: Seat, told: &SeatInputs, inputs: &mut Inputs) {
        let player = &state.players[seat];
        for (count, &attribute) in told.attributes.iter().zip(&player.attributes) {
            count.fill(inputs, attribute);
        }
        told.harbor.fill(inputs, player.harbor);
        for (number, &discs) in told.high_seas.iter().zip(&player.high_seas) {
            number.fill(inputs, discs);
        }
        let (mut free, mut busy) = ([0u8; BUILDINGS], [0u8; BUILDINGS]);
        for (slot, &kind) in player.coast().iter().enumerate() {
            let tiles = match player.busy >> slot & 1 {
                0 => &mut free,
                _ => &mut busy,
            };
            tiles[usize::from(kind)] += 1;
        }
        for kind in Bits(player.kinds.into()) {
            told.free[kind].fill(inputs, free[kind]);
            told.busy[kind].fill(inputs, busy[kind]);
        }
        for (number, &tokens) in told.actions.iter().zip(&player.actions) {
            number.fill(inputs, tokens);
        }
        told.cards.fill_bits(inputs, player.cards);
        if player.governor != NONE {
            told.governor
                .fill(inputs, usize::from(player.governor) - ASSETS);
        }
        told.set_aside
            .fill(inputs, player.set_aside.count_ones() as u8);
        let acting = matches!(
            state.phase,
            Phase::Turn | Phase::Act | Phase::Casualty | Phase::Reaction
        );
        told.passed
            .fill(inputs, acting && state.passed >> seat & 1 == 1);
        let glory = self.glory(state, seat);
        told.score.fill(inputs, glory.iter().sum::<i32>() as f32);
        told.links.fill(inputs, glory[LINKS] as f32);
    }
}

const _: () =
    assert!(PHASE_NAMES.len() == Phase::Over as usize && CARDS - ASSETS == REGIONS.end - 1);
