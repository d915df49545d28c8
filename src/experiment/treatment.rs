//! What an experiment does to items: who may take them, who begins with one, what they cost.
//!
//! Treatments belong to places of the line-up, not to seats: every deal is played in every seating, so
//! each seat gets each treatment on the same deal.

use serde::{Deserialize, Serialize};

use crate::experiment::plan::{CellSpec, Experiment, NumberedGame};
use crate::game::Game;
use crate::item::{ItemSet, Terms};
use crate::random::{shuffle, unit, withholding_stream};

/// The items of a study, and how they are varied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemStudy {
    /// Of a factorial experiment: what is withheld.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factorial: Option<Factorial>,
    /// Of a price study: changes of the price that are tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Prices>,
    /// The items that are studied.
    pub item: Vec<StudiedItem>,
}

/// An item that is studied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudiedItem {
    /// Its label.
    pub label: String,
    /// The name of its kind.
    pub kind: String,
    /// Its number in the game.
    pub number: usize,
    /// What it costs in the first data set, if it has a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// Whether a seat can be made to begin with it.
    pub grantable: bool,
}

/// Items are withheld at random: for every deal and every place of the line-up anew.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factorial {
    /// Below 1 the share that is withheld, each item by itself; otherwise how many are.
    #[serde(default = "half")]
    pub withhold: f64,
    /// Pairs of items whose interaction is estimated: of those with the largest effects.
    #[serde(default)]
    pub interactions: usize,
    /// Items that are confirmed on fresh deals: those with the clearest effects.
    #[serde(default)]
    pub confirm: usize,
    /// Games that confirm each of them.
    #[serde(default = "confirming_games")]
    pub confirm_games: u64,
}

fn half() -> f64 {
    0.5
}

fn confirming_games() -> u64 {
    2000
}

impl Default for Factorial {
    fn default() -> Factorial {
        Factorial {
            withhold: half(),
            interactions: 0,
            confirm: 0,
            confirm_games: confirming_games(),
        }
    }
}

/// Most pairs of items whose interaction is estimated.
const MOST_INTERACTIONS: usize = 500;

impl Factorial {
    /// Why so many items cannot be withheld like this; `None` if they can.
    pub fn problem(&self, items: usize) -> Option<String> {
        let withhold = self.withhold;
        let number = withhold >= 1.0;
        if !(withhold > 0.0 && (!number || withhold.fract() == 0.0 && withhold < items as f64)) {
            return Some(format!(
                "withhold = {withhold}; expected a share between 0 and 1, or a whole number of items \
                 from 1 to {}",
                items.saturating_sub(1).max(1)
            ));
        }
        if items < 2 {
            return Some("one item alone; expected two or more".to_string());
        }
        let most = (items * (items - 1) / 2).min(MOST_INTERACTIONS);
        if self.interactions > most {
            return Some(format!(
                "interactions = {}; expected at most {most}, all pairs of the items but no more than \
                 {MOST_INTERACTIONS}",
                self.interactions,
            ));
        }
        if self.interactions > 0 && (withhold == 1.0 || withhold == (items - 1) as f64) {
            return Some(format!(
                "interactions = {} with withhold = {withhold} of {items} items: which items go together \
                 is then said by each of them; expected a share between 0 and 1, or to withhold from 2 \
                 to {} items",
                self.interactions,
                items.saturating_sub(2).max(2)
            ));
        }
        if self.confirm > items || self.confirm_games == 0 {
            return Some(format!(
                "confirm = {} with confirm_games = {}; expected at most {items} items and 1 game or more",
                self.confirm, self.confirm_games
            ));
        }
        None
    }
}

/// Changes of an item's price, from the smallest to the largest, one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// The smallest, such as −3.
    pub from: i32,
    /// The largest.
    pub to: i32,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices { from: -3, to: 3 }
    }
}

/// Largest change of a price, up or down.
const MOST_CHANGE: i32 = 20;

