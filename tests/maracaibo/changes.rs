//! Changes of every field of a position, with the observers who can notice them in texts and in features.

use portolan::games::maracaibo::components::{
    CardId, CareerId, CityTileId, LocationId, Nation, QuestId, SpaceId,
};
use portolan::games::maracaibo::jean::Jean;
use portolan::games::maracaibo::pending::{Pending, PendingStep};
use portolan::games::maracaibo::state::{Phase, Player, State};

use crate::shown::{
    ALL, BOTH, Change, NEITHER, NONE, OWN, PROSE, SECRET, SECRET_PROSE, Text, changes,
    every_field_is_shown,
};
use crate::support::Table;

/// A card in the pile, or out of the game, in the positions below: `B046`.
pub const UNSEEN: CardId = CardId::new(101);
/// `A053`, whose assistant is on 12.
const MISSIONARY: CardId = CardId::new(52);

/// Knowledge of other seats about a hand that its owner sees.
const OTHERS: Text = Text::to([false, false, true]);
const HIDDEN: Text = Text::to([true, false, false]);

/// Returns the changes of a player in the position of [`village`].
///
/// Texts omit the number of turns begun, which is only counted for results, and the dealt career that was not chosen.
/// The number of turns begun, the category of points, the dealt careers after the choice, and the order of planned
/// cards and assistants have no effect on the rules. The field `held_since_mix` concerns C cards, which come into the
/// pile only in a campaign.
fn of_player() -> Vec<Change<(), Player>> {
    changes!(Player {
        hand {
            "", (), exchange_hidden, SECRET, OWN;
        }
        hand_public {
            "", (), |player| player.hand_public = player.hand, ALL, BOTH;
        }
        bought {
            "", (), |player| player.bought.insert(UNSEEN), ALL, BOTH;
        }
        points {
            "", (), |player| player.points[3] += 1, ALL, BOTH;
            "category", (), |player| player.points.rotate_left(1), ALL, NEITHER;
        }
        doubloons {
            "", (), |player| player.doubloons += 1, ALL, BOTH;
            "many", (), |player| player.doubloons += 200, ALL, BOTH;
        }
        turns {
            "", (), |player| player.turns += 1, NONE, NEITHER;
        }
        tokens {
            "", (), |player| player.tokens ^= 1 << 20, ALL, BOTH;
        }
        quests {
            "", (), |player| player.quests ^= 1 << 20, ALL, BOTH;
        }
        upgrades {
            "", (), |player| player.upgrades ^= 1 << 11, ALL, BOTH;
        }
        hand_len {
            "", (), |player| player.hand_len += 1, ALL, BOTH;
        }
        planned {
            "", (), |player| player.planned[2] = Some(UNSEEN), ALL, BOTH;
            "order", (), |player| player.planned.swap(0, 1), ALL, NEITHER;
        }
        set_aside {
            "", (), |player| player.set_aside[0] = Some(UNSEEN), ALL, OWN;
        }
        kept_a_cards {
            "", (), |player| player.kept_a_cards += 1, OTHERS, BOTH;
        }
        held_since_mix {}
        hand_goods {
            "", (), |player| player.hand_goods[1] += 1, SECRET_PROSE, OWN;
        }
        hand_objects {
            "", (), |player| player.hand_objects[2] += 1, SECRET_PROSE, OWN;
        }
        cp {
            "", (), |player| player.cp ^= 1, ALL, BOTH;
        }
        figures {
            "", (), |player| player.figures += 1, ALL, BOTH;
        }
        general {
            "", (), |player| player.general += 1, ALL, BOTH;
        }
        income_doubloons {
            "", (), |player| player.income_doubloons += 1, ALL, BOTH;
        }
        income_vp {
            "", (), |player| player.income_vp += 1, ALL, BOTH;
        }
        influence {
            "", (), |player| player.influence[2] += 1, ALL, BOTH;
            "another", (), |player| player.influence[0] += 1, ALL, BOTH;
        }
        explorer {
            "", (), |player| player.explorer = SpaceId::new(player.explorer.index() ^ 1), ALL, BOTH;
        }
        ship {
            "", (), |player| player.ship = LocationId::new(player.ship.index() ^ 1), ALL, BOTH;
        }
        discs {
            "", (), |player| player.discs[11] = 1, ALL, BOTH;
        }
        synergies {
            "", (), |player| player.synergies ^= 1 << 4, ALL, BOTH;
        }
        token_count {
            "", (), |player| player.token_count += 1, PROSE, BOTH;
        }
        quest_count {
            "", (), |player| player.quest_count += 1, PROSE, BOTH;
        }
        career {
            "", (), |player| player.career = other_career(player), ALL, BOTH;
        }
        careers_dealt {
            "", (), |player| player.careers_dealt = [6, 7].map(|career| Some(CareerId::new(career))), NONE, NEITHER;
        }
        tasks_done {
            "", (), |player| player.tasks_done ^= 0b100, ALL, BOTH;
        }
        prestige {
            "", (), |player| player.prestige ^= 1 << 7, ALL, BOTH;
        }
        assistants {
            "", (), |player| player.assistants[0] = MISSIONARY, ALL, BOTH;
        }
        assistant_count {
            "", (), |player| player.assistant_count -= 1, ALL, BOTH;
        }
        assistants_new {
            "", (), |player| player.assistants_new ^= 1, ALL, BOTH;
        }
        figures_on_cards {
            "", (), |player| player.figures_on_cards += 1, ALL, BOTH;
        }
        discount {
            "", (), |player| player.discount += 1, ALL, BOTH;
        }
        compasses {
            "", (), |player| player.compasses += 1, ALL, BOTH;
        }
        explore_plus {
            "", (), |player| player.explore_plus += 1, ALL, BOTH;
        }
        permanent_objects {
            "", (), |player| player.permanent_objects[2] += 1, ALL, BOTH;
        }
        cp_before_combat {
            "", (), |player| player.cp_before_combat += 1, ALL, BOTH;
        }
        ally_cp {
            "", (), |player| player.ally_cp[1] += 2, ALL, BOTH;
        }
        jump_steal {
            "", (), |player| player.jump_steal += 1, ALL, BOTH;
        }
        visitor {
            "", (), |player| player.visitor += 1, ALL, BOTH;
        }
        figure_to_cp {
            "", (), |player| player.figure_to_cp += 2, ALL, BOTH;
        }
        expel_vp {
            "", (), |player| player.expel_vp += 3, ALL, BOTH;
        }
        waiting_doubloons {
            "", (), |player| player.waiting_doubloons[1] += 1, ALL, BOTH;
            "kind", (), |player| player.waiting_doubloons.rotate_left(1), ALL, BOTH;
        }
        waiting_vp {
            "", (), |player| player.waiting_vp[4] += 1, ALL, BOTH;
        }
        card_quests {
            "", (), |player| player.card_quests = [Some(QuestId::new(3)), None], ALL, BOTH;
            "another", (), |player| player.card_quests = [4, 3].map(|quest| Some(QuestId::new(quest))), ALL, BOTH;
        }
        village_actions {
            "", (), |player| player.village_actions ^= 1, PROSE, BOTH;
        }
        combat_actions {
            "", (), |player| player.combat_actions ^= 1, PROSE, BOTH;
        }
    })
}

