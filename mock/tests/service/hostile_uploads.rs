//! Uploads that mean harm: each is refused with a reason or imported, within seconds, and nothing else notices.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use waybill_mock::service::{MockService, Settings};

use crate::support::{Answer, TRACK, TRACK_BODY, archive, call, get, post, upload, with_track};

/// In a build without optimisation, on a machine that does other work.
const PATIENCE: Duration = Duration::from_mins(1);

/// Uploads one file, and sees that the service imported before goes on whatever comes of it.
fn upload_beside_track(name: &str, content: &[u8]) -> Answer {
    let mock = with_track(Settings::default());
    let began = Instant::now();
    let answer = upload(&mock, &[(name, content)]);
    assert!(began.elapsed() < PATIENCE, "{name}: {:?}", began.elapsed());
    assert_eq!(call(&mock, "/soap/TrackService/1.0", "Track", TRACK_BODY).status(), 200);
    answer
}

fn detail(answer: &Answer) -> String {
    assert_eq!(answer.status(), 400, "{}", answer.text());
    answer.json()["detail"].as_str().unwrap().to_owned()
}

/// [`TRACK`] with these declarations in its schema, called `Other`.
fn with_declarations(declarations: &str) -> String {
    TRACK.replace("name=\"TrackService\"", "name=\"Other\"").replacen(
        "<xs:element name=\"NotFound\"",
        &format!("{declarations}<xs:element name=\"NotFound\""),
        1,
    )
}

#[test]
fn document_types_are_refused_with_all_their_entities() {
    for doctype in [
        "<!DOCTYPE d [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>",
        "<!DOCTYPE d SYSTEM 'http://127.0.0.1:1/evil.dtd'>",
        "<!DOCTYPE d [<!ENTITY % p SYSTEM 'file:///etc/hosts'> %p;]>",
        "<!DOCTYPE d [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]>",
    ] {
        let answer = upload_beside_track("evil.wsdl", format!("{doctype}{TRACK}").as_bytes());
        // A file that begins with a document type is no WSDL file, or one that is refused.
        assert!(!detail(&answer).contains("root:"), "{doctype}: {}", answer.text());
    }
}

#[test]
fn references_to_files_of_the_machine_lead_nowhere() {
    for location in
        ["file:///etc/passwd", "/etc/passwd", "../../../../etc/passwd", "C:\\Windows\\win.ini", "%2Fetc%2Fpasswd"]
    {
        for element in ["import namespace='urn:x'", "include", "redefine"] {
            let directive = format!("<xs:{element} schemaLocation='{location}'/><xs:element name=\"Track\"");
            let wsdl = TRACK.replacen("<xs:element name=\"Track\"", &directive, 1);
            let answer = upload_beside_track("evil.wsdl", wsdl.as_bytes());
            assert!(detail(&answer).contains("not in the upload"), "{location}: {}", answer.text());
        }
    }
}

#[test]
fn archives_that_together_exceed_the_limit_are_rejected() {
    let zeros = vec![b' '; 1 << 20];
    let bomb = archive(&[("bomb.xml", &zeros, 70)]);
    let mock = MockService::new(Settings::default());
    let answer = upload(&mock, &[("one.zip", &bomb), ("two.zip", &bomb), ("track.wsdl", TRACK.as_bytes())]);
    assert!(detail(&answer).contains("128 MiB"), "{}", answer.text());
    assert_eq!(get(&mock, "/api/services").text(), "[]");
}

#[test]
fn paths_in_archives_stay_in_the_upload() {
    let files: Vec<(&str, &[u8], usize)> = vec![
        ("../../../evil.wsdl", TRACK.as_bytes(), 1),
        ("/etc/passwd", b"<x/>", 1),
        ("a\\..\\..\\b.xsd", b"<x/>", 1),
    ];
    assert_eq!(upload_beside_track("paths.zip", &archive(&files)).text(), "TrackService:1.0\n");
}

#[test]
fn an_archive_within_an_archive_is_not_unpacked() {
    let inner = archive(&[("track.wsdl", TRACK.as_bytes(), 1)]);
    let outer = archive(&[("inner.zip", &inner, 1)]);
    assert_eq!(upload_beside_track("outer.zip", &outer).status(), 400);
}

#[test]
fn many_files_that_reach_one_large_file_are_refused() {
    let schema =
        format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><!--{}--></xs:schema>", "x".repeat(1 << 20));
    let wsdls: Vec<(String, String)> = (0..150)
        .map(|number| {
            let wsdl = TRACK.replace("\"TrackService\"", &format!("\"S{number}\"")).replacen(
                "<types>",
                "<types><xs:schema><xs:include schemaLocation='large.xsd'/></xs:schema>",
                1,
            );
            (format!("{number}.wsdl"), wsdl)
        })
        .collect();
    let mut files: Vec<(&str, &[u8], usize)> = vec![("large.xsd", schema.as_bytes(), 1)];
    files.extend(wsdls.iter().map(|(path, text)| (path.as_str(), text.as_bytes(), 1)));
    assert!(detail(&upload_beside_track("many.zip", &archive(&files))).contains("reach more than 128 MiB"));
}

