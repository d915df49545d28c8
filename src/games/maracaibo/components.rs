//! The components of Maracaibo, compiled from the data files into small tables that the rules
//! index: cards, locations, tiles, tokens, tracks.
//!
//! Everything the rules touch while a game runs is `Copy` and lies in flat arrays; what people
//! read (ids, names) lies beside it in [`Labels`].

use std::ops::Index;

/// Index of a project card in [`Components::cards`], in the order of the data file.
pub type CardId = u8;
/// Index of a location in [`Components::locations`], in order of their numbers (9 < 9a < 10).
pub type LocationId = u8;
/// Index of a quest tile in [`Components::quests`].
pub type QuestId = u8;
/// Index of a space of the explorer track in [`Components::explorer`]; a space comes after every
/// space from which it can be reached.
pub type SpaceId = u8;

/// "None" in a field that otherwise holds an index.
pub const NONE: u8 = u8::MAX;

/// Most project cards that a data set may have.
pub const MAX_CARDS: usize = 192;
/// Most locations, legacy cities included.
pub const MAX_LOCATIONS: usize = 32;
/// Most quest tiles.
pub const MAX_QUESTS: usize = 32;
/// Most combat tokens.
pub const MAX_TOKENS: usize = 32;
/// Most spaces of the explorer track.
pub const MAX_SPACES: usize = 64;
/// Most cards with a combat action: each is a kind of its own.
pub const MAX_COMBAT_CARDS: usize = 19;
/// Most quests that lie on the cards of one player.
pub const MAX_CARD_QUESTS: usize = 2;
/// Kinds of goods, and of objects.
pub const GOODS: usize = 4;
/// Nations.
pub const NATIONS: usize = 3;
/// Kinds of synergy tokens.
pub const SYNERGIES: usize = 5;
/// Ship-upgrade areas (M-17); area `i` is U(i+1).
pub const UPGRADES: usize = 12;

/// Names of the nations as the data files and the notation write them.
pub const NATION_NAMES: [&str; NATIONS] = ["france", "spain", "england"];
/// Names of the goods.
pub const GOOD_NAMES: [&str; GOODS] = ["sugar", "tobacco", "corn", "cocoa"];
/// Names of the objects.
pub const OBJECT_NAMES: [&str; GOODS] = ["map", "book", "herb", "sextant"];
/// Index of the herb among the objects.
pub const HERB: u8 = 2;
/// Names of the synergy kinds.
pub const SYNERGY_NAMES: [&str; SYNERGIES] = ["anchor", "tools", "medal", "house", "crown"];
/// Names of the borders on the explorer track; their index is [`ExplorerSpace::border_before`].
pub const BORDER_NAMES: [&str; 3] = ["blue", "red", "green"];
/// Index of the red border, which gives influence (M-9.6).
pub const RED_BORDER: u8 = 1;

/// A set of project cards as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardSet(pub [u64; MAX_CARDS / 64]);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet([0; MAX_CARDS / 64]);

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: CardId) {
        self.0[usize::from(card >> 6)] |= 1 << (card & 63);
    }

    /// Removes a card.
    #[inline]
    pub fn remove(&mut self, card: CardId) {
        self.0[usize::from(card >> 6)] &= !(1 << (card & 63));
    }

    /// Whether the card is in the set.
    #[inline]
    pub fn contains(&self, card: CardId) -> bool {
        self.0[usize::from(card >> 6)] >> (card & 63) & 1 == 1
    }

    /// Number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MAX_CARDS / 64]
    }

    /// The cards of either set.
    #[inline]
    pub fn union(self, other: CardSet) -> CardSet {
        CardSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The cards that are in this set and not in the other.
    #[inline]
    pub fn minus(self, other: CardSet) -> CardSet {
        CardSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The cards in ascending order.
    #[inline]
    pub fn iter(self) -> CardSetIter {
        CardSetIter { set: self, word: 0 }
    }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

/// Iterator over the cards of a set.
pub struct CardSetIter {
    set: CardSet,
    word: usize,
}

impl Iterator for CardSetIter {
    type Item = CardId;

    #[inline]
    fn next(&mut self) -> Option<CardId> {
        while self.word < self.set.0.len() {
            let bits = &mut self.set.0[self.word];
            if *bits != 0 {
                let card = self.word as u32 * 64 + bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(card as CardId);
            }
            self.word += 1;
        }
        None
    }
}

/// What a term of an effect gives (the effect column of the term table in the data grammar).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// n doubloons.
    Doubloons,
    /// n VP.
    Vp,
    /// n CP, cap 8.
    Cp,
    /// n influence with one nation of choice.
    Influence,
    /// Up to n figures from the general to the own supply.
    Figures,
    /// Remove n discs from the ship, one after another.
    Discs,
    /// Own explorer up to n spaces.
    Explore,
    /// n village actions that U1 does not increase (M-10.4).
    VillageActions,
    /// A full combat.
    Combat,
    /// May sail 1 to n points, then one extra main action there (`sail1-3+main`).
    SailAndMain,
    /// n VP per own assistant on the map.
    VpPerAssistant,
    /// n VP per own combat token.
    VpPerCombatToken,
}

/// One term of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What.
    pub kind: EffectKind,
    /// How much.
    pub amount: u8,
}

