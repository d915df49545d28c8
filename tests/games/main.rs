//! Tests of all games: the contract of the `Game` trait, bots that use only information of their seat, correctness of
//! searches, and recorded playthroughs. Also the rules of all games except Maracaibo, by chapter.

mod cartagena;
mod drawn;
mod endeavor;
mod entered;
mod fitting_bots;
mod following;
mod forms;
mod immediate_wins;
mod keys;
mod luck;
mod no_peeking;
mod option_texts;
mod own;
mod pictures;
mod playthroughs;
mod positions;
mod promises;
mod puerto_rico;
mod repeats;
mod search;
mod seen_numbers;

use portolan_testing::cartagena::support as cartagena_support;
use portolan_testing::endeavor::support as endeavor_support;
use portolan_testing::maracaibo::{eager, support};
use portolan_testing::puerto_rico::support as puerto_rico_support;
use portolan_testing::{cases, contract, schema, table};
