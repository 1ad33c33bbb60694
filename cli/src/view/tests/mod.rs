//! The page's server with a mock viewer: the served resources, access control, and the end of the server.

mod endings;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use waybill_core::compat::Levels;

use super::{Comparisons, Site, draw_secret, serve};
use crate::changelog::pair;
use crate::server;
use crate::web::Web;

/// The files of a mock page.
const PAGE: [(&str, &[u8]); 3] = [
    (
        "index.html",
        b"<head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; worker-src 'self'\" />\
        <!--waybill:settings--></head>",
    ),
    ("assets/diff.wasm", b"\0asm"),
    ("assets/page.js", b"start()"),
];

/// A site that is served in separate threads.
struct Served {
    address: SocketAddr,
    /// The path of the page.
    folder: String,
    /// Stops the server.
    stop: Option<oneshot::Sender<()>>,
    /// Closed when the server has ended.
    ended: Option<oneshot::Receiver<()>>,
    runtime: Runtime,
}

impl Served {
    /// Serves two descriptions. The server ends when all pages have been closed for `pause`.
    fn start(pause: Duration) -> Served {
        let runtime = Runtime::new().unwrap();
        let (listener, address) = runtime.block_on(server::bind(Ipv4Addr::LOCALHOST.into(), 0)).unwrap();
        let site = Site::new(address, &draw_secret().unwrap(), &PAGE, comparisons());
        let folder = site.address().strip_prefix(&format!("http://{address}")).unwrap().to_owned();
        let (stop, stopped) = oneshot::channel();
        let (ending, ended) = oneshot::channel();
        runtime.spawn(async move {
            let stop = async { drop(stopped.await) };
            serve(listener, site, [pause, Duration::from_millis(20)], stop).await;
            drop(ending);
        });
        Served { address, folder, stop: Some(stop), ended: Some(ended), runtime }
    }

    /// Sends the head of a request, and returns the connection.
    fn send(&self, request: &str, fields: &str) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(stream, "{request} HTTP/1.1\r\n{fields}\r\n").unwrap();
        BufReader::new(stream)
    }

    /// Requests a path relative to the page, and returns the whole response.
    fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET {}{path}", self.folder), &format!("Host: {}\r\n", self.address))
    }

    fn ask(&self, request: &str, fields: &str) -> Answer {
        let mut answer = String::new();
        self.send(request, &format!("{fields}Connection: close\r\n")).read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    /// Waits until the server has ended. Returns false on a timeout.
    fn ends_within(&mut self, patience: Duration) -> bool {
        let ended = self.ended.take().unwrap();
        self.runtime.block_on(async { tokio::time::timeout(patience, ended).await.is_ok() })
    }
}

/// A response, with its head in lower case.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

/// Returns the comparison of two descriptions, each with a file that it refers to.
fn comparisons() -> Comparisons {
    let folder = tempfile::tempdir().unwrap();
    for (side, version) in [("old", "1.0.0"), ("new", "1.1.0")] {
        let schema = serde_json::json!({"$ref": "../shared%20files/p%C3%A4rcel.html"});
        let body = serde_json::json!({"content": {"application/json": {"schema": schema}}, "description": version});
        let paths = serde_json::json!({"/a": {"get": {"responses": {"200": body}}}});
        let info = serde_json::json!({"title": "Shipping", "version": version});
        let root = serde_json::json!({"openapi": "3.0.3", "info": info, "paths": paths});
        let (api, shared) = (folder.path().join(side).join("api"), folder.path().join(side).join("shared files"));
        std::fs::create_dir_all(&api).unwrap();
        std::fs::create_dir_all(&shared).unwrap();
        std::fs::write(api.join("root.json"), root.to_string()).unwrap();
        std::fs::write(shared.join("pärcel.html"), format!("{{\"title\": \"{version}\"}}")).unwrap();
    }
    let names = ["old", "new"].map(|side| folder.path().join(side).join("api/root.json").display().to_string());
    let web = Web::new(false);
    let mut pair = pair::read_files([&names[0], &names[1]], None, Some(folder.path()), &web).unwrap();
    pair.pair.comparison.levels = Levels::new([("tag-*".to_owned(), "additive".to_owned())]).unwrap();
    Comparisons::new(&[pair]).unwrap()
}

