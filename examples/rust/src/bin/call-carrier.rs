//! Gets a carrier's rates with only its WSDL files, without a port. One call succeeds, and one is rejected with the reason.
//! Run it with `cargo run --package waybill-examples --bin call-carrier`.

use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use http::{Request, Response};
use waybill_core::Timestamp;
use waybill_mock::service::{MockService, Settings, UploadedFile};

/// The carrier's definition files, which refer to each other.
const FILES: [&str; 6] =
    ["RateService.wsdl", "RateInterface.wsdl", "xsd/account.xsd", "xsd/common.xsd", "xsd/money.xsd", "xsd/rate.xsd"];

fn main() -> Result<()> {
    let carrier = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mock/carriers/norrvik");
    let read = |path: &str| std::fs::read(carrier.join(path)).with_context(|| format!("cannot read {path}"));
    let files = FILES.map(|path| read(path).map(|content| UploadedFile { path: path.to_owned(), content }));
    let mock = MockService::new(Settings::default());
    let services = mock.import(files.into_iter().collect::<Result<_>>()?)?;
    println!("imported {}", services.join(", "));

    let request = String::from_utf8(read("requests/GetRates.xml")?)?;
    show(&call(&mock, &request)?);
    show(&call(&mock, &request.replace(">2.250<", ">2.2505<"))?);
    Ok(())
}

/// Passes a request to the mock service, as a server or a client under test would.
fn call(mock: &MockService, body: &str) -> Result<Response<Vec<u8>>> {
    let request = Request::post("/soap/RateService/1.0")
        .header("content-type", "text/xml; charset=utf-8")
        .header("soapaction", "GetRates")
        .body(body.as_bytes().to_vec())?;
    let began = Instant::now();
    let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
    let reply = mock.handle(&request, Timestamp::from_millis(now));
    // The request log and the metrics get their durations from this call.
    mock.finished(&reply.ticket, began.elapsed());
    Ok(reply.response)
}

fn show(answer: &Response<Vec<u8>>) {
    println!("\n{}\n{}", answer.status(), String::from_utf8_lossy(answer.body()).trim());
}