/// Most terms in one effect.
pub const MAX_EFFECTS: usize = 4;

/// The terms of an effect, left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// Number of terms.
    pub len: u8,
    /// The terms; those beyond `len` mean nothing.
    pub terms: [Effect; MAX_EFFECTS],
}

impl Effects {
    /// No effect.
    pub const NOTHING: Effects = Effects {
        len: 0,
        terms: [Effect {
            kind: EffectKind::Vp,
            amount: 0,
        }; MAX_EFFECTS],
    };

    /// The terms, left to right.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, Effect> {
        self.terms[..usize::from(self.len)].iter()
    }
}

/// What has to be paid, or to hold, before an effect (cost column of the term table).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Nothing.
    Free,
    /// n doubloons.
    Doubloons(u8),
    /// n CP, no figures instead.
    Cp(u8),
    /// n figures from the own to the general supply.
    Figures(u8),
    /// n hand cards with a good: good, n.
    Goods(u8, u8),
    /// n cards with an object: object, n; `obj:` cards count.
    Objects(u8, u8),
    /// n hand cards with one and the same good of choice.
    SameGoods(u8),
    /// Nothing is paid; at least n movement points were spent this turn.
    Moved(u8),
}

/// What a card asks for beside doubloons and figures to the supply (M-18.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Nothing.
    None,
    /// Pay 3 herbs.
    Herbs3,
    /// A nation has at least n markers in the Caribbean: nation, n.
    NationMarkers(u8, u8),
    /// Put n figures from the own supply onto the card.
    FiguresOnCard(u8),
    /// Pay n CP.
    Cp(u8),
}

/// A lasting effect (M-21.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ongoing {
    /// None.
    None,
    /// Permanent object.
    Object(u8),
    /// n doubloons off every card or building.
    Discount(u8),
    /// n CP before the action combat.
    CpBeforeCombat(u8),
    /// n compasses.
    Compass(u8),
    /// The explorer may move n more.
    ExplorePlus(u8),
    /// Steal n VP when jumping an explorer.
    JumpSteal(u8),
    /// 1 VP or 2 doubloons when a ship ends its move at an own assistant.
    Visitor,
    /// Return a figure for n CP at any time.
    FigureToCp(u8),
    /// n CP when fighting for the nation: nation, n.
    AllyCp(u8, u8),
    /// n VP for every marker expelled.
    ExpelVp(u8),
}

