//! A network bot updates its features from the previous position. The result must be bit-identical to evaluating the
//! position from scratch.

use portolan::game::Game;
use portolan::games::{GAMES, Visitor, open};
use portolan::random::{Streams, below, stream};
use portolan_players::net::lookahead::Lookahead;

use crate::no_peeking::{by_a_policy, without_every_third_item};

struct Following(&'static str);

impl Visitor for Following {
    type Out = usize;

    fn visit<G: Game>(self, mut game: G) -> usize {
        let [bot, ..] = by_a_policy(self.0);
        let (network, _) = bot.network_for(&game).unwrap();
        // The next game starts after the previous one, and sometimes with other terms.
        let mut following = Lookahead::<G>::new(network.clone());
        let mut legal = Vec::new();
        let mut compared = 0;
        for seed in 0..3 {
            if seed == 2 {
                game = without_every_third_item(game);
            }
            let mut chance = Streams::new(seed);
            let mut moves = stream(seed, &[1]);
            let mut state = game.new_state(&mut chance, &mut ());
            while let Some(seat) = game.to_move(&state) {
                game.legal_actions(&state, &mut legal);
                let mut alone = Lookahead::<G>::new(network.clone());
                let (value, logits) = following.value_and_logits(&game, &state, seat, &legal);
                let found = (value, logits.to_vec());
                let (value, logits) = alone.value_and_logits(&game, &state, seat, &legal);
                assert_eq!(
                    found,
                    (value, logits.to_vec()),
                    "seat {seat} of game {seed}"
                );
                if compared % 3 == 0 {
                    let luck = stream(seed, &[2, compared as u64]);
                    let found = following.values(&game, &state, seat, &legal, &mut luck.clone());
                    let found = found.to_vec();
                    let wanted = alone.values(&game, &state, seat, &legal, &mut luck.clone());
                    assert_eq!(found, wanted, "seat {seat} of game {seed}");
                    let other = (seat + 1) % game.seats();
                    let found = following.value(&game, &state, other);
                    assert_eq!(found, alone.value(&game, &state, other), "seat {other}");
                }
                compared += 1;
                let action = legal[below(&mut moves, legal.len() as u32) as usize];
                game.apply(&mut state, action, &mut chance, &mut ());
            }
        }
        compared
    }
}

#[test]
fn updated_features_equal_features_from_scratch() {
    for entry in GAMES {
        for players in [2, *entry.players.end()] {
            let compared = open(&entry.setup(players), Following(entry.name)).unwrap();
            assert!(compared > 100);
        }
    }
}
