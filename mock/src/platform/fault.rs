//! Faults on demand: their syntax, their effect, and the queue of pending faults.

use std::str::FromStr;
use std::time::Duration;

use http::header::{HeaderMap, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode, Uri};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::reply::{Drop, PlatformReply};

/// Request header with a fault for this request. [`Fault`] documents the syntax.
pub const FAULT_HEADER: &str = "x-waybill-fault";

/// Maximum delay of a response. Longer delays are rejected as mistakes.
const MAX_DELAY: Duration = Duration::from_mins(10);
/// Maximum number of pending faults. They are stored until requests use them.
const MAX_PENDING: usize = 1_000;

/// A fault in one request.
///
/// Written as members separated by `;`: `delay=MS`, and either `drop=before`, `drop=after`, or a response made of
/// `status=CODE`, `retry-after=SECONDS`, `html` and `redirect=URL`. Examples: `status=429; retry-after=2`, `html`,
/// `delay=500; drop=after`. A request that is only delayed or dropped after reading still takes effect.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fault {
    delay: Duration,
    drop: Option<Drop>,
    status: Option<StatusCode>,
    retry_after_s: Option<u32>,
    html: bool,
    redirect: Option<HeaderValue>,
}

/// The requests that a pending fault applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Requests to the token endpoint.
    Token,
    /// The platform API.
    Platform,
    /// Commerce through the platform.
    Proxy,
    /// Direct access to commerce.
    Commerce,
    /// All of these.
    All,
}

/// A syntax error in a [`Fault`]. The message names the member.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "fault member '{member}' is unknown: use drop=before, drop=after, delay=MS, status=CODE, \
     retry-after=SECONDS, html or redirect=URL, separated by ';'"
)]
pub struct FaultSyntax {
    member: String,
}

impl FromStr for Fault {
    type Err = FaultSyntax;

    fn from_str(text: &str) -> Result<Fault, FaultSyntax> {
        let mut fault = Fault::default();
        for member in text.split(';').map(str::trim) {
            fault.read_member(member).ok_or_else(|| FaultSyntax { member: member.to_owned() })?;
        }
        if fault.drop.is_some() && fault.replaces_response() {
            return Err(FaultSyntax { member: text.trim().to_owned() });
        }
        Ok(fault)
    }
}

impl Fault {
    fn read_member(&mut self, member: &str) -> Option<()> {
        let (name, value) = member.split_once('=').unwrap_or((member, ""));
        match (name.trim(), value.trim()) {
            ("drop", "before") => self.drop = Some(Drop::BeforeReading),
            ("drop", "after") => self.drop = Some(Drop::AfterReading),
            ("delay", value) => {
                let delay = Duration::from_millis(value.parse().ok()?);
                self.delay = Some(delay).filter(|delay| *delay <= MAX_DELAY)?;
            }
            // After an interim status, the client would wait for the final one.
            ("status", value) => {
                let status = value.parse().ok().and_then(|code| StatusCode::from_u16(code).ok());
                self.status = Some(status.filter(|status| (200..600).contains(&status.as_u16()))?);
            }
            ("retry-after", value) => self.retry_after_s = Some(value.parse().ok()?),
            ("html", "") => self.html = true,
            ("redirect", value) => {
                value.parse::<Uri>().ok()?;
                self.redirect = Some(HeaderValue::from_str(value).ok()?);
            }
            _ => return None,
        }
        Some(())
    }

    /// True if the fault replaces the response.
    fn replaces_response(&self) -> bool {
        self.status.is_some() || self.html || self.redirect.is_some() || self.retry_after_s.is_some()
    }

    /// True if the request has no effect, because the fault replaces its response or drops it unread.
    pub(super) fn prevents_the_request(&self) -> bool {
        self.replaces_response() || self.drops_before_reading()
    }

    pub(super) fn drops_before_reading(&self) -> bool {
        self.drop == Some(Drop::BeforeReading)
    }

