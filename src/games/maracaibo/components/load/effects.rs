//! The term grammar of the data files: effects, costs, markets and city actions.
//!
//! Every parser returns a description of the accepted values as its error, for the message about
//! the cell.

use std::fmt::Write;

use crate::maracaibo::components::story_cards::SKULL_TILES;
use crate::maracaibo::components::{
    AssistantAction, CityAction, Cost, Effect, EffectKind, Effects, FIGURES, GOOD_NAMES, MAX_CP,
    MAX_EFFECTS, MAX_MARKET, MOVEMENT_POINTS, Market, OBJECT_NAMES, Shown, UPGRADES,
};
use crate::sheet::{name, plain};

/// The printed assistant actions a1 to a17 (M-21.6), in this order. Names of network inputs use
/// these numbers. A card may have any other action composed of the same terms.
pub const ASSISTANT_ACTIONS: [&str; 17] = [
    "vp3+d5",
    "figure1+disc1+va1",
    "influence_any1+va2",
    "cp2+sail1-3+main",
    "samegood3>d5+va2",
    "cp1+disc1+va2",
    "d2+disc1+va2",
    "samegood3>d5+vp2+cp2",
    "samegood3>d5+vp2+influence_any1",
    "d2+explore3",
    "vp4+explore2",
    "d3+vp2_per_assistant",
    "vp1_per_combat_token+va3",
    "vp3+sail1-3+main",
    "cp2>d5+va3",
    "cp2>d7+va2",
    "samegood3>d4+vp4",
];

/// Maximum amount of a term whose kind has no lower limit.
pub const MAX_AMOUNT: u8 = 99;
/// Maximum number of village actions, and of explorer steps, in one term; larger amounts would have
/// no additional effect.
const MOST_AT_ONCE: u8 = 30;

/// Returns the maximum amount of a term of a kind, which is the total number available.
fn most(kind: EffectKind) -> u8 {
    match kind {
        // All figures of one colour (M-1.11).
        EffectKind::Figures => FIGURES as u8,
        EffectKind::Cp => MAX_CP,
        EffectKind::Discs => 2 * UPGRADES as u8,
        EffectKind::SkullTiles => SKULL_TILES.count_ones() as u8,
        EffectKind::VillageActions | EffectKind::Explore => MOST_AT_ONCE,
        EffectKind::SailAndMain => MOVEMENT_POINTS,
        _ => MAX_AMOUNT,
    }
}

/// Effect terms that are accepted everywhere, for messages.
pub(super) const EFFECT_TERMS: &str = "d<n>, vp<n>, cp<n>, inf<n>, influence_any<n>, figure<n>, fig<n>, disc<n>, \
     explore<n>, exploration<n>, va<n>, combat, vp<n>_per_assistant, vp<n>_per_combat_token";

/// Kinds that only an assistant's action may have.
const ASSISTANT_ONLY: [EffectKind; 1] = [EffectKind::SailAndMain];

/// Words of the kinds that are written as a word and a number, including alternative spellings.
const WORDS: [(&str, EffectKind); 15] = [
    ("d", EffectKind::Doubloons),
    ("vp", EffectKind::Vp),
    ("cp", EffectKind::Cp),
    ("inf", EffectKind::Influence),
    ("influence_any", EffectKind::Influence),
    ("figure", EffectKind::Figures),
    ("fig", EffectKind::Figures),
    ("disc", EffectKind::Discs),
    ("explore", EffectKind::Explore),
    ("exploration", EffectKind::Explore),
    ("va", EffectKind::VillageActions),
    ("france", EffectKind::InfluenceFrance),
    ("spain", EffectKind::InfluenceSpain),
    ("england", EffectKind::InfluenceEngland),
    ("skull", EffectKind::SkullTiles),
];

/// Parses an effect: terms joined by `+`, from left to right.
///
/// # Errors
///
/// Returns a description of the accepted values.
pub fn effects(text: &str) -> Result<Effects, String> {
    let mut effects = Effects::NOTHING;
    let mut terms = text.split('+');
    while let Some(term) = terms.next() {
        let effect = match effect_term(term) {
            Some(effect) if effect.kind == EffectKind::SailAndMain => {
                (terms.next() == Some("main")).then_some(effect)
            }
            other => other,
        };
        let Some(effect) = effect else {
            return Err(format!(
                "terms joined by +: {EFFECT_TERMS}, sail1-<n>+main, with n from 1 to {MAX_AMOUNT}"
            ));
        };
        if effect.amount > most(effect.kind) {
            let largest = Effect {
                amount: most(effect.kind),
                ..effect
            };
            return Err(format!(
                "at most {}, the number in the game",
                self::term(largest)
            ));
        }
        let Some(place) = effects.terms.get_mut(usize::from(effects.len)) else {
            return Err(format!("at most {MAX_EFFECTS} terms joined by +"));
        };
        *place = effect;
        effects.len += 1;
    }
    Ok(effects)
}

