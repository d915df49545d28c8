//! The campaign: story cards and decisions of the group (M-C1 to M-C11).

use portolan::game::prelude::*;
use portolan::games::maracaibo::pending::PendingKind;

use crate::story_support::{Card, campaign};
use crate::support::Table;

/// Returns a card with a free quest and this text on its back.
const fn plain<'a>(number: u8, front: &'a str, back: &'a str) -> Card<'a> {
    (number, front, ["", "", "d1"], "quest", back, "")
}

/// Returns an option of the next game after the last position.
fn option(table: &Table, name: &str) -> String {
    let options = table
        .game
        .sequel(&table.state)
        .filter(|sequel| sequel.goes_on)
        .expect("the campaign goes on")
        .options;
    options[name].clone()
}

/// M-C1: Card 01 is followed as in the rulebook: the first story tile is on 15, with quests on 16 and, with four
/// players, on 19. There are no legacy tiles.
#[test]
fn first_campaign_game_follows_card_1() {
    for (players, places) in [
        (1, vec!["quest@16", "story1@15"]),
        (2, vec!["quest@16", "story1@15"]),
        (3, vec!["quest@16", "story1@15"]),
        (4, vec!["quest@16", "quest@19", "story1@15"]),
    ] {
        let table = Table::dealt(players, &["scenario=campaign"], 1);
        assert_eq!(table.quest_places(), places, "{players} players");
        assert_eq!(table.active_cards(), [1]);
        assert_eq!(table.state.legacy, 0);
        assert_eq!(table.state.story.c_cards, 0);
    }
}

/// M-C2, M-22.1, M-E15: The quest on 15 costs 1 CP and gives 5 doubloons, 1 VP per compass and the story tile.
#[test]
fn story_quest_has_its_cost_and_reward() {
    let mut table = Table::with(2, &["scenario=campaign"]);
    table.at("15", 1);
    let player = table.player(0);
    (player.doubloons, player.compasses, player.cp) = (0, 3, 0);
    assert!(!table.can("quest story1"), "the cost cannot be paid");
    table.player(0).cp = 1;
    table.act("quest story1");
    let player = &table.state.players[0];
    assert_eq!((player.cp, player.doubloons, player.quest_count), (0, 5, 1));
    assert_eq!(table.points(0, "quests"), 3);
    assert_eq!(
        table.quest_places(),
        ["quest@16"],
        "nothing comes in its place"
    );
}

/// M-C5: The backs of cards that are not fulfilled, and the cards in the deck, are not shown.
#[test]
fn backs_of_story_cards_are_hidden() {
    let table = Table::dealt(2, &["scenario=campaign"], 1);
    let catalog = table.game.catalog();
    let cards: Vec<_> = catalog
        .iter()
        .filter(|one| one.kind == "story card")
        .collect();
    assert_eq!(cards.len(), 1);
    assert_eq!(
        (cards[0].id.as_str(), cards[0].name.as_str()),
        ("01", "A letter in Havana")
    );
    let told = table.game.position(&table.state, Some(0)).to_string() + &cards[0].text;
    assert!(
        told.contains("Story: 15") && told.contains("Portobelo"),
        "{told}"
    );
    for hidden in ["Carry it to", "Break the seal", "broken seal", "is dead"] {
        assert!(!told.contains(hidden), "{hidden}: {told}");
    }
}

/// M-C2, M-11.5: A story tile counts as a quest tile, and the fourth tile gives 3 VP.
#[test]
fn story_tile_counts_as_a_quest_tile() {
    let mut table = Table::with(3, &["scenario=campaign"]);
    table.at("15", 1);
    table.player(0).quest_count = 3;
    table.player(0).cp = 1;
    let before = table.points(0, "quests");
    table.act("quest story1");
    assert_eq!(table.points(0, "quests"), before + 1 + 3);
}

