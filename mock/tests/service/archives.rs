//! Definitions in a zip archive.

use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, TRACK, archive, get, upload};

fn upload_archive(content: &[u8]) -> Answer {
    let mock = MockService::new(Settings::default());
    let answer = upload(&mock, &[("definitions.zip", content)]);
    assert_eq!(get(&mock, "/api/services").json().as_array().unwrap().is_empty(), answer.status() != 201);
    answer
}

#[test]
fn archive_keeps_folders_and_drops_files_of_macos() {
    let include = "<types><xs:schema><xs:include schemaLocation='../xsd/types.xsd'/></xs:schema>";
    let wsdl = TRACK.replacen("<types>", include, 1);
    let files: [(&str, &[u8], usize); 4] = [
        ("__MACOSX/a/._main.wsdl", b"fork", 1),
        ("a/._main.wsdl", b"fork", 1),
        ("a/main.wsdl", wsdl.as_bytes(), 1),
        ("xsd/types.xsd", b"<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>", 1),
    ];
    assert_eq!(upload_archive(&archive(&files)).text(), "TrackService:1.0\n");
    let elsewhere = [files[2], ("types.xsd", files[3].1, 1)];
    assert_eq!(upload_archive(&archive(&elsewhere)).text(), "TrackService:1.0\n", "a base name that there is once");
    assert_eq!(upload_archive(&archive(&files[2..3])).status(), 400);
}

#[test]
fn a_file_that_unpacks_to_more_than_is_allowed_is_refused() {
    let zeros = vec![0; 1 << 20];
    let bytes = archive(&[("bomb", &zeros, 129)]);
    assert!(bytes.len() < 1 << 20);
    let answer = upload_archive(&bytes);
    assert!(answer.text().contains("larger than 128 MiB together"), "{}", answer.text());
}

#[test]
fn truncated_archive_is_rejected() {
    let mut bytes = archive(&[("track.wsdl", TRACK.as_bytes(), 1)]);
    bytes.truncate(bytes.len() - 10);
    let answer = upload_archive(&bytes);
    assert!(answer.text().contains("it is not a readable zip archive"), "{}", answer.text());
}

#[test]
fn an_archive_in_an_archive_is_named() {
    let inner = archive(&[("track.wsdl", TRACK.as_bytes(), 1)]);
    let answer = upload_archive(&archive(&[("in/inner.zip", &inner, 1)]));
    let detail =
        "in/inner.zip cannot be read: it seems to be a zip archive within another archive, which is not unpacked";
    assert_eq!((answer.status(), answer.json()["detail"].as_str()), (400, Some(detail)));
    let beside = archive(&[("guide.docx", &inner, 1), ("track.wsdl", TRACK.as_bytes(), 1)]);
    assert_eq!(upload_archive(&beside).status(), 201);
}
