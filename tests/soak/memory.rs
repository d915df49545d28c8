//! Measures the memory that a thread allocates. The memory use of a parser must not grow with a number
//! in its input.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;

/// Memory limit of a thread in bytes; the program stops before the machine runs out of memory.
const MOST: isize = 4 << 30;

thread_local! {
    static TAKEN: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// System allocator that counts the memory of each thread.
struct Counting;

// SAFETY: every call is forwarded unchanged to the system allocator, or refused, which is allowed.
// Counting uses thread-local numbers without destructors, which never allocate.
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

/// Counts allocated memory, or freed memory if `size` is negative. Returns true if the limit permits the
/// allocation.
fn take(size: isize) -> bool {
    let taken = TAKEN.try_with(|taken| {
        taken.set(taken.get().saturating_add(size));
        taken.get()
    });
    // The counters no longer exist in a thread that is ending.
    let taken = taken.unwrap_or(0);
    let _ = PEAK.try_with(|peak| peak.set(peak.get().max(taken)));
    if taken < MOST {
        return true;
    }
    // Writing the message needs memory as well.
    let _ = TAKEN.try_with(|taken| taken.set(0));
    let _ = writeln!(
        std::io::stderr(),
        "a thread takes {taken} bytes of memory; under way:"
    );
    crate::watch::tell();
    false
}

/// Returns the peak memory that this thread allocated during the work, in bytes, in addition to its
/// earlier memory.
pub fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = TAKEN.get();
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before).max(0) as usize)
}

/// Large allocations are counted until they are freed.
#[test]
fn large_allocations_are_counted() {
    let (length, peak) = peak_of(|| {
        let small = vec![1_u8; 1000];
        small.len() + vec![2_u8; 5_000_000].len()
    });
    assert_eq!(length, 5_001_000);
    assert!((5_001_000..5_100_000).contains(&peak), "{peak}");
    let ((), after) = peak_of(|| drop(vec![3_u8; 2000]));
    assert!((2000..10_000).contains(&after), "{after}");
}
