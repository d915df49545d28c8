//! Changes that an experiment makes to items (who may take them, who starts with one, what they cost), and handicaps in
//! starting money.
//!
//! Treatments belong to places of the line-up, not to seats. Every deal is played in every seating, so each seat gets
//! each treatment on the same deal.

use std::collections::BTreeSet;

use crate::game::Game;
use crate::item::{ItemSet, Terms};
use crate::play::plan::NumberedGame;
use crate::settings::{Access, Arm, ConditionSpec, Experiment, ItemDesign, ItemStudy};

/// Treatment of the places in one condition.
#[derive(Clone, Debug)]
pub struct Treatment<'run> {
    study: Option<&'run ItemStudy>,
    arm: Option<Arm>,
    /// Additional starting money of the first place.
    handicap: u16,
    /// Change of the price of each item of the study, for all places; empty if no price changes.
    prices: Vec<i32>,
}

impl<'run> Treatment<'run> {
    /// Creates a treatment of items: `study` applies to every place, `arm` to the first one.
    pub fn of_items(study: &'run ItemStudy, arm: Option<Arm>) -> Treatment<'run> {
        Treatment {
            study: Some(study),
            arm,
            handicap: 0,
            prices: Vec::new(),
        }
    }

    /// Changes the prices of the items of the study by these amounts.
    #[must_use]
    pub fn priced(self, prices: &[i32]) -> Treatment<'run> {
        let prices = prices.to_vec();
        Treatment { prices, ..self }
    }