/// Returns the changes of the position of [`village`].
///
/// The setup fixes the number of seats, and a market with one space has no second disc. Texts do not show face-down
/// components or their order, nor who was dealt a card before the discards were shuffled; `quest_locations` repeats the
/// locations of the quests on the map. Combat actions used in the turn matter only with an option, and the order of the
/// display matters only to Jean. Face-down components are known as a set, and discs out of the game never return.
/// Legacy tiles and the story change only in a campaign, which has separate tests (`story.rs`).
fn of_state() -> Vec<Change<(), State>> {
    changes!(State {
        players {
            "players in turn", (), |state| state.players.swap(1, 2), ALL, BOTH;
            "another", (), |state| state.players[2].influence[1] += 1, ALL, BOTH;
            "another: hidden", (), |state| exchange_hidden(&mut state.players[2]), HIDDEN, NEITHER;
            "another: bought", (), |state| state.players[2].bought.insert(UNSEEN), ALL, BOTH;
            "another: shown", (), |state| { state.players[2].hand_public = state.players[2].hand; }, ALL, BOTH;
            "another: order of assistants", (), |state| { state.players[0].assistants[..2].reverse(); state.assistants_here = 2; }, ALL, NEITHER;
        }
        stack {
            "", (), |state| state.stack[2].work = PendingStep::Upgrade11, ALL, BOTH;
            "seat", (), |state| top(state).seat = 2, ALL, BOTH;
        }
        stack_len {
            "", (), |state| state.stack_len -= 1, ALL, BOTH;
        }
        seats {
            "", (), |state| state.seats -= 1, NONE, BOTH;
        }
        phase {
            "", (), |state| state.phase = Phase::Scoring, ALL, BOTH;
        }
        round {
            "", (), |state| state.round += 1, ALL, BOTH;
        }
        active {
            "", (), |state| state.active = 2, ALL, BOTH;
        }
        points_spent {
            "", (), |state| state.points_spent += 1, ALL, BOTH;
        }
        compasses_at_start {
            "", (), |state| state.compasses_at_start += 1, ALL, BOTH;
        }
        cp_before_combat_paid {
            "", (), |state| state.cp_before_combat_paid += 1, ALL, BOTH;
        }
        combat_actions_used {
            "", (), |state| state.combat_actions_used = state.combat_actions_used.with(1 << 2), ALL, NEITHER;
        }
        assistants_here {
            "", (), |state| state.assistants_here ^= 1, ALL, BOTH;
        }
        assistants_used {
            "", (), |state| state.assistants_used ^= 1, ALL, BOTH;
        }
        pile {
            "", (), |state| state.pile[..9].reverse(), NONE, NEITHER;
        }
        pile_len {
            "", (), |state| state.pile_len -= 1, ALL, BOTH;
        }
        shuffles {
            "", (), |state| state.shuffles += 1, ALL, BOTH;
        }
        recycled {
            "", (), |state| state.recycled[101] += 1, NONE, NEITHER;
        }
        discards {
            "", (), |state| state.discards.insert(UNSEEN), ALL, BOTH;
        }
        display {
            "", (), |state| state.display[1] = Some(UNSEEN), ALL, BOTH;
            "gap", (), |state| state.display[1] = None, ALL, BOTH;
            "order", (), |state| state.display.reverse(), ALL, NEITHER;
        }
        markers {
            "", (), |state| state.markers[13] = Some(Nation::France), ALL, BOTH;
            "nation", (), |state| state.markers[13] = Some(Nation::Spain), ALL, BOTH;
        }
        marker_count {
            "", (), |state| state.marker_count[2] += 1, ALL, BOTH;
        }
        supply {
            "", (), |state| state.supply[1] -= 1, ALL, BOTH;
        }
        market {
            "", (), |state| state.market[1] ^= 1, ALL, BOTH;
            "two", (), |state| state.market[11] ^= 2, NONE, BOTH;
        }
        discs_gone {
            "", (), |state| state.discs_gone += 1, ALL, NEITHER;
        }
        legacy {}
        skull_locations {}
        chart {}
        story {}
        tile_discs {
            "", (), |state| state.tile_discs[6] += 1, ALL, BOTH;
        }
        silver_fleet {
            "", (), |state| state.silver_fleet[1] = Some(Nation::France), ALL, BOTH;
        }
        gold_mine {
            "", (), |state| state.gold_mine = Some(Nation::England), ALL, BOTH;
        }
        tiles {
            "", (), |state| state.tiles[4] = state.tiles[4].map(|tile| CityTileId::new(tile.index() ^ 1)), ALL, BOTH;
        }
        quest_pile {
            "", (), |state| state.quest_pile[..3].reverse(), NONE, NEITHER;
        }
        quest_pile_len {
            "", (), |state| state.quest_pile_len -= 1, ALL, BOTH;
        }
        quest_top {
            "", (), |state| state.quest_top = Some(state.quest_pile[0]), ALL, BOTH;
        }
        map_quests {
            "", (), |state| state.map_quests[0].1 = state.quest_pile[0], ALL, BOTH;
            "place", (), |state| state.map_quests[0].0 = LocationId::new(state.map_quests[0].0.index() + 1), ALL, BOTH;
        }
        map_quests_len {
            "", (), |state| state.map_quests_len -= 1, ALL, BOTH;
        }
        quest_locations {
            "", (), |state| state.quest_locations ^= 1 << 9, NONE, BOTH;
        }
        track_quests {
            "", (), |state| state.track_quests[1] = None, ALL, BOTH;
            "order", (), |state| state.track_quests.reverse(), ALL, BOTH;
        }
        emptied_spaces {
            "", (), |state| state.emptied_spaces ^= 1 << 9, ALL, BOTH;
        }
        prestige {
            "", (), |state| state.prestige.swap(0, 3), ALL, BOTH;
            "face down", (), |state| state.prestige.swap(2, 3), NONE, NEITHER;
        }
        prestige_shown {
            "", (), |state| state.prestige_shown += 1, ALL, BOTH;
        }
        prestige_invested {
            "", (), |state| state.prestige_invested ^= 1 << state.prestige[0], PROSE, BOTH;
        }
        tokens {
            "", (), |state| state.tokens[..4].reverse(), NONE, NEITHER;
        }
        tokens_len {
            "", (), |state| state.tokens_len -= 1, ALL, BOTH;
        }
        borders_crossed {
            "", (), |state| state.borders_crossed ^= 4, ALL, BOTH;
        }
        explorers_at_end {
            "", (), |state| state.explorers_at_end += 1, ALL, BOTH;
        }
        jean {}
    })
}

