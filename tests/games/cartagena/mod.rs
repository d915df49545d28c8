//! The rules of Cartagena: text cases in `cases/`, which name the rules that they check, random games and components.

mod cases;
mod changes;
mod counted_cards;
mod data;
mod invariants;
mod layout;
mod observation;
mod shown;

use portolan_testing::cartagena::{laws, support};
use portolan_testing::shown as shown_support;
