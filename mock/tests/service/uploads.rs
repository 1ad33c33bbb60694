//! Uploads: all services of a form or none, from several files or an archive.

use std::io::Write as _;

use waybill_mock::service::{MockService, SeedPlan, Settings, UploadedFile};

use crate::support::{TRACK, TRACK_BODY, call, get, post, upload, upload_to, with_track};
use rawzip::ZipArchiveWriter;

/// [`TRACK`] with its schema in a file of its own.
fn in_two_files(location: &str) -> (String, String) {
    let start = TRACK.find("<xs:schema").unwrap();
    let end = TRACK.find("</types>").unwrap();
    let import = format!("<xs:schema><xs:import namespace=\"urn:track\" schemaLocation=\"{location}\"/></xs:schema>");
    let wsdl = format!("{}{import}{}", &TRACK[..start], &TRACK[end..]);
    let schema = TRACK[start..end].replacen(
        "<xs:schema",
        "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:tns=\"urn:track\"",
        1,
    );
    (wsdl, schema)
}

#[test]
fn files_of_one_form_find_each_other() {
    for location in ["track.xsd", "../schemas/track.xsd", "http://carrier.example/track.xsd"] {
        let (wsdl, schema) = in_two_files(location);
        let mock = MockService::new(Settings::default());
        let answer = upload(&mock, &[("track.wsdl", wsdl.as_bytes()), ("track.xsd", schema.as_bytes())]);
        assert_eq!((answer.status(), answer.text()), (201, "TrackService:1.0\n"), "{location}");
        assert_eq!(call(&mock, "/soap/TrackService/1.0", "Track", TRACK_BODY).status(), 200);
    }
}

#[test]
fn an_archive_holds_files_with_their_folders() {
    let (wsdl, schema) = in_two_files("../schemas/track.xsd");
    let mut archive = Vec::new();
    let mut writer = ZipArchiveWriter::new(&mut archive);
    for (path, text) in [("wsdl/track.wsdl", wsdl), ("schemas/track.xsd", schema), ("../../evil.txt", String::new())] {
        let (mut entry, config) = writer.new_file(path).start().unwrap();
        let mut file = config.wrap(&mut entry);
        file.write_all(text.as_bytes()).unwrap();
        let (_, descriptor) = file.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    writer.finish().unwrap();
    let mock = MockService::new(Settings::default());
    assert_eq!(upload(&mock, &[("track.zip", &archive)]).text(), "TrackService:1.0\n");
    assert_eq!(call(&mock, "/soap/TrackService/1.0", "Track", TRACK_BODY).status(), 200);
}

#[test]
fn a_missing_file_is_named_and_nothing_is_imported() {
    let (wsdl, _) = in_two_files("schemas/track.xsd");
    let mock = MockService::new(Settings::default());
    let answer = upload(&mock, &[("other.wsdl", TRACK.as_bytes()), ("track.wsdl", wsdl.as_bytes())]);
    assert_eq!(answer.status(), 400);
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("track.wsdl, line") && detail.contains("schemas/track.xsd"), "{detail}");
    assert_eq!(get(&mock, "/api/services").text(), "[]");
}

#[test]
fn all_missing_files_are_named_at_once() {
    let (wsdl, _) = in_two_files("schemas/track.xsd");
    let second = "<xs:import namespace='urn:second' schemaLocation='schemas/second.xsd'/><xs:import";
    let wsdl = wsdl.replacen("<xs:import", second, 1);
    let mock = MockService::new(Settings::default());
    let answer = upload(&mock, &[("track.wsdl", wsdl.as_bytes())]);
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    assert!(
        detail.starts_with("2 files are not in the upload: schemas/second.xsd, to which track.wsdl, line "),
        "{detail}"
    );
    assert!(detail.contains("; schemas/track.xsd, to which track.wsdl, line "), "{detail}");
}

#[test]
fn missing_files_of_several_wsdl_files_are_all_named() {
    let (wsdl, _) = in_two_files("schemas/track.xsd");
    let other = wsdl.replace("schemas/track.xsd", "other.xsd");
    let mock = MockService::new(Settings::default());
    let files = [("a.wsdl", wsdl.as_bytes()), ("b.wsdl", other.as_bytes()), ("c.wsdl", wsdl.as_bytes())];
    let detail = upload(&mock, &files).json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("2 files are not in the upload: schemas/track.xsd, to which a.wsdl, line "), "{detail}");
    assert!(detail.contains("; other.xsd, to which b.wsdl, line "), "{detail}");
}

