//! Parses any bytes, unchanged and after a marker that turns JSON into YAML. Both have to give the same description.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_fuzz::{compare, read};

fuzz_target!(|data: &[u8]| {
    let _ = read(data);
    let is_json = serde_json::from_slice::<serde_json::Value>(data).is_ok();
    let yaml = [b"---\n", data].concat();
    if read(&yaml).is_ok() && is_json && read(data).is_ok() {
        let report = compare(data, &yaml).expect("both can be read");
        assert!(report.changes.is_empty(), "the same text says another thing as YAML");
    }
});
