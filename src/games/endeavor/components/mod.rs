//! Component data (EN-1), loaded once, shared between games and accessed by index.

pub(super) mod column_schema;
pub mod load;
pub(super) mod perturb;

/// Number of trade tokens (EN-1.7), equal to the number of round spaces on each side of the board
/// (EN-A1).
pub const TOKENS: usize = 95;
/// Maximum number of spaces on a shipping track.
pub const MAX_TRACK: usize = 12;

/// Maximum number of sites on a side of the board.
pub const MAX_SITES: usize = 64;
/// Maximum number of links on a side of the board.
pub const MAX_LINKS: usize = 64;

/// Names of the attributes, in index order.
pub const ATTRIBUTE_NAMES: [&str; 4] = ["industry", "culture", "wealth", "influence"];
/// Index of an attribute in [`ATTRIBUTE_NAMES`].
pub type Attribute = usize;
/// Attribute that determines the build level.
pub const INDUSTRY: Attribute = 0;
/// Attribute that determines growth.
pub const CULTURE: Attribute = 1;
/// Attribute that determines payments.
pub const WEALTH: Attribute = 2;
/// Attribute that determines the card limit.
pub const INFLUENCE: Attribute = 3;

pub const AREAS: usize = 7;
/// Names of the seven areas (EN-1.2), in index order.
pub const AREA_NAMES: [&str; AREAS] = [
    "europe",
    "africa",
    "south_america",
    "caribbean",
    "north_america",
    "india",
    "far_east",
];
/// Index of Europe, the only area that is not a region.
pub const EUROPE: usize = 0;
/// Indices of the areas that are regions (EN-1.3).
pub const REGIONS: std::ops::Range<usize> = 1..AREAS;
/// Index of North America.
pub const NORTH_AMERICA: usize = 4;
/// Index of India.
pub const INDIA: usize = 5;
/// Index of the Far East.
pub const FAR_EAST: usize = 6;

/// Names of the five actions (EN-6), in bit order.
pub const DEED_NAMES: [&str; 5] = ["ship", "occupy", "attack", "pay", "draw"];
/// Set of actions: bit n is the action with index n in [`DEED_NAMES`].
pub type Deeds = u8;
/// Bit of the action `ship` in [`Deeds`].
pub const SHIP: Deeds = 1;
/// Bit of the action `occupy` in [`Deeds`].
pub const OCCUPY: Deeds = 1 << 1;
/// Bit of the action `attack` in [`Deeds`].
pub const ATTACK: Deeds = 1 << 2;
/// Bit of the action `pay` in [`Deeds`].
pub const PAY: Deeds = 1 << 3;
/// Bit of the action `draw` in [`Deeds`].
pub const DRAW: Deeds = 1 << 4;

/// Number of kinds of building. The two sides of the start tile come first.
pub const BUILDINGS: usize = 21;
/// Number of sides of the start tile.
pub const START_SIDES: usize = 2;
/// Set of kinds of building.
pub type Kinds = u32;

/// Number of decks: Europe, Slavery, then the six regions in the order of [`AREA_NAMES`].
pub const DECKS: usize = 8;
pub const EUROPE_DECK: usize = 0;
/// Index of the deck of slavery cards, which is placed in Europe.
pub const SLAVERY_DECK: usize = 1;
/// Number of asset cards (EN-1.7).
pub const ASSETS: usize = 42;
/// Number of asset cards and governors together.
pub const CARDS: usize = 48;
/// Set of cards. The bits are, in order: Europe 0 to 5, Slavery 0 to 5, cards 1 to 5 of each
/// region, the governors.
pub type CardSet = u64;
/// Set of all slavery cards.
pub const SLAVERY: CardSet = 0b11_1111 << 6;
/// Set of all governors.
pub const GOVERNORS: CardSet = 0b11_1111 << ASSETS;
/// Index of the card Europe 5, which abolishes slavery (EN-6.19).
pub const ABOLITION: usize = 5;

/// Returns the index of the first card of a deck.
#[inline]
pub fn deck_start(deck: usize) -> usize {
    match deck {
        EUROPE_DECK | SLAVERY_DECK => 6 * deck,
        region => 12 + 5 * (region - 2),
    }
}

/// Returns the number of cards in a complete deck (EN-2.3).
#[inline]
pub fn deck_size(deck: usize) -> usize {
    if deck <= SLAVERY_DECK { 6 } else { 5 }
}