#[test]
fn files_of_one_name_that_two_folders_miss_are_both_named() {
    let detail = |files: &[(&str, &str)]| {
        let texts: Vec<(&str, String)> =
            files.iter().map(|(path, location)| (*path, in_two_files(location).0)).collect();
        let files: Vec<(&str, &[u8])> = texts.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        upload(&MockService::new(Settings::default()), &files).json()["detail"].as_str().unwrap().to_owned()
    };
    let both = detail(&[("a/track.wsdl", "types.xsd"), ("b/track.wsdl", "./types.xsd")]);
    assert!(both.starts_with("2 files are not in the upload: a/types.xsd, to which a/track.wsdl, line "), "{both}");
    assert!(both.contains("; b/types.xsd, to which b/track.wsdl, line "), "{both}");
    let one = detail(&[("a/track.wsdl", "../types.xsd"), ("b/track.wsdl", "..\\types.xsd")]);
    assert!(one.starts_with("a/track.wsdl, line ") && one.contains(" refers to ../types.xsd, which is not"), "{one}");
    // What is no path within the upload is said as it is written.
    let outside =
        detail(&[("track.wsdl", "../../x/types.xsd"), ("b.wsdl", "file:///types.xsd"), ("c.wsdl", "C:\\types.xsd")]);
    for location in
        ["../../x/types.xsd, to which track.wsdl", "file:///types.xsd, to which b.wsdl", "C:\\types.xsd, to"]
    {
        assert!(outside.contains(location), "{outside}");
    }
}

#[test]
fn missing_file_message_fits_every_host() {
    let (wsdl, _) = in_two_files("schemas/track.xsd");
    let files = vec![UploadedFile { path: "track.wsdl".into(), content: wsdl.into_bytes() }];
    let error = MockService::new(Settings::default()).import(files).unwrap_err().to_string();
    assert!(
        error.ends_with("which is not in the upload; add that file to it, or send both in one zip archive"),
        "{error}"
    );
}

#[test]
fn service_name_with_line_break_is_one_line_of_the_response() {
    let mock = MockService::new(Settings::default());
    let wsdl = TRACK.replace("name=\"TrackService\"", "name=\"Track&#10;Service\"");
    assert_eq!(upload(&mock, &[("track.wsdl", wsdl.as_bytes())]).text(), "Track Service:1.0\n");
}

#[test]
fn unfetched_schema_address_leaves_operations_unvalidated() {
    let (wsdl, _) = in_two_files("http://carrier.example/track.xsd");
    let mock = MockService::new(Settings::default());
    assert_eq!(upload(&mock, &[("track.wsdl", wsdl.as_bytes())]).status(), 201);
    let service = &get(&mock, "/api/services").json()[0];
    assert_eq!(service["operations"][0]["validated"], false);
    assert!(service["notes"].to_string().contains("http://carrier.example/track.xsd"), "{service}");
}

#[test]
fn unsendable_schema_location_is_no_missing_file() {
    let status = |location: &str| {
        let import = format!("<xs:import namespace='urn:y' schemaLocation='{location}'/><xs:element");
        let wsdl = TRACK.replacen("<xs:element", &import, 1);
        let mock = MockService::new(Settings::default());
        upload(&mock, &[("track.wsdl", wsdl.as_bytes())]).status()
    };
    assert_eq!(["urn:y", "ftp://h/y.xsd", "", " "].map(status), [201; 4]);
    assert_eq!(["y.xsd", "file:///y.xsd"].map(status), [400; 2]);
}

