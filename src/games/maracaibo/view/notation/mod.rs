//! Text of moves: notation, title and effect.
//!
//! | module | effects |
//! | --- | --- |
//! | `turn` | journeys, main actions, purchases, career tasks |
//! | `combat` | combats, influence, markers |
//! | `offers` | upgrades, the explorer, choices between gains, declined offers |

mod combat;
mod offers;
mod turn;

use super::describe::doubloons;
use super::texts::cards::{assistant_action_words, shown_words};
use super::texts::terms::{count, listed};
use crate::game::{Notation, Phrase, Purpose};
use crate::maracaibo::components::{
    CardId, GOOD_NAMES, LocationId, NATION_NAMES, Nation, SYNERGY_NAMES,
};
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::assistants::VISITOR;
use crate::maracaibo::rules::cities::{DOUBLOONS_OR_VP, FIGURE_VP, HAND_IN_CITY};
use crate::maracaibo::rules::pending::PendingStep;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::setup;
use crate::maracaibo::rules::state::{Player, State};
use crate::maracaibo::rules::upgrades::{UPGRADE_9, UPGRADE_11, UPGRADE_11_STEPS};
use crate::maracaibo::rules::villages::{HAND_IN_VILLAGE, UPGRADE_9_GOODS};
use crate::maracaibo::{ENTRY, Maracaibo};

impl Notation for Maracaibo {
    const NAME: &'static str = ENTRY.name;

    fn phrase(&self, state: &State, action: Action, phrase: &mut Phrase) {
        self.ruleset.phrase(state, action, phrase);
    }

    fn drawn(&self, purpose: Purpose, thing: u16) -> (&'static str, String) {
        let labels = &self.ruleset.components.labels;
        let (of, names) = match purpose {
            setup::CITY_TILES => ("city tile", &labels.city_tiles),
            setup::PRESTIGE => ("prestige building", &labels.prestige),
            setup::CAREERS => ("career card", &labels.careers),
            setup::QUESTS => ("quest tile", &labels.quests),
            setup::TOKENS => ("combat token", &labels.tokens),
            setup::AUTOMA_CARDS => ("automa card of the deck", &labels.automa),
            setup::AUTOMA_DECK => ("automa card", &labels.automa),
            setup::B_CARDS => ("B card of the pile", &labels.cards),
            _ => ("card", &labels.cards),
        };
        (of, names[usize::from(thing)].clone())
    }
}

/// A decision and the deciding player.
struct Decision<'a> {
    game: &'a Ruleset,
    state: &'a State,
    player: &'a Player,
    seat: u8,
    work: PendingStep,
}

impl Ruleset {
    /// Returns the notation of an action.
    pub(crate) fn notation(&self, state: &State, action: Action) -> String {
        let mut phrase = Phrase::brief();
        self.phrase(state, action, &mut phrase);
        phrase.notation()
    }

