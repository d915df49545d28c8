//! What holds for every game: the promises of the `Game` trait, bots that see no more than their seat, and
//! recorded playthroughs that do not change unnoticed.

#[path = "../cartagena/support.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod cartagena_support;
mod contract;
#[path = "../maracaibo/eager.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod eager;
#[path = "../endeavor/support.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod endeavor_support;
mod fitting_bots;
mod forms;
mod keys;
mod no_peeking;
mod own;
mod pictures;
mod playthroughs;
mod positions;
mod promises;
#[path = "../puerto_rico/support.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod puerto_rico_support;
#[path = "../support/schema.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod schema;
#[path = "../maracaibo/support.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod support;
#[path = "../support/table.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod table;
