//! Component data (EN-1) as the rules use it: loaded once, shared, and reached by index.

/// Most sites that a side of the board may have.
pub const MAX_SITES: usize = 64;
/// Most links that a side of the board may have.
pub const MAX_LINKS: usize = 64;

/// Attributes, in the order of their numbers.
pub const ATTRIBUTE_NAMES: [&str; 4] = ["industry", "culture", "wealth", "influence"];
/// Number of an attribute; see [`ATTRIBUTE_NAMES`].
pub type Attribute = usize;
/// Build level.
pub const INDUSTRY: Attribute = 0;
/// Growth.
pub const CULTURE: Attribute = 1;
/// Payments.
pub const WEALTH: Attribute = 2;
/// Card limit.
pub const INFLUENCE: Attribute = 3;

/// Number of areas.
pub const AREAS: usize = 7;
/// The seven areas (EN-1.2), in the order of their numbers.
pub const AREA_NAMES: [&str; AREAS] = [
    "europe",
    "africa",
    "south_america",
    "caribbean",
    "north_america",
    "india",
    "far_east",
];
/// The area that is no region.
pub const EUROPE: usize = 0;
/// The areas that are regions (EN-1.3).
pub const REGIONS: std::ops::Range<usize> = 1..AREAS;
/// See [`AREA_NAMES`].
pub const NORTH_AMERICA: usize = 4;
/// See [`AREA_NAMES`].
pub const INDIA: usize = 5;
/// See [`AREA_NAMES`].
pub const FAR_EAST: usize = 6;

/// The five actions (EN-6), in the order of their numbers.
pub const DEED_NAMES: [&str; 5] = ["ship", "occupy", "attack", "pay", "draw"];
/// A set of the five actions: bit n is the action with number n.
pub type Deeds = u8;
/// See [`DEED_NAMES`].
pub const SHIP: Deeds = 1;
/// See [`DEED_NAMES`].
pub const OCCUPY: Deeds = 1 << 1;
/// See [`DEED_NAMES`].
pub const ATTACK: Deeds = 1 << 2;
/// See [`DEED_NAMES`].
pub const PAY: Deeds = 1 << 3;
/// See [`DEED_NAMES`].
pub const DRAW: Deeds = 1 << 4;

/// Kinds of building and the two sides of the start tile, which come first.
pub const BUILDINGS: usize = 21;
/// The sides of the start tile.
pub const START_SIDES: usize = 2;
/// A set of kinds of building.
pub type Kinds = u32;

/// Decks: Europe, Slavery, then the six regions in the order of [`AREA_NAMES`].
pub const DECKS: usize = 8;
/// The deck of Europe.
pub const EUROPE_DECK: usize = 0;
/// The deck of slavery cards, which lies in Europe.
pub const SLAVERY_DECK: usize = 1;
/// Asset cards (EN-1.7).
pub const ASSETS: usize = 42;
/// Asset cards and governors.
pub const CARDS: usize = 48;
/// A set of cards by number: Europe 0 to 5, Slavery 0 to 5, the regions 1 to 5, the governors.
pub type CardSet = u64;
/// The slavery cards.
pub const SLAVERY: CardSet = 0b11_1111 << 6;
/// The governors.
pub const GOVERNORS: CardSet = 0b11_1111 << ASSETS;
/// EN-6.19: Europe 5.
pub const ABOLITION: usize = 5;

/// First card of a deck.
#[inline]
pub fn deck_start(deck: usize) -> usize {
    match deck {
        EUROPE_DECK | SLAVERY_DECK => 6 * deck,
        region => 12 + 5 * (region - 2),
    }
}

/// Number of cards of a deck (EN-2.3).
#[inline]
pub fn deck_size(deck: usize) -> usize {
    if deck <= SLAVERY_DECK { 6 } else { 5 }
}

/// The deck of an asset card.
#[inline]
pub fn deck_of(card: usize) -> usize {
    if card < 12 {
        card / 6
    } else {
        2 + (card - 12) / 5
    }
}

/// The area where a deck lies.
#[inline]
pub fn deck_area(deck: usize) -> usize {
    deck.saturating_sub(1)
}

/// Names of the decks, in their order.
pub fn deck_name(deck: usize) -> &'static str {
    match deck {
        SLAVERY_DECK => "slavery",
        other => AREA_NAMES[deck_area(other)],
    }
}

/// The governor of a region.
#[inline]
pub fn governor_of(area: usize) -> usize {
    ASSETS + area - 1
}

/// One kind of building (EN-1.8).
#[derive(Clone, Debug, Default)]
pub struct Building {
    /// Short name in notation and tables.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// 1 to 5; 0 for a side of the start tile.
    pub level: u8,
    /// Tiles of this kind.
    pub copies: u8,
    /// Icons by attribute.
    pub icons: [u8; 4],
    /// Glory icons.
    pub glory: u8,
    /// Actions; none means that there is no activation space.
    pub deeds: Deeds,
    /// EN-5.6: exactly one of the actions; otherwise one or more of them (EN-5.5).
    pub either: bool,
    /// EN-8.4.
    pub no_pay: bool,
    /// EN-8.2.
    pub town_hall: bool,
    /// EN-8.1.
    pub monument: bool,
}

