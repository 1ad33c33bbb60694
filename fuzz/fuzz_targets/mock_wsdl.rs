//! A WSDL file that somebody uploads: it is refused with a reason, or its services are listed, described and exported.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_fuzz::mock::{file, import};

fuzz_target!(|data: &[u8]| import(vec![file("main.wsdl", data)]));