impl Prices {
    /// Why there are no such changes; `None` if there are.
    pub fn problem(&self) -> Option<String> {
        let range = -MOST_CHANGE..=MOST_CHANGE;
        let fine = self.from < self.to && range.contains(&self.from) && range.contains(&self.to);
        (!fine).then(|| {
            format!(
                "from = {} and to = {}; expected from below to, both from -{MOST_CHANGE} to {MOST_CHANGE}",
                self.from, self.to
            )
        })
    }
}

/// What the first place of a cell's line-up has of its own; the other places are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    /// Index of the item among those of the study.
    pub item: usize,
    /// Whether the first place begins with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub granted: bool,
    /// Whether the first place takes it.
    pub access: Access,
    /// Change of its price, for all places.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub price: i32,
}

fn is_zero(price: &i32) -> bool {
    *price == 0
}

/// Whether a place takes an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// It may, as the rules say.
    Free,
    /// It may not.
    Never,
    /// It does whenever the rules allow.
    Must,
}

impl Access {
    /// Its name in cells and reports.
    pub fn name(self) -> &'static str {
        match self {
            Access::Free => "free",
            Access::Never => "never",
            Access::Must => "must",
        }
    }
}

impl ItemStudy {
    /// Which items of the study are withheld from a place on a deal; none unless the study is a
    /// factorial experiment.
    pub fn withheld(&self, deal_seed: u64, place: usize) -> Vec<bool> {
        let items = self.item.len();
        let Some(factorial) = self.factorial else {
            return vec![false; items];
        };
        let mut rng = withholding_stream(deal_seed, place);
        if factorial.withhold < 1.0 {
            return (0..items)
                .map(|_| unit(&mut rng) < factorial.withhold)
                .collect();
        }
        let mut withheld: Vec<bool> = (0..items)
            .map(|item| (item as f64) < factorial.withhold)
            .collect();
        shuffle(&mut rng, &mut withheld);
        withheld
    }
}

/// How the items are treated in the games of one cell.
#[derive(Clone, Debug)]
pub struct Treatment<'run> {
    study: &'run ItemStudy,
    arm: Option<Arm>,
}