/// Kinds that only the quest of a story card may have (M-C12).
const STORY_ONLY: [EffectKind; 4] = [
    EffectKind::InfluenceFrance,
    EffectKind::InfluenceSpain,
    EffectKind::InfluenceEngland,
    EffectKind::SkullTiles,
];

/// Parses the reward of a story card's quest.
pub(super) fn story_effects(text: &str) -> Result<Effects, String> {
    let effects = effects(text)
        .map_err(|expected| format!("{expected}, france<n>, spain<n>, england<n>, skull<n>"))?;
    match (effects.iter()).find(|effect| ASSISTANT_ONLY.contains(&effect.kind)) {
        Some(&effect) => Err(format!(
            "an effect without {}, which is not allowed here",
            term(effect)
        )),
        None => Ok(effects),
    }
}

/// Parses an effect that must not contain terms of some kinds.
pub(super) fn effects_without(text: &str, kinds: &[EffectKind]) -> Result<Effects, String> {
    let effects = effects(text)?;
    match effects.iter().find(|effect| {
        let kind = &effect.kind;
        kinds.contains(kind) || ASSISTANT_ONLY.contains(kind) || STORY_ONLY.contains(kind)
    }) {
        Some(&effect) => Err(format!(
            "an effect without {}, which is not allowed here",
            term(effect)
        )),
        None => Ok(effects),
    }
}

/// Parses an effect without the kinds reserved for assistants and story cards.
pub(super) fn plain_effects(text: &str) -> Result<Effects, String> {
    effects_without(text, &[])
}

/// Parses an effect term that is accepted everywhere. Returns `None` if the text is not such a
/// term.
///
/// # Errors
///
/// Returns a description of the accepted values.
pub(super) fn plain_term(text: &str) -> Option<Result<Effect, String>> {
    let kind = effect_term(text)?.kind;
    if ASSISTANT_ONLY.contains(&kind) || STORY_ONLY.contains(&kind) {
        return None;
    }
    Some(plain_effects(text).map(|effects| effects.terms[0]))
}

/// Parses the action of an assistant: an effect, preceded by a cost and `>` if it has a cost.
///
/// # Errors
///
/// Returns a description of the accepted values.
pub(super) fn assistant_action(code: &str) -> Result<AssistantAction, String> {
    let (paid, gained) = match code.split_once('>') {
        Some((paid, gained)) => (
            cost(paid).map_err(|expected| format!("before > {expected}"))?,
            gained,
        ),
        None => (Cost::Free, code),
    };
    let effects = effects(gained)?;
    match effects
        .iter()
        .find(|effect| STORY_ONLY.contains(&effect.kind))
    {
        Some(&effect) => Err(format!(
            "an effect without {}, which only the quests of story cards have",
            term(effect)
        )),
        None => Ok(AssistantAction {
            cost: paid,
            effects,
        }),
    }
}

/// Formats the action of an assistant in the notation that `assistant_action` parses.
pub fn assistant_text(action: &AssistantAction) -> String {
    let effects = effects_text(&action.effects);
    match action.cost {
        Cost::Free => effects,
        paid => format!("{}>{effects}", cost_text(&paid)),
    }
}

fn effect_term(term: &str) -> Option<Effect> {
    if term == "combat" {
        return Some(Effect {
            kind: EffectKind::Combat,
            amount: 1,
        });
    }
    if let Some(range) = term.strip_prefix("sail1-") {
        return amount(range).map(|amount| Effect {
            kind: EffectKind::SailAndMain,
            amount,
        });
    }
    let (word, number, rest) = split(term)?;
    let kind = match (word, rest) {
        ("vp", "_per_assistant") => EffectKind::VpPerAssistant,
        ("vp", "_per_combat_token") => EffectKind::VpPerCombatToken,
        (word, "") => WORDS.iter().find(|known| known.0 == word)?.1,
        _ => return None,
    };
    Some(Effect {
        kind,
        amount: number,
    })
}