    /// Returns the reply to a request without effect.
    pub(super) fn reply(&self) -> PlatformReply {
        let redirect = self.redirect.as_ref().map(|_| StatusCode::FOUND);
        let limited = self.retry_after_s.map(|_| StatusCode::TOO_MANY_REQUESTS);
        let status = self.status.or(redirect).or(limited).unwrap_or(StatusCode::OK);
        let mut reply = if self.html {
            let page = b"<!DOCTYPE html><title>Sorry</title><p>An HTML page where JSON was expected.</p>";
            PlatformReply::new(status, "text/html; charset=utf-8", page.to_vec())
        } else {
            PlatformReply::refusal(status, "a requested fault")
        };
        let headers = reply.response.headers_mut();
        if let Some(target) = &self.redirect {
            headers.insert(LOCATION, target.clone());
        }
        if let Some(seconds) = self.retry_after_s {
            headers.insert(RETRY_AFTER, seconds.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static(r#"Bearer error="invalid_token""#));
        }
        self.disturb(reply)
    }

    /// Delays or drops the response of a request that took effect.
    pub(super) fn disturb(&self, reply: PlatformReply) -> PlatformReply {
        PlatformReply { delay: self.delay, fault: self.drop, ..reply }
    }
}

/// The pending faults.
#[derive(Debug, Default)]
pub(super) struct Faults {
    pending: Vec<Pending>,
}

/// A pending fault, in the format of `POST /_waybill/faults`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pending {
    #[serde(default = "Pending::everything")]
    scope: Scope,
    /// Number of further requests that get the fault.
    #[serde(default = "Pending::once")]
    count: u32,
    #[serde(with = "text")]
    fault: Fault,
}

impl Pending {
    const fn everything() -> Scope {
        Scope::All
    }

    const fn once() -> u32 {
        1
    }
}

impl Faults {
    /// Adds a fault to the end of the queue. Returns false if too many faults are pending.
    pub(super) fn add(&mut self, pending: Pending) -> bool {
        let room = self.pending.len() < MAX_PENDING;
        if room && pending.count > 0 {
            self.pending.push(pending);
        }
        room
    }

    pub(super) fn clear(&mut self) {
        self.pending.clear();
    }

    pub(super) fn pending(&self) -> &[Pending] {
        &self.pending
    }

    /// Removes and returns the fault for a request of this scope: the one in its header, else the first pending one.
    pub(super) fn take(&mut self, headers: &HeaderMap, scope: Scope) -> Result<Option<Fault>, FaultSyntax> {
        self.take_if(headers, scope, |_| true)
    }

    /// Removes and returns a fault like [`take`](Faults::take), but only if it is `wanted`.
    pub(super) fn take_if(
        &mut self,
        headers: &HeaderMap,
        scope: Scope,
        wanted: impl Fn(&Fault) -> bool,
    ) -> Result<Option<Fault>, FaultSyntax> {
        if let Some(text) = headers.get(FAULT_HEADER) {
            let fault: Fault = String::from_utf8_lossy(text.as_bytes()).parse()?;
            return Ok(Some(fault).filter(|fault| wanted(fault)));
        }
        let meant = |pending: &Pending| pending.scope == scope || pending.scope == Scope::All;
        let Some(first) = self.pending.iter_mut().find(|pending| meant(pending)) else {
            return Ok(None);
        };
        if !wanted(&first.fault) {
            return Ok(None);
        }
        first.count -= 1;
        let fault = first.fault.clone();
        self.pending.retain(|pending| pending.count > 0);
        Ok(Some(fault))
    }
}

/// Serialization of a fault as the string that [`Fault`] documents.
mod text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Fault;

    pub(super) fn serialize<S: Serializer>(fault: &Fault, serializer: S) -> Result<S::Ok, S::Error> {
        fault.to_string().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Fault, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let drop = self.drop.map(|drop| match drop {
            Drop::BeforeReading => "drop=before".to_owned(),
            Drop::AfterReading => "drop=after".to_owned(),
        });
        let redirect = self.redirect.as_ref().map(|target| String::from_utf8_lossy(target.as_bytes()).into_owned());
        let members = [
            (!self.delay.is_zero()).then(|| format!("delay={}", self.delay.as_millis())),
            drop,
            self.status.map(|status| format!("status={}", status.as_u16())),
            self.retry_after_s.map(|seconds| format!("retry-after={seconds}")),
            self.html.then(|| "html".to_owned()),
            redirect.map(|target| format!("redirect={target}")),
        ];
        formatter.write_str(&members.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_text_is_parsed_back() {
        for text in [
            "drop=before",
            "delay=500; drop=after",
            "status=503",
            "status=429; retry-after=2",
            "html",
            "status=502; html",
            "delay=1; status=307; redirect=http://127.0.0.1:1/elsewhere",
        ] {
            assert_eq!(text.parse::<Fault>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_fault_that_is_not_understood_is_refused_by_name() {
        for (text, member) in [
            ("status=99", "status=99"),
            ("status=100", "status=100"),
            ("delay=99999999", "delay=99999999"),
            ("html; drop=later", "drop=later"),
            ("drop=after; status=500", "drop=after; status=500"),
            ("", ""),
        ] {
            assert_eq!(text.parse::<Fault>(), Err(FaultSyntax { member: member.to_owned() }));
        }
    }
}
