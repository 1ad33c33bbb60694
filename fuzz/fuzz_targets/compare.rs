//! Compares a description with an edited one, in both directions. Both directions have to find the same differences and
//! report changes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_fuzz::{compare, pair, unmirrored};

fuzz_target!(|data: &[u8]| {
    let (old, new) = pair(data);
    let there = compare(old.as_bytes(), new.as_bytes());
    let back = compare(new.as_bytes(), old.as_bytes());
    if let (Ok(there), Ok(back)) = (there, back) {
        assert_eq!(there.changes.is_empty(), back.changes.is_empty(), "a change is seen from one side alone");
        let unmirrored = unmirrored(old.as_bytes(), new.as_bytes());
        assert!(unmirrored.is_empty(), "not so the other way round: {unmirrored:#?}");
    }
});