/// M-C3, M-22.4: The tiles of the archive are on the board, its C cards are dealt with the A cards, and its story
/// cards are followed in ascending order.
#[test]
fn later_game_starts_with_the_archive() {
    let cards = [
        plain(4, "Story: 7; Quests: 9 (1-4)", ""),
        plain(9, "Story: 3; Add tile L12", ""),
    ];
    let table = campaign(
        2,
        &cards,
        &["story=9+4", "c_cards=90+92", "legacy=L5", "story_deck=none"],
    );
    assert_eq!(table.quest_places(), ["quest@9", "story1@7", "story2@3"]);
    assert_eq!(table.tiles(), [5, 12]);
    assert_eq!(
        table.state.tile_discs[2], 1,
        "with two players a disc lies on L12"
    );
    let without = campaign(2, &cards, &["story=9+4", "story_deck=none"]);
    assert_eq!(table.state.pile_len, without.state.pile_len + 2);
    let a_card = |id: &str| {
        let card = table.card(id);
        let held = table
            .state
            .seated()
            .iter()
            .any(|player| player.hand.contains(card));
        let in_pile = &table.state.pile[..usize::from(table.state.pile_len)];
        held || in_pile.contains(&card) || table.state.display.contains(&Some(card))
    };
    assert!(a_card("C90") && a_card("C92") && !a_card("C91"));
}

/// M-C3, M-1.5: C cards of earlier games can be in initial hands.
#[test]
fn c_cards_are_dealt_with_the_a_cards() {
    let cards = [plain(4, "Story: 7", "")];
    let dealt = (0..60).any(|seed| {
        let game = crate::story_support::try_campaign(
            4,
            &crate::story_support::deck(&cards),
            &["story=4", "c_cards=90"],
        );
        let table = Table::begin(game.expect("accepted"), seed);
        let card = table.card("C90");
        table
            .state
            .seated()
            .iter()
            .any(|player| player.hand.contains(card))
    });
    assert!(dealt);
}

/// M-C4: Card 80 starts chapter 2, and the C cards that it names are dealt with the A cards.
#[test]
fn chapter_card_deals_its_c_cards_with_the_a_cards() {
    let cards = [plain(80, "Cards: 90-91; Tiles: L4, L12; Story: 15", "")];
    let table = campaign(3, &cards, &["story=80"]);
    assert_eq!(table.tiles(), [4, 12]);
    assert_eq!(table.state.story.c_cards, 0b11);
    assert_eq!(
        table.state.story.mixes, 0,
        "nothing is shuffled in after the deal"
    );
    assert_eq!(table.quest_places(), ["story1@15"]);
}

/// M-C5: Backs are read in ascending order by the owners of the tiles; a new card is considered only in the next
/// scoring.
#[test]
fn owners_read_backs_in_ascending_order() {
    let cards = [
        plain(2, "Story: 7", "Read 04"),
        plain(3, "Story: 9", "Read 05"),
        plain(4, "Story: 10", ""),
        (5, "Add tile L10", ["", "", ""], "L10 full", "", ""),
    ];
    let mut table = campaign(3, &cards, &["story=2+3"]);
    table.past_setup();
    table.give_story_tile(2, 1).give_story_tile(1, 2);
    table.score_round();
    let read = table.happened("story_read");
    assert_eq!(read, [(2, "02".to_string(), 0), (1, "03".to_string(), 0)]);
    assert_eq!(table.active_cards(), [4, 5]);
    assert_eq!(table.quest_places(), ["story3@10"]);
    assert_eq!(table.state.round, 2);
    assert_eq!(table.decision(), PendingKind::Sail);
}

/// M-C5: The back for a full disc tile is read by the player who ended the round.
#[test]
fn back_of_a_full_disc_tile_is_read() {
    let cards = [
        (2, "Add tile L13", ["", "", ""], "L13 full", "Read 03", ""),
        plain(3, "Story: 9", ""),
    ];
    let mut table = campaign(3, &cards, &["story=2"]);
    table.past_setup();
    table.state.tile_discs[3] = 2;
    table.score_round();
    assert!(
        table.happened("story_read").is_empty(),
        "one disc is missing"
    );
    table.state.tile_discs[3] = 3;
    // Seat 1 is next and ends the second round.
    assert_eq!(table.state.active, 1);
    table.state.players[1].ship = table.place("20");
    table.play(&["sail 21a", "pass"]).pass_on();
    assert_eq!(table.happened("story_read"), [(1, "02".to_string(), 0)]);
}