    /// Adds the text of an action at the current decision to a phrase.
    #[rustfmt::skip]
    pub(super) fn phrase(&self, state: &State, action: Action, phrase: &mut Phrase) {
        let Some(task) = state.top() else {
            return;
        };
        let player = &state.players[usize::from(task.seat)];
        let now = Decision { game: self, state, player, seat: task.seat, work: task.work };
        let labels = &self.components.labels;
        let card = |it: CardId| ("card", &*labels.cards[usize::from(it)]);
        let location = |it: LocationId| ("location", &*labels.locations[usize::from(it)]);
        let nation = |it: Nation| ("nation", NATION_NAMES[usize::from(it)]);
        let fought = || now.combat_action(action);
        let amount = match task.work {
            PendingStep::PayCombat { missing: amount, .. }
            | PendingStep::SameGoods { count: amount }
            | PendingStep::Influence { steps: amount }
            | PendingStep::FiguresOnCard { income_each: amount } => amount,
            _ => 0,
        };
        let is_visit = matches!(task.work, PendingStep::Visitor);
        match action {
            // Set-up and free actions.
            Action::Career(it) => phrase.named("career", "choose the career", ("career", &labels.careers[usize::from(it)]))
                .effect(|| self.career_words(it)),
            Action::Plan(it) => phrase.named("plan", "plan", card(it))
                .effect(|| format!("can be bought for {}", doubloons(player.price(self.components[it].cost)))),
            Action::Discard(it) => phrase.named("discard", "discard", card(it)).effect(|| shown_words(&self.components[it])),
            Action::Task(it) => phrase.words("task", "complete career task").number(it + 1).effect(|| now.career_task(it)),
            Action::FigureToCp => phrase.words("figure to cp", "exchange a figure for CP")
                .effect(|| format!("1 figure for {} CP", player.figure_to_cp)),
            Action::End => phrase.word("end").effect(|| now.end()),
            // Main actions.
            Action::Sail(it) => {
                let journey = &self.journeys(state, player.ship)[usize::from(it)];
                phrase.named("sail", "sail to", location(journey.to));
                if let Some((_, road)) = journey.notation.split_once(" via ") {
                    phrase.words(format!("via {road}"), format!("(via {road})"));
                }
                phrase.effect(|| now.destination(journey))
            }
            Action::Stay => phrase.word("stay").effect(|| "no extra sail"),
            Action::Deliver(it) => phrase.named("deliver", "deliver", card(it)).effect(|| now.delivery(it)),
            Action::City => phrase.words("city", "use the action of the location").effect(|| now.city_action()),
            Action::Combat => phrase.words("combat", "start a combat").effect(|| "a combat token is revealed"),
            Action::Expedition => phrase.words("explore", "move the explorer").effect(|| now.city_action()),
            Action::Village => phrase.words("village", "take village actions").effect(|| match task.work {
                PendingStep::Main { points, extra } => now.village_actions(points, extra),
                _ => String::new(),
            }),
            Action::Quest(it) => phrase.named("quest", "fulfil quest", now.quest_id(it)).effect(|| now.quest(it)),
            Action::Assistant(it) => phrase.named("assistant", "use the assistant", card(it))
                .effect(|| assistant_action_words(self.assistant(it))),
            Action::Pass => phrase.word("pass").effect(|| "no main action"),
            // Village actions and draws.
            Action::Buy(it) => phrase.named("buy", "buy", card(it)).effect(|| now.purchase(it)),
            Action::Invest(it) => phrase.named("invest", "invest in", ("prestige building", &labels.prestige[usize::from(it)]))
                .effect(|| now.investment(it)),
            Action::Doubloon => phrase.words("doubloon", "take money").effect(|| "1 doubloon"),
            Action::DiscardHand => phrase.words("discard hand", "discard the whole hand").effect(|| {
                let price = if matches!(task.work, PendingStep::DiscardHand) { HAND_IN_CITY } else { HAND_IN_VILLAGE };
                format!("{} for {price} doubloons", count(player.hand_len, "card"))
            }),
            Action::UseCard(it) => phrase.named("use", "use", card(it)).effect(|| {
                let index = self.components[it].village_action.unwrap_or_default();
                self.village_action_words(&self.components.village_actions[usize::from(index)])
            }),
            Action::Upgrade8 => phrase.words("upgrade 8", "use upgrade U8").effect(|| "1 CP, 1 doubloon"),
            Action::Upgrade9 => phrase.words("upgrade 9", "use upgrade U9")
                .effect(|| {
                    let [money, vp] = UPGRADE_9;
                    format!("{UPGRADE_9_GOODS} cards with the same good: {money} doubloons, {vp} VP")
                }),
            Action::Upgrade10(it) => phrase.named("upgrade 10", "use upgrade U10 for", nation(it))
                .effect(|| format!("marker onto {}: 1 influence, 1 doubloon", labels.location_names[usize::from(player.ship)])),
            Action::Draw => phrase.word("draw").effect(|| "a card from the pile"),
            Action::Take(it) => phrase.named("take", "take", card(it)).effect(|| {
                let price = Ruleset::display_price(player);
                let price = if price == 0 { "free".to_string() } else { doubloons(price) };
                format!("{price}: {}", shown_words(&self.components[it]))
            }),
            // Combats, influence and markers.
            Action::Fight(it) => phrase.named("fight", "fight for", nation(it)).effect(|| now.combat_value(it)),
            Action::FightNone => phrase.words("fight none", "fight for no nation").effect(|| "no nation is affordable"),
            Action::GainInfluence(steps) => phrase.word("gain").number(steps).prose("influence").effect(fought),
            Action::Annex(it) => phrase.named("annex", "annex", location(it)).effect(fought),
            Action::Expel(it) => phrase.named("expel", "expel the marker from", location(it)).effect(fought),
            Action::Occupy(it) => phrase.named("occupy", "occupy", location(it)).effect(fought),
            Action::SilverFleet(it) => phrase.words("silver", "capture the silver fleet, space").number(10 + it).effect(fought),
            Action::GoldMine => phrase.words("gold", "plunder the gold mine").effect(fought),
            Action::Strike(it) => phrase.named("strike", "use the combat action of", card(it)).effect(fought),
            Action::PayFigures(it) => phrase.words(format!("pay {it} figures"), format!("pay {}", figures(it)))
                .effect(|| format!("and {} CP", amount.saturating_sub(it))),
            Action::SpendCp => phrase.words("spend cp", "spend 1 CP").effect(|| "1 more combat value"),
            Action::SpendFigure => phrase.words("spend figure", "spend 1 figure").effect(|| "1 more combat value"),
            Action::Influence(it) => phrase.named("influence", "gain influence with", nation(it))
                .effect(|| now.influence(it, amount)),
            Action::MarkerVillage(it) => phrase.named("marker", "place the marker at", location(it)),
            Action::MarkerNation(it) => phrase.named("nation", "place a marker of", nation(it)).effect(|| now.marker(it)),
            // Choices between gains.
            Action::Disc(it) => phrase.named("disc", "take a disc off", ("upgrade", &format!("U{}", it + 1)))
                .effect(|| now.disc(it)),
            Action::Advance { space, robbed } => {
                phrase.named("advance", "move the explorer to space", ("explorer space", &labels.spaces[usize::from(space)]));
                now.robbed_seats(robbed, phrase).effect(|| now.advance(space, robbed))
            }
            Action::Skip => phrase.word("skip").effect(|| now.waiver()),
            Action::Accept => phrase.word("accept").effect(|| match task.work {
                PendingStep::DiscTile { tile } => self.disc_tile_words(tile),
                _ => format!("1 figure for {FIGURE_VP} VP"),
            }),
            Action::Good(it) => phrase.words("good", "choose the good").word(GOOD_NAMES[usize::from(it)])
                .effect(|| format!("{} with it", count(amount, "card"))),
            Action::RewardExplore => phrase.words("reward explore", "choose the exploration").effect(|| format!("explorer up to {UPGRADE_11_STEPS}")),
            Action::RewardDoubloons => phrase.words("reward doubloons", "choose doubloons and VP")
                .effect(|| {
                    let [money, vp] = UPGRADE_11;
                    format!("{money} doubloons and {vp} VP")
                }),
            Action::RewardRank(it) => phrase.named("reward rank", "choose the noble rank of", nation(it))
                .effect(|| now.marker(it)),
            Action::Synergy(it) => phrase.words("synergy", "choose the synergy token").word(SYNERGY_NAMES[usize::from(it)])
                .effect(|| income(player.waiting_doubloons[usize::from(it)], player.waiting_vp[usize::from(it)])),
            Action::Figures(it) => phrase.words(format!("figures {it}"), format!("put {} on the card", figures(it)))
                .effect(|| income(it * amount, 0)),
            Action::TakeDoubloons => phrase.word("take doubloons")
                .effect(|| doubloons(if is_visit { VISITOR[0] } else { DOUBLOONS_OR_VP[0] }.into())),
            Action::TakeVp => phrase.words("take vp", "take VP").effect(|| now.vp_of_choice()),
            Action::Vote(it) => phrase.word("vote").number(it + 1).effect(|| now.vote(it)),
            Action::RemoveTile(it) => phrase.named("remove", "remove the tile", ("legacy tile", &format!("L{it}")))
                .effect(|| now.legacy_tile(it)),
        };
    }
}

/// Formats a number of figures.
fn figures(number: u8) -> String {
    match number {
        0 => "no figures".to_string(),
        _ => count(number, "figure"),
    }
}

/// Formats an income of doubloons and VP.
fn income(money: u8, vp: u8) -> String {
    let money = (money > 0).then(|| format!("+{}", count(money, "doubloon")));
    let vp = (vp > 0).then(|| format!("+{vp} VP"));
    match listed(money.into_iter().chain(vp)) {
        parts if parts.is_empty() => "no income".to_string(),
        parts => format!("{parts} income"),
    }
}
