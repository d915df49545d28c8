//! Content security policy of the HTML pages: allows only the page's own script and style.

use sha2::{Digest, Sha256};

/// Returns the policy for a page with one style element and one script element with these contents. Style
/// attributes remain allowed, because legends and meters use them and they cannot load external resources.
pub fn policy(style: &str, script: &str) -> String {
    format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; style-src-attr 'unsafe-inline'; img-src data:; \
         base-uri 'none'; form-action 'none'",
        source(script),
        source(style)
    )
}

/// Returns the hash source of a script or style.
fn source(text: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(text.as_bytes())))
}

/// Encodes bytes as base64 (RFC 4648).
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= group.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors from RFC 4648 and from the content security policy specification.
    #[test]
    fn policy_hashes_match_published_test_vectors() {
        for (text, written) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), written);
        }
        let hello = "alert('Hello, world.');";
        assert_eq!(
            source(hello),
            "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="
        );
    }
}