#[test]
fn many_descriptions_of_aliases_are_refused() {
    let [ones, copies] = [("1", 1_000), ("*a", 900)].map(|(value, times)| vec![value; times].join(","));
    let files: Vec<(String, String)> = (0..3)
        .map(|number| {
            let info = format!("{{title: t{number}, version: '1'}}");
            // A file may have as many copies as bytes.
            let comment = "x".repeat(900_000);
            let text =
                format!("# {comment}\nopenapi: 3.1.0\ninfo: {info}\npaths: {{}}\nx-a: &a [{ones}]\nx-b: [{copies}]\n");
            (format!("{number}.yaml"), text)
        })
        .collect();
    let files: Vec<(&str, &[u8], usize)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_bytes(), 1)).collect();
    let refused = detail(&upload_beside_track("aliases.zip", &archive(&files)));
    assert!(refused.contains("more than 2000000 values"), "{refused}");
    assert_eq!(upload_beside_track("aliases.zip", &archive(&files[..2])).status(), 201);
}

#[test]
fn occurrence_bounds_without_end_are_survived() {
    for bounds in [
        "minOccurs='1000000000' maxOccurs='1000000000'",
        "minOccurs='1000000000' maxOccurs='unbounded'",
        "minOccurs='0' maxOccurs='99999999999999999999999999'",
    ] {
        let wsdl = TRACK.replace("<xs:element name=\"state\">", &format!("<xs:element name=\"state\" {bounds}>"));
        let mock = MockService::new(Settings::default());
        let began = Instant::now();
        assert_eq!(upload(&mock, &[("track.wsdl", wsdl.as_bytes())]).status(), 201, "{bounds}");
        let answer = call(&mock, "/soap/TrackService/1.0", "Track", TRACK_BODY);
        assert!([200, 500].contains(&answer.status()), "{bounds}: {}", answer.text());
        assert!(answer.text().len() < 1 << 20, "{bounds}: {}", answer.text().len());
        assert!(began.elapsed() < PATIENCE, "{bounds}: {:?}", began.elapsed());
    }
}

#[test]
fn types_that_double_with_each_line_are_survived() {
    let mut groups = String::new();
    let mut types = String::new();
    for level in 1..60 {
        let below = level - 1;
        write!(groups, "<xs:group name='g{level}'><xs:sequence><xs:group ref='tns:g{below}'/><xs:group ref='tns:g{below}'/></xs:sequence></xs:group>").unwrap();
        write!(types, "<xs:complexType name='t{level}'><xs:sequence><xs:element name='a' type='tns:t{below}'/><xs:element name='b' type='tns:t{below}'/></xs:sequence></xs:complexType>").unwrap();
    }
    groups.push_str("<xs:group name='g0'><xs:sequence><xs:element name='x' type='xs:string'/></xs:sequence></xs:group><xs:complexType name='g'><xs:group ref='tns:g59'/></xs:complexType>");
    types.push_str(
        "<xs:complexType name='t0'><xs:sequence><xs:element name='x' type='xs:string'/></xs:sequence></xs:complexType>",
    );
    for (declarations, type_name) in [(groups, "g"), (types, "t59")] {
        let wsdl = with_declarations(&declarations)
            .replace(
                "<xs:element name=\"NotFound\" type=\"xs:string\"/>",
                &format!("<xs:element name=\"NotFound\" type=\"tns:{type_name}\"/>"),
            )
            .replace("name=\"state\">", "name=\"state\" minOccurs=\"0\">");
        let mock = MockService::new(Settings::default());
        let began = Instant::now();
        assert_eq!(upload(&mock, &[("other.wsdl", wsdl.as_bytes())]).status(), 201);
        let headers = [("content-type", "text/xml"), ("soapaction", "Track"), ("prefer", "fault=NotFound")];
        let body = crate::support::envelope("http://schemas.xmlsoap.org/soap/envelope/", TRACK_BODY);
        let answer = post(&mock, "/soap/Other/1.0", &headers, body.as_bytes());
        assert!(answer.text().len() <= 1 << 20, "{type_name}: {} bytes", answer.text().len());
        assert!(began.elapsed() < PATIENCE, "{type_name}: {:?}", began.elapsed());
    }
}

