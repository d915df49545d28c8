//! Writes answers on a separate thread, so that requests are read even while the client does not read answers:
//! a client may send many requests before it reads the first answer.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crate::ui::failure::Failure;
use crate::ui::print::{print_to, tell};

/// Maximum size of unread answers, in bytes, before reading of requests pauses.
pub const MOST_UNREAD: usize = 64 << 20;

/// State shared between the writer thread and the thread that answers.
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<String>,
    /// Total size of the lines that are not yet written, in bytes.
    bytes: usize,
    /// True if no more lines will be added.
    ended: bool,
    /// Error that ended the writing, if any.
    failure: Option<Failure>,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while the condition is true.
    fn wait(&self, is_so: impl FnMut(&mut Queue) -> bool) -> MutexGuard<'_, Queue> {
        let waited = self.changed.wait_while(self.queue(), is_so);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Queue of answers, which are written in order.
pub struct Output {
    shared: Arc<Shared>,
    writer: JoinHandle<()>,
    most: usize,
    /// True if a wait was already reported.
    told: bool,
}

impl Output {
    /// Creates a queue that writes to `to`, with at most `most` unread bytes.
    pub fn new(to: impl Write + Send + 'static, most: usize) -> Output {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
        });
        let writer = {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || write(&shared, to))
        };
        Output {
            shared,
            writer,
            most,
            told: false,
        }
    }

    /// Adds an answer. Waits first if too many bytes are unread.
    ///
    /// # Errors
    /// [`Failure`] if an earlier answer could not be written.
    pub fn push(&mut self, line: String) -> Result<(), Failure> {
        let most = self.most;
        if !self.told && self.shared.queue().bytes >= most {
            self.told = true;
            tell(&format!(
                "{} MiB of answers are unread: no request is read until the client reads some",
                most >> 20
            ));
        }
        let mut queue = self
            .shared
            .wait(|queue| queue.bytes >= most && queue.failure.is_none());
        if let Some(failure) = queue.failure.take() {
            return Err(failure);
        }
        queue.bytes += line.len();
        queue.lines.push_back(line);
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Waits until all answers are written.
    ///
    /// # Errors
    /// [`Failure`] if an answer could not be written.
    pub fn finish(self) -> Result<(), Failure> {
        self.shared.queue().ended = true;
        self.shared.changed.notify_all();
        // The writer can panic only inside the standard library, and then there is nothing left to write.
        let _ = self.writer.join();
        match self.shared.queue().failure.take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }
}

fn write(shared: &Shared, mut to: impl Write) {
    loop {
        let mut queue = shared.wait(|queue| queue.lines.is_empty() && !queue.ended);
        let Some(line) = queue.lines.pop_front() else {
            return;
        };
        drop(queue);
        let written = print_to(&mut to, &line);
        let mut queue = shared.queue();
        queue.bytes -= line.len();
        let failed = written.is_err();
        queue.failure = written.err();
        shared.changed.notify_all();
        if failed {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// Writer that accepts a line only after a signal.
    struct Slow {
        let_go: Receiver<()>,
        got: Sender<String>,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let closed = |_| io::Error::from(io::ErrorKind::Other);
            self.let_go.recv().map_err(closed)?;
            let _ = self.got.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn answers_are_queued_in_order_up_to_a_limit() {
        let (go, let_go) = channel();
        // One channel for both sides records the order of events.
        let (got, seen) = channel();
        let taken = got.clone();
        let mut output = Output::new(Slow { let_go, got }, 10);
        let pusher = std::thread::spawn(move || {
            for line in ["first", "second", "third"] {
                output.push(line.to_string()).unwrap();
                taken.send(format!("{line} taken")).unwrap();
            }
            output.finish().unwrap();
        });
        assert_eq!(seen.recv().unwrap(), "first taken");
        assert_eq!(seen.recv().unwrap(), "second taken");
        // Eleven bytes are unread, so the third line is accepted only after the first one is written.
        go.send(()).unwrap();
        assert_eq!(seen.recv().unwrap(), "first");
        assert_eq!(seen.recv().unwrap(), "third taken");
        go.send(()).unwrap();
        go.send(()).unwrap();
        pusher.join().unwrap();
        let rest: Vec<String> = seen.into_iter().collect();
        assert_eq!(rest, ["second", "third"]);
    }

    #[test]
    fn write_failure_is_reported() {
        let (go, let_go) = channel();
        let (got, _read) = channel();
        let mut output = Output::new(Slow { let_go, got }, 1);
        drop(go);
        output.push("first".to_string()).unwrap();
        assert!(matches!(
            output.push("second".to_string()),
            Err(Failure::Work(problem)) if problem.starts_with("stdout:")
        ));
    }
}
