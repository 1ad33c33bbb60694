//! What answers at the address of a mock service: a mock service that is up or not yet, or another server.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use tokio_rustls::rustls;
use ureq::http::{Response, StatusCode, header};
use ureq::{Agent, Body, Error};

use super::trust::explain_tls_failure;
use crate::failure::Failure;

/// Where a mock service says how it is.
const PATH: &str = "/api/health";

/// What to do where another server answers.
const CHECK_ADDRESS: &str =
    "check host and port; waybill mock and waybill dev print the mock service's address when they start";

/// How a mock service is.
pub(super) enum Health {
    Up,
    /// It is worth while to ask again; the reason is for the case that it stays so.
    NotYet(String),
}

/// The members of the answers that are looked at: of health, and of a refusal.
#[derive(Default, Deserialize)]
struct Answer {
    #[serde(default)]
    status: serde_json::Value,
    detail: Option<String>,
}

/// Asks the mock service at `url` how it is, for at most `patience`. `authorities` is what the agent trusts, where that was
/// given.
///
/// # Errors
/// Where waiting changes nothing: another server answers, or none that is trusted.
pub(super) fn ask(agent: &Agent, url: &str, authorities: Option<&Path>, patience: Duration) -> Result<Health, Failure> {
    // Where it leads to is said rather than followed: an upload would not be.
    let request = agent.get(format!("{url}{PATH}")).config().timeout_global(Some(patience)).max_redirects(0).build();
    match request.call() {
        Ok(answer) => read(url, answer),
        Err(error) => explain(url, &error, authorities),
    }
}

fn read(url: &str, mut answer: Response<Body>) -> Result<Health, Failure> {
    let status = answer.status();
    if let Some(location) = answer.headers().get(header::LOCATION).filter(|_| status.is_redirection()) {
        let location = location.to_str().unwrap_or_default();
        let target = location.strip_suffix(PATH).unwrap_or(location);
        return Err(Failure::new(format!("{url} redirects to {location}")).help(format!("seed {target} instead")));
    }
    let text = answer.body_mut().read_to_string().unwrap_or_default();
    let said: Answer = serde_json::from_str(&text).unwrap_or_default();
    match (status, said.status.as_str()) {
        (StatusCode::OK, Some("UP")) => Ok(Health::Up),
        (StatusCode::SERVICE_UNAVAILABLE, Some("DOWN")) => {
            Ok(Health::NotYet("it still imports the files that it was started with".to_owned()))
        }
        // Whoever stands in front of it says so while it starts.
        (StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT, _) => {
            Ok(Health::NotYet(format!("the answer is {status}")))
        }
        (StatusCode::FORBIDDEN, _) if said.detail.is_some() => {
            let failure = Failure::new(format!("{url} refuses to be seeded")).note(said.detail.unwrap_or_default());
            Err(failure.help("write an IP address or localhost, or start it with --allow-host and this name"))
        }
        _ => {
            let given = describe_status(status, "a status of UP or DOWN");
            Err(explain_other_server(url, PATH, &given))
        }
    }
}

/// What an answer is that should have held something else.
pub(super) fn describe_status(status: StatusCode, missing: &str) -> String {
    if status.is_success() { format!("{status} without {missing}") } else { status.to_string() }
}

/// Says that another server is at the address, by what it gives at a path.
pub(super) fn explain_other_server(url: &str, path: &str, given: &str) -> Failure {
    let failure = Failure::new(format!("what answers at {url} is no mock service: {path} gives {given}"));
    failure.help(CHECK_ADDRESS)
}

/// Why there is no answer.
fn explain(url: &str, error: &Error, authorities: Option<&Path>) -> Result<Health, Failure> {
    match error {
        Error::Io(error) => match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
            Some(error) => Err(explain_tls_failure(url, error, authorities)),
            None => Ok(Health::NotYet(error.to_string())),
        },
        Error::Rustls(error) => Err(explain_tls_failure(url, error, authorities)),
        Error::Protocol(_) => {
            let failure = Failure::new(format!("what answers at {url} does not speak HTTP"));
            let secure = url.replacen("http://", "https://", 1);
            Err(failure.help(format!("seed {secure} if it was started with --tls, or {CHECK_ADDRESS}")))
        }
        Error::HostNotFound => Ok(Health::NotYet("its host name leads to no address".to_owned())),
        Error::Timeout(_) => Ok(Health::NotYet("it gave no answer".to_owned())),
        other => Ok(Health::NotYet(other.to_string())),
    }
}