/// Returns the deck of an asset card.
#[inline]
pub fn deck_of(card: usize) -> usize {
    if card < 12 {
        card / 6
    } else {
        2 + (card - 12) / 5
    }
}

/// Returns the area of a deck.
#[inline]
pub fn deck_area(deck: usize) -> usize {
    deck.saturating_sub(1)
}

/// Returns the name of a deck.
pub fn deck_name(deck: usize) -> &'static str {
    match deck {
        SLAVERY_DECK => "slavery",
        other => AREA_NAMES[deck_area(other)],
    }
}

/// Returns the governor card of a region.
#[inline]
pub fn governor_of(area: usize) -> usize {
    ASSETS + area - 1
}

/// One kind of building (EN-1.8).
#[derive(Clone, Debug, Default)]
pub struct Building {
    /// Id in notation and tables.
    pub id: String,
    /// Name in explanations.
    pub name: String,
    /// Level from 1 to 5, or 0 for a side of the start tile.
    pub level: u8,
    /// Number of tiles of this kind.
    pub copies: u8,
    /// Number of icons of each attribute.
    pub icons: [u8; 4],
    /// Number of glory icons.
    pub glory: u8,
    /// Actions of the building. An empty set means that the building has no activation space.
    pub deeds: Deeds,
    /// True if exactly one of the actions is performed (EN-5.6); false if one or more are performed
    /// (EN-5.5).
    pub either: bool,
    /// True if the building has the no-pay mark (EN-8.4).
    pub no_pay: bool,
    /// True for the Town Hall (EN-8.2).
    pub town_hall: bool,
    /// True for the Monument (EN-8.1).
    pub monument: bool,
}

/// One asset card or governor (EN-1.9).
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// Id in notation and tables.
    pub id: String,
    /// Draw number; 0 for governors, which are never drawn.
    pub number: u8,
    /// Number of icons of each attribute.
    pub icons: [u8; 4],
    /// Number of glory icons.
    pub glory: u8,
    /// True if drawing the card moves a disc to the harbor (EN-6.18).
    pub plus: bool,
}

/// One kind of action token (EN-1.7).
#[derive(Clone, Debug, Default)]
pub struct ActionToken {
    /// Id in notation and tables.
    pub id: String,
    /// Actions of the token. Exactly one of them is performed.
    pub deeds: Deeds,
}

/// Number of kinds of token: four attributes, then four kinds of action token.
pub const TOKEN_KINDS: usize = 8;
/// Number of kinds of attribute token, which come first.
pub const ATTRIBUTE_TOKENS: usize = 4;

/// A city or a fleet (EN-1.5).
#[derive(Clone, Debug)]
pub struct Site {
    /// Id in notation and tables.
    pub id: String,
    /// Name in explanations.
    pub name: String,
    /// Index of the area.
    pub area: u8,
    /// True for a city, false for a fleet.
    pub city: bool,
    /// Glory of a city; 0 for a fleet.
    pub glory: u8,
}

/// A link between two sites (EN-1.6).
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Site at one end.
    pub a: u8,
    /// Site at the other end.
    pub b: u8,
    /// True if the link starts with a token.
    pub round: bool,
}

/// Set of sites.
pub type Sites = u64;
/// Set of links.
pub type Links = u64;

/// Names of the sides of the board, in index order.
pub const SIDE_NAMES: [&str; 2] = ["A", "B"];

/// One side of the board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Number of spaces on each shipping track; 0 for Europe.
    pub track: [u8; AREAS],
    /// Cities and fleets, in index order.
    pub sites: Vec<Site>,
    /// Links, in index order.
    pub links: Vec<Link>,
    /// Set of all cities.
    pub cities: Sites,
    /// Set of all fleets.
    pub fleets: Sites,
    /// Set of the cities with 2 glory. All other cities have 1 glory.
    pub rich: Sites,
    /// Set of the sites in each union of areas, indexed by the set of areas.
    pub union: [Sites; 1 << AREAS],
    /// Set of the links at each site.
    pub links_at: Vec<Links>,
    /// Set of the sites that are linked to each site.
    pub neighbours: Vec<Sites>,
    /// Set of the links that start with a token.
    pub round: Links,
    /// Index of the token on the first space of each track, among all tokens.
    pub track_token: [u8; AREAS],
    /// Index of the token on the first site. The tokens of the other sites follow in order.
    pub site_token: u8,
    /// Index of the token on each link.
    pub link_token: [u8; MAX_LINKS],
}

