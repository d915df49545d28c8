//! `project_cards.csv`: the project cards and the actions that they add.

use super::card_words::{ONGOING, REQUIREMENTS, immediate, read as read_word};
use super::effects::{ASSISTANT_ACTIONS, amount, assistant_action, cost, plain_effects};
use super::map::stop;
use crate::dataset::{DataSet, is_designed};
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::{
    AssistantAction, Card, CardId, CardLetter, CombatAction, ConditionalIncome, Cost, DECK_ROOM,
    EffectKind, Effects, Immediate, Labels, LocationId, MAX_CARD_QUESTS, MAX_COMBAT_CARDS,
    MAX_IMMEDIATE, Ongoing, Requirement, SYNERGY_NAMES, VP_INCOME_END, VillageAction,
};
use crate::sheet::{Problems, Row, Sheet, name, number};

pub(super) const FILE: &str = "project_cards.csv";
/// Name of the set of C cards in the data.
const C: &str = "C";
/// Maximum combat value that a combat action costs.
const MOST_COMBAT_VALUE: u8 = 30;
/// Number of cards of set A and of set B.
const CARDS: [usize; 2] = [56, 101];
/// Maximum number of cards of set C, which have the numbers 90 to 99. The box contains eight of
/// them.
const MOST_C_CARDS: usize = 10;

/// The project cards and the actions that they add. The location of an assistant is still a
/// location number.
#[derive(Default)]
pub(super) struct Cards {
    pub(super) cards: Vec<Card>,
    pub(super) assistant_actions: Vec<AssistantAction>,
    pub(super) village_actions: Vec<VillageAction>,
    pub(super) combat_actions: Vec<CombatAction>,
}

pub(super) fn read(data: &DataSet, labels: &mut Labels, problems: &mut Problems) -> Cards {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, FILE, problems);
    let mut cards = Cards {
        assistant_actions: ASSISTANT_ACTIONS
            .iter()
            .filter_map(|code| assistant_action(code).ok())
            .collect(),
        ..Cards::default()
    };
    if sheet.len() > DECK_ROOM {
        count_sets(&sheet, problems);
        return cards;
    }
    for row in in_order(&sheet) {
        card(row, &mut cards, problems);
        labels.cards.push(row.cell("id").text.to_string());
        labels.card_names.push(row.cell("name").text.to_string());
    }
    labels.card_designs = designs(&sheet);
    if problems.len() == before {
        count_sets(&sheet, problems);
    }
    if problems.len() == before {
        limits(&sheet, &cards, problems);
        find_twins(&mut cards);
    }
    cards
}

/// Returns the rows with the C cards last, so that the indices of A and B cards do not depend on
/// them.
fn in_order(sheet: &Sheet) -> impl Iterator<Item = Row<'_>> {
    let is_c = |row: &Row| row.cell("set").text == C;
    let main = sheet.rows().filter(move |row| !is_c(row));
    main.chain(sheet.rows().filter(is_c))
}

/// Columns in which copies of a card may differ: id, good and object, and provenance.
const OF_A_COPY: [&str; 3] = ["id", "good_or_object", "provenance"];

/// Returns the design name of every card: the card's name, followed by the id of the first copy if
/// another design has the same name.
fn designs(sheet: &Sheet) -> Vec<String> {
    let mut found: Vec<(Vec<String>, String)> = Vec::new();
    let design = |row: Row| {
        let columns = sheet.columns().filter(|column| !OF_A_COPY.contains(column));
        let cells: Vec<String> = columns
            .map(|column| row.cell(column).text.to_string())
            .collect();
        if let Some((_, name)) = found.iter().find(|(known, _)| *known == cells) {
            return name.clone();
        }
        let name = row.cell("name").text;
        let taken = found.iter().any(|(_, known)| known == name);
        let name = if taken {
            format!("{name} ({})", row.cell("id").text)
        } else {
            name.to_string()
        };
        found.push((cells, name.clone()));
        name
    };
    in_order(sheet).map(design).collect()
}

/// Checks that the cards fit into the fixed-size fields of the state.
fn limits(sheet: &Sheet, cards: &Cards, problems: &mut Problems) {
    let effects = cards.cards.iter().flat_map(Card::immediates);
    let quests_on_cards = effects.filter(|effect| *effect == Immediate::QuestOnCard);
    for (what, found, most) in [
        (
            "cards with a combat action",
            cards.combat_actions.len(),
            MAX_COMBAT_CARDS,
        ),
        (
            "different village actions",
            cards.village_actions.len(),
            u32::BITS as usize,
        ),
        (
            "different assistant actions, the 17 of the game included,",
            cards.assistant_actions.len(),
            u64::BITS as usize,
        ),
        (
            "cards that take a quest",
            quests_on_cards.count(),
            MAX_CARD_QUESTS,
        ),
    ] {
        if found > most {
            problems.push(sheet.problem(
                format!("{found} {what}"),
                format!("at most {most}, the maximum for a position"),
            ));
        }
    }
}