/// One asset card or governor (EN-1.9).
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// Short name in notation and tables.
    pub id: String,
    /// Draw number; 0 for governors, which are not drawn.
    pub number: u8,
    /// Icons by attribute.
    pub icons: [u8; 4],
    /// Glory icons.
    pub glory: u8,
    /// EN-6.18.
    pub plus: bool,
}

/// One kind of action token (EN-1.7).
#[derive(Clone, Debug, Default)]
pub struct ActionToken {
    /// Short name in notation and tables.
    pub id: String,
    /// Its actions, of which exactly one is performed.
    pub deeds: Deeds,
}

/// Kinds of token: the four attributes, then four kinds of action token.
pub const TOKEN_KINDS: usize = 8;
/// Kinds of attribute token, which come first.
pub const ATTRIBUTE_TOKENS: usize = 4;

/// A city or a fleet (EN-1.5).
#[derive(Clone, Debug)]
pub struct Site {
    /// Short name in notation and tables.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Area.
    pub area: u8,
    /// Whether it is a city.
    pub city: bool,
    /// Glory of a city; 0 for a fleet.
    pub glory: u8,
}

/// A link between two sites (EN-1.6).
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// One end.
    pub a: u8,
    /// The other end.
    pub b: u8,
    /// Whether a token lies on it at the beginning.
    pub round: bool,
}

/// A set of sites by number.
pub type Sites = u64;
/// A set of links by number.
pub type Links = u64;

/// Names of the sides of the board, in their order.
pub const SIDE_NAMES: [&str; 2] = ["A", "B"];

/// One side of the board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Spaces of the shipping track by area; 0 for Europe.
    pub track: [u8; AREAS],
    /// Cities and fleets.
    pub sites: Vec<Site>,
    /// Links.
    pub links: Vec<Link>,
    /// All cities.
    pub cities: Sites,
    /// All fleets.
    pub fleets: Sites,
    /// Cities that are worth 2 glory; the others are worth 1.
    pub rich: Sites,
    /// Sites of every union of areas, by the set of areas.
    pub union: [Sites; 1 << AREAS],
    /// By site: the links that end there.
    pub links_at: Vec<Links>,
    /// By site: the sites at the other ends of its links.
    pub neighbours: Vec<Sites>,
    /// Links that begin with a token.
    pub round: Links,
    /// Where the token of a track's first space stands among all tokens.
    pub track_token: [u8; AREAS],
    /// Where the token of the first site stands; those of the other sites follow.
    pub site_token: u8,
    /// By link: where its token stands.
    pub link_token: [u8; MAX_LINKS],
}

impl Board {
    /// The board with these areas, sites and links, numbered in this order.
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

    /// The sites of an area.
    #[inline]
    pub fn area(&self, area: usize) -> Sites {
        self.union[1 << area]
    }
}

/// Printed steps of an attribute track; further ones are on the extension (EN-5.10).
pub const STEPS: usize = 16;

/// The components of a data set.
#[derive(Clone, Debug)]
pub struct Components {
    /// The two sides of the start tile, then the kinds of building by level.
    pub buildings: Vec<Building>,
    /// Asset cards and governors, numbered as [`CardSet`] says.
    pub cards: Vec<Card>,
    /// The four kinds of action token.
    pub action_tokens: Vec<ActionToken>,
    /// How many tokens there are of each kind.
    pub token_counts: [u8; TOKEN_KINDS],
    /// Level that each printed step of a track reaches, from 0.
    pub level_of: [u8; STEPS],
    /// Build level, by level.
    pub build_level: [u8; 5],
    /// Growth, by level.
    pub growth: [u8; 5],
    /// Payments, by level.
    pub payments: [u8; 5],
    /// Card limit, by level.
    pub card_limit: [u8; 5],
    /// Glory that each printed step scores (EN-10.1).
    pub step_glory: [u8; STEPS],
    /// Sides A and B.
    pub boards: [Board; 2],
}

impl Components {
    /// Level of an attribute, from 0. There is no level beyond the printed ones.
    #[inline]
    pub fn level(&self, attribute: u8) -> usize {
        usize::from(self.level_of[usize::from(attribute).min(STEPS - 1)])
    }

    /// Ids of the sites of both sides of the board, each once: those of side A, then the others.
    pub fn site_ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = Vec::new();
        for site in self.boards.iter().flat_map(|board| &board.sites) {
            if !ids.contains(&site.id.as_str()) {
                ids.push(&site.id);
            }
        }
        ids
    }

    /// By site of a side: its number among [`Components::site_ids`].
    pub fn site_numbers(&self, side: usize) -> [u8; MAX_SITES] {
        let ids = self.site_ids();
        let mut numbers = [0; MAX_SITES];
        for (number, site) in numbers.iter_mut().zip(&self.boards[side].sites) {
            let place = ids.iter().position(|id| *id == site.id);
            *number = place.expect("the sites of both sides are listed") as u8;
        }
        numbers
    }

    /// EN-10.1: glory of an attribute; every step of the extension scores its own number.
    #[inline]
    pub fn attribute_glory(&self, attribute: u8) -> u8 {
        match self.step_glory.get(usize::from(attribute)) {
            Some(&glory) => glory,
            None => attribute,
        }
    }
}

/// The numbers in a set, from the least.
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
