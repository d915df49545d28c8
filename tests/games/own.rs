//! The user-defined games among the examples fulfil the contract of games.

#[expect(dead_code, reason = "its main is that of a program")]
#[path = "../../examples/draft.rs"]
mod draft;
#[expect(dead_code, reason = "its main is that of a program")]
#[path = "../../src/cli/verbs/new/template/main.rs"]
pub mod nim;

use crate::contract::{Secrets, keeps_the_contract, keeps_the_contract_given};
use portolan::games::{GameSetup, SetUp};

pub fn set_up<G: SetUp>(players: usize) -> G {
    let setup: GameSetup = G::ENTRY.setup(players);
    G::set_up(&setup).unwrap()
}

#[test]
fn nim_fulfils_the_contract() {
    let game: nim::Nim = set_up(2);
    keeps_the_contract_given(&game, Secrets::None, 0..40);
}

#[test]
fn draft_fulfils_the_contract() {
    for players in 2..=4 {
        let game: draft::Draft = set_up(players);
        keeps_the_contract(&game, 0..20);
    }
}
