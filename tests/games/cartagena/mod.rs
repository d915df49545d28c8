//! The rules of Cartagena by chapter; every test names the rules that it checks.

mod base;
mod box_content;
mod changes;
mod counted_cards;
mod data;
mod examples;
mod full_escape;
mod hindrance;
mod invariants;
mod knowledge;
mod magician;
mod morgan;
mod observation;
mod options;
mod position;
mod ranking;
mod shown;
mod size;

use portolan_testing::cartagena::{laws, support};
use portolan_testing::contract::observation as observation_support;
use portolan_testing::shown as shown_support;
