//! Interrupts, which end searches and requests to external programs early.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static CURRENT: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
}

/// An interrupt that a caller can raise from another thread. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Ends the searches and requests that [`Interrupt::allow`] covers. Their results must be discarded.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true after [`Interrupt::raise`].
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Calls `work`, whose searches and requests on this thread end early once the interrupt is raised.
    pub fn allow<T>(&self, work: impl FnOnce() -> T) -> T {
        struct Restore(Option<Interrupt>);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(self.0.take());
            }
        }
        let _restore = Restore(CURRENT.replace(Some(self.clone())));
        work()
    }

    /// Returns the interrupt of the current thread, if there is one.
    pub fn current() -> Option<Interrupt> {
        CURRENT.with_borrow(Clone::clone)
    }
}

/// Returns true if there is an interrupt and it is raised.
pub fn is_raised(interrupt: Option<&Interrupt>) -> bool {
    interrupt.is_some_and(Interrupt::is_raised)
}
