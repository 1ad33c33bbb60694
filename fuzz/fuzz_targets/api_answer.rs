//! Error responses of an API: challenge, `Retry-After` and problem. Each call has to end once and before its deadline,
//! and tokens must not leak.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use waybill_core::Retry;
use waybill_fuzz::access::{Answer, Host, Servers, engine, split, status};

/// Longest wait that the engine may pass on.
const HOUR: Duration = Duration::from_hours(1);

struct Api<'a> {
    status: u16,
    headers: [(&'a str, &'a [u8]); 4],
    body: &'a [u8],
}

impl Servers for Api<'_> {
    fn answer_call(&self) -> Answer<'_> {
        Answer { status: self.status, headers: &self.headers, body: self.body }
    }
}

fuzz_target!(|data: &[u8]| {
    let (status, rest) = status(data, &[401, 403, 400, 404, 408, 429, 500, 503, 600, 200]);
    let (challenge, rest) = split(rest);
    let (another, rest) = split(rest);
    let (retry_after, body) = split(rest);
    let headers: [(&str, &[u8]); 4] = [
        ("www-authenticate", challenge),
        ("www-authenticate", another),
        ("retry-after", retry_after),
        ("content-type", b"application/problem+json; charset=utf-8"),
    ];
    let mut engine = engine(None);
    let api = Api { status, headers, body };
    let mut host = Host::new(&mut engine, &api, 0);
    host.make_call();
    host.make_call();
    for failure in &host.failures {
        assert_eq!(failure.status, Some(status));
        assert!(failure.message.len() < 2_000, "{failure:?}");
        assert!(!matches!(failure.retry, Retry::After(wait) if wait > HOUR), "{failure:?}");
    }
});
