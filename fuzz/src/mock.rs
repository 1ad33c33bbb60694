//! Shared parts of the mock targets: imported services, requests from a fuzzer's bytes, and checks of every reply.

use http::{Request, Response, StatusCode};
use waybill_core::Timestamp;
use waybill_mock::service::{MockService, Settings, UploadedFile};

/// 2026-03-01T00:00:00Z.
const NOW: Timestamp = Timestamp::from_millis(1_772_323_200_000);
/// Maximum size of a mocked reply, in bytes.
const LONGEST: usize = 1 << 20;

/// Small carriers from the tests, and a description with parameters and bodies of every kind, by file name.
const CARRIERS: [(&str, &str); 5] = [
    ("pickup.wsdl", include_str!("../../tests/mock/carriers/quillon/PickupService.wsdl")),
    ("Barcode_v2_4.wsdl", include_str!("../../tests/mock/carriers/bergli/Barcode_v2_4.wsdl")),
    ("barcode_v2_4.xsd", include_str!("../../tests/mock/carriers/bergli/barcode_v2_4.xsd")),
    ("track.wsdl", include_str!("track.wsdl")),
    ("parcels.json", include_str!("parcels.json")),
];

/// Creates a mock service with small carriers.
///
/// # Panics
/// Panics if they cannot be imported.
#[must_use]
pub fn with_carriers() -> MockService {
    let mock = MockService::new(Settings::default());
    mock.import(CARRIERS.map(|(path, text)| file(path, text.as_bytes())).into()).expect("carriers are imported");
    mock
}

/// Creates a file to import.
#[must_use]
pub fn file(path: &str, content: &[u8]) -> UploadedFile {
    UploadedFile { path: path.to_owned(), content: content.to_vec() }
}

/// Imports files and checks the result: services are listed, their files are available, and an export contains the same
/// services.
///
/// # Panics
/// Panics if a check fails.
pub fn import(files: Vec<UploadedFile>) {
    let mock = MockService::new(Settings::default());
    match mock.import(files) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(services) => {
            assert_eq!(send(&mock, &get("/api/services")).status(), StatusCode::OK);
            for service in mock.services() {
                assert!(services.contains(&service.id), "{} is listed, imported were {services:?}", service.id);
                if service.path.starts_with("/soap/") {
                    assert_eq!(send(&mock, &get(&format!("{}?wsdl", service.path))).status(), StatusCode::OK);
                }
            }
            let export = send(&mock, &get("/api/services/export")).into_body();
            let again = MockService::new(Settings::default());
            again.import(vec![file("export.json", &export)]).expect("an export is imported");
            assert!(send(&again, &get("/api/services/export")).into_body() == export, "the export is another");
        }
    }
}

/// Creates a request without a body.
///
/// # Panics
/// Panics if the path is invalid.
#[must_use]
pub fn get(path: &str) -> Request<Vec<u8>> {
    Request::get(path).body(Vec::new()).expect("the path is one")
}

/// Parses a request: the request line, headers, an empty line, and the body.
#[must_use]
pub fn request(data: &[u8]) -> Option<Request<Vec<u8>>> {
    let mut lines = data.split(|byte| *byte == b'\n');
    let mut line = lines.next()?.splitn(2, |byte| *byte == b' ');
    let mut request = Request::builder().method(line.next()?).uri(line.next()?);
    for line in lines.by_ref() {
        if line.is_empty() {
            break;
        }
        let mut header = line.splitn(2, |byte| *byte == b':');
        request = request.header(header.next()?, header.next()?);
    }
    let body = lines.collect::<Vec<_>>().join(&b'\n');
    request.body(body).ok()
}

/// Sends a request like a server, twice, and checks both replies.
///
/// # Panics
/// Panics if a check fails.
pub fn send(mock: &MockService, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    let reply = mock.handle(request, NOW);
    let summary = reply.ticket.summary().unwrap_or_default();
    assert!(summary.len() < 100_000 && summary.chars().all(|c| !c.is_control()), "{summary:?}");
    mock.finished(&reply.ticket, std::time::Duration::from_micros(100));
    let response = reply.response;
    assert!(response.headers().contains_key("x-content-type-options"));
    let path = request.uri().path();
    if path.starts_with("/rest/") || path.starts_with("/soap/") && request.method() == http::Method::POST {
        assert!(response.body().len() <= LONGEST, "{} bytes", response.body().len());
        let again = mock.handle(request, NOW);
        assert!(again.response.body() == response.body(), "the same request was answered otherwise");
        mock.finished(&again.ticket, std::time::Duration::from_micros(100));
    }
    response
}