impl Board {
    /// Creates a board. Areas, sites and links get indices in the given order.
    pub fn new(track: [u8; AREAS], sites: Vec<Site>, links: Vec<Link>) -> Board {
        let set = |wanted: &dyn Fn(&Site) -> bool| -> Sites {
            (0..)
                .zip(&sites)
                .filter(|(_, site)| wanted(site))
                .fold(0, |set, (number, _)| set | 1 << number)
        };
        let mut board = Board {
            track,
            cities: set(&|site| site.city),
            fleets: set(&|site| !site.city),
            rich: set(&|site| site.glory > 1),
            union: std::array::from_fn(|areas| set(&|site| areas >> site.area & 1 == 1)),
            links_at: vec![0; sites.len()],
            neighbours: vec![0; sites.len()],
            round: 0,
            track_token: [0; AREAS],
            site_token: 0,
            link_token: [0; MAX_LINKS],
            sites,
            links,
        };
        let mut place = 0;
        for area in REGIONS {
            board.track_token[area] = place;
            place += track[area];
        }
        board.site_token = place;
        place += board.sites.len() as u8;
        for (number, link) in board.links.iter().enumerate() {
            let (a, b) = (usize::from(link.a), usize::from(link.b));
            for (end, other) in [(a, b), (b, a)] {
                board.links_at[end] |= 1 << number;
                board.neighbours[end] |= 1 << other;
            }
            if link.round {
                board.round |= 1 << number;
                board.link_token[number] = place;
                place += 1;
            }
        }
        board
    }

    /// Returns the sites of an area.
    #[inline]
    pub fn area(&self, area: usize) -> Sites {
        self.union[1 << area]
    }
}

/// Number of printed steps on an attribute track. Further steps are on the extension (EN-5.10).
pub const STEPS: usize = 16;

/// Components of a data set.
#[derive(Clone, Debug)]
pub struct Components {
    /// The two sides of the start tile, then the kinds of building by level.
    pub buildings: Vec<Building>,
    /// Asset cards and governors, in the order of [`CardSet`].
    pub cards: Vec<Card>,
    /// The four kinds of action token.
    pub action_tokens: Vec<ActionToken>,
    /// Number of tokens of each kind.
    pub token_counts: [u8; TOKEN_KINDS],
    /// Level at each printed step of a track, from 0.
    pub level_of: [u8; STEPS],
    /// Build level at each level of the Industry track.
    pub build_level: [u8; 5],
    /// Growth at each level of the Culture track, in discs.
    pub growth: [u8; 5],
    /// Payments at each level of the Wealth track, in discs.
    pub payments: [u8; 5],
    /// Card limit at each level of the Influence track.
    pub card_limit: [u8; 5],
    /// Glory at each printed step (EN-10.1).
    pub step_glory: [u8; STEPS],
    /// Sides A and B of the board.
    pub boards: [Board; 2],
}

impl Components {
    /// Returns the level of an attribute, from 0. The last printed level also applies to all
    /// further steps.
    #[inline]
    pub fn level(&self, attribute: u8) -> usize {
        usize::from(self.level_of[usize::from(attribute).min(STEPS - 1)])
    }

    /// Returns the ids of the sites on both sides of the board without repetition: first the sites
    /// of side A, then the others.
    pub fn site_ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = Vec::new();
        for site in self.boards.iter().flat_map(|board| &board.sites) {
            if !ids.contains(&site.id.as_str()) {
                ids.push(&site.id);
            }
        }
        ids
    }

    /// Returns the index in [`Components::site_ids`] for each site of a side.
    pub fn site_numbers(&self, side: usize) -> [u8; MAX_SITES] {
        let ids = self.site_ids();
        let mut numbers = [0; MAX_SITES];
        for (number, site) in numbers.iter_mut().zip(&self.boards[side].sites) {
            let place = ids.iter().position(|id| *id == site.id);
            *number = place.expect("the sites of both sides are listed") as u8;
        }
        numbers
    }

    /// Returns the glory of an attribute (EN-10.1). A step on the extension scores its own number.
    #[inline]
    pub fn attribute_glory(&self, attribute: u8) -> u8 {
        match self.step_glory.get(usize::from(attribute)) {
            Some(&glory) => glory,
            None => attribute,
        }
    }
}

/// Iterator over the members of a bit set, in ascending order.
#[derive(Clone, Copy)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let next = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(next)
    }
}
