//! Pool of worker threads for playing, training and reading.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::results::error::RunError;

/// Creates a pool with this number of worker threads.
///
/// # Errors
/// [`RunError::Threads`] if the threads cannot be started.
pub fn pool(threads: usize) -> Result<ThreadPool, RunError> {
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    built.map_err(|error| RunError::Threads {
        threads,
        reason: error.to_string(),
    })
}
