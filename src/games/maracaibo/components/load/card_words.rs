//! Words of the requirements, lasting effects and immediate effects of project cards.

use super::effects::{OF_CHOICE, amount, effect_text, plain_term, plain_words};
use crate::maracaibo::components::wording::fill;
use crate::maracaibo::components::{
    Card, FIGURES, Immediate, MAX_CP, MAX_IMMEDIATE, NATION_NAMES, Nation, OBJECT_NAMES, Ongoing,
    Requirement, ScoredThing,
};
use crate::sheet::name;

/// A word of a card: a code, followed by its arguments.
pub struct Word<T> {
    code: &'static str,
    arguments: Arguments<T>,
    /// Name of the trait in [`crate::component_encoding`]. Its value is the amount, or 1.
    trait_name: &'static str,
    /// Text for people, with placeholders for [`fill`].
    words: &'static str,
}

/// Form of the arguments of a word, with the value that the word has or a function that returns it.
enum Arguments<T> {
    /// No arguments; the value of the word, and the amount of its trait.
    Plain(T, u8),
    /// `:<n>`, up to a maximum.
    Amount(u8, fn(u8) -> T),
    /// `:<nation>:<n>`, up to a maximum.
    NationAmount(u8, fn(Nation, u8) -> T),
    /// `:<object>`.
    Object(fn(u8) -> T),
}

use Arguments::{Amount, NationAmount, Object, Plain};

/// Maximum amount of a word whose amount does not depend on a number of components.
const MOST: u8 = 30;
/// Maximum number of figures: all figures of one colour (M-1.11).
const MOST_FIGURES: u8 = FIGURES as u8;

#[rustfmt::skip]
pub const REQUIREMENTS: [Word<Requirement>; 4] = [
    word("herbs3", Plain(Requirement::Herbs3, 3), "pays herb", "3 cards with a herb"),
    word("nation_markers", NationAmount(13, Requirement::NationMarkers), "nation markers", "requires {n} markers of {Of} in the Caribbean"),
    word("figure_on_card", Amount(MOST_FIGURES, Requirement::FiguresOnCard), "figures on card", "{n figure} onto the card"),
    word("cp", Amount(MAX_CP, Requirement::Cp), "pays cp", "{n} CP"),
];

#[rustfmt::skip]
pub const ONGOING: [Word<Ongoing>; 10] = [
    word("obj", Object(Ongoing::Object), "permanent object", "counts as a card with a {of} in every payment"),
    word("discount", Amount(MOST, Ongoing::Discount), "discount", "cards and buildings cost {n doubloon} less"),
    word("cp_before_combat", Amount(MAX_CP, Ongoing::CpBeforeCombat), "cp before combat", "{n} CP before a combat"),
    word("compass", Amount(MOST, Ongoing::Compass), "compass", "{n compass}"),
    word("explore_plus", Amount(MOST, Ongoing::ExplorePlus), "explore plus", "explorations go up to {n space} further"),
    word("jump_steal", Amount(MOST, Ongoing::JumpSteal), "jump steal", "{n} VP from each player whose explorer yours jumps over"),
    word("visitor:vp1_or_d2", Plain(Ongoing::Visitor, 1), "visitor", "whenever a ship ends its move at one of your assistants: 1 VP or 2 doubloons"),
    word("figure_to_cp", Amount(MAX_CP, Ongoing::FigureToCp), "figure to cp", "at any time: 1 figure for {n} CP"),
    word("ally_cp", NationAmount(MAX_CP, Ongoing::AllyCp), "ally cp", "{n} CP when fighting for {Of}"),
    word("expel_vp", Amount(MOST, Ongoing::ExpelVp), "expel vp", "{n} VP for each expelled marker"),
];

