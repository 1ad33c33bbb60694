//! Renders the report of any two descriptions. Text must not contain control characters, and the JSON report has to be
//! valid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waybill_core::ReportFormat;
use waybill_fuzz::{compare, pair};

fuzz_target!(|data: &[u8]| {
    let (old, new) = pair(data);
    let Ok(report) = compare(old.as_bytes(), new.as_bytes()) else { return };
    let json = report.render(ReportFormat::Json);
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "the report is no JSON");
    for format in [ReportFormat::Terminal, ReportFormat::Markdown] {
        let text = report.render(format);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "control characters in {format:?}");
        assert!(text.ends_with('\n'), "{format:?} does not end its last line");
    }
});