/// An effect at the moment of purchase (M-21.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    /// None.
    None,
    /// n influence with the nation: nation, n.
    Influence(u8, u8),
    /// n influence with one nation of choice.
    InfluenceAny(u8),
    /// A marker of any nation onto an empty village.
    MarkerEmptyVillage,
    /// The same, and the own influence marker of that nation to its next noble rank.
    MarkerVillageNextRank,
    /// Remove n discs.
    Discs(u8),
    /// The top quest comes onto the card.
    QuestOnCard,
    /// n figures from the general supply.
    Figures(u8),
    /// A synergy token not yet owned.
    SynergyChoice,
    /// Any number of own figures onto the card, n doubloon income for each.
    FiguresOnCardIncome(u8),
    /// n CP.
    Cp(u8),
    /// n VP per combat token.
    VpPerCombatToken(u8),
    /// n VP per own assistant on the map.
    VpPerAssistant(u8),
    /// n VP per quest tile.
    VpPerQuest(u8),
    /// n VP per compass.
    VpPerCompass(u8),
    /// n VP per synergy token.
    VpPerSynergy(u8),
    /// n VP per nation with own influence 3 or more.
    VpPerNationInfluence3(u8),
}

/// Income that needs a synergy token (M-19.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionalIncome {
    /// The synergy kind it needs; [`NONE`] for an unused entry.
    pub synergy: u8,
    /// Doubloon income.
    pub doubloons: u8,
    /// VP income.
    pub vp: u8,
}

/// A project card as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Price in doubloons.
    pub cost: u8,
    /// All figures from the own supply that a purchase takes: to the general supply, onto the
    /// card and as an assistant.
    pub figures: u8,
    /// Figures that go to the general supply (part of `figures`).
    pub figure_cost: u8,
    /// Good shown.
    pub good: u8,
    /// Object shown.
    pub object: u8,
    /// Synergy token gained; [`NONE`] if none.
    pub synergy: u8,
    /// Doubloon income without condition.
    pub income_doubloons: u8,
    /// VP income without condition.
    pub income_vp: u8,
    /// VP at the end.
    pub vp: u8,
    /// Location of its assistant; [`NONE`] if it has none.
    pub assistant_location: LocationId,
    /// Index in [`Components::assistant_actions`]; [`NONE`] if none.
    pub assistant_action: u8,
    /// Index in [`Components::village_actions`]; [`NONE`] if none.
    pub village_action: u8,
    /// Index in [`Components::combat_actions`] (one entry per card, A-10); [`NONE`] if none.
    pub combat_action: u8,
    /// Whether it is dealt with the A cards at set-up: A cards and C cards.
    pub a_card: bool,
    /// Whether it is a C card, in play only with scenarios that bring them (M-25.2).
    pub c_card: bool,
    /// Whether another card of the set is the same in every use.
    pub has_twin: bool,
    /// Further requirement.
    pub requirement: Requirement,
    /// Lasting effect.
    pub ongoing: Ongoing,
    /// Immediate effect.
    pub immediate: Immediate,
    /// Income that needs synergy tokens.
    pub conditional: [ConditionalIncome; 2],
}

/// An assistant's action (M-21.6): the cost may be declined, which ends the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssistantAction {
    /// To be paid first.
    pub cost: Cost,
    /// Then these, in order.
    pub effects: Effects,
}

/// A village action that a card adds (M-21.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VillageAction {
    /// "Last village action": the remaining ones are forfeited.
    pub last: bool,
    /// To be paid.
    pub cost: Cost,
    /// Then these.
    pub effects: Effects,
}

/// A combat action that a card adds (M-21.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatAction {
    /// The card it belongs to.
    pub card: CardId,
    /// Combat value to spend.
    pub combat_value: u8,
    /// Then these; `Influence` is with the fighting nation.
    pub effects: Effects,
    /// Synergy token that adds `bonus`; [`NONE`] if none.
    pub bonus_synergy: u8,
    /// Added when the token is owned.
    pub bonus: Effects,
}

/// What stopping at a location offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocationKind {
    /// Havana.
    Start,
    /// City: delivery and city action.
    City,
    /// Village: village actions.
    Village,
    /// Homeward space: hand symbol.
    Homeward,
}

