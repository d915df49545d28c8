//! The rules of Puerto Rico by chapter; every test names the rules that it checks.

mod builder;
mod captain;
mod changes;
mod craftsman;
mod data;
mod functions;
mod invariants;
mod knowledge;
mod mayor;
mod observation;
mod optional;
mod options;
mod placement;
mod position;
mod rounds;
mod scoring;
mod settler;
mod setup;
mod shown;
mod storage;
mod trader;
mod two_players;

use portolan_testing::contract::observation as observation_support;
use portolan_testing::puerto_rico::{laws, support};
use portolan_testing::shown as shown_support;
