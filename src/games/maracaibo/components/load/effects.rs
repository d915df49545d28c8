//! The term grammar of the data files: effects, costs, markets and city actions.
//!
//! Every parser returns a description of the accepted values as its error, for the message about
//! the cell.

use std::mem::discriminant;

use crate::maracaibo::components::story_cards::SKULL_TILES;
use crate::maracaibo::components::wording::fill;
use crate::maracaibo::components::{
    AUTOMA_ACTIONS, AssistantAction, CityAction, Cost, Effect, EffectKind, Effects, FIGURES,
    GOOD_NAMES, LATER_ROUNDS, MAX_AUTOMA_ACTIONS, MAX_CP, MAX_EFFECTS, MAX_MARKET, MOVEMENT_POINTS,
    Market, OBJECT_NAMES, Shown, TokenEffect, UPGRADES,
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

/// Form of an assistant's action, for messages.
const ASSISTANT_ACTION: &str = "[<cost>>]<effect>, such as cp1+disc1+va2";
/// Maximum amount of a term whose kind has no smaller maximum.
pub const MAX_AMOUNT: u8 = 99;
/// Maximum number of village actions, and of explorer steps, in one term; larger amounts would have
/// no additional effect.
const MOST_AT_ONCE: u8 = 30;

/// Place where a kind of effect may occur.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Anywhere,
    /// Actions of assistants only.
    Assistant,
    /// Quests of story cards only (M-C12).
    Story,
}

use Place::{Anywhere, Assistant, Story};

/// Notation of a kind of effect.
struct Term {
    /// Accepted spellings, in which `{n}` is the amount. Output uses the first spelling.
    forms: &'static [&'static str],
    kind: EffectKind,
    /// Maximum amount, such as the total number of figures.
    most: u8,
    place: Place,
    /// Name of the network input for the amount in waiting effects.
    input: &'static str,
    /// Text for people, with placeholders for [`fill`].
    words: &'static str,
}

/// The kinds of effect, in the order of [`EffectKind`].
#[rustfmt::skip]
const TERMS: [Term; 16] = [
    term(&["d{n}"], EffectKind::Doubloons, MAX_AMOUNT, Anywhere, "doubloons", "{n doubloon}"),
    term(&["vp{n}"], EffectKind::Vp, MAX_AMOUNT, Anywhere, "vp", "{n} VP"),
    term(&["cp{n}"], EffectKind::Cp, MAX_CP, Anywhere, "cp", "{n} CP"),
    term(&["inf{n}", "influence_any{n}"], EffectKind::Influence, MAX_AMOUNT, Anywhere, "influence", "{n} influence {of}"),
    // All figures of one colour (M-1.11).
    term(&["figure{n}", "fig{n}"], EffectKind::Figures, FIGURES as u8, Anywhere, "figures", "{n figure}"),
    term(&["disc{n}"], EffectKind::Discs, 2 * UPGRADES as u8, Anywhere, "discs", "{n disc} off the ship"),
    term(&["explore{n}", "exploration{n}"], EffectKind::Explore, MOST_AT_ONCE, Anywhere, "explore", "an exploration of up to {n}"),
    term(&["va{n}"], EffectKind::VillageActions, MOST_AT_ONCE, Anywhere, "village actions", "{n village action}"),
    term(&["combat"], EffectKind::Combat, 1, Anywhere, "combat", "a combat"),
    term(&["sail1-{n}"], EffectKind::SailAndMain, MOVEMENT_POINTS, Assistant, "sail and main", "may sail 1 to {n} and take an extra main action there"),
    term(&["vp{n}_per_assistant"], EffectKind::VpPerAssistant, MAX_AMOUNT, Anywhere, "vp per assistant", "{n} VP for each of your assistants on the map"),
    term(&["vp{n}_per_combat_token"], EffectKind::VpPerCombatToken, MAX_AMOUNT, Anywhere, "vp per combat token", "{n} VP for each of your combat tokens"),
    term(&["france{n}"], EffectKind::InfluenceFrance, MAX_AMOUNT, Story, "", "{n} influence with France"),
    term(&["spain{n}"], EffectKind::InfluenceSpain, MAX_AMOUNT, Story, "", "{n} influence with Spain"),
    term(&["england{n}"], EffectKind::InfluenceEngland, MAX_AMOUNT, Story, "", "{n} influence with England"),
    term(&["skull{n}"], EffectKind::SkullTiles, SKULL_TILES.count_ones() as u8, Story, "", "remove {n legacy tile} with a skull from the game"),
];

const fn term(
    forms: &'static [&'static str],
    kind: EffectKind,
    most: u8,
    place: Place,
    input: &'static str,
    words: &'static str,
) -> Term {
    Term {
        forms,
        kind,
        most,
        place,
        input,
        words,
    }
}