/// The printed action of a city (M-6.3) or homeward space (M-13.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CityAction {
    /// None printed.
    None,
    /// The action of the city tile that lies here.
    Tile,
    /// A combat.
    Combat,
    /// Explorer up to n.
    Exploration(u8),
    /// CA1: 1 influence of choice, then 1 village action.
    InfluenceThenVillageAction,
    /// CA2: 1 CP, then remove 1 disc.
    CpThenDisc,
    /// CA3: 3 CP.
    ThreeCp,
    /// CA4: 2 doubloons, then 1 village action.
    DoubloonsThenVillageAction,
    /// CA5: 1 CP and 1 influence of choice.
    CpAndInfluence,
    /// CA6: 1 village action per compass owned at the start of the turn.
    VillageActionPerCompass,
    /// CA7: 1 VP per combat token; may discard the whole hand for 4 doubloons.
    VpPerTokenThenDiscardHand,
    /// CA8: 4 doubloons, or 2 VP per own assistant.
    DoubloonsOrVpPerAssistant,
    /// CA9: may pay 2 CP for 1 influence of choice and 6 doubloons.
    PayCpForInfluenceAndDoubloons,
    /// CA10: 1 figure, then 1 village action.
    FigureThenVillageAction,
    /// A combat, or explorer up to n (location 20).
    CombatOrExplore(u8),
    /// n VP (21a, 21b, 22).
    Vp(u8),
    /// L4: 2 village actions and optionally return 1 figure for 5 VP (M-22.8).
    TwoVillageActionsAndFigureForVp,
    /// L7: 3 CP and an immediate combat (M-22.11).
    ThreeCpThenCombat,
    /// L1: fulfil the quest that lies here (M-22.5).
    QuestHere,
}

/// A location of the map, a legacy city included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its number; 9a has 9 and 21a, 21b have 21.
    pub number: u8,
    /// Place in the order of numbers and letters, for "lower" and "higher": 9 < 9a < 10, but 21a
    /// and 21b are equal.
    pub rank: u8,
    /// Kind, without legacy tiles.
    pub kind: LocationKind,
    /// Locations that arrows lead to; [`NONE`] for unused entries. At 20 the first is for rounds
    /// 1 to 3, the second for round 4. At forks the first is "upper".
    pub next: [LocationId; 3],
    /// Printed action.
    pub action: CityAction,
    /// Good of its market; [`NONE`] if a tile says it or it has none.
    pub market_good: u8,
    /// Spaces of its market.
    pub market_spaces: u8,
    /// Whether it has a flag.
    pub flag: bool,
    /// Reward of the flag.
    pub flag_reward: Effects,
}

/// A city tile (M-1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CityTile {
    /// For 2 players and solo; otherwise for 3 and 4.
    pub two_players: bool,
    /// Always used.
    pub wheel: bool,
    /// The tile that covers Maracaibo with 2 players; never drawn at random.
    pub cover: bool,
    /// Action.
    pub action: CityAction,
    /// Good of the market.
    pub market_good: u8,
    /// Spaces of the market.
    pub market_spaces: u8,
}

/// Cost or reward of a nation on a combat token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenEffect {
    /// None.
    None,
    /// Pay n doubloons.
    Pay(u8),
    /// Gain n doubloons.
    Doubloons(u8),
    /// n VP.
    Vp(u8),
    /// n figures from the general supply.
    Figures(u8),
    /// n influence with that nation.
    Influence(u8),
}

/// A combat token (M-7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatToken {
    /// Combat value by nation.
    pub combat_value: [u8; NATIONS],
    /// Cost or reward by nation.
    pub effect: [TokenEffect; NATIONS],
    /// −2 for the nation that alone has the most markers.
    pub most: bool,
    /// +3 for the nation that alone has the fewest markers.
    pub fewest: bool,
}

/// A quest tile (M-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestTile {
    /// Cost.
    pub cost: Cost,
    /// VP per compass.
    pub vp_per_compass: u8,
    /// Doubloons per compass.
    pub doubloons_per_compass: u8,
    /// Flat part.
    pub effects: Effects,
}

/// What lies on a space of the explorer track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceKind {
    /// Start.
    Start,
    /// Gives `reward`.
    Reward,
    /// Holds a quest at set-up.
    Quest,
    /// Last space.
    End,
}

