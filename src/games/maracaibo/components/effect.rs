//! The terms of effects and costs.

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
    /// n influence with France; on story cards only, as those that follow.
    InfluenceFrance,
    /// n influence with Spain (M-22.3).
    InfluenceSpain,
    /// n influence with England.
    InfluenceEngland,
    /// Removes n legacy tiles with a skull, one after another (M-22.3).
    SkullTiles,
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

/// What cards that are paid have to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// This good.
    Good(u8),
    /// This object.
    Object(u8),
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
    /// Cards that show two different things, so many of each.
    Two([(Shown, u8); 2]),
    /// n hand cards with one and the same good of choice.
    SameGoods(u8),
    /// Nothing is paid; at least n movement points were spent this turn.
    Moved(u8),
}