/// Nation of influence if a term does not specify one.
pub const OF_CHOICE: &str = "of your choice";

/// Formats a term of an effect for people; `nation` specifies the nation of influence.
pub fn effect_text(effect: &Effect, nation: &str) -> String {
    fill(term_of(effect.kind).words, effect.amount, nation)
}

const _: () = {
    let mut index = 0;
    while index < TERMS.len() {
        assert!(TERMS[index].kind as usize == index);
        index += 1;
    }
};

fn term_of(kind: EffectKind) -> &'static Term {
    &TERMS[kind as usize]
}

/// Returns the names of the network inputs for the kinds of effect that occur in every game, in the order of
/// [`EffectKind`].
pub fn input_names() -> impl Iterator<Item = &'static str> {
    let terms = TERMS.iter().filter(|term| term.place != Story);
    terms.map(|term| term.input)
}

impl Term {
    /// Formats a term of this kind.
    fn write(&self, amount: &str) -> String {
        let main = match self.kind {
            EffectKind::SailAndMain => "+main",
            _ => "",
        };
        self.forms[0].replace("{n}", amount) + main
    }
}

fn effect_term(text: &str) -> Option<Effect> {
    TERMS.iter().find_map(|&Term { forms, kind, .. }| {
        let amount = forms.iter().find_map(|form| amount_in(form, text))?;
        Some(Effect { kind, amount })
    })
}

/// Describes the terms that are accepted in a place.
fn terms(place: Place) -> String {
    let accepted = TERMS
        .iter()
        .filter(|term| [Anywhere, place].contains(&term.place));
    let written = accepted.map(|term| term.write("<n>"));
    written.collect::<Vec<_>>().join(", ")
}

/// Describes the terms that are accepted everywhere.
pub(super) fn plain_words() -> String {
    terms(Anywhere)
}

fn effect_words_in(place: Place) -> String {
    let terms = terms(place);
    format!("1 to {MAX_EFFECTS} terms joined by +: {terms}, with n from 1 to {MAX_AMOUNT}")
}

pub fn effect_words() -> String {
    effect_words_in(Anywhere)
}

pub fn story_words() -> String {
    effect_words_in(Story)
}

pub fn assistant_words() -> String {
    format!("{ASSISTANT_ACTION}: {}", effect_words_in(Assistant))
}

/// Parses an effect: terms joined by `+`, from left to right.
///
/// # Errors
///
/// Returns a description of the accepted values.
pub fn effects(text: &str) -> Result<Effects, String> {
    effects_in(text, Assistant, &[])
}

fn parse(text: &str, place: Place) -> Result<Effects, String> {
    let mut effects = Effects::NOTHING;
    let mut terms = text.split('+');
    while let Some(term) = terms.next() {
        let effect = effect_term(term).filter(|effect| {
            effect.kind != EffectKind::SailAndMain || terms.next() == Some("main")
        });
        let effect = effect.ok_or_else(|| effect_words_in(place))?;
        let most = term_of(effect.kind).most;
        if effect.amount > most {
            let largest = Effect {
                amount: most,
                ..effect
            };
            let largest = self::term_text(largest);
            return Err(format!("at most {largest}, the number in the game"));
        }
        let Some(place) = effects.terms.get_mut(usize::from(effects.len)) else {
            return Err(format!("at most {MAX_EFFECTS} terms joined by +"));
        };
        *place = effect;
        effects.len += 1;
    }
    Ok(effects)
}

/// Parses an effect whose terms must be accepted in `place` and must not be of the kinds in `without`.
fn effects_in(text: &str, place: Place, without: &[EffectKind]) -> Result<Effects, String> {
    let effects = parse(text, place)?;
    let forbidden = |effect: &&Effect| {
        let own = term_of(effect.kind).place;
        without.contains(&effect.kind) || ![Anywhere, place].contains(&own)
    };
    match effects.iter().find(forbidden) {
        Some(&effect) => {
            let reason = match term_of(effect.kind).place {
                Anywhere => "is not allowed here",
                Assistant => "only the actions of assistants have",
                Story => "only the quests of story cards have",
            };
            Err(format!(
                "an effect without {}, which {reason}",
                term_text(effect)
            ))
        }
        None => Ok(effects),
    }
}

/// Parses the reward of a story card's quest.
pub(super) fn story_effects(text: &str) -> Result<Effects, String> {
    effects_in(text, Story, &[])
}

/// Parses an effect that must not contain terms of these kinds.
pub(super) fn effects_without(text: &str, kinds: &[EffectKind]) -> Result<Effects, String> {
    effects_in(text, Anywhere, kinds)
}

/// Parses an effect without the kinds reserved for assistants and story cards.
pub(super) fn plain_effects(text: &str) -> Result<Effects, String> {
    effects_in(text, Anywhere, &[])
}