fn count_sets(sheet: &Sheet, problems: &mut Problems) {
    let count = |set: &str, designed: bool| {
        let rows = sheet.rows().filter(|row| row.cell("set").text == set);
        let rows = rows.filter(|row| !designed || is_designed(row.cell("provenance").text));
        rows.count()
    };
    let sets = ["A", "B", C];
    let found = sets.map(|set| count(set, false));
    // Custom cards may replace other cards or be added to them.
    let fits = |set: usize| {
        let others = found[set] - count(sets[set], true);
        others <= CARDS[set] && found[set] >= CARDS[set]
    };
    if !fits(0) || !fits(1) || found[2] > MOST_C_CARDS || sheet.len() > DECK_ROOM {
        problems.push(sheet.problem(
            format!("{} A, {} B, {} C", found[0], found[1], found[2]),
            format!(
                "{} cards of set A and {} of B (M-1.5), and at most {MOST_C_CARDS} of C, whose \
                 numbers are 90 to 99 (M-C3); more of A and B only if the provenance of the \
                 additional cards is designed, {DECK_ROOM} in all, the maximum for a position",
                CARDS[0], CARDS[1]
            ),
        ));
    }
}

fn card(row: Row<'_>, cards: &mut Cards, problems: &mut Problems) {
    let id = CardId::new(cards.cards.len() as u8);
    let (good, object) = row.cell("good_or_object").pair(problems);
    let (assistant_location, assistant) = assistant_cells(row, problems);
    let assistant_action = assistant.map(|action| index_of(&mut cards.assistant_actions, action));
    let figure_cost = row.cell("figure_cost").ranged(problems);
    let requirement = (row.cell("requirement")).described(problems, Requirement::None, |text| {
        read_word(&REQUIREMENTS, text)
    });
    let on_card = match requirement {
        Requirement::FiguresOnCard(figures) => figures,
        _ => 0,
    };
    let village_action = row
        .cell("village_action")
        .optional(problems, None, village_action);
    let village_action = village_action.map(|action| index_of(&mut cards.village_actions, action));
    let combat = row
        .cell("combat_action")
        .optional(problems, None, |text| combat_action(text, id).map(Some));
    let combat_action = combat.map(|action| {
        cards.combat_actions.push(action);
        (cards.combat_actions.len() - 1) as u8
    });
    let set = row.cell("set").choice(problems);
    let cost = row.cell("cost");
    cards.cards.push(Card {
        cost: if cost.is_empty() {
            0
        } else {
            cost.ranged(problems)
        },
        figures: figure_cost + on_card + u8::from(assistant_location.is_some()),
        figure_cost,
        good,
        object,
        synergy: row.cell("synergy_gained").choice_or_none(problems),
        income_doubloons: row.cell("income_doubloons").ranged(problems),
        income_vp: row.cell("income_vp").ranged(problems),
        vp: row.cell("vp").ranged(problems),
        assistant_location,
        assistant_action,
        village_action,
        combat_action,
        set: CardLetter::ALL[usize::from(set)],
        has_twin: false,
        requirement,
        ongoing: (row.cell("ongoing"))
            .described(problems, Ongoing::None, |text| read_word(&ONGOING, text)),
        immediate: row
            .cell("immediate")
            .optional(problems, NO_IMMEDIATE, immediates),
        conditional: row
            .cell("income_condition")
            .optional(problems, [NO_INCOME; 2], conditional),
    });
}

/// Returns the index of a value in a list, to which it is added if it is new.
fn index_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> u8 {
    let known = list.iter().position(|known| *known == value);
    known.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    }) as u8
}

/// Reads the location number and action of the assistant.
fn assistant_cells(
    row: Row<'_>,
    problems: &mut Problems,
) -> (Option<LocationId>, Option<AssistantAction>) {
    let (location, action) = (row.cell("assistant_location"), row.cell("assistant_action"));
    if location.is_empty() && action.is_empty() {
        return (None, None);
    }
    let number = location.read(problems, 0, |text| {
        stop(text).map_err(|expected| format!("{expected}, because assistant_action is set"))
    });
    let nothing = AssistantAction {
        cost: Cost::Free,
        effects: Effects::NOTHING,
    };
    let action = action.read(problems, nothing, |text| match text {
        "" => Err("[<cost>>]<effect>, because assistant_location is set".to_string()),
        text => assistant_action(text),
    });
    (Some(LocationId::new(number)), Some(action))
}

const NO_IMMEDIATE: [Immediate; MAX_IMMEDIATE] = [Immediate::None; MAX_IMMEDIATE];