#[test]
fn the_page_its_files_and_both_descriptions_are_served() {
    let served = Served::start(Duration::from_mins(1));
    let page = served.get("");
    assert_eq!((page.status, page.body.matches("<meta").count()), (200, 3), "{page:?}");
    assert!(page.body.contains(r#"<meta name="waybill-comparisons" content="comparisons.json">"#), "{page:?}");
    assert!(page.body.contains(r#"<meta name="waybill-stream" content="stream">"#), "{page:?}");
    let list: serde_json::Value = serde_json::from_str(&served.get("comparisons.json").body).unwrap();
    let comparison = &list["comparisons"][0];
    assert!(comparison["name"].is_null() && list["comparisons"].as_array().unwrap().len() == 1, "{list}");
    assert_eq!(comparison["exclude"], serde_json::json!({"tags": [], "paths": [], "internal": false}));
    assert_eq!(comparison["levels"], serde_json::json!({"tag-*": "additive"}));
    for (side, version) in [("previous", "1.0.0"), ("current", "1.1.0")] {
        let described = &comparison[side];
        assert_eq!(described["version"], version);
        assert_eq!(described["path"], format!("0/{side}/api/root.json"));
        assert_eq!(described["files"], serde_json::json!([format!("0/{side}/shared files/pärcel.html")]));
        let file = served.get(&format!("0/{side}/shared%20files/p%C3%a4rcel.html"));
        assert_eq!(file.body, format!("{{\"title\": \"{version}\"}}"));
        assert!(file.head.contains("content-type: text/plain; charset=utf-8"), "a description is no page: {file:?}");
        assert!(served.get(described["path"].as_str().unwrap()).body.contains("\"openapi\""));
    }
}

#[test]
fn every_answer_has_its_type_and_is_kept_from_others() {
    let served = Served::start(Duration::from_mins(1));
    for (path, status, content_type) in [
        ("", 200, "text/html; charset=utf-8"),
        ("index.html", 200, "text/html; charset=utf-8"),
        ("assets/page.js", 200, "text/javascript; charset=utf-8"),
        ("assets/diff.wasm", 200, "application/wasm"),
        ("comparisons.json", 200, "application/json"),
        ("nothing", 404, "text/plain; charset=utf-8"),
    ] {
        let answer = served.get(path);
        assert_eq!(answer.status, status, "{path}");
        for field in [
            &format!("content-type: {content_type}"),
            "cache-control: no-store",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
            // A worker uses the policy of the response with its script, not that of its page.
            "content-security-policy: default-src 'none'; worker-src 'self'",
        ] {
            assert!(answer.head.lines().any(|line| line == field), "{path} lacks {field}: {answer:?}");
        }
    }
}

#[test]
fn other_paths_methods_and_hosts_are_refused() {
    let served = Served::start(Duration::from_mins(1));
    let (folder, host) = (&served.folder, format!("Host: {}\r\n", served.address));
    assert_eq!(folder.len(), 34, "128 bits: {folder}");
    assert_ne!(draw_secret().unwrap(), draw_secret().unwrap());
    let other = format!("/{}/", "0".repeat(32));
    for path in ["/", "/index.html", other.as_str(), folder.trim_end_matches('/'), &format!("{folder}assets/")] {
        assert_eq!(served.ask(&format!("GET {path}"), &host).status, 404, "{path}");
    }
    for path in ["../Cargo.toml", "%2e%2e/x", "assets/%zz", "%ff", "assets/../index.html"] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let refused = served.ask(&format!("{method} {folder}"), &host);
        assert!(refused.status == 405 && refused.head.contains("allow: get, head"), "{method}: {refused:?}");
    }
    let port = served.address.port();
    for fields in [
        "Host: evil.example\r\n",
        &format!("Host: evil.example:{port}\r\n"),
        &format!("Host: localhost:{port}\r\n"),
        "Host: 127.0.0.1\r\n",
        &format!("{host}Host: evil.example\r\n"),
        "",
    ] {
        let refused = served.ask(&format!("GET {folder}"), fields);
        assert!(refused.status == 421 && !refused.body.contains("meta"), "{fields}: {refused:?}");
    }
    assert_eq!(served.ask(&format!("GET http://evil.example{folder}"), &host).status, 421);
}

#[test]
fn a_head_is_the_same_without_a_body_and_opens_no_stream() {
    let mut served = Served::start(Duration::from_millis(50));
    let host = format!("Host: {}\r\n", served.address);
    let head = served.ask(&format!("HEAD {}assets/diff.wasm", served.folder), &host);
    assert!(head.status == 200 && head.body.is_empty() && head.head.contains("content-length: 4"), "{head:?}");
    let stream = served.ask(&format!("HEAD {}stream", served.folder), &host);
    assert!(stream.status == 200 && stream.head.contains("content-type: text/event-stream"), "{stream:?}");
    assert!(!served.ends_within(Duration::from_millis(500)), "no page was open");
}

/// Opens a stream, and waits for its first comment.
fn open_stream(served: &Served) -> BufReader<TcpStream> {
    let mut stream = served.send(&format!("GET {}stream", served.folder), &format!("Host: {}\r\n", served.address));
    wait_for_comment(&mut stream);
    stream
}

fn wait_for_comment(stream: &mut BufReader<TcpStream>) {
    let mut line = String::new();
    while line.trim() != ":" {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the stream ended");
    }
}
