//! References and the model: parses a description whose values were moved, copied and replaced, and compares it with
//! itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_fuzz::{compare, read, single};

fuzz_target!(|data: &[u8]| {
    let document = single(data);
    if read(document.as_bytes()).is_ok() {
        drop(compare(document.as_bytes(), document.as_bytes()));
    }
});
