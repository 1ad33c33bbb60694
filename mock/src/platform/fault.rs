//! Faults on demand: what can go wrong, how it is written down, and the queue of those asked for in advance.

use std::str::FromStr;
use std::time::Duration;

use http::header::{HeaderMap, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode, Uri};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::reply::{Drop, PlatformReply};

/// The header that asks for a fault on the request that carries it; [`Fault`] has its grammar.
pub const FAULT_HEADER: &str = "x-waybill-fault";

/// The longest delay of an answer; a longer one is refused as a mistake.
const MAX_DELAY: Duration = Duration::from_mins(10);
/// How many faults may wait for their requests: they are kept until they are asked for.
const MAX_PENDING: usize = 1_000;

/// Something that goes wrong with one request.
///
/// Written as members separated by `;`: `delay=MS`, and one of `drop=before`, `drop=after`, or an answer made of
/// `status=CODE`, `retry-after=SECONDS`, `html` and `redirect=URL`. Examples: `status=429; retry-after=2`, `html`,
/// `delay=500; drop=after`. A request that is dropped after reading, or merely delayed, has taken effect.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fault {
    delay: Duration,
    drop: Option<Drop>,
    status: Option<StatusCode>,
    retry_after_s: Option<u32>,
    html: bool,
    redirect: Option<HeaderValue>,
}

/// Which requests a fault asked for in advance is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Requests to the token endpoint.
    Token,
    /// The platform API.
    Platform,
    /// Commerce through the platform.
    Proxy,
    /// Commerce direct.
    Commerce,
    /// All of these.
    All,
}

/// A fault that is not written as [`Fault`] says; the text names the member.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "fault member '{member}' is not understood: use drop=before, drop=after, delay=MS, status=CODE, \
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
        if fault.drop.is_some() && fault.answers() {
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
            // An interim status would leave the client waiting for the real one.
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

    /// Whether the request gets this fault's answer instead of its own.
    fn answers(&self) -> bool {
        self.status.is_some() || self.html || self.redirect.is_some() || self.retry_after_s.is_some()
    }

    /// Whether the request takes no effect: it is answered by the fault, or never read.
    pub(super) fn prevents_the_request(&self) -> bool {
        self.answers() || self.drops_before_reading()
    }

    pub(super) fn drops_before_reading(&self) -> bool {
        self.drop == Some(Drop::BeforeReading)
    }

    /// What becomes of a request that takes no effect.
    pub(super) fn reply(&self) -> PlatformReply {
        let redirect = self.redirect.as_ref().map(|_| StatusCode::FOUND);
        let limited = self.retry_after_s.map(|_| StatusCode::TOO_MANY_REQUESTS);
        let status = self.status.or(redirect).or(limited).unwrap_or(StatusCode::OK);
        let mut reply = if self.html {
            let page = b"<!DOCTYPE html><title>Sorry</title><p>An HTML page where JSON was expected.</p>";
            PlatformReply::new(status, "text/html; charset=utf-8", page.to_vec())
        } else {
            PlatformReply::refusal(status, "a fault that was asked for")
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

    /// Delays or drops the answer of a request that took effect.
    pub(super) fn disturb(&self, reply: PlatformReply) -> PlatformReply {
        PlatformReply { delay: self.delay, fault: self.drop, ..reply }
    }
}

/// The faults asked for in advance.
#[derive(Debug, Default)]
pub(super) struct Faults {
    pending: Vec<Pending>,
}

/// A fault that waits for its requests, as `POST /_waybill/faults` takes it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pending {
    #[serde(default = "Pending::everything")]
    scope: Scope,
    /// How many requests it is still for.
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
    /// Adds a fault after those already waiting; false when too many wait.
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

    /// The fault for a request of this scope: the one its own header asks for, else the first that waits for it.
    pub(super) fn take(&mut self, headers: &HeaderMap, scope: Scope) -> Result<Option<Fault>, FaultSyntax> {
        self.take_if(headers, scope, |_| true)
    }

    /// The fault for a request of this scope, as [`take`](Faults::take) has it; one that is not `wanted` stays.
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

/// A fault on the wire is the text that [`Fault`] describes.
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
    fn a_fault_is_written_and_read_alike() {
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
