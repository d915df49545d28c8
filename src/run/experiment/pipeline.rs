//! Plays deal groups in parallel and delivers the results in order, with bounded memory.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use rayon::ThreadPool;

use crate::play::live::Live;

/// Maximum number of deal groups per thread that are in progress or waiting to be written. The total is at
/// least [`LEAST_WINDOW`], so that disk writes do not delay short games.
const WINDOW_PER_THREAD: u64 = 32;
const LEAST_WINDOW: u64 = 256;

/// Hands out the next deal group and tracks how many results were taken.
struct Gate {
    progress: Mutex<Progress>,
    moved: Condvar,
}

struct Progress {
    next: u64,
    taken: u64,
    closed: bool,
}

impl Gate {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next deal group to play; blocks while too many results wait to be taken.
    fn enter(&self, end: u64, window: u64, stop: &AtomicBool) -> Option<u64> {
        let mut progress = self.lock();
        loop {
            if progress.closed || progress.next >= end || stop.load(Ordering::Relaxed) {
                return None;
            }
            if progress.next < progress.taken + window {
                progress.next += 1;
                return Some(progress.next - 1);
            }
            progress = self
                .moved
                .wait_timeout(progress, Duration::from_millis(100))
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    fn advance(&self) {
        self.lock().taken += 1;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.lock().closed = true;
        self.moved.notify_all();
    }
}

/// Closes the gate when a worker panics, so that no thread waits for the worker's deal group.
struct CloseOnPanic<'gate>(&'gate Gate);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

/// Threads that play until `stop` is set; `live` counts their games in progress.
#[derive(Clone, Copy)]
pub struct Workers<'run> {
    pub pool: &'run ThreadPool,
    /// Stop flag, set by the caller.
    pub stop: &'run AtomicBool,
    /// Receives the progress of the games.
    pub live: &'run Live,
}

impl Workers<'_> {
    /// Plays `blocks` and passes every result to `take` on this thread, in order. Returns the first deal group
    /// that was not taken, which is the end of `blocks` unless the run stopped early. After `stop` is set,
    /// deal groups in progress are finished and taken; after `take` returns a break, they are discarded.
    ///
    /// # Errors
    /// The first error of `take`; later results are discarded.
    ///
    /// # Panics
    /// If `play` panics.
    pub fn in_order<W, T: Send, E>(
        &self,
        blocks: Range<u64>,
        worker: impl Fn() -> W + Sync,
        play: impl Fn(&mut W, u64) -> T + Sync,
        take: impl FnMut(u64, T) -> Result<ControlFlow<()>, E>,
    ) -> Result<u64, E> {
        in_order(self.pool, blocks, self.stop, worker, play, take)
    }
}

fn in_order<W, T: Send, E>(
    pool: &ThreadPool,
    blocks: Range<u64>,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> Result<ControlFlow<()>, E>,
) -> Result<u64, E> {
    let threads = pool.current_num_threads();
    let window = (WINDOW_PER_THREAD * threads as u64).max(LEAST_WINDOW);
    let gate = Gate {
        progress: Mutex::new(Progress {
            next: blocks.start,
            taken: blocks.start,
            closed: false,
        }),
        moved: Condvar::new(),
    };
    let (gate, worker, play) = (&gate, &worker, &play);
    pool.in_place_scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move |_| {
                let _guard = CloseOnPanic(gate);
                let mut own = worker();
                while let Some(block) = gate.enter(blocks.end, window, stop) {
                    let result = play(&mut own, block);
                    if sender.send((block, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = blocks.start;
        for (block, result) in receiver {
            waiting.insert(block, result);
            while let Some(result) = waiting.remove(&next) {
                match take(next, result) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => {
                        gate.close();
                        return Ok(next + 1);
                    }
                    Err(error) => {
                        gate.close();
                        return Err(error);
                    }
                }
                next += 1;
                gate.advance();
            }
        }
        Ok(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::pool::pool;

    #[test]
    fn results_arrive_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut taken = Vec::new();
            let end = in_order(
                &pool(threads).unwrap(),
                3..500,
                &AtomicBool::new(false),
                || (),
                |(), block| {
                    if block % 17 == 0 {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    block * 2
                },
                |block, result| {
                    taken.push((block, result));
                    Ok::<_, ()>(ControlFlow::Continue(()))
                },
            );
            assert_eq!(end, Ok(500));
            assert!(
                taken
                    .into_iter()
                    .eq((3..500).map(|block| (block, block * 2)))
            );
        }
    }

    #[test]
    fn stopping_leaves_no_gap_in_the_results() {
        let stop = AtomicBool::new(false);
        let mut taken = 0;
        let end = in_order(
            &pool(2).unwrap(),
            0..1_000_000,
            &stop,
            || (),
            |(), block| block,
            |block, _| {
                assert_eq!(block, taken);
                taken += 1;
                if block == 100 {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok::<_, ()>(ControlFlow::Continue(()))
            },
        )
        .unwrap();
        assert_eq!(end, taken);
        assert!((101..1_000_000).contains(&end));
    }

    #[test]
    fn panic_ends_the_work() {
        let caught = crate::play::panics::catch(|| {
            in_order(
                &pool(2).unwrap(),
                0..1_000_000,
                &AtomicBool::new(false),
                || (),
                |(), block| assert!(block != 9, "nine"),
                |_, ()| Ok::<_, ()>(ControlFlow::Continue(())),
            )
        });
        assert!(caught.is_err());
    }

    #[test]
    fn early_stop_is_at_the_same_deal_group_for_any_thread_count() {
        for threads in [1, 2, 5] {
            let mut taken = Vec::new();
            let end = in_order(
                &pool(threads).unwrap(),
                0..1_000_000,
                &AtomicBool::new(false),
                || (),
                |(), block| block,
                |block, _| {
                    taken.push(block);
                    Ok::<_, ()>(if block == 99 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    })
                },
            );
            assert_eq!(end, Ok(100));
            assert!(taken.into_iter().eq(0..100));
        }
    }

    #[test]
    fn error_ends_the_work() {
        let end = in_order(
            &pool(2).unwrap(),
            0..1_000_000,
            &AtomicBool::new(false),
            || (),
            |(), block| block,
            |block, _| {
                if block == 9 {
                    Err(block)
                } else {
                    Ok(ControlFlow::Continue(()))
                }
            },
        );
        assert_eq!(end, Err(9));
    }
}
