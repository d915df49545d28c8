//! Access control: requests need the secret token in their path and must come from the page itself.

use std::fmt::Write;

use hyper::header::{HOST, HeaderName, ORIGIN};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};

use crate::ui::failure::Failure;

/// Length of a token in bytes; 128 bits cannot be guessed.
const TOKEN_BYTES: usize = 16;

/// Header in which a browser describes the origin of a request.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Accepted host names.
const NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

/// Rejection of a request.
#[derive(Debug)]
pub struct Refusal {
    /// HTTP status.
    pub status: StatusCode,
    /// Error message.
    pub problem: String,
}

impl Refusal {
    pub fn new(status: StatusCode, problem: impl Into<String>) -> Refusal {
        Refusal {
            status,
            problem: problem.into(),
        }
    }
}

/// Checks requests for one game.
pub struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    /// Creates a guard with a new token.
    ///
    /// # Errors
    /// [`Failure`] if the system provides no random numbers.
    pub fn new(port: u16) -> Result<Guard, Failure> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes)
            .map_err(|error| Failure::work(format!("cannot generate a random token: {error}")))?;
        let mut token = String::new();
        for byte in bytes {
            // Writing to a String cannot fail.
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Guard { port, token })
    }

    /// Returns the address of the page.
    pub fn address(&self) -> String {
        format!("http://{}:{}/{}/", NAMES[0], self.port, self.token)
    }

    /// Checks a request and returns its path after the token.
    ///
    /// # Errors
    /// [`Refusal`] if the host, origin or token is wrong.
    pub fn admit<'a>(&self, head: &'a Parts) -> Result<&'a str, Refusal> {
        let header = |name: &HeaderName| head.headers.get(name).map(|value| value.as_bytes());
        let host = |name: &&str| format!("{name}:{}", self.port);
        // Rejects foreign domain names that resolve to this machine (DNS rebinding).
        let is_host = |given: &[u8]| NAMES.iter().any(|name| host(name).as_bytes() == given);
        if !header(&HOST).is_some_and(is_host) {
            let problem = format!(
                "this is not the host of the game; its address begins with http://{}/",
                host(&NAMES[0])
            );
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, problem));
        }
        let is_own = |given: &[u8]| given.strip_prefix(b"http://").is_some_and(is_host);
        let path = head.uri.path().strip_prefix('/').unwrap_or_default();
        let (token, wanted) = path.split_once('/').unwrap_or((path, ""));
        // Links from other sites may open the page, but only the page itself may send requests.
        let from_elsewhere = match header(&ORIGIN) {
            Some(origin) => !is_own(origin),
            None => {
                let site = header(&FETCH_SITE);
                let is_foreign = site.is_some_and(|site| site != b"same-origin" && site != b"none");
                head.method != Method::GET || (is_foreign && !wanted.is_empty())
            }
        };
        if from_elsewhere {
            let problem = "only the page of the game may send requests; this request has another origin or none";
            return Err(Refusal::new(StatusCode::FORBIDDEN, problem));
        }
        if !is_equal(token.as_bytes(), self.token.as_bytes()) {
            let problem = "the address lacks the token of this game; open the whole address that the program printed";
            return Err(Refusal::new(StatusCode::FORBIDDEN, problem));
        }
        Ok(wanted)
    }
}

/// Compares two texts in a time that does not depend on where they differ.
fn is_equal(given: &[u8], wanted: &[u8]) -> bool {
    let differ = given
        .iter()
        .zip(wanted)
        .fold(0, |differ, (a, b)| differ | (a ^ b));
    given.len() == wanted.len() && std::hint::black_box(differ) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::Request;

    fn asked(method: &str, path: &str, headers: &[(&str, &str)]) -> Parts {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap().into_parts().0
    }

    #[test]
    fn tokens_are_long_and_unique() {
        let tokens = [1, 2].map(|_| Guard::new(4000).unwrap().token);
        assert_ne!(tokens[0], tokens[1]);
        assert!(tokens.iter().all(|token| token.len() == 2 * TOKEN_BYTES));
    }

    #[test]
    fn only_requests_from_the_own_page_are_admitted() {
        let guard = Guard::new(4000).unwrap();
        let page = format!("/{}/", guard.token);
        let host = ("host", "127.0.0.1:4000");
        let admitted = |method, path: &str, headers: &[(&str, &str)]| {
            let head = asked(method, path, headers);
            guard
                .admit(&head)
                .map(str::to_string)
                .map_err(|refusal| refusal.status.as_u16())
        };
        assert_eq!(admitted("GET", &page, &[host]), Ok(String::new()));
        assert_eq!(
            admitted("GET", &page, &[("host", "localhost:4000")]),
            Ok(String::new())
        );
        let own = ("origin", "http://127.0.0.1:4000");
        let act = format!("{page}do");
        assert_eq!(admitted("POST", &act, &[host, own]), Ok("do".to_string()));
        for (headers, status) in [
            (vec![], 421),
            (vec![("host", "127.0.0.1")], 421),
            (vec![("host", "game.example:4000"), own], 421),
            (vec![host], 403),
            (vec![host, ("origin", "http://127.0.0.1:4001")], 403),
            (vec![host, ("origin", "https://127.0.0.1:4000")], 403),
            (vec![host, ("origin", "null")], 403),
        ] {
            assert_eq!(admitted("POST", &act, &headers), Err(status), "{headers:?}");
        }
        for path in ["/", "/do", "/0123/", "//", &format!("/{}0/", guard.token)] {
            assert_eq!(admitted("GET", path, &[host]), Err(403), "{path}");
        }
        let linked = ("sec-fetch-site", "cross-site");
        assert_eq!(admitted("GET", &page, &[host, linked]), Ok(String::new()));
        assert_eq!(
            admitted("GET", &format!("{page}game"), &[host, linked]),
            Err(403)
        );
    }
}
