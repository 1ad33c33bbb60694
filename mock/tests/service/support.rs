//! Requests and answers in few words.

use std::fmt::Write as _;
use std::io::Write as _;

use http::{Request, Response};
use serde_json::Value;
use waybill_base::time::Timestamp;
use waybill_mock::service::{MockService, Settings};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};

/// 2026-03-01T00:00:00Z.
pub(crate) const NOW: Timestamp = Timestamp::from_millis(1_772_323_200_000);

/// A WSDL file with one operation, `Track`, whose request and answer hold a number.
pub(crate) const TRACK: &str = include_str!("../../../tests/mock/track/track.wsdl");

/// What `Track` is called with.
pub(crate) const TRACK_BODY: &str = "<t:Track xmlns:t=\"urn:track\"><t:number>AB1234</t:number></t:Track>";

/// A mock service with [`TRACK`] as `TrackService:1.0`.
pub(crate) fn with_track(settings: Settings) -> MockService {
    let mock = MockService::new(settings);
    assert_eq!(upload(&mock, &[("track.wsdl", TRACK.as_bytes())]).text(), "TrackService:1.0\n");
    mock
}

/// An answer, read.
#[derive(Debug)]
pub(crate) struct Answer(pub(crate) Response<Vec<u8>>);

impl Answer {
    pub(crate) fn status(&self) -> u16 {
        self.0.status().as_u16()
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(self.0.body()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(self.0.body()).unwrap()
    }

    /// What a SOAP 1.1 fault says, as text.
    pub(crate) fn sentence(&self) -> String {
        let (_, rest) = self.text().split_once("<faultstring>").unwrap();
        rest.split_once("</faultstring>").unwrap().0.to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.0.headers().get(name).map(|value| value.to_str().unwrap())
    }
}

/// Sends a request as a host does, and says that its answer was sent.
pub(crate) fn send(mock: &MockService, request: &Request<Vec<u8>>) -> Answer {
    let reply = mock.handle(request, NOW);
    mock.finished(&reply.ticket, std::time::Duration::from_micros(1500));
    Answer(reply.response)
}

pub(crate) fn get(mock: &MockService, path: &str) -> Answer {
    send(mock, &Request::get(path).body(Vec::new()).unwrap())
}

/// A request with headers and a body.
pub(crate) fn post(mock: &MockService, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut request = Request::post(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(mock, &request.body(body.to_vec()).unwrap())
}

/// A SOAP 1.1 call with this text in its body.
pub(crate) fn call(mock: &MockService, path: &str, action: &str, body: &str) -> Answer {
    let headers = [("content-type", "text/xml; charset=utf-8"), ("soapaction", action)];
    post(mock, path, &headers, envelope("http://schemas.xmlsoap.org/soap/envelope/", body).as_bytes())
}

pub(crate) fn envelope(namespace: &str, body: &str) -> String {
    format!("<e:Envelope xmlns:e=\"{namespace}\"><e:Body>{body}</e:Body></e:Envelope>")
}

/// Uploads files as a form.
pub(crate) fn upload(mock: &MockService, files: &[(&str, &[u8])]) -> Answer {
    upload_to(mock, "/api/artifact/upload", &[], files)
}

pub(crate) fn upload_to(mock: &MockService, path: &str, headers: &[(&str, &str)], files: &[(&str, &[u8])]) -> Answer {
    let mut body = Vec::new();
    for (name, content) in files {
        let mut head = String::from("--form\r\n");
        write!(head, "Content-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n").unwrap();
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--form--\r\n");
    let mut all = vec![("content-type", "multipart/form-data; boundary=form")];
    all.extend_from_slice(headers);
    post(mock, path, &all, &body)
}

/// An archive of files with their contents, each repeated so often.
pub(crate) fn archive(files: &[(&str, &[u8], usize)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (path, content, times) in files {
        let file = archive.new_file(path).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
        for _ in 0..*times {
            writer.write_all(content).unwrap();
        }
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}