/// Returns the changes of Jean in a solo game. Cards in the deck are hidden until they are revealed. Seat 2 is Jean's
/// seat, which sees no more than seat 1.
fn of_jean() -> Vec<Change<(), Jean>> {
    changes!(Jean {
        cards {
            "", (), |jean| jean.cards.insert(UNSEEN), ALL, BOTH;
        }
        points {
            "", (), |jean| jean.points[4] += 1, ALL, BOTH;
        }
        deck {
            "", (), |jean| jean.deck ^= 1, ALL, BOTH;
            "letter", (), |jean| jean.deck ^= 1 | 1 << 7, ALL, BOTH;
            "hidden", (), |jean| jean.deck ^= 0b1100, HIDDEN, NEITHER;
        }
        discards {
            "", (), |jean| jean.discards |= 1 << 9, ALL, BOTH;
        }
        known {
            "", (), |jean| jean.known = 1, Text::to([false, true, true]), BOTH;
        }
        discs {
            "", (), |jean| jean.discs -= 1, ALL, BOTH;
        }
    })
}

/// M-1.14, M-1.15: Returns the changes of choices during setup, which are secret.
fn of_set_up() -> Vec<Change<(), Player>> {
    let secret = |field, change| Change::new(field, (), change, SECRET, OWN);
    vec![
        secret("hand", exchange_hidden),
        secret("planned", |player| player.planned[0] = Some(UNSEEN)),
        secret("set_aside", |player| player.set_aside[2] = Some(UNSEEN)),
        secret("career", |player| player.career = other_career(player)),
        secret("careers_dealt", |player| {
            player.careers_dealt = [6, 7].map(|career| Some(CareerId::new(career)));
        }),
    ]
}

