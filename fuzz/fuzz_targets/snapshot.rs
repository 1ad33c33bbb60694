//! Snapshots and records of the shared store with any content. Each call has to end once and before its deadline, and a
//! restored snapshot can be exported and restored again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_core::{SharedStore, Snapshot, StoreResult, Timestamp};
use waybill_fuzz::access::{Host, Servers, engine};

struct Store<'a> {
    text: &'a str,
}

impl Servers for Store<'_> {
    fn lock(&self, now: Timestamp) -> StoreResult {
        StoreResult::Locked { snapshot: Some(Snapshot::new(self.text.to_owned())), store_time: now }
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let store = Store { text };
    let now = Timestamp::from_millis(0);
    let mut own = engine(None);
    if own.restore(&Snapshot::new(text.to_owned()), now).is_ok() {
        let exported = own.export().expect("there is a login");
        engine(None).restore(&exported, now).expect("what was exported can be restored");
        let mut host = Host::new(&mut own, &store, 0);
        host.make_call();
        host.make_call();
    }
    for login_while_down in [false, true] {
        let mut sharing = engine(Some(SharedStore { login_while_down }));
        let mut host = Host::new(&mut sharing, &store, 0);
        host.make_call();
        host.make_call();
    }
});
