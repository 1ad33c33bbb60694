//! The parts of the REST APIs of GitHub and GitLab that comments need, with paging, rate limits and retries.
//!
//! The token is sent in one header and appears in no message.

use std::time::{Duration, SystemTime};

use http::Method;
use serde::de::DeserializeOwned;
use serde_json::Value;
use waybill_core::Secret;

use super::address::Address;
use super::service::Service;
use crate::failure::Failure;
use crate::notes::say;
use crate::web::{Exchange, Web};

/// Version of the REST API in requests.
const API_VERSION: &str = "2022-11-28";

/// Entries per page, GitHub's maximum.
const PER_PAGE: usize = 100;

/// Maximum number of pages that are read: 10,000 comments.
const MOST_PAGES: usize = 100;

/// Maximum number of attempts per request.
const ATTEMPTS: u32 = 4;

/// Maximum wait before the next attempt.
const LONGEST_WAIT: Duration = Duration::from_mins(2);

/// A repository, as the token's owner can access it.
pub(super) struct Api<'w> {
    pub(super) service: Service,
    web: &'w Web,
    address: Address,
    /// `OWNER/NAME`.
    pub(super) repository: String,
    token: Secret,
}

/// The result of one attempt.
enum Attempt {
    Answered(Vec<u8>),
    /// The resource does not exist.
    Missing,
    /// The request may be retried, after this time if the server names one.
    Failed(String, Option<Duration>),
    Refused(Failure),
}

