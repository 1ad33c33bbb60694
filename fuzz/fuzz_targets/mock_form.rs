//! An uploaded form. It has to be imported, or rejected with a reason.
#![no_main]

use http::Request;
use libfuzzer_sys::fuzz_target;
use waybill_fuzz::mock::send;
use waybill_mock::service::{MockService, Settings};

fuzz_target!(|data: &[u8]| {
    let mock = MockService::new(Settings::default());
    let request = Request::post("/api/artifact/upload").header("content-type", "multipart/form-data; boundary=x");
    let status = send(&mock, &request.body(data.to_vec()).expect("the head is one")).status().as_u16();
    assert!(status == 201 || status == 400, "{status}");
});