/// Replaces a hidden card of the hand with another one that is unknown to everyone.
pub fn exchange_hidden(player: &mut Player) {
    let hidden = player.hand.minus(player.hand_public);
    let card = hidden.iter().next().expect("a card nobody has seen");
    player.hand.remove(card);
    player.hand.insert(UNSEEN);
}

/// Returns the other career of a player.
fn other_career(player: &Player) -> Option<CareerId> {
    (player.career).map(|career| CareerId::new(career.index() ^ 1))
}

/// Returns the current decision.
pub fn top(state: &mut State) -> &mut Pending {
    &mut state.stack[usize::from(state.stack_len) - 1]
}

/// Returns a position with a village action of seat 1 after two turns of every seat, with cards, an assistant on the
/// location of the ship, and income that depends on missing synergy tokens.
pub fn village() -> Table {
    let mut table = Table::with(3, &["legacy=L6,L9,L16"]);
    while table.state.players[2].turns < 2 || top_kind_is_not_sail_of_seat_1(&table) {
        let legal = table.legal();
        table.act(&legal[0].clone());
    }
    for card in ["A049", "A050", "A013", "B001"] {
        table.own(0, card);
    }
    table
        .hand(0, &["B090", "B092"])
        .planned(0, "B071")
        .at("9", 4)
        .village(1);
    table.player(0).points[2] = 5;
    let own = &table.state.players[0];
    assert!(own.waiting_doubloons != [0; 5] && own.waiting_vp != [0; 5]);
    let seen = table.state.seated().iter();
    assert!(
        seen.map(|player| player.hand)
            .all(|hand| !hand.contains(UNSEEN))
    );
    table
}