/// A space of the explorer track (M-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorerSpace {
    /// Kind.
    pub kind: SpaceKind,
    /// Reward for ending a movement here.
    pub reward: Effects,
    /// Index into [`BORDER_NAMES`] of the border on every edge into this space; [`NONE`] if none.
    pub border_before: u8,
    /// Spaces that follow; [`NONE`] for unused entries.
    pub next: [SpaceId; 2],
    /// Fewest steps from here to the last space.
    pub steps_to_end: u8,
    /// Fewest steps from here into the next space with a border before it, or to the end.
    pub steps_to_border: u8,
    /// The spaces reachable from here, this one included, as bits.
    pub reaches: u64,
    /// Borders crossed by everyone who stands here, as bits.
    pub borders_crossed: u8,
}

/// What a career task counts (M-16.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
    /// Combat tokens.
    CombatTokens,
    /// Quest tiles.
    Quests,
    /// Influence with one nation.
    OneNation,
    /// Influence with each of two nations.
    TwoNations,
    /// Completed ship upgrades.
    Upgrades,
    /// Borders crossed: `lower` and `upper` are how many, up to the border that the card shows.
    Explorer,
    /// Synergy tokens.
    Synergies,
    /// Own assistants on the map.
    Assistants,
}

/// A task of a career card (M-16.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CareerTask {
    /// What is counted.
    pub kind: TaskKind,
    /// Lower requirement.
    pub lower: u8,
    /// Upper requirement.
    pub upper: u8,
    /// Doubloons at either level.
    pub doubloons: u8,
    /// VP at the upper level.
    pub vp: u8,
}

/// A career card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Career {
    /// Its tasks.
    pub tasks: [CareerTask; 3],
}

/// What a prestige building counts at the end (M-20.2), in the order P1 … P8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrestigeKind {
    /// 4 VP per border passed.
    Monastery,
    /// 2 VP per quest tile.
    Palace,
    /// 4 VP per own assistant, at most 16.
    Basilica,
    /// 2 VP per figure in own supply and per CP.
    Fortress,
    /// 3 VP per synergy token.
    Minster,
    /// 2 VP per combat token.
    MilitaryBase,
    /// 2 VP per completed ship upgrade.
    Academy,
    /// Twice the VP of the own doubloon income marker.
    Cathedral,
}

/// A prestige building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prestige {
    /// What it scores.
    pub kind: PrestigeKind,
    /// Price in doubloons; 1 figure always comes on top.
    pub cost: u8,
    /// Synergy token.
    pub synergy: u8,
}

/// Steps of an influence track beyond 0.
pub const MAX_INFLUENCE: usize = 31;
/// Spaces of a nation's marker supply.
pub const SUPPLY_SPACES: usize = 7;
/// Last position of the doubloon income track (M-19.3).
pub const DOUBLOON_INCOME_END: u8 = 34;
/// Last position of the VP income track (M-19.4).
pub const VP_INCOME_END: u8 = 20;

/// Influence, supply and income tracks; the same for every nation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracks {
    /// Last step of an influence track.
    pub influence_end: u8,
    /// Noble rank by step: the number under the last red space reached.
    pub rank: [u8; MAX_INFLUENCE + 1],
    /// The step that "next noble rank" leads to, by step; the end beyond the last rank.
    pub next_rank: [u8; MAX_INFLUENCE + 1],
    /// Markers on each supply space, left to right.
    pub supply: [u8; SUPPLY_SPACES],
    /// Value of each supply space once emptied.
    pub supply_value: [u8; SUPPLY_SPACES],
    /// VP printed along the doubloon income track, by position.
    pub doubloon_vp: [u8; DOUBLOON_INCOME_END as usize + 1],
}

/// Where quests are placed by a scenario card: location and the fewest players for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestPlacement {
    /// 0 at set-up, 1 to 3 after that round.
    pub after_round: u8,
    /// Location.
    pub location: LocationId,
    /// Placed with at least so many players (solo counts as 2).
    pub min_players: u8,
}

/// A scenario card: 75, 76 or 77.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// `75`, `76`, `77`.
    pub id: String,
    /// Quests, in the order of placement.
    pub quests: Vec<QuestPlacement>,
    /// Legacy tiles it brings, as bits: tile Ln is bit n.
    pub legacy: u32,
}