/// Parses an effect term that is accepted everywhere. Returns `None` if the text is not a term of
/// this type.
///
/// # Errors
///
/// Returns a description of the accepted values.
pub(super) fn plain_term(text: &str) -> Option<Result<Effect, String>> {
    let effect = effect_term(text)?;
    (term_of(effect.kind).place == Anywhere)
        .then(|| plain_effects(text).map(|effects| effects.terms[0]))
}

/// Parses the action of an assistant: an effect, preceded by a cost and `>` if it has a cost.
///
/// # Errors
///
/// Returns a description of the accepted values.
pub(super) fn assistant_action(code: &str) -> Result<AssistantAction, String> {
    let expected = |part: String| format!("{ASSISTANT_ACTION}: {part}");
    let (cost, gained) = match code.split_once('>') {
        Some((paid, gained)) => {
            let paid = cost(paid).map_err(|part| expected(format!("before > {part}")))?;
            (paid, gained)
        }
        None => (Cost::Free, code),
    };
    let effects = effects(gained).map_err(expected)?;
    Ok(AssistantAction { cost, effects })
}

/// Formats the action of an assistant in the notation that `assistant_action` parses.
pub fn assistant_text(action: &AssistantAction) -> String {
    let effects = effects_text(&action.effects);
    match action.cost {
        Cost::Free => effects,
        paid => format!("{}>{effects}", cost_text(&paid)),
    }
}

/// Splits a term such as `samegood2` into its word and its number.
fn split(term: &str) -> Option<(&str, u8)> {
    let start = term.find(|c: char| c.is_ascii_digit())?;
    Some((&term[..start], amount(&term[start..])?))
}

/// Parses the amount in a text of this form, in which `{n}` stands for the amount. Without `{n}`, the amount is 1.
pub(super) fn amount_in(form: &str, text: &str) -> Option<u8> {
    match form.split_once("{n}") {
        None => (text == form).then_some(1),
        Some((before, after)) => amount(text.strip_prefix(before)?.strip_suffix(after)?),
    }
}

/// Parses the number of a term.
pub(super) fn amount(text: &str) -> Option<u8> {
    plain(text).filter(|amount| (1..=MAX_AMOUNT).contains(amount))
}

/// A cost that is written as a word and an amount: the accepted words, of which output uses the first; the cost; the
/// maximum amount; and the reason for the maximum.
type CostRow = (&'static [&'static str], fn(u8) -> Cost, u8, &'static str);

#[rustfmt::skip]
const COSTS: [CostRow; 5] = [
    (&["d"], Cost::Doubloons, MAX_AMOUNT, ""),
    (&["cp"], Cost::Cp, MAX_CP, "as many as the ship board holds (M-7.10)"),
    (&["figure", "fig"], Cost::Figures, FIGURES as u8, "as many as a colour has (M-1.11)"),
    (&["samegood"], Cost::SameGoods, MAX_AMOUNT, ""),
    (&["move"], Cost::Moved, MOVEMENT_POINTS, "the movement points of a turn (M-3.1)"),
];

/// Describes the accepted costs.
pub fn cost_words() -> String {
    let words = COSTS.map(|(words, ..)| format!("{}<n>", words[0]));
    format!(
        "{}, or <good><n> or <object><n>, or two different ones of these joined by + (goods: {}; \
         objects: {}), with n from 1 to {MAX_AMOUNT}",
        words.join(", "),
        GOOD_NAMES.join(", "),
        OBJECT_NAMES.join(", ")
    )
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
    let cost = read.ok_or_else(cost_words)?;
    let too_much = word_and_number(&cost).and_then(|(word, number)| {
        let mut rows = COSTS.iter().filter(|(_, _, most, _)| number > *most);
        rows.find(|(words, ..)| words[0] == word)
    });
    match too_much {
        Some((words, _, most, reason)) => Err(format!("at most {}{most}, {reason}", words[0])),
        None => Ok(cost),
    }
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
    let (word, number) = split(term)?;
    let mut rows = COSTS.iter();
    if let Some((_, cost, ..)) = rows.find(|(words, ..)| words.contains(&word)) {
        return Some(cost(number));
    }
    Some(match name(word, &GOOD_NAMES) {
        Ok(good) => Cost::Goods(good, number),
        Err(_) => Cost::Objects(name(word, &OBJECT_NAMES).ok()?, number),
    })
}

/// Formats an effect in the notation that [`effects`] parses; empty if there is no effect.
pub fn effects_text(effects: &Effects) -> String {
    let terms: Vec<String> = effects.iter().map(|&effect| term_text(effect)).collect();
    terms.join("+")
}

fn term_text(effect: Effect) -> String {
    term_of(effect.kind).write(&effect.amount.to_string())
}