impl<'run> Treatment<'run> {
    /// A treatment: of every place as the study says, and of the first by the arm.
    pub fn new(study: &'run ItemStudy, arm: Option<Arm>) -> Treatment<'run> {
        Treatment { study, arm }
    }

    /// The treatment in a cell; `None` if the game is played as it is.
    pub fn of_cell(experiment: &'run Experiment, cell: &CellSpec) -> Option<Treatment<'run>> {
        let study = experiment.items.as_ref()?;
        let treatment = Treatment::new(study, cell.arm);
        (study.factorial.is_some() || cell.arm.is_some()).then_some(treatment)
    }

    /// The game with the prices of the cell.
    ///
    /// # Errors
    /// Why the item cannot have that price, or cannot be granted.
    pub fn prepare<G: Game>(&self, game: &G) -> Result<G, String> {
        let mut game = game.clone();
        if let Some(arm) = self.arm {
            let item = self.study.item[arm.item].number;
            if arm.price != 0 {
                game.reprice(item, arm.price)?;
            }
            if arm.granted {
                game.can_grant(item)?;
            }
        }
        Ok(game)
    }

    /// The terms of a game.
    pub fn terms(&self, numbered: &NumberedGame) -> Terms {
        let mut terms = Terms::FREE;
        let places = numbered.seating.iter().enumerate();
        for (seat, place) in places.filter_map(|(seat, &place)| Some((seat, place?))) {
            let withheld = self.study.withheld(numbered.deal_seed, place);
            let mut forbidden = ItemSet::EMPTY;
            let items = self.study.item.iter().zip(withheld);
            for (item, _) in items.filter(|&(_, withheld)| withheld) {
                forbidden.insert(item.number);
            }
            if let Some(arm) = self.arm.filter(|_| place == 0) {
                let number = self.study.item[arm.item].number;
                let mut alone = ItemSet::EMPTY;
                alone.insert(number);
                match arm.access {
                    Access::Free => {}
                    Access::Never => forbidden.insert(number),
                    Access::Must => terms.oblige(seat, alone),
                }
                if arm.granted {
                    terms.grant(seat, number);
                }
            }
            terms.forbid(seat, forbidden);
        }
        terms
    }

    /// Whether a game can only be followed by those who know of the treatment: its deal or its prices
    /// are not those of the rules.
    pub fn changes_the_game(&self) -> bool {
        self.arm.is_some_and(|arm| arm.granted || arm.price != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(factorial: Option<Factorial>) -> ItemStudy {
        let item = |number| StudiedItem {
            label: format!("I{number}"),
            kind: "things".to_string(),
            number,
            price: None,
            grantable: false,
        };
        ItemStudy {
            factorial,
            price: None,
            item: (10..50).map(item).collect(),
        }
    }

    fn withholding(withhold: f64) -> ItemStudy {
        study(Some(Factorial {
            withhold,
            ..Factorial::default()
        }))
    }

    fn game(seating: &[Option<usize>]) -> Vec<Option<usize>> {
        seating.to_vec()
    }

    #[test]
    fn a_share_or_a_number_is_withheld_from_each_place_by_itself() {
        let count = |study: &ItemStudy, seed, place| {
            study.withheld(seed, place).iter().filter(|&&w| w).count()
        };
        let seven = withholding(7.0);
        assert!((0..50).all(|seed| count(&seven, seed, 0) == 7));
        let quarter = withholding(0.25);
        let total: usize = (0..500).map(|seed| count(&quarter, seed, 1)).sum();
        // 20,000 draws: the standard deviation of the sum is 61.
        assert!((4750..5250).contains(&total), "{total}");
        assert_ne!(seven.withheld(3, 0), seven.withheld(3, 1));
        assert_ne!(seven.withheld(3, 0), seven.withheld(4, 0));
        assert_eq!(count(&study(None), 3, 0), 0);
    }

    #[test]
    fn treatments_follow_the_places_of_the_line_up() {
        let study = withholding(0.5);
        let treatment = Treatment {
            study: &study,
            arm: None,
        };
        let terms_of = |seating: &Vec<Option<usize>>| {
            treatment.terms(&NumberedGame {
                id: 1,
                cell: 0,
                deal_seed: 9,
                seating_index: 0,
                seating,
            })
        };
        let (one, other) = (game(&[Some(0), Some(1)]), game(&[Some(1), Some(0)]));
        let (one, other) = (terms_of(&one), terms_of(&other));
        for number in 10..50 {
            assert_eq!(one.forbids(0, number), other.forbids(1, number));
            assert_eq!(one.forbids(1, number), other.forbids(0, number));
        }
        assert!(!one.forbids(0, 9) && !one.forbids(0, 50));
    }

    #[test]
    fn an_arm_is_for_the_first_place_only() {
        let study = study(None);
        let arm = |access| Treatment {
            study: &study,
            arm: Some(Arm {
                item: 2,
                granted: true,
                access,
                price: 0,
            }),
        };
        let seating = game(&[Some(1), None, Some(0)]);
        let numbered = NumberedGame {
            id: 1,
            cell: 0,
            deal_seed: 9,
            seating_index: 0,
            seating: &seating,
        };
        let never = arm(Access::Never).terms(&numbered);
        assert!(never.forbids(2, 12) && !never.forbids(0, 12));
        assert_eq!(never.granted(), Some((2, 12)));
        assert!(!arm(Access::Free).terms(&numbered).is_active());
        assert!(arm(Access::Must).terms(&numbered).is_active());
        assert!(arm(Access::Free).changes_the_game());
    }
}
