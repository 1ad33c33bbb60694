//! What a token endpoint answers, as one list of requests that Keycloak and `waybill dev` are both held to.
//!
//! The list is data, `tests/conformance/token-endpoint.json`: it says what must be true of each answer, by kinds of values
//! where values are synthesised anew each time. Whatever answers the list is a [`Provider`].

mod dev;
mod expect;
mod list;

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

pub use dev::{Process, Value};
pub use list::Arrangement;
use list::{Ask, List, Scenario, Step};

pub use crate::keycloak::wire::Answer;

/// A request to the token endpoint of a realm.
#[derive(Debug)]
pub struct Request<'a> {
    /// The realm in its path.
    pub realm: &'a str,
    /// The method of the request line.
    pub method: &'a str,
    /// The media type of the body; none where it is empty.
    pub content_type: &'a str,
    /// The body.
    pub form: &'a str,
}

/// What a provider was set up with: `realm`, `username`, `USERNAME` (the same in capitals), `password`, `issuer`, and
/// `foreign`, a refresh token of another realm.
pub type Facts = BTreeMap<&'static str, String>;

/// A provider with one realm, one user, and the clients `commerce` and `portal`, of which `portal` has no password grant.
/// Access tokens live for 60 s, idle sessions for 30 minutes.
pub trait Provider {
    /// What it was set up with.
    fn facts(&self) -> Facts;

    /// Its clock, in seconds since the Unix epoch.
    fn now(&self) -> i64;

    /// Answers a request.
    ///
    /// # Errors
    /// It does not answer.
    fn ask(&mut self, request: &Request<'_>) -> io::Result<Answer>;

    /// Does what an administrator does.
    ///
    /// # Errors
    /// It does not do so.
    fn arrange(&mut self, what: Arrangement) -> io::Result<()>;

    /// Lets time pass.
    fn wait(&mut self, time: Duration);
}

/// What came of a run through the list.
#[derive(Debug, Default)]
pub struct Findings {
    /// Answers that were looked at.
    pub answers: usize,
    /// What was not as the list says, a sentence each.
    pub differences: Vec<String>,
}

/// Goes through the whole list; `open` sets a provider up anew for each scenario, whose sessions last so many seconds.
///
/// # Errors
/// A provider cannot be set up, or does not answer.
pub fn run<P: Provider>(mut open: impl FnMut(u32) -> io::Result<P>) -> io::Result<Findings> {
    let list = List::read()?;
    let mut findings = Findings::default();
    for scenario in &list.scenarios {
        Runner { list: &list, scenario, kept: BTreeMap::new(), findings: &mut findings }
            .run(&mut open(scenario.session_max_s)?)?;
    }
    Ok(findings)
}

/// One scenario under way.
struct Runner<'a> {
    list: &'a List,
    scenario: &'a Scenario,
    /// Answers with tokens, by the name that the list gives them.
    kept: BTreeMap<&'a str, serde_json::Value>,
    findings: &'a mut Findings,
}

impl<'a> Runner<'a> {
    fn run(mut self, provider: &mut impl Provider) -> io::Result<()> {
        for (position, step) in self.scenario.steps.iter().enumerate() {
            match step {
                Step::Ask(ask) => self.ask(provider, ask, position + 1)?,
                Step::Arrange(what) => provider.arrange(*what)?,
                Step::WaitMs(time) => provider.wait(Duration::from_millis(*time)),
            }
        }
        Ok(())
    }

    fn ask(&mut self, provider: &mut impl Provider, ask: &'a Ask, number: usize) -> io::Result<()> {
        let facts = provider.facts();
        let form = self.filled_in(&ask.form, &facts);
        let realm = ask.realm.as_ref().or(facts.get("realm")).map_or("", String::as_str);
        let Ask { method, content_type, gets, keep, replaces, .. } = ask;
        let answer = provider.ask(&Request { realm, method, content_type, form: &form })?;
        let expected =
            self.list.answers.get(gets).ok_or_else(|| io::Error::other(format!("no answer is named {gets}")))?;
        let mut found = expect::differences(expected, &answer, &facts, provider.now());
        if let Some(earlier) = replaces.as_ref().and_then(|name| self.kept.get(name.as_str())) {
            found.extend(expect::not_replaced(earlier, &answer.json()));
        }
        self.findings.answers += 1;
        let place = format!("{}, step {number}: {method} {}, {gets}", self.scenario.name, ask.form);
        self.findings.differences.extend(found.into_iter().map(|what| format!("{place}: {what}")));
        self.kept.extend(keep.as_ref().map(|name| (name.as_str(), answer.json())));
        Ok(())
    }

    /// The form with values in place of names in braces: facts, kept refresh tokens, or other members of kept answers.
    fn filled_in(&self, form: &str, facts: &Facts) -> String {
        let encoded = |value: &str| form_urlencoded::byte_serialize(value.as_bytes()).collect::<String>();
        let mut out = form.to_owned();
        for (name, value) in facts {
            out = out.replace(&format!("{{{name}}}"), &encoded(value));
        }
        for (name, answer) in &self.kept {
            for (place, member) in
                [(format!("{{{name}}}"), "refresh_token"), (format!("{{{name}.access_token}}"), "access_token")]
            {
                out = out.replace(&place, &encoded(answer[member].as_str().unwrap_or_default()));
            }
        }
        out
    }
}
