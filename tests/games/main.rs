//! What holds for every game: the promises of the `Game` trait, bots that see no more than their seat, searches that find
//! what is best, and recorded playthroughs that do not change unnoticed; and the rules of all games but Maracaibo, chapter by
//! chapter.

mod cartagena;
mod endeavor;
mod entered;
mod fitting_bots;
mod following;
mod forms;
mod keys;
mod luck;
mod no_peeking;
mod own;
mod pictures;
mod playthroughs;
mod positions;
mod promises;
mod puerto_rico;
mod search;

use portolan_testing::cartagena::support as cartagena_support;
use portolan_testing::endeavor::support as endeavor_support;
use portolan_testing::maracaibo::{eager, support};
use portolan_testing::puerto_rico::support as puerto_rico_support;
use portolan_testing::{contract, schema, table};