#[rustfmt::skip]
const IMMEDIATE: [Word<Immediate>; 16] = [
    word("influence", NationAmount(MOST, Immediate::Influence), "once inf", "{n} influence with {Of}"),
    word("influence_any", Amount(MOST, Immediate::InfluenceAny), "once inf", "{n} influence of your choice"),
    word("marker_empty_village", Plain(Immediate::MarkerEmptyVillage, 1), "once marker", "a marker of any nation onto an empty village"),
    word("marker_village_next_rank", Plain(Immediate::MarkerVillageNextRank, 1), "once marker", "a marker of any nation onto an empty village, and your influence with this nation to its next noble rank"),
    word("disc", Amount(MOST, Immediate::Discs), "once disc", "{n disc} off the ship"),
    word("quest_on_card", Plain(Immediate::QuestOnCard, 1), "once quest", "the top quest is placed on the card and can be fulfilled with a last village action"),
    word("figures", Amount(MOST_FIGURES, Immediate::Figures), "once figure", "{n figure}"),
    word("synergy_choice", Plain(Immediate::SynergyChoice, 1), "synergy", "any synergy token"),
    word("figures_on_card_income", Amount(MOST_FIGURES, Immediate::FiguresOnCardIncome), "once figures for income", "any number of your figures onto the card, +{n doubloon} income for each"),
    word("cp", Amount(MAX_CP, Immediate::Cp), "once cp", "{n} CP"),
    word("vp_per_combat_token", Amount(MOST, |n| Immediate::VpPer(ScoredThing::CombatToken, n)), "once vp per combat token", "{n} VP for each of your combat tokens"),
    word("vp_per_assistant", Amount(MOST, |n| Immediate::VpPer(ScoredThing::Assistant, n)), "once vp per assistant", "{n} VP for each of your assistants on the map"),
    word("vp_per_quest", Amount(MOST, |n| Immediate::VpPer(ScoredThing::QuestTile, n)), "once vp per quest", "{n} VP for each of your quest tiles"),
    word("vp_per_compass", Amount(MOST, |n| Immediate::VpPer(ScoredThing::Compass, n)), "once vp per compass", "{n} VP for each compass"),
    word("vp_per_synergy", Amount(MOST, |n| Immediate::VpPer(ScoredThing::SynergyToken, n)), "once vp per synergy", "{n} VP for each synergy token"),
    word("vp_per_nation_inf3", Amount(MOST, |n| Immediate::VpPer(ScoredThing::NationInfluence3, n)), "once vp per nation", "{n} VP for each nation with which your influence is 3 or more"),
];

pub const REQUIREMENT_CODES: [&str; REQUIREMENTS.len()] = codes(&REQUIREMENTS);
pub const ONGOING_CODES: [&str; ONGOING.len()] = codes(&ONGOING);
pub const IMMEDIATE_CODES: [&str; IMMEDIATE.len()] = codes(&IMMEDIATE);

const fn word<T>(
    code: &'static str,
    arguments: Arguments<T>,
    trait_name: &'static str,
    words: &'static str,
) -> Word<T> {
    Word {
        code,
        arguments,
        trait_name,
        words,
    }
}

const fn codes<T, const N: usize>(words: &[Word<T>; N]) -> [&'static str; N] {
    let mut codes = [""; N];
    let mut index = 0;
    while index < N {
        codes[index] = words[index].code;
        index += 1;
    }
    codes
}

impl<T: Copy> Word<T> {
    /// Parses a word with this code.
    fn read(&self, text: &str) -> Option<T> {
        let rest = text.strip_prefix(self.code)?;
        let up_to = |most: u8, text: &str| amount(text).filter(|n| *n <= most);
        let argument = || rest.strip_prefix(':');
        Some(match self.arguments {
            Plain(value, _) => return rest.is_empty().then_some(value),
            Amount(most, of) => of(up_to(most, argument()?)?),
            NationAmount(most, of) => {
                let (nation, n) = argument()?.split_once(':')?;
                let nation = name(nation, &NATION_NAMES).ok()?;
                of(Nation::ALL[usize::from(nation)], up_to(most, n)?)
            }
            Object(of) => of(name(argument()?, &OBJECT_NAMES).ok()?),
        })
    }

