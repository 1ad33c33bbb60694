//! Descriptions and their files on the network: fetched where the command line says so, and from nowhere else.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use crate::support::Folder;

/// A server on this machine, and the paths it was asked for.
struct Server {
    origin: String,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Answers each path with a head (a status, or more lines) and a body; any other with 404.
    fn with(answers: Vec<(&'static str, &'static str, String)>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
                let Some(first) = lines.next() else { continue };
                let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
                lines.take_while(|line| !line.is_empty()).for_each(drop);
                let known = answers.iter().find(|(known, ..)| path.split('?').next() == Some(known));
                let (head, body) = known.map_or(("404 Not Found", ""), |(_, head, body)| (*head, body.as_str()));
                noted.lock().unwrap().push(path);
                let length = body.len();
                let answer = format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
                drop(stream.write_all(answer.as_bytes()));
            }
        });
        Server { origin, seen }
    }

    fn seen(&self) -> Vec<String> {
        std::mem::take(&mut *self.seen.lock().unwrap())
    }
}

/// A description whose answer to `GET /labels` is the schema a reference leads to.
fn root(version: &str, reference: &str) -> String {
    let content = serde_json::json!({"application/json": {"schema": {"$ref": reference}}});
    serde_json::json!({
        "openapi": "3.1.0",
        "info": {"title": "Shipping", "version": version},
        "paths": {"/labels": {"get": {"responses": {"200": {"description": "", "content": content}}}}}
    })
    .to_string()
}

/// Two releases of a label, whose schema is cut into files: one refers to the next relative to itself.
fn labels() -> Server {
    let whole = |kind: &str| format!("Label:\n  type: object\n  properties:\n    id: {{$ref: ../{kind}.yaml}}\n");
    Server::with(vec![
        ("/old/parts/label.yaml", "200 OK", whole("id")),
        ("/old/id.yaml", "200 OK", "type: string\n".to_owned()),
        ("/new/parts/label.yaml", "200 OK", whole("id")),
        ("/new/id.yaml", "200 OK", "type: integer\n".to_owned()),
        ("/old/openapi.json", "200 OK", root("1.4.0", "parts/label.yaml#/Label")),
        ("/new/openapi.json", "200 OK", root("1.5.0", "parts/label.yaml#/Label")),
        ("/new/local.json", "200 OK", root("1.5.0", "file:///etc/hostname")),
        ("/moved.yaml", "302 Found\r\nLocation: /new/id.yaml", String::new()),
        ("/latest/label.yaml", "302 Found\r\nLocation: /new/parts/label.yaml", String::new()),
        ("/latest/openapi.json", "302 Found\r\nLocation: /new/openapi.json", String::new()),
        ("/round.yaml", "302 Found\r\nLocation: /round.yaml", String::new()),
        ("/to-file.yaml", "302 Found\r\nLocation: file:///etc/hostname", String::new()),
        ("/broken.yaml", "200 OK", "type: [\n".to_owned()),
        ("/failing.yaml", "503 Service Unavailable", String::new()),
    ])
}

/// Two releases on disk that refer to the server's labels.
fn referring(server: &Server) -> Folder {
    let folder = Folder::empty();
    for (release, version) in [("old", "1.4.0"), ("new", "1.5.0")] {
        let reference = format!("{}/{release}/parts/label.yaml#/Label", server.origin);
        folder.write(&format!("{release}.json"), &root(version, &reference));
    }
    folder
}

const ALLOWED: &str = "--allow-http-references";

#[test]
fn no_reference_leads_to_the_network_unless_that_is_allowed() {
    let server = labels();
    let folder = referring(&server);
    let ended = folder.run(&["diff", "old.json", "new.json"]);
    assert_eq!(ended.status, 2, "{}", ended.out);
    assert!(
        ended.out.contains("only with `--allow-http-references`; add it, or save the file beside"),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("    --> new.json:1:"), "{}", ended.out);
    let by_address = format!("{}/new/openapi.json", server.origin);
    assert_eq!(server.seen(), [""; 0]);
    let ended = folder.run(&["diff", "old.json", &by_address]);
    assert!(ended.status == 2 && ended.out.contains("add it, or save"), "{}{}", ended.out, ended.err);
    assert_eq!(server.seen(), ["/new/openapi.json"]);
}