/// Splits a term such as `vp2_per_assistant` into word, number and rest.
fn split(term: &str) -> Option<(&str, u8, &str)> {
    let start = term.find(|c: char| c.is_ascii_digit())?;
    let digits = term[start..]
        .find(|c: char| !c.is_ascii_digit())
        .map_or(term.len(), |length| start + length);
    Some((
        &term[..start],
        amount(&term[start..digits])?,
        &term[digits..],
    ))
}

/// Parses the number of a term.
pub(super) fn amount(text: &str) -> Option<u8> {
    plain(text).filter(|amount| (1..=MAX_AMOUNT).contains(amount))
}

/// Parses a cost: one term, or two different goods or objects joined by `+` (M-11.2).
///
/// # Errors
///
/// Returns a description of the accepted values.
pub fn cost(text: &str) -> Result<Cost, String> {
    let read = match text.split_once('+') {
        None => cost_term(text),
        Some((one, other)) => two_shown(one, other),
    };
    let largest = match read {
        Some(Cost::Figures(number)) if number > FIGURES as u8 => Some((
            Cost::Figures(FIGURES as u8),
            "as many as a colour has (M-1.11)",
        )),
        Some(Cost::Cp(number)) if number > MAX_CP => {
            Some((Cost::Cp(MAX_CP), "as many as the ship board holds (M-7.10)"))
        }
        Some(Cost::Moved(number)) if number > MOVEMENT_POINTS => {
            let reason = "the movement points of a turn (M-3.1)";
            Some((Cost::Moved(MOVEMENT_POINTS), reason))
        }
        _ => None,
    };
    if let Some((largest, reason)) = largest {
        return Err(format!("at most {}, {reason}", cost_text(&largest)));
    }
    read.ok_or_else(|| {
        format!(
            "d<n>, cp<n>, figure<n>, fig<n>, samegood<n>, move<n>, or <good><n> or <object><n>, or two \
             different ones of these joined by + (goods: {}; objects: {}), with n from 1 to {MAX_AMOUNT}",
            GOOD_NAMES.join(", "),
            OBJECT_NAMES.join(", ")
        )
    })
}

fn two_shown(one: &str, other: &str) -> Option<Cost> {
    let shown = |text| match cost_term(text)? {
        Cost::Goods(good, number) => Some((Shown::Good(good), number)),
        Cost::Objects(object, number) => Some((Shown::Object(object), number)),
        _ => None,
    };
    let both = [shown(one)?, shown(other)?];
    (both[0].0 != both[1].0).then_some(Cost::Two(both))
}

fn cost_term(term: &str) -> Option<Cost> {
    let (word, number, "") = split(term)? else {
        return None;
    };
    Some(match word {
        "d" => Cost::Doubloons(number),
        "cp" => Cost::Cp(number),
        "figure" | "fig" => Cost::Figures(number),
        "samegood" => Cost::SameGoods(number),
        "move" => Cost::Moved(number),
        other => match name(other, &GOOD_NAMES) {
            Ok(good) => Cost::Goods(good, number),
            Err(_) => Cost::Objects(name(other, &OBJECT_NAMES).ok()?, number),
        },
    })
}

/// Formats an effect in the notation that [`effects`] parses; empty if there is no effect.
pub fn effects_text(effects: &Effects) -> String {
    let terms: Vec<String> = effects.iter().map(|&effect| term(effect)).collect();
    terms.join("+")
}

fn term(effect: Effect) -> String {
    let Effect { kind, amount } = effect;
    let word = effect_word(kind);
    match kind {
        EffectKind::Combat => word.to_string(),
        EffectKind::SailAndMain => format!("sail1-{amount}+main"),
        EffectKind::VpPerAssistant => format!("vp{amount}_per_assistant"),
        EffectKind::VpPerCombatToken => format!("vp{amount}_per_combat_token"),
        _ => format!("{word}{amount}"),
    }
}

/// Returns the word of a kind of effect, without its number.
pub fn effect_word(kind: EffectKind) -> &'static str {
    match kind {
        EffectKind::Doubloons => "d",
        EffectKind::Vp => "vp",
        EffectKind::Cp => "cp",
        EffectKind::Influence => "inf",
        EffectKind::Figures => "figure",
        EffectKind::Discs => "disc",
        EffectKind::Explore => "explore",
        EffectKind::VillageActions => "va",
        EffectKind::Combat => "combat",
        EffectKind::SailAndMain => "sail",
        EffectKind::VpPerAssistant => "vp_per_assistant",
        EffectKind::VpPerCombatToken => "vp_per_combat_token",
        EffectKind::InfluenceFrance => "france",
        EffectKind::InfluenceSpain => "spain",
        EffectKind::InfluenceEngland => "england",
        EffectKind::SkullTiles => "skull",
    }
}