    /// Returns the treatment in a condition, or `None` if the game is unchanged.
    pub fn of_cell(experiment: &'run Experiment, cell: &ConditionSpec) -> Option<Treatment<'run>> {
        let study = experiment.items.as_ref();
        let withholds = study.is_some_and(|study| study.factorial().is_some());
        // In a change experiment, untreated conditions also write the events of the changed items.
        let changes = study.is_some_and(|study| study.design == ItemDesign::Change);
        let treated = withholds || changes || cell.arm.is_some() || cell.handicap > 0;
        treated.then_some(Treatment {
            study,
            arm: cell.arm,
            handicap: cell.handicap,
            prices: cell.prices.clone(),
        })
    }

    /// Returns a copy of the game with the prices of the condition.
    ///
    /// # Errors
    /// The reason why the item cannot have this price or cannot be granted.
    pub fn prepare<G: Game>(&self, game: &G) -> Result<G, String> {
        let mut game = game.clone();
        if self.handicap > 0 {
            game.can_handicap()?;
        }
        for (item, &by) in self
            .study
            .iter()
            .flat_map(|study| study.item.iter().zip(&self.prices))
        {
            if by != 0 {
                game.reprice(item.number, by)?;
            }
        }
        if let Some((study, arm)) = self.study.zip(self.arm) {
            let item = study.item[arm.item].number;
            if arm.granted {
                game.can_grant(item)?;
            }
        }
        Ok(game)
    }

    /// Returns the terms of a game.
    pub fn terms(&self, numbered: &NumberedGame) -> Terms {
        let mut terms = Terms::FREE;
        let places = numbered.seating.iter().enumerate();
        for (seat, place) in places.filter_map(|(seat, &place)| Some((seat, place?))) {
            if place == 0 && self.handicap > 0 {
                terms.give_handicap(seat, self.handicap);
            }
            let Some(study) = self.study else {
                continue;
            };
            let withheld = study.withheld(numbered.deal_seed, place);
            let mut forbidden = ItemSet::EMPTY;
            let items = study.item.iter().zip(withheld);
            for (item, _) in items.filter(|&(_, withheld)| withheld) {
                forbidden.insert(item.number);
            }
            if let Some(arm) = self.arm.filter(|_| place == 0) {
                let number = study.item[arm.item].number;
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

    /// Returns the kinds of events by which seats take the studied items or get a recorded opportunity to take them.
    pub fn takings(&self) -> BTreeSet<&'run str> {
        let items = self.study.iter().flat_map(|study| &study.item);
        items
            .flat_map(|item| item.taken_by.iter().chain(&item.met_by))
            .map(String::as_str)
            .collect()
    }

    /// Returns true if the treatment changes the deal or the prices, so that following the game requires the treatment.
    pub fn changes_the_game(&self) -> bool {
        let granted = self.arm.is_some_and(|arm| arm.granted);
        granted || self.handicap > 0 || !self.prices.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Constraint, Factorial, StudiedItem};

    fn study(factorial: Option<Factorial>) -> ItemStudy {
        let item = |number| StudiedItem {
            label: format!("I{number}"),
            kind: "things".to_string(),
            number,
            ..StudiedItem::default()
        };
        ItemStudy {
            design: factorial.map_or(
                ItemDesign::Constraint(Constraint::default()),
                ItemDesign::Factorial,
            ),
            item: (10..50).map(item).collect(),
            by_strength: false,
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
    fn items_are_withheld_from_each_place_independently() {
        let count = |study: &ItemStudy, seed, place| {
            study.withheld(seed, place).iter().filter(|&&w| w).count()
        };
        let seven = withholding(7.0);
        assert!((0..50).all(|seed| count(&seven, seed, 0) == 7));
        let quarter = withholding(0.25);
        let total: usize = (0..500).map(|seed| count(&quarter, seed, 1)).sum();
        // The sum of 20,000 draws has standard deviation 61.
        assert!((4750..5250).contains(&total), "{total}");
        assert_ne!(seven.withheld(3, 0), seven.withheld(3, 1));
        assert_ne!(seven.withheld(3, 0), seven.withheld(4, 0));
        assert_eq!(count(&study(None), 3, 0), 0);
    }

    #[test]
    fn treatments_follow_the_places_of_the_line_up() {
        let study = withholding(0.5);
        let treatment = Treatment::of_items(&study, None);
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
    fn arm_applies_only_to_the_first_place() {
        let study = study(None);
        let treated = |granted, access| {
            let arm = Arm {
                item: 2,
                granted,
                access,
            };
            Treatment::of_items(&study, Some(arm))
        };
        let arm = |access| treated(true, access);
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
        // Restricting the actions of a seat changes neither the deal nor the prices.
        assert!(!treated(false, Access::Never).changes_the_game());
    }

    #[test]
    fn sets_of_prices_use_every_possible_price_equally_often() {
        let mut study = study(None);
        let design = crate::settings::PriceFactorial {
            withhold: 0.3,
            by: 2,
        };
        study.design = ItemDesign::PriceFactorial(design);
        study.item[0].price = Some(1);
        study.item[1..]
            .iter_mut()
            .for_each(|item| item.price = Some(5));
        let sets = study.price_moves(3);
        let of = |item: usize| {
            let mut moves: Vec<i32> = sets.iter().map(|set| set[item]).collect();
            moves.sort_unstable();
            moves
        };
        assert!((1..40).all(|item| of(item) == [-2, -1, 0, 1, 2]));
        assert!(of(0).iter().all(|by| (-1..=2).contains(by)));
        assert_ne!(sets, study.price_moves(4));
        let treatment = Treatment::of_items(&study, None);
        assert!(!treatment.clone().priced(&[]).changes_the_game());
        assert!(treatment.priced(&sets[0]).changes_the_game());
    }

    #[test]
    fn handicap_follows_the_first_place() {
        let treatment = Treatment {
            study: None,
            arm: None,
            handicap: 12,
            prices: Vec::new(),
        };
        for (seating, handicaps) in [([Some(0), Some(1)], [12, 0]), ([Some(1), Some(0)], [0, 12])] {
            let seating = game(&seating);
            let terms = treatment.terms(&NumberedGame {
                id: 1,
                cell: 0,
                deal_seed: 9,
                seating_index: 0,
                seating: &seating,
            });
            assert_eq!([terms.handicap(0), terms.handicap(1)], handicaps);
            assert!(!terms.is_active());
        }
        assert!(treatment.changes_the_game());
    }
}
