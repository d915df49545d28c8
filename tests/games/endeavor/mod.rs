//! The rules of Endeavor: text cases in `cases/`, which name the rules that they check, random games and components.

mod cases;
mod changes;
mod command_line;
mod data;
mod discard;
mod invariants;
mod observation;
mod setup;
mod shown;

use portolan_testing::contract::observation as observation_support;
use portolan_testing::endeavor::{laws, support};
use portolan_testing::program;
use portolan_testing::shown as shown_support;