#[test]
fn operation_with_an_unread_part_of_its_message_is_unvalidated() {
    let import = "<xs:import namespace=\"urn:y\" schemaLocation=\"http://nowhere.invalid/y.xsd\"/><xs:element";
    let number = "<xs:element name=\"number\"";
    for (unread, element) in [
        ("<xs:element xmlns:y=\"urn:y\" ref=\"y:Foo\"/>", "y:Foo"),
        ("<xs:element name=\"Foo\" xmlns:y=\"urn:y\" type=\"y:T\"/>", "t:Foo"),
        ("<xs:element ref=\"tns:Between\"/>", "t:Between"),
    ] {
        let between = "<xs:element name=\"Between\" type=\"y:T\" xmlns:y=\"urn:y\"/>";
        let wsdl = TRACK.replacen(number, &format!("{unread}{number}"), 1);
        let wsdl = wsdl.replacen("<xs:element", import, 1).replacen("<xs:element", &format!("{between}<xs:element"), 1);
        let mock = MockService::new(Settings::default());
        assert_eq!(upload(&mock, &[("track.wsdl", wsdl.as_bytes())]).status(), 201);
        let operation = &get(&mock, "/api/services").json()[0]["operations"][0];
        assert_eq!(operation["validated"], false, "{unread}");
        assert!(
            operation["unvalidated"]
                .as_str()
                .unwrap()
                .contains("of urn:y, which is not declared in any file that was read")
        );
        let body = |number: &str| {
            format!(
                "<t:Track xmlns:t=\"urn:track\"><{element} xmlns:y=\"urn:y\" a=\"1\"><garbage/></{element}>\
                 <t:number>{number}</t:number></t:Track>"
            )
        };
        let answered = call(&mock, "/soap/TrackService/1.0", "Track", &body("AB1234"));
        assert_eq!(answered.status(), 200, "{}", answered.text());
        assert_eq!(answered.header("x-waybill-lenient"), Some("unvalidated"), "{unread}");
        // The rest of the message is held to the schema still.
        assert_eq!(call(&mock, "/soap/TrackService/1.0", "Track", &body("wrong")).status(), 500);
    }
    let mock = with_track(Settings::default());
    assert_eq!(get(&mock, "/api/services").json()[0]["operations"][0]["validated"], true);
}

#[test]
fn two_files_with_the_same_service_are_an_error() {
    let mock = MockService::new(Settings::default());
    let answer = upload(&mock, &[("a.wsdl", TRACK.as_bytes()), ("b.wsdl", TRACK.as_bytes())]);
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("a.wsdl and b.wsdl both define TrackService:1.0"), "{detail}");
}

#[test]
fn a_later_upload_replaces_the_service_whole() {
    let mock = with_track(Settings::default());
    upload(&mock, &[("track.wsdl", TRACK.replace("[A-Z]{2}[0-9]{4}", "[0-9]{4}").as_bytes())]);
    assert_eq!(call(&mock, "/soap/TrackService/1.0", "Track", TRACK_BODY).status(), 500);
    assert_eq!(get(&mock, "/api/services").json().as_array().unwrap().len(), 1);
}

#[test]
fn upload_parameter_sets_the_version() {
    let mock = MockService::new(Settings::default());
    let answer = upload_to(&mock, "/api/artifact/upload?version=2.1", &[], &[("track.wsdl", TRACK.as_bytes())]);
    assert_eq!(answer.text(), "TrackService:2.1\n");
    assert_eq!(call(&mock, "/soap/TrackService/2.1", "Track", TRACK_BODY).status(), 200);
}

#[test]
fn fields_of_the_form_that_mean_nothing_are_refused() {
    let mock = MockService::new(Settings::default());
    for (query, detail) in [
        ("version=1%0A0", "the version contains a line break or another control character: \"1\\n0\""),
        ("mainArtifact=maybe", "`mainArtifact` is `maybe`; expected `true`, for definitions, or `false`, for examples"),
    ] {
        let path = format!("/api/artifact/upload?{query}");
        let answer = upload_to(&mock, &path, &[], &[("track.wsdl", TRACK.as_bytes())]);
        assert_eq!((answer.status(), answer.json()["detail"].as_str()), (400, Some(detail)));
    }
    let answer = upload_to(&mock, "/api/artifact/upload?mainArtifact=TRUE", &[], &[("track.wsdl", TRACK.as_bytes())]);
    assert_eq!(answer.status(), 201);
}

#[test]
fn the_answer_is_json_where_that_is_preferred() {
    let mock = MockService::new(Settings::default());
    let headers = [("accept", "application/json")];
    let answer = upload_to(&mock, "/api/artifact/upload", &headers, &[("track.wsdl", TRACK.as_bytes())]);
    assert_eq!(answer.json()[0]["name"], "TrackService");
}

