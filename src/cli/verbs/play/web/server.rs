//! HTTP server on 127.0.0.1, stopped by Ctrl-C.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::runtime;
use tokio::sync::Notify;
use tokio::task::{JoinHandle, LocalSet, spawn_local};

use super::guard::Refusal;
use super::host::{Answer, Host};
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};

/// Maximum size of a request body in bytes; the page sends much less.
const MOST_BYTES: usize = 16 << 10;

/// Maximum number of open connections. A browser uses about six.
const MOST_CONNECTIONS: usize = 64;

/// Delay after a connection that could not be accepted.
const PATIENCE: Duration = Duration::from_millis(100);

/// Headers of all answers: only the page itself may use them, and they are not cached.
const HEADERS: [(HeaderName, &str); 4] = [
    (CACHE_CONTROL, "no-store"),
    (REFERRER_POLICY, "no-referrer"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Listens for requests from this machine.
pub struct Server {
    listener: TcpListener,
    port: u16,
    interrupted: Arc<Notify>,
}

impl Server {
    /// Binds a port, or any free port for `None`. From then on, Ctrl-C ends [`Server::run`] instead of the program.
    ///
    /// # Errors
    /// [`Failure`] if the port is taken or Ctrl-C cannot be handled.
    pub fn bind(port: Option<u16>) -> Result<Server, Failure> {
        let wanted = (Ipv4Addr::LOCALHOST, port.unwrap_or(0));
        let refused = |error| {
            let at = port.map_or(String::new(), |port| format!("--port {port}: "));
            Failure::usage(format!("{at}cannot listen on 127.0.0.1: {error}"))
        };
        let listener = TcpListener::bind(wanted).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let port = listener.local_addr().map_err(refused)?.port();
        let interrupted = Arc::new(Notify::new());
        let interrupt = interrupted.clone();
        ctrlc::set_handler(move || interrupt.notify_one())
            .map_err(|error| Failure::work(format!("cannot handle Ctrl-C: {error}")))?;
        Ok(Server {
            listener,
            port,
            interrupted,
        })
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Answers requests until Ctrl-C.
    ///
    /// # Errors
    /// [`Failure`] if the game could not be saved at the end.
    pub fn run(self, host: Host) -> Result<(), Failure> {
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::work(format!("cannot wait for requests: {error}")))?;
        let host = Rc::new(RefCell::new(host));
        LocalSet::new().block_on(&runtime, async {
            spawn_local(accept(self.listener, host.clone()));
            ended(&host, &self.interrupted).await
        })
    }
}

/// Waits for Ctrl-C and saves the game. If saving fails, a second Ctrl-C prints the game instead.
async fn ended(host: &RefCell<Host>, interrupted: &Notify) -> Result<(), Failure> {
    let mut tried = false;
    loop {
        interrupted.notified().await;
        let left = host.borrow_mut().leave();
        match left {
            Ok(words) => return print(&format!("{words}\n")),
            Err(problem) if tried => {
                print(&host.borrow().log())?;
                return Err(Failure::Work(format!(
                    "{problem} The game is printed above; save it to a file to load it later."
                )));
            }
            Err(problem) => tell(&format!(
                "{problem} Press Ctrl-C again to print the game and exit."
            )),
        }
        tried = true;
    }
}

async fn accept(listener: TcpListener, host: Rc<RefCell<Host>>) {
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return tell(&format!("cannot answer requests: {error}")),
    };
    let mut open = VecDeque::new();
    loop {
        // An aborted connection, or a temporary lack of resources, does not affect later connections.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PATIENCE).await;
            continue;
        };
        // Close the oldest connection if there are too many, so that idle connections cannot block the page.
        open.retain(|connection: &JoinHandle<()>| !connection.is_finished());
        if open.len() == MOST_CONNECTIONS
            && let Some(oldest) = open.pop_front()
        {
            oldest.abort();
        }
        let host = host.clone();
        open.push_back(spawn_local(async move {
            let service = service_fn(|request| serve(&host, request));
            let mut connections = http1::Builder::new();
            connections.timer(TokioTimer::new());
            // A browser that closes the connection early repeats its request.
            let _ = connections
                .serve_connection(TokioIo::new(stream), service)
                .await;
        }));
    }
}

async fn serve(
    host: &RefCell<Host>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let answer = match answered(host, &head, body).await {
        Ok(answer) => answer,
        Err(refusal) => Answer::refusal(&head, &refusal),
    };
    Ok(response(answer, host.borrow().policy()))
}

/// Reads the body only after the request was admitted.
async fn answered(host: &RefCell<Host>, head: &Parts, body: Incoming) -> Result<Answer, Refusal> {
    host.borrow().admit(head)?;
    let body = Limited::new(body, MOST_BYTES)
        .collect()
        .await
        .map_err(|error| {
            let problem = format!("expected a request of at most {MOST_BYTES} bytes: {error}");
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, problem)
        })?;
    host.borrow_mut().answer(head, &body.to_bytes())
}

fn response(answer: Answer, policy: &str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(answer.body));
    *response.status_mut() = answer.status;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(answer.kind));
    // Both values are ASCII.
    if let Ok(policy) = HeaderValue::from_str(policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    if let Some(location) = answer
        .location
        .and_then(|to| HeaderValue::from_str(&to).ok())
    {
        headers.insert(LOCATION, location);
    }
    response
}
