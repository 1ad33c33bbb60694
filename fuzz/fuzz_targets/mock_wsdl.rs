//! An uploaded WSDL file. Its services have to be listed, described and exported, or the file is rejected with a
//! reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_fuzz::mock::{file, import};

fuzz_target!(|data: &[u8]| import(vec![file("main.wsdl", data)]));
