//! Words that are not allowed as ids of components.

/// Words that can follow an id in the notation.
pub const WORDS: &[&str] = &["seas"];
