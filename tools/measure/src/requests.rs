//! Measures how much memory the mock service keeps after many consecutive requests, some of which are rejected.

use std::time::{Duration, Instant};

use http::{Request, StatusCode};
use waybill_core::Timestamp;
use waybill_mock::service::{MockService, Settings, UploadedFile};

use super::resident;

/// Number of requests after which the log is full and all one-time allocations are done.
const WARM: u64 = 10_000;

const WSDL: &str = include_str!("../../../tests/mock/carriers/bergli/Barcode_v2_4.wsdl");
const SCHEMA: &str = include_str!("../../../tests/mock/carriers/bergli/barcode_v2_4.xsd");
const BODY: &str = include_str!("../../../tests/mock/carriers/bergli/requests/ReadServiceGroups.xml");

/// Sends this many requests. Returns the growth of the process after the first [`WARM`] requests.
pub(crate) fn answered(requests: &str) -> Result<String, String> {
    let requests: u64 = requests.parse().map_err(|_| format!("{requests} is no number of requests"))?;
    let mock = MockService::new(Settings::default());
    let file = |path: &str, text: &str| UploadedFile { path: path.to_owned(), content: text.as_bytes().to_vec() };
    let files = vec![file("Barcode_v2_4.wsdl", WSDL), file("barcode_v2_4.xsd", SCHEMA)];
    mock.import(files).map_err(|error| error.to_string())?;
    let path = mock.services().first().map(|service| service.path.clone()).ok_or("nothing was imported")?;
    let begun = Instant::now();
    let (mut warm, mut served, mut refused) = (0, 0_u64, 0_u64);
    for number in 0..requests {
        if number == WARM {
            warm = resident("VmRSS:");
        }
        let request = request(number, &path).map_err(|error| error.to_string())?;
        let reply = mock.handle(&request, Timestamp::from_millis(i64::try_from(number).unwrap_or(0)));
        if reply.response.status() == StatusCode::OK {
            served += 1;
        } else {
            refused += 1;
        }
        mock.finished(&reply.ticket, Duration::from_micros(100));
    }
    let grown = resident("VmRSS:").saturating_sub(warm);
    let milliseconds = begun.elapsed().as_secs_f64() * 1000.0;
    Ok(format!(r#"{{"milliseconds":{milliseconds:.1},"grown_kib":{grown},"served":{served},"refused":{refused}}}"#))
}

/// Returns a request. One in ten is invalid, each with a value that no request had before.
fn request(number: u64, path: &str) -> Result<Request<Vec<u8>>, http::Error> {
    let post = |action: &str| {
        let request = Request::post(path).header("content-type", "text/xml; charset=utf-8");
        request.header("soapaction", action)
    };
    match number % 50 {
        7 => post(&format!("Action{number}")).body(BODY.into()),
        17 => post("ReadServiceGroups").body(BODY.replace("ReadServiceGroups", &format!("Read{number}")).into()),
        27 => post("ReadServiceGroups").body(BODY.replacen("<soap", &format!("<p{number}:soap"), 1).into()),
        37 => Request::get(format!("/soap/Service{number}/1.0")).body(Vec::new()),
        47 => Request::get(format!("/api/invocations/{number}/1.0?page={number}")).body(Vec::new()),
        // A prefix that the validator has not seen.
        _ if number.is_multiple_of(3) => {
            let declared = format!("xmlns:p{number}=\"urn:{number}\" ");
            post("ReadServiceGroups").body(BODY.replacen("xmlns:", &format!("{declared}xmlns:"), 1).into())
        }
        _ => post("ReadServiceGroups").body(BODY.into()),
    }
}