    /// Returns the values of this word with their amounts, which are 1 for a word without an amount, and their nations or
    /// objects.
    fn values(&self) -> Vec<(T, u8, &'static str)> {
        match self.arguments {
            Plain(value, amount) => vec![(value, amount, "")],
            Amount(most, of) => (1..=most).map(|n| (of(n), n, "")).collect(),
            NationAmount(most, of) => (Nation::ALL.into_iter().zip(NATION_NAMES))
                .flat_map(|(nation, name)| (1..=most).map(move |n| (of(nation, n), n, name)))
                .collect(),
            Object(of) => (0..)
                .zip(OBJECT_NAMES)
                .map(|(object, name)| (of(object), 1, name))
                .collect(),
        }
    }
}

/// Parses a text that consists of one of the words.
pub fn read<T: Copy>(words: &[Word<T>], text: &str) -> Option<T> {
    words.iter().find_map(|word| word.read(text))
}

/// Returns the word of a value with its amount and its nation or object; `None` if no word has the value.
fn word_of<T: Copy + PartialEq>(
    words: &[Word<T>],
    value: T,
) -> Option<(&Word<T>, u8, &'static str)> {
    words.iter().find_map(|word| {
        let mut values = word.values().into_iter();
        let (_, amount, of) = values.find(|(own, ..)| *own == value)?;
        Some((word, amount, of))
    })
}

/// Returns the name and amount of the trait of a value.
fn trait_of<T: Copy + PartialEq>(words: &[Word<T>], value: T) -> Option<(&'static str, u8)> {
    word_of(words, value).map(|(word, amount, _)| (word.trait_name, amount))
}

/// Describes a value for people; `None` if no word has the value.
pub fn text_of<T: Copy + PartialEq>(words: &[Word<T>], value: T) -> Option<String> {
    word_of(words, value).map(|(word, amount, of)| fill(word.words, amount, of))
}

/// Describes the words with their arguments, and the largest amounts.
fn described<T>(words: &[Word<T>]) -> String {
    let written = words.iter().map(|word| match word.arguments {
        Plain(..) => word.code.to_string(),
        Amount(..) => format!("{}:<n>", word.code),
        NationAmount(..) => format!("{}:<nation>:<n>", word.code),
        Object(_) => format!("{}:<object>", word.code),
    });
    let written: Vec<String> = written.collect();
    let limits = words.iter().filter_map(|word| match word.arguments {
        Amount(most, _) | NationAmount(most, _) if most < MOST => {
            Some(format!(", of {} to {most}", word.code))
        }
        _ => None,
    });
    let limits: String = limits.collect();
    format!("{} (n from 1 to {MOST}{limits})", written.join(", "))
}

pub fn requirement_words() -> String {
    described(&REQUIREMENTS)
}

pub fn ongoing_words() -> String {
    described(&ONGOING)
}

pub fn immediate_words() -> String {
    format!(
        "{}, or a term of an effect ({}), up to {MAX_IMMEDIATE} joined by +",
        described(&IMMEDIATE),
        plain_words()
    )
}

/// Parses a word of an immediate effect or a term of a general effect.
///
/// # Errors
///
/// Returns a description of the accepted values.
pub(super) fn immediate(text: &str) -> Result<Immediate, String> {
    match plain_term(text) {
        Some(term) => term.map(Immediate::Gain),
        None => {
            read(&IMMEDIATE, text).ok_or_else(|| format!("{}, or an empty cell", immediate_words()))
        }
    }
}

/// Describes an immediate effect for people; the text is empty if there is none.
pub fn immediate_text(immediate: Immediate) -> String {
    match immediate {
        Immediate::Gain(effect) => effect_text(&effect, OF_CHOICE),
        other => text_of(&IMMEDIATE, other).unwrap_or_default(),
    }
}

/// Returns the traits of a requirement, a lasting effect and the immediate effects.
pub fn word_traits(card: &Card) -> impl Iterator<Item = (&'static str, u8)> {
    let immediates = card
        .immediates()
        .filter_map(|effect| trait_of(&IMMEDIATE, effect));
    let required = trait_of(&REQUIREMENTS, card.requirement).into_iter();
    required
        .chain(trait_of(&ONGOING, card.ongoing))
        .chain(immediates)
}