/// A legacy tile of the kinds that have numbers in the data (M-22); fields that a kind does not
/// use are [`NONE`] or empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegacyTile {
    /// Its number: 1 for L1.
    pub number: u8,
    /// Location it lies on, or that it adds (L4, L7), or where its route starts (L2, L8, L18).
    pub location: LocationId,
    /// End of the route that costs 3 points (L2, L8, L18).
    pub route_to: LocationId,
    /// Disc spaces (L10–L17), or market spaces (L1, L4, L7).
    pub spaces: u8,
    /// Cost (L10–L17).
    pub cost: Cost,
    /// Reward (L10–L17, L25) or flag reward (L1, L4, L7).
    pub reward: Effects,
    /// Good of the market (L1, L4, L7).
    pub market_good: u8,
}

/// Everything that the rules look up.
#[derive(Clone, Debug)]
pub struct Components {
    /// Project cards.
    pub cards: Vec<Card>,
    /// Distinct assistant actions.
    pub assistant_actions: Vec<AssistantAction>,
    /// Distinct village actions of cards.
    pub village_actions: Vec<VillageAction>,
    /// Combat actions, one entry per card that has one.
    pub combat_actions: Vec<CombatAction>,
    /// Locations of the map, those of L4 and L7 included.
    pub locations: Vec<Location>,
    /// City tiles.
    pub city_tiles: Vec<CityTile>,
    /// Combat tokens.
    pub tokens: Vec<CombatToken>,
    /// Quest tiles.
    pub quests: Vec<QuestTile>,
    /// Explorer track.
    pub explorer: Vec<ExplorerSpace>,
    /// Careers.
    pub careers: Vec<Career>,
    /// Prestige buildings, in the order of [`PrestigeKind`].
    pub prestige: Vec<Prestige>,
    /// Tracks.
    pub tracks: Tracks,
    /// Scenario cards.
    pub scenarios: Vec<Scenario>,
    /// Legacy tiles.
    pub legacy: Vec<LegacyTile>,
    /// Well-known places.
    pub places: Places,
    /// Ids and names.
    pub labels: Labels,
}

/// Locations and explorer spaces that rules name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Havana, 0.
    pub havana: LocationId,
    /// The spaces of the four drawn city tiles: 4, 5, 13, 14.
    pub tile_cities: [LocationId; 4],
    /// Maracaibo, 11.
    pub maracaibo: LocationId,
    /// Homeward 20.
    pub homeward: LocationId,
    /// 21a.
    pub round_end: LocationId,
    /// 21b.
    pub last_homeward: LocationId,
    /// 22.
    pub game_end: LocationId,
    /// Villages that get a marker with 2 players: 6, 7, 8 (Spain, England, France).
    pub starting_markers: [LocationId; 3],
    /// Explorer space 4: threshold of L4.
    pub explorer_4: SpaceId,
    /// Explorer space 5: threshold of L9.
    pub explorer_5: SpaceId,
    /// Explorer space 11: threshold of L7.
    pub explorer_11: SpaceId,
    /// Last explorer space.
    pub explorer_end: SpaceId,
}

/// Ids and names for people; the rules never look at them.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// Ids of the project cards.
    pub cards: Vec<String>,
    /// Names of the project cards.
    pub card_names: Vec<String>,
    /// Numbers of the locations, as text.
    pub locations: Vec<String>,
    /// Names of the locations.
    pub location_names: Vec<String>,
    /// Ids of the city tiles.
    pub city_tiles: Vec<String>,
    /// Names of the city tiles.
    pub city_tile_names: Vec<String>,
    /// Ids of the combat tokens.
    pub tokens: Vec<String>,
    /// Ids of the quest tiles.
    pub quests: Vec<String>,
    /// Ids of the explorer spaces.
    pub spaces: Vec<String>,
    /// Ids of the careers.
    pub careers: Vec<String>,
    /// Names of the careers.
    pub career_names: Vec<String>,
    /// Ids of the prestige buildings.
    pub prestige: Vec<String>,
    /// Names of the prestige buildings.
    pub prestige_names: Vec<String>,
}

impl Index<CardId> for Components {
    type Output = Card;

    #[inline]
    fn index(&self, card: CardId) -> &Card {
        &self.cards[usize::from(card)]
    }
}