/// Parses effects joined by `+`, in the order in which they are printed (M-A47).
fn immediates(text: &str) -> Result<[Immediate; MAX_IMMEDIATE], String> {
    let mut effects = NO_IMMEDIATE;
    let mut places = effects.iter_mut();
    for part in text.split('+') {
        let place = places
            .next()
            .ok_or_else(|| format!("at most {MAX_IMMEDIATE} effects, the maximum for a card"))?;
        *place = immediate(part)?;
    }
    Ok(effects)
}

fn village_action(text: &str) -> Result<Option<VillageAction>, String> {
    let (last, action) = match text.strip_prefix("last:") {
        Some(action) => (true, action),
        None => (false, text),
    };
    let Some((paid, gained)) = action.split_once('>') else {
        return Err("[last:]<cost>><effect> or an empty cell".to_string());
    };
    let cost = cost(paid).map_err(|expected| format!("before > {expected}"))?;
    let effects = plain_effects(gained).map_err(|expected| format!("after > {expected}"))?;
    let again = effects
        .iter()
        .any(|effect| effect.kind == EffectKind::VillageActions);
    if again && !matches!(cost, Cost::Goods(..) | Cost::SameGoods(_)) {
        return Err(
            "after >, an effect without va<n>, unless the cost is cards with a good; otherwise \
             village actions would never end"
                .to_string(),
        );
    }
    Ok(Some(VillageAction {
        last,
        cost,
        effects,
    }))
}

fn combat_action(text: &str, card: CardId) -> Result<CombatAction, String> {
    let expected = || {
        format!(
            "cv<n>><effect>, followed by [<synergy>:<term>] if a token of {} adds a term, or an \
             empty cell",
            SYNERGY_NAMES.join(", ")
        )
    };
    let (value, rest) = text
        .strip_prefix("cv")
        .and_then(|rest| rest.split_once('>'))
        .ok_or_else(expected)?;
    let combat_value = amount(value).filter(|value| *value <= MOST_COMBAT_VALUE);
    let combat_value = combat_value.ok_or_else(expected)?;
    let (gained, bonus) = match rest.split_once('[') {
        None => (rest, None),
        Some((gained, bonus)) => (gained, Some(bonus.strip_suffix(']').ok_or_else(expected)?)),
    };
    let mut action = CombatAction {
        card,
        combat_value,
        effects: plain_effects(gained).map_err(|expected| format!("after > {expected}"))?,
        bonus_synergy: None,
        bonus: Effects::NOTHING,
    };
    if let Some(bonus) = bonus {
        let (token, term) = bonus.split_once(':').ok_or_else(expected)?;
        action.bonus_synergy = Some(name(token, &SYNERGY_NAMES).map_err(|_| expected())?);
        action.bonus = plain_effects(term).map_err(|expected| format!("behind [ {expected}"))?;
    }
    Ok(action)
}

const NO_INCOME: ConditionalIncome = ConditionalIncome {
    synergy: None,
    doubloons: 0,
    vp: 0,
};

fn conditional(text: &str) -> Result<[ConditionalIncome; 2], String> {
    let mut incomes = [NO_INCOME; 2];
    let mut free = incomes.iter_mut();
    for entry in text.split('|') {
        let income = conditional_entry(entry).zip(free.next());
        let Some((income, place)) = income else {
            return Err(format!(
                "1 or 2 of <synergy>:d+<n> and <synergy>:vp+<n>, separated by |, with a synergy \
                 of {} and n from 1 to {VP_INCOME_END}, or an empty cell",
                SYNERGY_NAMES.join(", ")
            ));
        };
        *place = income;
    }
    Ok(incomes)
}

fn conditional_entry(entry: &str) -> Option<ConditionalIncome> {
    let (token, income) = entry.split_once(':')?;
    let (unit, n) = income.split_once('+')?;
    let n = number(n, 1..=VP_INCOME_END).ok()?;
    let (doubloons, vp) = match unit {
        "d" => (n, 0),
        "vp" => (0, n),
        _ => return None,
    };
    Some(ConditionalIncome {
        synergy: Some(name(token, &SYNERGY_NAMES).ok()?),
        doubloons,
        vp,
    })
}

/// Marks the cards that have the same function as another card.
fn find_twins(cards: &mut Cards) {
    let use_of = |card: &Card| {
        let combat = card.combat_action.map(|action| CombatAction {
            card: CardId::FIRST,
            ..cards.combat_actions[usize::from(action)]
        });
        let plain = Card {
            set: CardLetter::A,
            has_twin: false,
            combat_action: None,
            ..*card
        };
        (plain, combat)
    };
    let uses: Vec<_> = cards.cards.iter().map(use_of).collect();
    for (card, own) in cards.cards.iter_mut().zip(&uses) {
        card.has_twin = uses.iter().filter(|other| *other == own).count() > 1;
    }
}