impl<'w> Api<'w> {
    pub(super) fn new(service: Service, web: &'w Web, address: Address, repository: String, token: Secret) -> Api<'w> {
        Api { service, web, address, repository, token }
    }

    /// Gets a resource, or `None` if it does not exist. `path` is relative to the repository, or to the API if it starts
    /// with a slash.
    pub(super) fn get<T: DeserializeOwned>(&self, path: &str) -> Result<Option<T>, Failure> {
        let Some(body) = self.send(&Method::GET, path, None)? else { return Ok(None) };
        let read = serde_json::from_slice(&body);
        read.map(Some).map_err(|error: serde_json::Error| {
            let why = if error.is_data() { "does not match the API's documentation" } else { "is not JSON" };
            let help = format!("check that {} is the address of {}'s API", self.address.as_str(), self.service.name());
            self.failure(path, &format!("the response {why}: {error}")).help(help)
        })
    }

    /// Gets all entries of a list. `order` is appended to the query.
    pub(super) fn list<T: DeserializeOwned>(&self, path: &str, order: &str) -> Result<Vec<T>, Failure> {
        let mut all = Vec::new();
        for page in 1..=MOST_PAGES {
            let path = format!("{path}?per_page={PER_PAGE}&page={page}{order}");
            let entries: Vec<T> = self.get(&path)?.unwrap_or_default();
            let is_last = entries.len() < PER_PAGE;
            all.extend(entries);
            if is_last {
                return Ok(all);
            }
        }
        Err(self.failure(path, &format!("the list has more than {MOST_PAGES} pages")))
    }

    /// Sends a change. Returns `None` if the resource does not exist.
    pub(super) fn change(&self, method: &Method, path: &str, body: Option<&Value>) -> Result<Option<Value>, Failure> {
        let Some(answer) = self.send(method, path, body)? else { return Ok(None) };
        Ok(Some(serde_json::from_slice(&answer).unwrap_or_default()))
    }

    fn send(&self, method: &Method, path: &str, body: Option<&Value>) -> Result<Option<Vec<u8>>, Failure> {
        let mut pause = Duration::from_secs(1);
        for attempt in 1..=ATTEMPTS {
            let (why, named) = match self.attempt(method, path, body) {
                Attempt::Answered(answer) => return Ok(Some(answer)),
                Attempt::Missing => return Ok(None),
                Attempt::Refused(failure) => return Err(failure),
                Attempt::Failed(why, named) => (why, named),
            };
            let wait = named.unwrap_or(pause);
            if wait > LONGEST_WAIT {
                let why = format!("{why}, and the server asks to wait {}", spelled_out(wait));
                return Err(self
                    .failure(path, &why)
                    .help("run the command again after that; the comment was not changed"));
            }
            if attempt == ATTEMPTS {
                let failure = self.failure(path, &format!("{why} (tried {ATTEMPTS} times)"));
                return Err(failure.help("run the command again later; the comment was not changed"));
            }
            say(&format!("{why}; retrying in {}.", spelled_out(wait)));
            std::thread::sleep(wait);
            pause = pause.saturating_mul(2);
        }
        Ok(None)
    }

    fn attempt(&self, method: &Method, path: &str, body: Option<&Value>) -> Attempt {
        let root = self.address.as_str();
        let url = match path.strip_prefix('/') {
            Some(path) => format!("{root}/{path}"),
            None => format!("{root}/{}/{path}", self.service.root(&self.repository)),
        };
        let bearer = format!("Bearer {}", self.token.expose());
        let headers = match self.service {
            // The media type that GitHub recommends, and the one in its published description.
            Service::Github => [
                ("accept", "application/vnd.github+json, application/json"),
                ("x-github-api-version", API_VERSION),
                ("content-type", "application/json"),
                ("authorization", bearer.as_str()),
            ]
            .to_vec(),
            Service::Gitlab => [
                ("accept", "application/json"),
                ("content-type", "application/json"),
                ("private-token", self.token.expose()),
            ]
            .to_vec(),
        };
        let name = self.service.name();
        let body = body.map(|body| body.to_string().into_bytes());
        let Exchange { status, headers, body } = match self.web.exchange(method, &url, &headers, body.as_deref()) {
            Ok(exchange) => exchange,
            Err(why) => return Attempt::Failed(format!("{name} did not respond: {}", self.redacted(&why)), None),
        };
        let field = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let seconds = |name: &str| field(name).and_then(|value| value.trim().parse::<u64>().ok());
        match status {
            200..=299 => Attempt::Answered(body),
            404 | 410 => Attempt::Missing,
            403 | 429
                if status == 429 || seconds("retry-after").is_some() || field("x-ratelimit-remaining") == Some("0") =>
            {
                let reset = seconds("x-ratelimit-reset")
                    .or_else(|| seconds("ratelimit-reset"))
                    .map(|at| Duration::from_secs(at).saturating_sub(since_epoch()));
                let wait = seconds("retry-after").map(Duration::from_secs).or(reset);
                Attempt::Failed(format!("{name}'s rate limit is reached ({status})"), wait)
            }
            // The secondary limit may not name its end. GitHub's documentation asks to wait a minute then.
            403 if self.service == Service::Github
                && String::from_utf8_lossy(&body).contains("secondary rate limit") =>
            {
                Attempt::Failed("GitHub's secondary rate limit is reached".to_owned(), Some(Duration::from_mins(1)))
            }
            500..=599 => Attempt::Failed(
                format!("{name} responded with status {status}"),
                seconds("retry-after").map(Duration::from_secs),
            ),
            _ => Attempt::Refused(self.refusal(path, status, &body)),
        }
    }

    fn refusal(&self, path: &str, status: u16, body: &[u8]) -> Failure {
        let message = serde_json::from_slice::<Value>(body).ok();
        let message = message
            .and_then(|body| body.get("message").or(body.get("error"))?.as_str().map(|message| self.redacted(message)));
        let message =
            message.map_or_else(String::new, |message| format!(": {}", message.chars().take(300).collect::<String>()));
        let failure = self.failure(path, &format!("status {status}{message}"));
        failure.help(self.service.refusal_help(status))
    }

    /// Returns the error of a request to this path.
    fn failure(&self, path: &str, why: &str) -> Failure {
        let path = path.split('?').next().unwrap_or_default();
        Failure::new(format!("the request for {path} of {} on {} failed: {why}", self.repository, self.service.name()))
    }

    /// Removes the token from a message of the server.
    fn redacted(&self, text: &str) -> String {
        text.replace(self.token.expose(), "(the token)")
    }
}

fn since_epoch() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}
/// Formats a wait in seconds, or in minutes (rounded up) if it is longer than two minutes.
fn spelled_out(wait: Duration) -> String {
    let seconds = wait.as_secs();
    match seconds {
        1 => "1 second".to_owned(),
        ..=120 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}