const CHOICE: [Card; 3] = [
    (
        2,
        "Story: 7",
        ["", "", "d1"],
        "quest",
        "",
        "One = Read 03 | Other = Read 04 | Third = Add tile L5",
    ),
    plain(3, "Story: 9", ""),
    plain(4, "Story: 10", ""),
];

/// M-C6, M-A82: All players vote, clockwise from the reader, and the choice with the most votes wins.
#[test]
fn choice_with_the_most_votes_wins() {
    let mut table = campaign(4, &CHOICE, &["story=2"]);
    table.past_setup().give_story_tile(2, 1);
    table.score_round();
    for (seat, vote) in [(3, "vote 1"), (4, "vote 2"), (1, "vote 3"), (2, "vote 2")] {
        assert_eq!(table.decision(), PendingKind::StoryVote);
        assert_eq!(table.to_move(), seat);
        assert_eq!(table.legal(), ["vote 1", "vote 2", "vote 3"]);
        let told = table.game.position(&table.state, Some(seat - 1));
        assert_eq!(told["phase"], "story_vote");
        assert_eq!(told["choice"]["story_card"], 2);
        assert_eq!(told["choice"]["choices"][2]["text"], "Third");
        assert!(told["choice"]["choices"][0]["votes"].is_u64());
        table.act(vote);
    }
    assert_eq!(table.active_cards(), [4]);
    assert_eq!(table.happened("story_read"), [(2, "02".to_string(), 2)]);
    assert_eq!(table.state.story.votes, [0; 4]);
}

/// M-C6, M-A82: The reader decides ties.
#[test]
fn reader_decides_a_tied_vote() {
    let mut table = campaign(2, &CHOICE, &["story=2"]);
    table.past_setup().give_story_tile(1, 1);
    table.score_round().play(&["vote 1", "vote 3"]);
    assert_eq!(table.decision(), PendingKind::StoryTie);
    assert_eq!(table.to_move(), 2);
    assert_eq!(table.legal(), ["vote 1", "vote 3"]);
    table.act("vote 3");
    assert_eq!(table.tiles(), [5]);
    assert!(table.active_cards().is_empty());
    assert_eq!(table.happened("story_read"), [(1, "02".to_string(), 3)]);
}

/// M-C7, M-22.2: The game carries out each instruction in the summary of the rulebook, in its wording there.
#[test]
fn story_instructions_are_carried_out() {
    let back = "Story: 15; Quests: 16 (1–4), 19 (4), 3 (2-3); Cards: Add cards 90, 91 to the Discard Pile; \
                Add tile L12 to the game.; Tiles: L25, L13; Cards: 92-93";
    let cards = [
        (
            2,
            "Story: 7",
            ["", "", "d1"],
            "quest",
            "Read 05; Read 06",
            "",
        ),
        (5, back, ["", "", "d1"], "quest", "", ""),
        (6, "Remove tile L25", ["", "", ""], "", "", ""),
    ];
    let mut table = campaign(3, &cards, &["story=2"]);
    table.past_setup().give_story_tile(0, 1);
    let pile = table.state.pile_len;
    table.score_round();
    assert_eq!(table.quest_places(), ["quest@16", "quest@3", "story2@15"]);
    assert_eq!(table.tiles(), [12, 13], "L25 came and went");
    let discards = table.state.discards;
    assert!(discards.contains(table.card("C90")) && discards.contains(table.card("C91")));
    let in_pile = |id: &str| {
        table.state.pile[..usize::from(table.state.pile_len)].contains(&table.card(id))
            || table.state.display.contains(&Some(table.card(id)))
    };
    assert!(
        in_pile("C92")
            || table
                .state
                .seated()
                .iter()
                .any(|p| p.hand.contains(table.card("C92")))
    );
    assert!(
        in_pile("C93")
            || table
                .state
                .seated()
                .iter()
                .any(|p| p.hand.contains(table.card("C93")))
    );
    assert!(pile > table.state.pile_len, "cards were drawn");
    assert_eq!(table.active_cards(), [5, 6]);
    let entered: Vec<String> = table
        .happened("legacy_entered")
        .into_iter()
        .map(|(_, tile, _)| tile)
        .collect();
    assert_eq!(entered, ["L12", "L25", "L13"], "in printed order");
}