/// Returns the word of a kind of effect, without its number.
pub fn effect_word(kind: EffectKind) -> String {
    let word = term_of(kind).forms[0].replace("{n}", "");
    word.trim_end_matches("1-").to_string()
}

/// Returns the word and the number of a cost; `None` for no cost and for a cost of two parts.
fn word_and_number(cost: &Cost) -> Option<(&'static str, u8)> {
    let word = || {
        let mut rows = COSTS.iter();
        rows.find(|(_, of, ..)| discriminant(&of(1)) == discriminant(cost))
            .map(|row| row.0[0])
    };
    match *cost {
        Cost::Free | Cost::Two(_) => None,
        Cost::Goods(good, number) => Some((GOOD_NAMES[usize::from(good)], number)),
        Cost::Objects(object, number) => Some((OBJECT_NAMES[usize::from(object)], number)),
        Cost::Doubloons(number)
        | Cost::Cp(number)
        | Cost::Figures(number)
        | Cost::SameGoods(number)
        | Cost::Moved(number) => Some((word()?, number)),
    }
}

/// Returns the word of a cost, without its number. Returns an empty string for no cost and for a
/// cost of two parts.
pub fn cost_word(cost: &Cost) -> &'static str {
    word_and_number(cost).map_or("", |(word, _)| word)
}

/// Formats a cost in the notation that [`cost`] parses; empty if there is no cost.
pub fn cost_text(cost: &Cost) -> String {
    if let Cost::Two(both) = *cost {
        let term = |(shown, n)| match shown {
            Shown::Good(good) => cost_text(&Cost::Goods(good, n)),
            Shown::Object(object) => cost_text(&Cost::Objects(object, n)),
        };
        return both.map(term).join("+");
    }
    word_and_number(cost).map_or(String::new(), |(word, number)| format!("{word}{number}"))
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
    spaces().ok_or_else(market_words)
}

/// Describes the accepted markets.
pub fn market_words() -> String {
    format!(
        "a good for every space, joined by +, or <good> x<n> for n of one good: corn+sugar, corn x2; \
         goods: {}; at most {MAX_MARKET} spaces, the maximum for a position",
        GOOD_NAMES.join(", ")
    )
}

/// Effect of a combat token: the form with the amount `{n}`, the effect, its maximum, and the text for people.
type TokenRow = (&'static str, fn(u8) -> TokenEffect, u8, &'static str);

#[rustfmt::skip]
const TOKEN_EFFECTS: [TokenRow; 5] = [
    ("-{n}d", TokenEffect::Pay, MAX_AMOUNT, ", costs {n doubloon}"),
    ("+{n}d", TokenEffect::Doubloons, MAX_AMOUNT, ", gives {n doubloon}"),
    ("+{n}vp", TokenEffect::Vp, MAX_AMOUNT, ", gives {n} VP"),
    ("+{n}fig", TokenEffect::Figures, FIGURES as u8, ", gives {n figure}"),
    ("+{n}inf", TokenEffect::Influence, MAX_AMOUNT, ", gives {n} influence"),
];

/// Describes the cost or reward of a nation on a combat token for people; the text is empty if there is none.
pub fn token_effect_words(effect: TokenEffect) -> String {
    let text = TOKEN_EFFECTS.iter().find_map(|(_, of, most, words)| {
        let n = (1..=*most).find(|n| of(*n) == effect)?;
        Some(fill(words, n, ""))
    });
    text.unwrap_or_default()
}

/// Parses the effect of a combat token for one nation.
pub(super) fn token_effect(text: &str) -> Option<TokenEffect> {
    TOKEN_EFFECTS.iter().find_map(|(form, effect, most, _)| {
        let n = amount_in(form, text).filter(|n| n <= most)?;
        Some(effect(n))
    })
}

/// Describes the accepted effects of combat tokens.
pub fn token_words() -> String {
    let forms = TOKEN_EFFECTS.map(|(form, ..)| form.replace("{n}", "<n>"));
    let forms = forms.join(", ");
    format!("{forms}, with n from 1 to {MAX_AMOUNT}, of fig to {FIGURES}")
}

/// Maximum amount of an action of an automa card.
pub(super) const MOST_OF_AUTOMA: u8 = 9;

/// Describes the accepted actions of automa cards.
pub fn automa_words() -> String {
    let forms = AUTOMA_ACTIONS.map(|(_, form, _)| form.replace("{n}", "<n>"));
    format!(
        "1 to {MAX_AUTOMA_ACTIONS} actions, separated by ; or \" and \", each one of: {}, explorer <n> (r3: <n>); \
         preceded by r3: if it applies only from round {LATER_ROUNDS} on; n from 1 to {MOST_OF_AUTOMA}",
        forms.join(", ")
    )
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
