//! Work on other threads that Python signals can interrupt.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use portolan::search::interrupt::Interrupt;
use pyo3::prelude::*;

use crate::arguments::wrong;

/// Calls `work` on another thread, and checks for Python signals meanwhile. A signal whose handler raises an
/// exception, such as Ctrl-C, ends `work` at its next search or [`check_interrupt`], and the function returns the
/// exception. If the work is `short`, it runs on this thread, and signals wait.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    is_short: bool,
    work: impl FnOnce() -> PyResult<T> + Send,
) -> PyResult<T> {
    const BETWEEN_CHECKS: Duration = Duration::from_millis(50);
    py.detach(|| {
        if is_short {
            return work();
        }
        let interrupt = Interrupt::default();
        let mut exception = None;
        let (sender, results) = sync_channel(1);
        let done = thread::scope(|scope| {
            let interrupt = &interrupt;
            let worker = scope.spawn(move || sender.send(interrupt.allow(work)));
            loop {
                match results.recv_timeout(BETWEEN_CHECKS) {
                    Ok(done) => break done,
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Ok(_) => break Err(wrong("the thread returned no result")),
                        Err(panic) => resume_unwind(panic),
                    },
                    Err(RecvTimeoutError::Timeout) if exception.is_none() => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            interrupt.raise();
                            exception = Some(error);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        });
        exception.map_or(done, Err)
    })
}

/// Returns an error if the work of this thread is interrupted.
pub fn check_interrupt() -> PyResult<()> {
    match Interrupt::current().is_some_and(|interrupt| interrupt.is_raised()) {
        true => Err(wrong("interrupted")),
        false => Ok(()),
    }
}

/// Calls `work` with each part, the first on this thread and every other one on a new thread. Once a call fails, the
/// other calls end at their next [`check_interrupt`].
pub fn in_parallel<P: Send, R: Send>(
    parts: impl Iterator<Item = P>,
    work: impl Fn(usize, P) -> PyResult<R> + Sync,
) -> PyResult<Vec<R>> {
    let mut parts = parts.enumerate().peekable();
    let Some((_, first)) = parts.next() else {
        return Ok(Vec::new());
    };
    if parts.peek().is_none() {
        return Ok(vec![work(0, first)?]);
    }
    let interrupt = Interrupt::current().unwrap_or_default();
    let call = |thread, part| {
        interrupt.allow(|| work(thread, part)).map_err(|error| {
            // The errors of the other threads follow from this one.
            let is_first = !interrupt.is_raised();
            interrupt.raise();
            (!is_first, error)
        })
    };
    thread::scope(|scope| {
        let call = &call;
        let others: Vec<_> = parts
            .map(|(thread, part)| scope.spawn(move || call(thread, part)))
            .collect();
        let mut done = vec![call(0, first)];
        for other in others {
            done.push(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        let mut errors = Vec::new();
        let parts: Vec<R> = done
            .into_iter()
            .filter_map(|part| part.map_err(|error| errors.push(error)).ok())
            .collect();
        match errors.into_iter().min_by_key(|(follows, _)| *follows) {
            Some((_, error)) => Err(error),
            None => Ok(parts),
        }
    })
}
