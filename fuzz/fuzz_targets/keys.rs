//! Searches keys in any text, and parses it as a file of credentials. Locations have to be inside the text and in
//! order, and messages must not repeat its content.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_core::key_check::{Deployment, find_keys};

fuzz_target!(|data: &[u8]| {
    let found = find_keys(data);
    assert!(found.is_sorted_by_key(|key| (key.line, key.column)));
    let lines: Vec<&[u8]> = data.split(|byte| *byte == b'\n').collect();
    for key in &found {
        assert!(lines.get(key.line - 1).is_some_and(|line| key.column <= line.len()), "{key:?}");
    }
    match Deployment::read(data) {
        Ok(deployment) => assert!(!format!("{deployment:?}").contains("canary-key")),
        Err(error) => assert!(!error.message.contains("canary-key")),
    }
});
