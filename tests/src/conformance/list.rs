//! The list as it is written down.

use std::collections::BTreeMap;
use std::io;

use serde::Deserialize;
use serde_json::{Map, Value, json};

const LIST: &str = include_str!("../../conformance/token-endpoint.json");

/// Everything that is asked, and what answers are to be like.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    pub(super) answers: BTreeMap<String, Expected>,
    pub(super) scenarios: Vec<Scenario>,
}

/// Requests that belong together: each scenario begins with a provider that nobody asked anything yet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenario {
    pub(super) name: String,
    /// How long a login lasts, however often it is refreshed; Keycloak's own ten hours.
    #[serde(default = "Scenario::ten_hours")]
    pub(super) session_max_s: u32,
    pub(super) steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    Ask(Ask),
    Arrange(Arrangement),
    WaitMs(u64),
}

/// What an administrator does.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arrangement {
    /// The account is disabled.
    DisableUser,
    /// And no longer is.
    EnableUser,
    /// Too many wrong passwords lock it.
    LockUser,
    /// And no longer do.
    UnlockUser,
    /// The user's sessions end.
    LogUserOut,
}

/// A request, and the name of the answer that it gets.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    /// The body; `{name}` stands for a fact of the provider or for the refresh token of a kept answer.
    pub(super) form: String,
    #[serde(default = "Ask::post")]
    pub(super) method: String,
    /// An empty one is not sent.
    #[serde(default = "Ask::form_type")]
    pub(super) content_type: String,
    /// Another realm than the provider's.
    pub(super) realm: Option<String>,
    pub(super) gets: String,
    /// The name under which the answer is kept.
    pub(super) keep: Option<String>,
    /// The kept answer whose tokens are all replaced by these, in one session.
    pub(super) replaces: Option<String>,
}

/// What must be true of an answer: the status, headers by name (null: not there), and every member of the body.
#[derive(Debug, Deserialize)]
#[serde(from = "Written")]
pub(super) struct Expected {
    pub(super) status: u16,
    pub(super) headers: BTreeMap<String, Option<String>>,
    pub(super) body: Map<String, Value>,
}

/// An answer as the list writes it; a refusal is its status, error and description (RFC 6749 section 5.2).
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Written {
    Refusal { refused: (u16, String, String) },
    Whole { status: u16, headers: BTreeMap<String, Option<String>>, body: Map<String, Value> },
}

impl List {
    pub(super) fn read() -> io::Result<Self> {
        Ok(serde_json::from_str(LIST)?)
    }
}

impl Scenario {
    const fn ten_hours() -> u32 {
        36_000
    }
}

impl Ask {
    fn post() -> String {
        "POST".to_owned()
    }

    fn form_type() -> String {
        "application/x-www-form-urlencoded".to_owned()
    }
}

impl From<Written> for Expected {
    fn from(written: Written) -> Self {
        match written {
            Written::Whole { status, headers, body } => Self { status, headers, body },
            Written::Refusal { refused: (status, error, description) } => {
                let headers =
                    [("content-type", "application/json"), ("cache-control", "no-store"), ("pragma", "no-cache")];
                let headers = headers.map(|(name, value)| (name.to_owned(), Some(value.to_owned())));
                let body = [("error", error), ("error_description", description)];
                let body = body.map(|(name, value)| (name.to_owned(), json!(value)));
                Self { status, headers: headers.into(), body: Map::from_iter(body) }
            }
        }
    }
}