/// Returns a position during setup in which seat 1 has made its choices.
pub fn set_up() -> Table {
    let mut table = Table::dealt(3, &[], 1);
    for _ in 0..5 {
        table.act_first();
    }
    table
}

/// Returns a solo game with an unknown deck.
pub fn solo() -> Table {
    let mut table = Table::with(1, &["jean_deck=3A2B1C"]);
    table.state.jean.known = 0;
    // A1 to A3, B1, B2 and C1.
    table.state.jean.deck = 0b1000_0110_0111;
    table
}

fn top_kind_is_not_sail_of_seat_1(table: &Table) -> bool {
    let top = table.state.top().expect("a game in progress");
    top.seat != 0 || !matches!(top.work, PendingStep::Sail { .. })
}

#[test]
fn every_field_is_shown_to_the_seats_that_know_it() {
    let table = village();
    every_field_is_shown(
        &table.game,
        &of_player(),
        |()| table.state,
        |state| &mut state.players[0],
    );
    every_field_is_shown(&table.game, &of_state(), |()| table.state, |state| state);
}

/// M-1.14, M-1.15: Choices during setup are secret.
#[test]
fn setup_choices_are_shown_only_to_their_seat() {
    let table = set_up();
    every_field_is_shown(
        &table.game,
        &of_set_up(),
        |()| table.state,
        |state| &mut state.players[0],
    );
}

/// In a solo game, the order of the display and of quests in one place also matters; cards in the deck that were never
/// revealed are hidden.
#[test]
fn every_field_of_jean_is_shown() {
    let table = solo();
    every_field_is_shown(
        &table.game,
        &of_jean(),
        |()| table.state,
        |state| &mut state.jean,
    );
    let moved: fn(&mut Player) = |jean| jean.explorer = SpaceId::new(4);
    let explorer = Change::new("explorer", (), moved, ALL, BOTH);
    every_field_is_shown(
        &table.game,
        &[explorer],
        |()| table.state,
        |state| &mut state.players[1],
    );
}