/// Returns the word of a cost, without its number. Returns an empty string for no cost and for a
/// cost of two parts.
pub fn cost_word(cost: &Cost) -> &'static str {
    match *cost {
        Cost::Free | Cost::Two(_) => "",
        Cost::Doubloons(_) => "d",
        Cost::Cp(_) => "cp",
        Cost::Figures(_) => "figure",
        Cost::SameGoods(_) => "samegood",
        Cost::Moved(_) => "move",
        Cost::Goods(good, _) => word_at(&GOOD_NAMES, good),
        Cost::Objects(object, _) => word_at(&OBJECT_NAMES, object),
    }
}

/// Formats a cost in the notation that [`cost`] parses; empty if there is no cost.
pub fn cost_text(cost: &Cost) -> String {
    let word = cost_word(cost);
    let number = match *cost {
        Cost::Free => return String::new(),
        Cost::Doubloons(n)
        | Cost::Cp(n)
        | Cost::Figures(n)
        | Cost::SameGoods(n)
        | Cost::Moved(n)
        | Cost::Goods(_, n)
        | Cost::Objects(_, n) => n,
        Cost::Two(both) => {
            let term = |(shown, n)| match shown {
                Shown::Good(good) => cost_text(&Cost::Goods(good, n)),
                Shown::Object(object) => cost_text(&Cost::Objects(object, n)),
            };
            return both.map(term).join("+");
        }
    };
    let mut text = word.to_string();
    let _ = write!(text, "{number}");
    text
}

fn word_at(names: &'static [&'static str], index: u8) -> &'static str {
    names.get(usize::from(index)).copied().unwrap_or("?")
}

/// Parses a market: the good of each space from the left, joined by `+`. `<good> x<n>` means n
/// spaces of one good.
pub(super) fn market(text: &str) -> Result<Market, String> {
    let spaces = || {
        let mut goods = Vec::new();
        for part in text.split('+') {
            let (good, spaces) = part.split_once(" x").unwrap_or((part, "1"));
            let spaces =
                plain(spaces).filter(|spaces| (1..=MAX_MARKET).contains(&usize::from(*spaces)))?;
            let good = name(good, &GOOD_NAMES).ok()?;
            goods.extend(std::iter::repeat_n(good, usize::from(spaces)));
        }
        (goods.len() <= MAX_MARKET).then(|| Market::of(&goods))
    };
    spaces().ok_or_else(|| {
        format!(
            "a good for every space, joined by +, or <good> x<n> for n of one good: corn+sugar, \
             corn x2; goods: {}; at most {MAX_MARKET} spaces, the maximum for a position",
            GOOD_NAMES.join(", ")
        )
    })
}

/// Parses the action of a city: `combat`, `exploration<n>`, `CA1` to `CA10`, or any other effect.
///
/// # Errors
///
/// Returns a description of the accepted values.
pub(super) fn city_action(code: &str) -> Result<CityAction, String> {
    match city_code(code) {
        Some(action) => Ok(action),
        None => plain_effects(code)
            .map(CityAction::Effects)
            .map_err(|expected| {
                format!("combat, exploration<n>, CA1 to CA10 (M-6.3), or an effect: {expected}")
            }),
    }
}

fn city_code(code: &str) -> Option<CityAction> {
    Some(match code {
        "combat" => CityAction::Combat,
        "CA1" => CityAction::InfluenceThenVillageAction,
        "CA2" => CityAction::CpThenDisc,
        "CA3" => CityAction::ThreeCp,
        "CA4" => CityAction::DoubloonsThenVillageAction,
        "CA5" => CityAction::CpAndInfluence,
        "CA6" => CityAction::VillageActionPerCompass,
        "CA7" => CityAction::VpPerTokenThenDiscardHand,
        "CA8" => CityAction::DoubloonsOrVpPerAssistant,
        "CA9" => CityAction::PayCpForInfluenceAndDoubloons,
        "CA10" => CityAction::FigureThenVillageAction,
        other => {
            let steps = amount(other.strip_prefix("exploration")?)?;
            return (steps <= MOST_AT_ONCE).then_some(CityAction::Exploration(steps));
        }
    })
}

/// Parses the action of a homeward space: `combat|explore<n>` or `vp<n>`.
pub(super) fn homeward_action(text: &str) -> Option<CityAction> {
    match text.strip_prefix("combat|explore") {
        Some(steps) => amount(steps).map(CityAction::CombatOrExplore),
        None => amount(text.strip_prefix("vp")?).map(CityAction::Vp),
    }
}
