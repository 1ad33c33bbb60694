//! Any response of a provider to a token request, with `Retry-After`. Each call has to end once and before its
//! deadline, and the engine's state can be exported and restored.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_core::Timestamp;
use waybill_fuzz::access::{Answer, Host, Servers, engine, split, status};

struct Provider<'a> {
    status: u16,
    headers: [(&'a str, &'a [u8]); 1],
    body: &'a [u8],
}

impl Servers for Provider<'_> {
    fn give_tokens(&self) -> Answer<'_> {
        Answer { status: self.status, headers: &self.headers, body: self.body }
    }
}

fuzz_target!(|data: &[u8]| {
    let (status, rest) = status(data, &[200, 400, 401, 403, 404, 429, 500, 503, 302, 999]);
    let (retry_after, body) = split(rest);
    let provider = Provider { status, headers: [("retry-after", retry_after)], body };
    let mut own = engine(None);
    let mut host = Host::new(&mut own, &provider, 0);
    host.make_call();
    host.make_call();
    let exported = own.export().expect("there is a login");
    let mut another = engine(None);
    another.restore(&exported, Timestamp::from_millis(100_000)).expect("what was exported can be restored");
    Host::new(&mut another, &provider, 100_000).make_call();
});
