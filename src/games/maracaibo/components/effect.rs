//! Terms of effects and costs.

use serde::{Deserialize, Serialize};

/// Kind of an effect term; n is the amount. The data reference lists the text form of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EffectKind {
    /// Gain n doubloons.
    Doubloons,
    /// Gain n VP.
    Vp,
    /// Gain n CP, up to 8 in total.
    Cp,
    /// Gain n influence with one nation of choice.
    Influence,
    /// Move up to n figures from the general supply to the player's supply.
    Figures,
    /// Remove n discs from the ship board, one after another.
    Discs,
    /// Move the player's explorer up to n spaces.
    Explore,
    /// Take n village actions that U1 does not increase (M-10.4).
    VillageActions,
    /// Start a full combat.
    Combat,
    /// Optionally sail 1 to n points, then take one extra main action there (`sail1-3+main`).
    SailAndMain,
    /// Gain n VP per assistant of the player on the map.
    VpPerAssistant,
    /// Gain n VP per combat token of the player.
    VpPerCombatToken,
    /// Gain n influence with France. This kind and the following ones appear only on story cards.
    InfluenceFrance,
    /// Gain n influence with Spain (M-22.3).
    InfluenceSpain,
    /// Gain n influence with England.
    InfluenceEngland,
    /// Remove n legacy tiles with a skull, one after another (M-22.3).
    SkullTiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    pub kind: EffectKind,
    /// Amount, the n in the description of the kind.
    pub amount: u8,
}

/// Maximum number of terms in an effect.
pub const MAX_EFFECTS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    pub len: u8,
    /// Terms from left to right; entries from index `len` on are unused.
    pub terms: [Effect; MAX_EFFECTS],
}

impl Effects {
    pub const NOTHING: Effects = Effects {
        len: 0,
        terms: [Effect {
            kind: EffectKind::Vp,
            amount: 0,
        }; MAX_EFFECTS],
    };

    /// Returns the terms from left to right.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, Effect> {
        self.terms[..usize::from(self.len)].iter()
    }
}

/// A good or object that paid cards must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    Good(u8),
    Object(u8),
}

/// A cost to pay, or a condition to meet, before an effect (cost column of the data reference).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    Free,
    /// Pay n doubloons.
    Doubloons(u8),
    /// Pay n CP; figures are not accepted instead.
    Cp(u8),
    /// Return n figures from the player's supply to the general supply.
    Figures(u8),
    /// Discard n hand cards with a good: good, n.
    Goods(u8, u8),
    /// Pay with n cards that show an object: object, n. Cards with a permanent object count.
    Objects(u8, u8),
    /// Pay with cards that show two different goods or objects: the number required of each.
    Two([(Shown, u8); 2]),
    /// Discard n hand cards with one good, which the player chooses.
    SameGoods(u8),
    /// Pay nothing; the player must have spent at least n movement points this turn.
    Moved(u8),
}
