//! Assertions about output, messages and files.

/// One text or a list of texts.
pub trait Parts {
    fn all(&self) -> Vec<&str>;
}

impl Parts for &str {
    fn all(&self) -> Vec<&str> {
        vec![self]
    }
}

impl Parts for &String {
    fn all(&self) -> Vec<&str> {
        vec![self]
    }
}

impl<T: AsRef<str>> Parts for &[T] {
    fn all(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

impl<T: AsRef<str>> Parts for Vec<T> {
    fn all(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

impl<T: AsRef<str>, const N: usize> Parts for [T; N] {
    fn all(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

/// Assertions about a text. The message of a failure contains the text.
pub trait TextAssert {
    /// Asserts that the text contains every part.
    fn assert_contains(&self, parts: impl Parts);

    /// Asserts that the text contains none of the parts.
    fn assert_lacks(&self, parts: impl Parts);
}

impl TextAssert for str {
    #[track_caller]
    fn assert_contains(&self, parts: impl Parts) {
        for part in parts.all() {
            assert!(self.contains(part), "no \"{part}\" in: {self}");
        }
    }

    #[track_caller]
    fn assert_lacks(&self, parts: impl Parts) {
        for part in parts.all() {
            assert!(!self.contains(part), "\"{part}\" is in: {self}");
        }
    }
}
