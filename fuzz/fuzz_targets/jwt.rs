//! Access tokens that are JWTs with any claims. Each call has to end once and before its deadline.
#![no_main]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use libfuzzer_sys::fuzz_target;
use waybill_fuzz::access::{Answer, Host, Servers, engine};

struct Provider {
    body: String,
}

impl Servers for Provider {
    fn give_tokens(&self) -> Answer<'_> {
        Answer { status: 200, headers: &[], body: self.body.as_bytes() }
    }
}

fuzz_target!(|claims: &[u8]| {
    let payload = URL_SAFE_NO_PAD.encode(claims);
    let provider = Provider { body: format!(r#"{{"access_token":"e30.{payload}.canary","token_type":"Bearer"}}"#) };
    let mut engine = engine(None);
    let mut host = Host::new(&mut engine, &provider, 0);
    host.make_call();
    host.make_call();
});
