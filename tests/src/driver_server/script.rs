//! The server's half of `tests/drivers/script.json`: what it does with the requests of each scenario.
//! The other half (what a host does, and what it must observe) is the hosts' business and is not read here.

use serde::Deserialize;

/// The script as it stands in the repository, built into the server.
const SCRIPT: &str = include_str!("../../drivers/script.json");

/// All scenarios, in the order of the file.
#[derive(Debug, Clone, Deserialize)]
pub struct Script {
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
}

impl Script {
    /// Reads the script that was built in.
    ///
    /// # Errors
    /// The script is not what the server understands; the message says where.
    pub fn built_in() -> Result<Script, serde_json::Error> {
        serde_json::from_str(SCRIPT)
    }
}

/// One scenario: its name, and the server's plan.
#[derive(Debug, Clone, Deserialize)]
pub struct Scenario {
    /// The name, first segment of the scenario's URLs.
    pub name: String,
    /// What the server does.
    pub server: Plan,
}

/// What the server does with the n-th request of a kind; the last entry repeats.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// For requests to the token endpoint.
    pub tokens: Vec<Act>,
    /// For all other requests under the scenario's prefix.
    pub calls: Vec<Act>,
}

/// What happens to one request.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// An answer as written.
    Answer(Answer),
    /// A token answer with fresh tokens.
    Issue(Issue),
    /// The connection is reset with the request still unread.
    ResetBeforeRead,
    /// The request is read whole, then the connection is reset.
    ResetAfterRead,
    /// The request is read whole, then the connection is closed.
    DropAfterRead,
    /// The same for so many requests.
    Repeat {
        /// How many.
        times: usize,
        /// What happens to each.
        act: Box<Act>,
    },
}

impl Plan {
    /// The plan with an entry for each request.
    #[must_use]
    pub fn unrolled(self) -> Plan {
        let unroll = |acts: Vec<Act>| {
            let each = |act| match act {
                Act::Repeat { times, act } => vec![*act; times],
                act => vec![act],
            };
            acts.into_iter().flat_map(each).collect()
        };
        Plan { tokens: unroll(self.tokens), calls: unroll(self.calls) }
    }
}

/// An answer as written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Header lines; `{origin}` in a value stands for the scenario's origin.
    #[serde(default)]
    pub headers: Vec<(String, String)>,
    /// The body.
    #[serde(default)]
    pub body: Body,
    /// The body is sent compressed.
    #[serde(default)]
    pub gzip: bool,
    /// Milliseconds until the head is sent.
    #[serde(default)]
    pub after_ms: u64,
    /// What is held back until the host asks for the scenario's release.
    #[serde(default)]
    pub hold: Option<Hold>,
    /// The connection closes after so many bytes of the body.
    #[serde(default)]
    pub break_after: Option<u64>,
    /// The connection closes after the answer, which does not say so.
    #[serde(default)]
    pub close: bool,
    /// The answer is sent after the first megabyte of the request's body; the rest is read late.
    #[serde(default)]
    pub early: bool,
}

/// A body.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// As written.
    Text(String),
    /// So many bytes of the pattern.
    Pattern(u64),
}

impl Default for Body {
    fn default() -> Body {
        Body::Text(String::new())
    }
}

/// Which part of an answer waits for the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// Everything.
    Head,
    /// All but the head and the body's first 1024 bytes.
    Body,
}

/// A token answer with fresh tokens.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Issue {
    /// Lifetime of the access token in seconds.
    pub expires_in: i64,
    /// Milliseconds until the answer is sent.
    #[serde(default)]
    pub after_ms: u64,
    /// The answer waits for the release.
    #[serde(default)]
    pub hold: bool,
    /// The connection closes after the answer, which does not say so.
    #[serde(default)]
    pub close: bool,
}
