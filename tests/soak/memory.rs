//! How much memory a thread has asked for and not given back: what an input makes a parser take must not
//! grow with a number that is written in it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;

/// A thread that takes more than this is at fault; the program ends before the machine is out of memory.
const MOST: isize = 4 << 30;

thread_local! {
    static TAKEN: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, counting what each thread takes and gives back.
struct Counting;

// SAFETY: every call is passed on unchanged to the system's allocator, or refused as it may be; counting
// uses thread-local numbers without destructors, which never allocate.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match take(layout.size() as isize) {
            true => unsafe { System.alloc(layout) },
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match take(layout.size() as isize) {
            true => unsafe { System.alloc_zeroed(layout) },
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        take(-(layout.size() as isize));
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match take(size as isize - layout.size() as isize) {
            true => unsafe { System.realloc(memory, layout, size) },
            false => std::ptr::null_mut(),
        }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts what is taken, or given back if it is negative; whether it may be had.
fn take(size: isize) -> bool {
    let taken = TAKEN.try_with(|taken| {
        taken.set(taken.get().saturating_add(size));
        taken.get()
    });
    // A thread that ends has no numbers any more.
    let taken = taken.unwrap_or(0);
    let _ = PEAK.try_with(|peak| peak.set(peak.get().max(taken)));
    if taken < MOST {
        return true;
    }
    // Telling it must not be refused, too.
    let _ = TAKEN.try_with(|taken| taken.set(0));
    let _ = writeln!(
        std::io::stderr(),
        "a thread takes {taken} bytes of memory; under way:"
    );
    crate::watch::tell();
    false
}

/// The most that this thread has taken at once during the work, in bytes, beside what it had before.
pub fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = TAKEN.get();
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before).max(0) as usize)
}

/// Large blocks are counted while they are held, and given back.
#[test]
fn memory_is_counted() {
    let (length, peak) = peak_of(|| {
        let small = vec![1_u8; 1000];
        small.len() + vec![2_u8; 5_000_000].len()
    });
    assert_eq!(length, 5_001_000);
    assert!((5_001_000..5_100_000).contains(&peak), "{peak}");
    let ((), after) = peak_of(|| drop(vec![3_u8; 2000]));
    assert!((2000..10_000).contains(&after), "{after}");
}