#[test]
fn a_leaf_that_nothing_can_be_is_named() {
    let wsdl = TRACK.replace(
        "<xs:enumeration value=\"IN_TRANSIT\"/>",
        "<xs:pattern value=\"[A-Z]{5}\"/><xs:maxLength value=\"3\"/>",
    );
    let mock = MockService::new(Settings::default());
    assert_eq!(upload(&mock, &[("track.wsdl", wsdl.as_bytes())]).status(), 201);
    let answer = call(&mock, "/soap/TrackService/1.0", "Track", TRACK_BODY);
    assert!(answer.text().contains("state"), "{}", answer.text());
    let service = get(&mock, "/api/services").json()[0].clone();
    assert!(service["operations"][0]["unanswered"].as_str().unwrap().contains("state"), "{service}");
    assert!(service["notes"].to_string().contains("Track: "), "{service}");
}

#[test]
fn ports_and_messages_that_multiply_are_refused() {
    let mut ports = String::new();
    for number in 0..200 {
        write!(ports, "<port name='p{number}' binding='tns:Soap'/>").unwrap();
    }
    let operation = "<operation name=\"Track\"><soap:operation";
    let many: String = (0..100).map(|number| format!("<operation name='o{number}'/>")).collect();
    let wsdl = TRACK.replace("<port name=\"SoapPort\"", &format!("{ports}<port name=\"SoapPort\""));
    let wsdl = wsdl.replace(operation, &format!("{many}{operation}"));
    assert!(detail(&upload_beside_track("ports.wsdl", wsdl.as_bytes())).contains("more than 10000 operations"));
}

#[test]
fn too_many_references_are_rejected_and_fewer_are_followed() {
    let wsdl = |count: usize| {
        let import =
            |number| format!("<xs:import namespace='urn:{number}' schemaLocation='http://x.example/{number}'/>");
        let imports: String = (0..count).map(import).collect();
        TRACK.replacen("<xs:element name=\"Track\"", &format!("{imports}<xs:element name=\"Track\""), 1)
    };
    assert!(detail(&upload_beside_track("more.wsdl", wsdl(2_001).as_bytes())).contains("more than 2000 times"));
    let names: Vec<String> = (0..5_000).map(|number| format!("schemas/{number}.xsd")).collect();
    let mut files: Vec<(&str, &[u8], usize)> = names.iter().map(|name| (name.as_str(), &b"<x/>"[..], 1)).collect();
    let wsdl = wsdl(2_000);
    files.push(("track.wsdl", wsdl.as_bytes(), 1));
    assert_eq!(upload_beside_track("references.zip", &archive(&files)).status(), 201);
}

#[test]
fn forms_of_many_parts_and_without_an_end_are_refused() {
    let mock = MockService::new(Settings::default());
    let send = |body: &[u8]| {
        let began = Instant::now();
        let answer = post(&mock, "/api/artifact/upload", &[("content-type", "multipart/form-data; boundary=x")], body);
        assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
        detail(&answer)
    };
    let part = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n<a/>\r\n";
    assert!(send(format!("{}--x--\r\n", part.repeat(100_000)).as_bytes()).contains("more than 10000 parts"));
    assert!(
        send(format!("{part}--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nno end").as_bytes())
            .contains("form")
    );
    let nested = "--x\r\nContent-Disposition: form-data; name=\"file\"\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\n<a/>\r\n--y--\r\n--x--\r\n";
    assert!(send(nested.as_bytes()).contains("no file of the upload defines a service"));
    let header =
        format!("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{}\"\r\n\r\n", "a".repeat(1 << 20));
    send(header.as_bytes());
    send(&b"--x\r\n".repeat(200_000));
    send(&vec![b'-'; 1 << 20]);
}

#[test]
fn an_export_nested_ten_thousand_deep_is_refused() {
    let deep = format!("{{\"format\":\"waybill-mock-export\",\"version\":1,\"services\":{}", "[".repeat(10_000));
    assert_eq!(upload_beside_track("export.json", deep.as_bytes()).status(), 400);
    assert_eq!(upload_beside_track("deep.json", "[".repeat(100_000).as_bytes()).status(), 400);
}

#[test]
fn deep_and_wide_definitions_are_refused_or_imported_in_time() {
    let deep = format!("<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'>{}", "<a>".repeat(10_000));
    assert!(detail(&upload_beside_track("deep.wsdl", deep.as_bytes())).contains("nested deeper"));
    let wide = with_declarations(&"<xs:annotation/>".repeat(20_000));
    assert_eq!(upload_beside_track("wide.wsdl", wide.as_bytes()).status(), 201);
    let long = TRACK.replace("definitions name=\"Track\"", &format!("definitions name=\"{}\"", "T".repeat(1 << 20)));
    assert_eq!(upload_beside_track("long.wsdl", long.as_bytes()).status(), 201);
}