#[test]
fn where_it_is_allowed_files_refer_to_files_beside_them() {
    let server = labels();
    let folder = referring(&server);
    let ended = folder.run(&["diff", "old.json", "new.json", ALLOWED]);
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    let origin = &server.origin;
    let place = format!("    --> {origin}/new/id.yaml:1:1 (was {origin}/old/id.yaml:1:1)");
    assert!(ended.out.contains(&place), "{}", ended.out);
    let seen = ["/old/parts/label.yaml", "/old/id.yaml", "/new/parts/label.yaml", "/new/id.yaml"];
    let mut fetched = server.seen();
    fetched.sort();
    assert_eq!(fetched, {
        let mut seen = seen;
        seen.sort_unstable();
        seen
    });
    let ended = folder.run(&["changelog", "--files", "old.json", "new.json", ALLOWED]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let ended = folder.run(&["changelog", "v1.4.0", "v1.5.0", ALLOWED]);
    assert!(ended.status == 2 && ended.err.contains("--files"), "{}", ended.err);
}

#[test]
fn relative_references_go_on_from_where_a_file_was_found() {
    let server = labels();
    let folder = referring(&server);
    folder.write("new.json", &root("1.5.0", &format!("{}/latest/label.yaml#/Label", server.origin)));
    let latest = format!("{}/latest/openapi.json", server.origin);
    for new in ["new.json", &latest] {
        let ended = folder.run(&["diff", "old.json", new, ALLOWED]);
        assert_eq!(ended.status, 0, "{new}: {}{}", ended.out, ended.err);
        let place = format!("    --> {}/new/id.yaml:1:1", server.origin);
        assert!(ended.out.contains(&place), "{new}: {}", ended.out);
    }
    let found = format!("{}/new/openapi.json (1.5.0", server.origin);
    let ended = folder.run(&["diff", "old.json", &latest, ALLOWED]);
    assert!(ended.out.contains(&found), "{}", ended.out);
}

#[test]
fn a_description_is_named_by_its_address_too() {
    let server = labels();
    let folder = Folder::empty();
    let [old, new, local] =
        ["old/openapi.json", "new/openapi.json", "new/local.json"].map(|path| format!("{}/{path}", server.origin));
    let ended = folder.run(&["diff", &format!("{old}?token=secret"), &new, ALLOWED]);
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("response-type-changed") && !ended.out.contains("secret"), "{}", ended.out);
    let ended = folder.run(&["diff", &old, &local, ALLOWED]);
    assert!(ended.status == 2 && ended.out.contains("cannot refer to local files"), "{}", ended.out);
}

#[test]
fn failed_fetch_is_reported_with_reason_and_remedy() {
    let server = labels();
    let folder = referring(&server);
    let reference = |reference: &str| {
        folder.write("new.json", &root("1.5.0", reference));
        folder.run(&["diff", "old.json", "new.json", ALLOWED])
    };
    let host = server.origin.strip_prefix("http://").unwrap();
    for (wanted, says) in [
        (
            format!("{}/gone.yaml", server.origin),
            "cannot be fetched: the server responded with 404 Not Found; check the address",
        ),
        (format!("{}/failing.yaml", server.origin), "the server responded with 503 Service Unavailable"),
        (format!("{}/round.yaml", server.origin), "there are more than 5 redirects"),
        (format!("{}/to-file.yaml", server.origin), "cannot be fetched: "),
        ("http://127.0.0.1:1/x.yaml".to_owned(), "cannot be fetched: "),
        (format!("http://me:secret@{host}/new/id.yaml"), "its address contains credentials"),
        ("ftp://127.0.0.1/x.yaml".to_owned(), "files on the network or on other machines are not fetched"),
    ] {
        let ended = reference(&wanted);
        assert_eq!(ended.status, 2, "{wanted}: {}", ended.out);
        assert!(ended.out.contains(says), "{wanted}: {}", ended.out);
        assert!(ended.out.contains("    --> new.json:1:"), "{wanted}: {}", ended.out);
        assert!(!ended.out.contains("secret"), "{wanted}: {}", ended.out);
    }
    let ended = reference(&format!("{}/broken.yaml", server.origin));
    assert!(ended.status == 2 && ended.out.contains(&format!("--> {}/broken.yaml:", server.origin)), "{}", ended.out);
    let ended = reference(&format!("{}/moved.yaml", server.origin));
    assert_eq!(ended.status, 0, "{}", ended.out);
    folder.write("new.json", &root("1.5.0", "id.yaml"));
    for (named, says) in [
        (
            format!("{}/gone.json?token=secret", server.origin),
            "/gone.json` cannot be fetched: the server responded with 404",
        ),
        (format!("http://me:secret@{host}/new/openapi.json"), "contains credentials, which are not sent"),
    ] {
        let ended = folder.run(&["diff", &named, "new.json"]);
        assert_eq!((ended.status, ended.out.as_str()), (2, ""), "{}", ended.err);
        assert!(ended.err.contains(says) && ended.err.contains("\nhelp: "), "{}", ended.err);
        assert!(!ended.err.contains("secret"), "{}", ended.err);
    }
}