#[test]
fn upload_without_form_or_definition_is_rejected_with_help() {
    let mock = MockService::new(Settings::default());
    let detail = |answer: crate::support::Answer| {
        assert_eq!(answer.status(), 400);
        answer.json()["detail"].as_str().unwrap().to_owned()
    };
    let answer = post(&mock, "/api/artifact/upload", &[("content-type", "text/xml")], TRACK.as_bytes());
    assert!(detail(answer).contains("-F file=@"));
    assert!(detail(upload(&mock, &[("a.xsd", b"<a/>")])).contains("no file of the upload defines a service: a.xsd"));
    assert!(detail(upload(&mock, &[("a.wsdl", b"<definitions")])).contains("a.wsdl"));
    assert!(detail(upload(&mock, &[])).contains("no part called `file`"));
    let form = b"--f\r\nContent-Disposition: form-data; name=\"wsdl\"; filename=\"a.wsdl\"\r\n\r\n<a/>\r\n--f--\r\n";
    let answer = post(&mock, "/api/artifact/upload", &[("content-type", "multipart/form-data; boundary=f")], form);
    assert!(detail(answer).contains("the form has no part called `file`, but `wsdl`; with curl"));
}

#[test]
fn file_without_service_is_described_by_its_content() {
    const TAKEN: &str =
        "; send a WSDL 1.1 file, an OpenAPI description (JSON or YAML), a zip archive of such files, or an export";
    let mock = MockService::new(Settings::default());
    for (name, content, seems) in [
        ("logo.png", &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff"[..], "logo.png seems to be a PNG image"),
        ("manual.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "manual.pdf seems to be a PDF document"),
        ("ship.wsdl.gz", b"\x1f\x8b\x08\0\0", "ship.wsdl.gz seems to be compressed by gzip"),
        ("data.bin", b"\0\x01\x02\xff", "data.bin seems to be binary"),
        ("notes.txt", b"ship: it", "notes.txt is text without a top-level `openapi` or `swagger`"),
        ("empty", b" \n", "empty is empty"),
        ("data.json", b"{\"info\":{}}", "data.json is JSON without `openapi` or `swagger`"),
        (
            "cut.json",
            br#"{"format": "export", "files": ["<?xml version='1.0'?><definitions/>"#,
            "cut.json is incomplete JSON that ends in line 1",
        ),
        ("list.json", b"[1]", "list.json is JSON without `openapi` or `swagger`"),
        (
            "a.xsd",
            b"<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>",
            "a.xsd is an XML Schema without a WSDL file that refers to it",
        ),
        ("two.xml", b"<description xmlns='http://www.w3.org/ns/wsdl'/>", "two.xml has the root element `description`"),
        ("call.xml", b"<e:Envelope xmlns:e='urn:e'/>", "call.xml is a SOAP message"),
    ] {
        let answer = upload(&mock, &[(name, content)]);
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert_eq!(
            (answer.status(), detail),
            (400, format!("no file of the upload defines a service: {seems}{TAKEN}"))
        );
    }
}

#[test]
fn many_files_that_define_no_service_are_named_in_part() {
    let names: Vec<String> = (10..25).map(|number| format!("{number}.txt")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let mock = MockService::new(Settings::default());
    let detail = upload(&mock, &files).json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("; 19.txt is empty; and 5 more; send a WSDL"), "{detail}");
}

#[test]
fn binary_file_fails_only_if_named_like_a_definition() {
    let mock = MockService::new(Settings::default());
    let png = &b"\x89PNG\r\n\x1a\n\xff"[..];
    let answer = upload(&mock, &[("track.wsdl", TRACK.as_bytes()), ("logo.png", png)]);
    assert_eq!((answer.status(), answer.text()), (201, "TrackService:1.0\n"));
    for name in ["track.xsd", "track.wsdl"] {
        let answer = upload(&mock, &[("good.wsdl", TRACK.as_bytes()), (name, png)]);
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert_eq!((answer.status(), detail), (400, format!("{name} cannot be read: it seems to be a PNG image")));
        let plan = SeedPlan::new(vec![UploadedFile { path: name.to_owned(), content: png.to_vec() }]);
        assert_eq!(plan.failures[0].reason, format!("{name} cannot be read: it seems to be a PNG image"));
    }
}

#[test]
fn file_name_sent_instead_of_content_is_detected() {
    let mock = MockService::new(Settings::default());
    let body = "--form\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\ntrack.wsdl\r\n--form--\r\n";
    let headers = [("content-type", "multipart/form-data; boundary=form")];
    let detail = post(&mock, "/api/artifact/upload", &headers, body.as_bytes()).json()["detail"].to_string();
    assert!(
        detail.contains("; with curl, -F file=@NAME sends the content of a file, and -F file=NAME only its name"),
        "{detail}"
    );
}

#[test]
fn invalid_archive_is_named() {
    for (content, found) in [(&b""[..], "it is empty"), (b"<a/>", "it has the root element `a`")] {
        let reason = format!("ship.ZIP is not a zip archive: {found}");
        let mock = MockService::new(Settings::default());
        let answer = upload(&mock, &[("track.wsdl", TRACK.as_bytes()), ("ship.ZIP", content)]);
        assert_eq!((answer.status(), answer.json()["detail"].as_str().unwrap()), (400, reason.as_str()));
        let plan = SeedPlan::new(vec![UploadedFile { path: "ship.ZIP".to_owned(), content: content.to_vec() }]);
        assert_eq!(plan.failures[0].reason, reason);
    }
}

#[test]
fn a_form_that_breaks_off_says_where_it_should_end() {
    let mock = MockService::new(Settings::default());
    let part = "--form\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wsdl\"\r\n\r\n<a/>";
    for (body, boundary) in [(part, "form"), ("--form\r\nContent-", "form"), ("", "form"), ("--form--\r\n", "other")] {
        let media = format!("multipart/form-data; boundary={boundary}");
        let answer = post(&mock, "/api/artifact/upload", &[("content-type", &media)], body.as_bytes());
        let detail =
            format!("the form does not end with --{boundary}--: the body is incomplete, or has another boundary");
        assert_eq!((answer.status(), answer.json()["detail"].as_str().unwrap()), (400, detail.as_str()), "{body}");
    }
}

#[test]
fn definitions_of_another_namespace_are_not_wsdl() {
    let mock = MockService::new(Settings::default());
    let answer = upload(&mock, &[("a.bpmn", b"<definitions xmlns='urn:bpmn'/>")]);
    assert_eq!(
        answer.json()["detail"],
        "a.bpmn is not WSDL 1.1: its root element is `definitions` of urn:bpmn, not of http://schemas.xmlsoap.org/wsdl/"
    );
}

#[test]
fn invalid_wsdl_file_is_rejected_with_the_reason() {
    let with_type =
        format!("<!DOCTYPE definitions [<!ENTITY a \"]>\">]>{}", &TRACK[TRACK.find("<definitions").unwrap()..]);
    for (content, reason) in [
        (with_type.as_str(), "a document type declaration is not allowed"),
        (
            "<!DOCTYPE html><html><body/></html>",
            "a.wsdl is not a WSDL file: its root element is `html`, not `definitions`",
        ),
        (" \n", "a.wsdl is not a WSDL file: it is empty"),
        ("no text", "a.wsdl is not a WSDL file: it does not start with a root element"),
        ("text <definitions/>", "a.wsdl is not a WSDL file: it does not start with a root element"),
    ] {
        for path in ["a.wsdl", "a.WSDL"] {
            let mock = MockService::new(Settings::default());
            let answer = upload(&mock, &[("good.wsdl", TRACK.as_bytes()), (path, content.as_bytes())]);
            let detail = answer.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(&reason.replace("a.wsdl", path)), "{detail}");
            assert_eq!((answer.status(), get(&mock, "/api/services").text()), (400, "[]"));
            let file = UploadedFile { path: path.to_owned(), content: content.as_bytes().to_vec() };
            let SeedPlan { uploads, failures } = SeedPlan::new(vec![file]);
            assert_eq!((uploads.len(), failures[0].file.as_str()), (0, path));
            assert!(failures[0].reason.contains(&reason.replace("a.wsdl", path)), "{failures:?}");
        }
    }
}

#[test]
fn empty_archive_is_reported() {
    let mut archive = Vec::new();
    ZipArchiveWriter::new(&mut archive).finish().unwrap();
    let mock = MockService::new(Settings::default());
    let answer = upload(&mock, &[("empty.zip", &archive)]);
    assert!(answer.json()["detail"].as_str().unwrap().starts_with("the upload has no files: "), "{}", answer.text());
}
