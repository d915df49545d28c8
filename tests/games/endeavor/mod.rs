//! The rules of Endeavor by chapter; every test names the rules that it checks.

mod cards;
mod changes;
mod command_line;
mod data;
mod discard;
mod invariants;
mod links;
mod observation;
mod occupy_and_attack;
mod options;
mod position;
mod rounds;
mod scoring;
mod setup;
mod ship;
mod shown;
mod silent_fleets;
mod special_buildings;
mod turns;

use portolan_testing::contract::observation as observation_support;
use portolan_testing::endeavor::{laws, support};
use portolan_testing::program;
use portolan_testing::shown as shown_support;
