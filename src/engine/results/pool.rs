//! The worker threads of everything that plays, trains or reads in parallel.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::results::error::RunError;

/// A pool of so many worker threads.
///
/// # Errors
/// [`RunError::Threads`] if the system does not give them.
pub fn pool(threads: usize) -> Result<ThreadPool, RunError> {
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    built.map_err(|error| RunError::Threads {
        threads,
        reason: error.to_string(),
    })
}
