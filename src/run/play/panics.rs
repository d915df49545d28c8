//! Catching panics with their message and location, without output to the terminal.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

static INSTALL: Once = Once::new();

/// Runs `work` and catches a panic. Panics on other threads are reported as usual.
///
/// After a panic, the caller must discard everything that `work` may have modified.
///
/// # Errors
/// The message of the panic with its file and line.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    INSTALL.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if CATCHING.get() {
                let payload = info.payload();
                let message = payload
                    .downcast_ref::<&str>()
                    .copied()
                    .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
                    .unwrap_or("panic without a message");
                let place = info
                    .location()
                    .map_or(String::new(), |place| format!(" ({place})"));
                // A single line, because it becomes a table row or an error message.
                MESSAGE.replace(format!("{}{place}", message.replace('\n', " ")));
            } else {
                before(info);
            }
        }));
    });
    let outer = CATCHING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(outer);
    result.map_err(|_| MESSAGE.take())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caught_panic_has_message_and_location() {
        let caught = catch(|| panic!("broke at {}", 7)).unwrap_err();
        assert!(caught.starts_with("broke at 7 (src"), "{caught}");
        assert!(catch(|| 3) == Ok(3));
    }
}