/// M-C7: `Read` on a front leaves the card in play and adds the card that is read.
#[test]
fn read_instruction_adds_the_card_read() {
    let cards = [
        plain(2, "Story: 7; Read 03", ""),
        plain(3, "Story: 9; Read 04", ""),
        plain(4, "Story: 10", ""),
    ];
    let table = campaign(2, &cards, &["story=2"]);
    assert_eq!(table.active_cards(), [2, 3, 4]);
    assert_eq!(table.quest_places(), ["story1@7", "story2@9", "story3@10"]);
}

/// M-C8: A card that was read leaves the game, and cards skipped in the deck go to its bottom.
#[test]
fn read_cards_leave_and_skipped_cards_go_to_the_bottom() {
    let cards = [
        plain(1, "Story: 7", "Read 04"),
        plain(2, "Story: 9", ""),
        plain(3, "Story: 9", ""),
        plain(4, "Story: 9", ""),
        plain(6, "Story: 9", ""),
        plain(7, "Story: 9", ""),
        plain(9, "Story: 9", ""),
    ];
    let mut table = campaign(2, &cards, &[]);
    table.past_setup().give_story_tile(0, 1);
    table.score_round().score_game();
    assert_eq!(option(&table, "story"), "4");
    assert_eq!(option(&table, "story_deck"), "6-7+9+2-3");
}

/// M-C9, M-A81: If two cards require one legacy tile, the higher card stays, and the story tile of the other
/// leaves the map.
#[test]
fn higher_card_wins_a_shared_tile() {
    let cards = [
        plain(2, "Story: 7", "Read 09"),
        plain(3, "Add tile L12; Story: 9", ""),
        plain(9, "Story: 10; Add tile L12", ""),
    ];
    let mut table = campaign(3, &cards, &["story=2+3"]);
    table.past_setup().give_story_tile(0, 1);
    table.state.tile_discs[2] = 2;
    table.score_round();
    assert_eq!(table.active_cards(), [9]);
    assert_eq!(table.happened("story_left"), [(0, "03".to_string(), 0)]);
    assert_eq!(table.quest_places(), ["story3@10"]);
    assert_eq!(
        table.state.tile_discs[2], 0,
        "M-A80: the new card begins anew"
    );
}

/// M-C9: The lower card leaves even if it comes later.
#[test]
fn lower_card_leaves_even_if_it_comes_later() {
    let cards = [
        plain(2, "Story: 7", "Read 03"),
        plain(3, "Add tile L12; Story: 9", ""),
        (9, "Add tile L12", ["", "", ""], "L12 full", "", ""),
    ];
    let mut table = campaign(3, &cards, &["story=2+9"]);
    table.past_setup().give_story_tile(0, 1);
    table.state.tile_discs[2] = 2;
    table.score_round();
    assert_eq!(table.active_cards(), [9]);
    assert!(
        table.quest_places().is_empty(),
        "what the card says next is not done"
    );
    assert_eq!(
        table.state.tile_discs[2], 2,
        "the tile of card 9 is as it was"
    );
}

/// M-C10, M-15.6: In final scoring, a new card comes into play but its instructions are not carried out yet.
#[test]
fn card_read_in_final_scoring_is_not_carried_out() {
    let cards = [
        plain(1, "Story: 7", "Read 02; Add tile L5"),
        plain(2, "Story: 9; Add tile L12", ""),
    ];
    let mut table = campaign(2, &cards, &[]);
    table.past_setup().give_story_tile(0, 1).score_game();
    assert_eq!(table.to_move(), 0, "the game is over");
    assert_eq!(table.active_cards(), [2]);
    assert_eq!(
        table.tiles(),
        [5],
        "the back is followed, the new front is not"
    );
    assert_eq!(
        (option(&table, "story"), option(&table, "legacy")),
        ("2".into(), "L5".into())
    );
    let options: Vec<String> = (table.game.sequel(&table.state).unwrap().options.iter())
        .filter(|(name, _)| *name != "scenario")
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let next = campaign(2, &cards, &options);
    assert_eq!(next.quest_places(), ["story1@9"]);
    assert_eq!(next.tiles(), [5, 12]);
}

/// M-C10: The group also votes in final scoring.
#[test]
fn group_votes_in_final_scoring() {
    let mut table = campaign(2, &CHOICE, &["story=2"]);
    table.past_setup().give_story_tile(0, 1).score_game();
    table.play(&["vote 2", "vote 2"]);
    assert_eq!(table.to_move(), 0);
    assert_eq!(option(&table, "story"), "4");
}

