//! Makes the calls it is told to with the `oauth2` crate, for `waybill-peers` (tests/src/keycloak): commands come in on
//! standard input and how each call ended goes out on standard output, a line of JSON each.

mod login;

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use login::{Credentials, Failure, Login};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader, stdin};

/// A line that comes in.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Command {
    Config(Config),
    Begin { id: u64, deadline_ms: Option<u64> },
    SetCredentials(Given),
    Close {},
}

#[derive(Deserialize)]
struct Config {
    environments: Vec<Environment>,
    environment: String,
    credentials: Vec<Given>,
    token_timeout_ms: u64,
}

#[derive(Clone, Deserialize)]
struct Environment {
    name: String,
    auth_url: String,
    commerce_url: String,
}

#[derive(Deserialize)]
struct Given {
    login: GivenLogin,
}

#[derive(Deserialize)]
struct GivenLogin {
    realm: String,
    username: String,
    password: Option<String>,
    refresh_token: Option<String>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut lines = BufReader::new(stdin()).lines();
    let first = lines.next_line().await?.unwrap_or_default();
    let Command::Config(Config { environments, environment, credentials, token_timeout_ms }) =
        serde_json::from_str(&first)?
    else {
        return Err("the first line is no configuration".into());
    };
    let served = environments.into_iter().find(|one| one.name == environment).ok_or("no such environment")?;
    let timeout = Duration::from_millis(token_timeout_ms);
    let given = credentials.into_iter().next().ok_or("no credentials")?;
    let mut login = sign_in(&served, timeout, given);
    while let Some(line) = lines.next_line().await? {
        match serde_json::from_str(&line)? {
            Command::Begin { id, deadline_ms } => {
                let url = format!("{}/tenant-1/orders/{id}", served.commerce_url);
                tokio::spawn(make_call(Arc::clone(&login), id, url, deadline_ms));
            }
            Command::SetCredentials(given) => login = sign_in(&served, timeout, given),
            Command::Close {} => break,
            Command::Config(_) => return Err("there is a configuration already".into()),
        }
    }
    // The reader of standard input would otherwise be waited for.
    std::process::exit(0)
}

fn sign_in(served: &Environment, timeout: Duration, Given { login }: Given) -> Arc<Login> {
    let GivenLogin { realm, username, password, refresh_token } = login;
    let token_url = format!("{}/realms/{realm}/protocol/openid-connect/token", served.auth_url);
    Arc::new(Login::new("commerce", token_url, timeout, Credentials { username, password, refresh_token }))
}

async fn make_call(login: Arc<Login>, id: u64, url: String, deadline_ms: Option<u64>) {
    // Apart from whoever waits for it: a renewal goes on for others where this caller's time is up.
    let status = tokio::spawn(async move { login.get(&url).await });
    let outcome = match deadline_ms {
        None => status.await.ok(),
        Some(deadline) => match tokio::time::timeout(Duration::from_millis(deadline), status).await {
            Ok(status) => status.ok(),
            Err(_) => return tell(&json!({ "id": id, "code": "call.deadline", "message": "no time left" })),
        },
    };
    match outcome {
        Some(Ok(status)) => tell(&json!({ "id": id, "status": status.as_u16() })),
        Some(Err(failure)) => {
            let (code, message) = shown(&failure);
            tell(&json!({ "id": id, "code": code, "message": message }));
        }
        None => tell(&json!({ "id": id, "code": "panic" })),
    }
}

fn shown(failure: &Failure) -> (&'static str, String) {
    match failure {
        Failure::SignInAgain => ("token.sign-in-again", "the refresh token was refused".to_owned()),
        Failure::CredentialsRejected => ("token.credentials-rejected", "the password was refused".to_owned()),
        Failure::Exchange(message) => ("exchange", message.clone()),
        Failure::Call(error) => ("call", error.to_string()),
    }
}

fn tell(outcome: &Value) {
    let line = format!("{}\n", json!({ "outcome": outcome }));
    let mut out = std::io::stdout().lock();
    if out.write_all(line.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(1);
    }
}
