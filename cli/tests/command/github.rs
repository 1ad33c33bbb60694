//! GitHub's REST API as far as comments on a pull request need it, on this machine, with faults on demand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "test support: a failure here is a failed test")]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Barrier, Mutex};

use serde_json::{Value, json};

/// Who the token belongs to.
pub(crate) const BOT: &str = "github-actions[bot]";

/// What the repository holds.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Id, author and text of each comment, in order.
    pub(crate) comments: Vec<(u64, String, String)>,
    /// Whether somebody deletes all comments right after they were listed, once.
    pub(crate) deletes_listed: bool,
    next_id: u64,
    pub(crate) labels: Vec<String>,
    /// Pull requests as the API gives them.
    pub(crate) pulls: Vec<Value>,
    /// Status lines with further header lines, each the answer to one request; empty ones are no fault, and behind `lost `
    /// the request is done all the same.
    pub(crate) faults: VecDeque<String>,
    /// Method and path of every request.
    pub(crate) seen: Vec<String>,
}

/// The server.
pub(crate) struct FakeGitHub {
    pub(crate) origin: String,
    pub(crate) state: Arc<Mutex<State>>,
}

impl FakeGitHub {
    /// A server whose repository `octo/shipping` has pull request 7 with this last commit.
    pub(crate) fn with_head(head: &str) -> FakeGitHub {
        FakeGitHub::start(head, None)
    }

    /// The same, in which the first two lists of comments wait for each other.
    pub(crate) fn with_race(head: &str) -> FakeGitHub {
        FakeGitHub::start(head, Some(Arc::new(Barrier::new(2))))
    }

    fn start(head: &str, race: Option<Arc<Barrier>>) -> FakeGitHub {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let state = State { next_id: 100, pulls: vec![pull(7, head, "octo/shipping", "feature")], ..State::default() };
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (Ok(stream), state, race) = (stream, Arc::clone(&shared), race.clone()) else { return };
                std::thread::spawn(move || serve(stream, &state, race.as_deref()));
            }
        });
        FakeGitHub { origin, state }
    }

    pub(crate) fn comments(&self) -> Vec<(u64, String, String)> {
        self.state.lock().unwrap().comments.clone()
    }

    pub(crate) fn add_comment(&self, author: &str, body: &str) {
        add(&mut self.state.lock().unwrap(), author, body);
    }

    pub(crate) fn fail(&self, faults: &[&str]) {
        self.state.lock().unwrap().faults.extend(faults.iter().map(|fault| (*fault).to_owned()));
    }

    /// The requests so far that change something.
    pub(crate) fn changes(&self) -> Vec<String> {
        let seen = &self.state.lock().unwrap().seen;
        seen.iter().filter(|request| !request.starts_with("GET ")).cloned().collect()
    }
}

/// A pull request to `octo/shipping`.
pub(crate) fn pull(number: u64, head: &str, repository: &str, branch: &str) -> Value {
    json!({
        "number": number,
        "state": "open",
        "head": {"sha": head, "ref": branch, "repo": {"full_name": repository}},
        "base": {"sha": "0", "ref": "main", "repo": {"full_name": "octo/shipping"}},
    })
}

fn add(state: &mut State, author: &str, body: &str) {
    state.next_id += 1;
    state.comments.push((state.next_id, author.to_owned(), body.to_owned()));
}

fn serve(mut stream: TcpStream, state: &Mutex<State>, race: Option<&Barrier>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    loop {
        let mut head = String::new();
        while reader.read_line(&mut head).is_ok_and(|length| length > 2) {}
        if head.is_empty() {
            return;
        }
        let length = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        let mut words = head.split(' ');
        let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let lists = {
            let mut state = state.lock().unwrap();
            state.seen.push(format!("{method} {path}"));
            state.seen.iter().filter(|seen| seen.contains("/comments?")).count()
        };
        let fault = state.lock().unwrap().faults.pop_front().filter(|fault| !fault.is_empty());
        let reply = || {
            let mut state = state.lock().unwrap();
            let answer = answer(&mut state, method, path, &body);
            if method == "GET" && path.contains("/comments?") && std::mem::take(&mut state.deletes_listed) {
                state.comments.clear();
            }
            answer
        };
        let (status, answer) = if let Some(fault) = fault {
            if fault.starts_with("lost ") {
                reply();
            }
            // With everything that was sent, as a careless proxy may answer.
            (fault.trim_start_matches("lost ").to_owned(), json!({"message": format!("no: {head}")}))
        } else {
            let (status, answer) = reply();
            (status.to_owned(), answer)
        };
        if let Some(race) = race.filter(|_| lists <= 2 && path.contains("/comments?")) {
            race.wait();
        }
        let answer = if status.starts_with("204") { String::new() } else { answer.to_string() };
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n{answer}", answer.len());
        if stream.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

fn answer(state: &mut State, method: &str, path: &str, body: &[u8]) -> (&'static str, Value) {
    let missing = ("404 Not Found", json!({"message": "Not Found"}));
    let Some(path) = path.strip_prefix("/repos/octo/shipping/") else { return missing };
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let text = body["body"].as_str().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').collect();
    match (method, parts.as_slice()) {
        ("GET", ["pulls", number]) => {
            let found =
                state.pulls.iter().find(|pull| number.parse().is_ok_and(|number: u64| pull["number"] == number));
            found.map_or(missing, |pull| ("200 OK", pull.clone()))
        }
        ("GET", ["commits", _, "pulls"]) => ("200 OK", Value::Array(state.pulls.clone())),
        ("GET", ["issues", "7", "comments"]) => ("200 OK", page(state, query)),
        ("POST", ["issues", "7", "comments"]) if text.chars().count() > 65_536 => {
            ("422 Unprocessable Entity", json!({"message": "body is too long"}))
        }
        ("POST", ["issues", "7", "comments"]) => {
            add(state, BOT, text);
            ("201 Created", json!({"id": state.next_id}))
        }
        ("PATCH", ["issues", "comments", id]) => {
            let Some(comment) = state.comments.iter_mut().find(|comment| comment.0.to_string() == *id) else {
                return missing;
            };
            text.clone_into(&mut comment.2);
            ("200 OK", json!({"id": comment.0}))
        }
        ("DELETE", ["issues", "comments", id]) => {
            let before = state.comments.len();
            state.comments.retain(|comment| comment.0.to_string() != *id);
            if state.comments.len() < before { ("204 No Content", Value::Null) } else { missing }
        }
        ("POST", ["issues", "7", "labels"]) => {
            state.labels.push(body["labels"][0].as_str().unwrap_or_default().to_owned());
            ("200 OK", json!([]))
        }
        ("DELETE", ["issues", "7", "labels", name]) => {
            let before = state.labels.len();
            state.labels.retain(|label| label.replace(' ', "%20") != **name);
            if state.labels.len() < before { ("200 OK", json!([])) } else { missing }
        }
        _ => missing,
    }
}

/// One page of the comments.
fn page(state: &State, query: &str) -> Value {
    let number =
        |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')?.parse().ok());
    let (size, page) = (number("per_page").unwrap_or(30_usize), number("page").unwrap_or(1_usize));
    let comments = state.comments.iter().skip((page - 1) * size).take(size);
    comments.map(|(id, author, body)| json!({"id": id, "user": {"login": author}, "body": body})).collect()
}