/// M-C11, M-22.4, M-A79: Discs return to the box and C cards stay. A disc tile that is not full is saved with its
/// card; a full one is not.
#[test]
fn archive_stores_tiles_and_c_cards() {
    let cards = [
        (1, "Add tile L12", ["", "", ""], "L12 full", "", ""),
        (
            2,
            "Add tile L13; Add card 94 to the discard pile",
            ["", "", ""],
            "L13 full",
            "",
            "",
        ),
    ];
    let mut table = campaign(3, &cards, &["story=1+2", "legacy=L5", "c_cards=90"]);
    table.past_setup();
    (table.state.tile_discs[2], table.state.tile_discs[3]) = (3, 2);
    table.score_game();
    assert_eq!(option(&table, "story"), "2");
    assert_eq!(option(&table, "legacy"), "L5,L13");
    assert_eq!(option(&table, "c_cards"), "90+94");
    assert_eq!(option(&table, "story_deck"), "none");
    assert_eq!(option(&table, "scenario"), "campaign");
    let next = campaign(3, &cards, &["story=2", "legacy=L5,L13", "c_cards=90+94"]);
    assert_eq!(next.state.tile_discs, [0; 8]);
}

/// M-A78: There is no fifth story tile.
#[test]
fn at_most_four_story_tiles_are_in_play() {
    let cards = [
        plain(2, "Story: 2", ""),
        plain(3, "Story: 3", ""),
        plain(4, "Story: 6", ""),
        plain(5, "Story: 7", ""),
        plain(6, "Story: 8", ""),
    ];
    let mut table = campaign(2, &cards, &["story=2-6"]);
    assert_eq!(
        table.quest_places(),
        ["story1@2", "story2@3", "story3@6", "story4@7"]
    );
    assert_eq!(table.active_cards(), [2, 3, 4, 5, 6]);
    table.past_setup();
    for tile in 1..=4 {
        table.give_story_tile(0, tile);
    }
    table.score_game();
    assert_eq!(option(&table, "story"), "6");
    let next = campaign(2, &cards, &["story=6"]);
    assert_eq!(next.quest_places(), ["story1@8"]);
}

/// M-A80: Cards, tiles and C cards that are already in play are skipped.
#[test]
fn instructions_for_components_in_play_are_skipped() {
    let cards = [
        plain(2, "Story: 7; Read 03; Add tile L5; Cards: 90", ""),
        plain(3, "Story: 9", ""),
    ];
    let table = campaign(2, &cards, &["story=2+3", "legacy=L5", "c_cards=90"]);
    let plain = campaign(2, &cards, &["story=3", "c_cards=90"]);
    assert_eq!(table.active_cards(), [2, 3]);
    assert!(table.happened("story_drawn").is_empty());
    assert!(table.happened("legacy_entered").is_empty());
    assert_eq!(table.state.pile_len, plain.state.pile_len);
}

/// M-A85: Without a card that can still be read, there is no next game.
#[test]
fn campaign_ends_without_a_readable_card() {
    let cards = [
        plain(1, "Story: 7; Read 02", ""),
        (2, "Add tile L5", ["", "", ""], "", "", ""),
    ];
    let mut table = campaign(2, &cards, &[]);
    table.past_setup();
    assert_eq!(
        table.game.sequel(&table.state),
        None,
        "the game is not over"
    );
    let mut unread = Table {
        game: table.game.clone(),
        state: table.state,
        rng: table.rng.clone(),
        events: vec![],
        extra: None,
    };
    unread.score_game();
    assert_eq!(option(&unread, "story"), "1+2");
    table.give_story_tile(0, 1).score_game();
    assert_eq!(table.active_cards(), [2]);
    let left = table.game.sequel(&table.state).expect("it is over");
    assert!(!left.goes_on);
    assert_eq!(left.options["legacy"], "L5", "tiles stay (M-C11)");
    assert!(!left.options.contains_key("story"));
    let mut other = Table::with(2, &[]);
    other.score_game();
    assert_eq!(other.game.sequel(&other.state), None, "no campaign");
}
