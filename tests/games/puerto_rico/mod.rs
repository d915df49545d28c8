//! The rules of Puerto Rico: text cases in `cases/`, which name the rules that they check, random games and components.

mod cases;
mod changes;
mod data;
mod functions;
mod invariants;
mod knowledge;
mod observation;
mod optional;
mod placement;
mod setup;
mod shown;

use portolan_testing::contract::observation as observation_support;
use portolan_testing::puerto_rico::{laws, support};
use portolan_testing::shown as shown_support;
