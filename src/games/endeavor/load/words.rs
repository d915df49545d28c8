//! Words that no component has as its id.

/// Words of the notation that can stand behind an id, and so cannot be one.
pub const WORDS: &[&str] = &["seas"];
