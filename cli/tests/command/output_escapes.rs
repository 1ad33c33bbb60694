//! No text from elsewhere moves the cursor of a terminal or starts a command of a CI system, whatever the command and the
//! format: each text is put wherever text can come from, and both streams are read as a runner reads them.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests stop where something is not as it should be"
)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

use crate::github::FakeGitHub;
use crate::rewrite::clear;
use crate::support::{Ended, Folder, ended};
use serde_json::{Value, json};

const HEAD: &str = "9d2e1f00112233445566778899aabbccddeeff00";

/// Commands of GitHub Actions, Azure Pipelines, GitLab and others, and characters that a terminal executes or hides.
const TEXTS: [&str; 12] = [
    "::set-env name=pwned::1",
    "a\n::error title=pwned::x\n  ::add-mask::x",
    "a\r::add-mask::x\r\n\u{a0}::stop-commands::x",
    "\u{a0}\u{2003}::group::pwned",
    "##[error]pwned ##[[group]]",
    "a ##vso[task.setvariable variable=pwned]1",
    "##teamcity[buildStatus text='pwned']",
    "section_start:1:pwned\r\u{1b}[0Ksection_end:2:pwned",
    "\u{1b}]0;pwned\u{7}\u{9b}2J\u{1b}[2J\u{8}\u{7f}",
    "\u{85}\u{2028}::warning::pwned\u{2029}\u{c}\u{b}::debug::x",
    "a\u{202e}b\u{2066}c\u{200b}d\u{feff}e\u{e0041}f\u{e007f}g\u{ad}h\u{200d}::i",
    "` ` ``##[x]`` | </script> ]]> --> %0A::error::pwned ##\u{200b}[x]",
];

/// Reads output as runners and terminals do. Waybill's own annotations are the only commands.
fn check(text: &str, output: &str) {
    for line in output.split('\n') {
        let bad = line.chars().find(|char| {
            let is_invisible = matches!(
                char,
                '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
            );
            (char.is_control() && *char != '\t') || is_invisible
        });
        assert_eq!(bad, None, "{text:?} is in {line:?}");
        if line.trim_start().starts_with("::") {
            let is_annotation = ["error", "warning", "notice"].iter().any(|kind| {
                let rest = line.strip_prefix("::").and_then(|line| line.strip_prefix(kind));
                rest.is_some_and(|rest| {
                    rest.starts_with("::") || rest.starts_with(" file=") || rest.starts_with(" title=")
                })
            });
            assert!(is_annotation && !line.starts_with("::error title=pwned"), "{text:?} is a command: {line:?}");
        }
        for (at, _) in line.match_indices("##") {
            let behind = line[at + 2..].trim_start_matches(|char: char| char.is_ascii_alphanumeric());
            assert!(!behind.starts_with('['), "{text:?} is a command: {line:?}");
        }
        for mark in ["section_start:", "section_end:"] {
            let folds = |(_, rest): (&str, &str)| rest.starts_with(|char: char| char.is_ascii_digit());
            assert!(!line.split_once(mark).is_some_and(folds), "{text:?} is a command: {line:?}");
        }
    }
}

fn check_both(text: &str, output: &Ended) {
    check(text, &output.out);
    check(text, &output.err);
}

/// Runs a command as in GitHub Actions, where it also prints annotations.
fn run(folder: &Folder, text: &str, arguments: &[&str]) -> Ended {
    let mut command = folder.command(".", arguments);
    let output = ended(&command.stdin(Stdio::null()).env("GITHUB_ACTIONS", "true").output().unwrap());
    assert!(!output.out.is_empty() || !output.err.is_empty(), "{arguments:?} prints nothing");
    check_both(text, &output);
    output
}

/// A description with the text in its names, sentences, values and references.
fn description(text: &str, version: &str, is_old: bool) -> String {
    let required = !is_old;
    let mut schema = json!({"type": "object", "title": text, "properties": {text: {"type": "string", "enum": [text]}}});
    if is_old {
        schema["properties"][text]["enum"] = json!([text, format!("{text}2"), "kept"]);
    }
    let operation = json!({
        "operationId": text, "summary": text, "description": if is_old { text } else { "" }, "tags": [text],
        "parameters": [
            {"name": text, "in": "query", "required": required, "description": text, "schema": {"default": text, "enum": [text]}},
            {"$ref": format!("{}.json#/x", text.replace('/', ""))}
        ],
        "responses": {"200": {"description": text, "content": {"application/json": {"schema": schema}}}}
    });
    let path = format!("/{text}/{{{text}}}");
    let mut paths = json!({ &path: {"get": operation, "post": operation}, text: {} });
    if is_old {
        paths[&path]["delete"] = json!({"deprecated": true, "responses": {text: {"description": text}}});
    }
    json!({
        "openapi": "3.1.0", "info": {"title": text, "version": version, "description": text}, "paths": paths,
        "servers": [{"url": format!("https://{version}.example/{text}")}], "tags": [{"name": text, "description": text}],
        "components": {"securitySchemes": {text: {"type": "http", "scheme": text}}}, "security": [{text: [text]}]
    })
    .to_string()
}

/// The same, without what makes a comparison incomplete.
fn whole_description(text: &str, version: &str, is_old: bool) -> String {
    let mut whole: Value = serde_json::from_str(&description(text, version, is_old)).unwrap();
    for (path, item) in whole["paths"].as_object_mut().unwrap() {
        if path == text {
            continue;
        }
        for operation in item.as_object_mut().unwrap().values_mut() {
            if let Some(parameters) = operation.get_mut("parameters") {
                parameters.as_array_mut().unwrap().truncate(1);
            }
            operation["responses"].as_object_mut().unwrap().retain(|status, _| status == "200");
        }
    }
    whole["paths"].as_object_mut().unwrap().remove(text);
    whole.to_string()
}

fn file_name(text: &str, end: &str) -> String {
    format!("{}{end}", text.replace('/', ""))
}

#[test]
fn compared_files_print_no_commands() {
    for text in TEXTS {
        let folder = Folder::empty();
        let [old, new, broken, list] =
            ["old.json", "new.json", "bad.yaml", "list.json"].map(|end| file_name(text, end));
        folder.write(&old, &description(text, &format!("1.0.0{text}"), true));
        folder.write(&new, &description(text, &format!("1.0.0{text}b"), false));
        folder.write(&broken, &format!("openapi: 3.1.0\npaths:\n  \"{text}\": [\n"));
        for format in ["terminal", "json", "markdown", "sarif", "junit", "github", "html"] {
            run(&folder, text, &["diff", &old, &new, "--format", format]);
            run(&folder, text, &["diff", &old, &broken, "--format", format]);
        }
        let printed = run(&folder, text, &["diff", &old, &new, "--format", "json"]);
        let _: Value = serde_json::from_str(&printed.out).unwrap();
        run(&folder, text, &["diff", text, &new]);
        run(&folder, text, &["diff", &old, &new, "--fail-on", text]);
        run(&folder, text, &["diff", &old, &new, "--config", &broken]);
        run(&folder, text, &["explain", text]);
        run(&folder, text, &[text]);
        folder.write(&old, &whole_description(text, "1.0.0", true));
        folder.write(&new, &whole_description(text, "1.0.1", false));
        run(&folder, text, &["changelog", "--files", &old, &new, "--stdout", "--detail", "all"]);
        run(&folder, text, &["changelog", "--files", &old, &new, "--output", &file_name(text, ".md")]);
        run(
            &folder,
            text,
            &[
                "changelog",
                "--files",
                &old,
                &new,
                "--site",
                &file_name(text, ".d"),
                "--site-title",
                text,
                "--date",
                "2026-04-11",
            ],
        );
        let operation = json!({"name": "x", "route": "platform", "method": "GET", "template": format!("/{text}"),
            "query": {text: {"any": text}}});
        folder.write(&list, &json!({"operations": [operation]}).to_string());
        run(&folder, text, &["forward", "check", &list, &new]);
        folder.write(&list, &json!({"operations": [{text: text}]}).to_string());
        run(&folder, text, &["forward", "check", &list, &new]);
        let kept = folder.read(&file_name(text, ".md"));
        assert!(!kept.contains("\\u{5b}"), "a written file keeps its text: {kept}");
    }
}

#[test]
fn repositories_and_builds_print_no_commands() {
    for text in TEXTS {
        let folder = Folder::repository();
        let quoted = json!(text).to_string();
        let settings = |build: &str| {
            let build = json!(build).to_string();
            format!(
                "[levels]\n{quoted} = \"additive\"\n[[descriptions]]\nname = {quoted}\ndescription = \"a.json\"\n\
                 [[descriptions]]\nname = \"built\"\nbuild = {build}\noutput = \"b.json\"\n"
            )
            .replace(&format!("[levels]\n{quoted} = \"additive\"\n"), "")
        };
        folder.write("log.txt", &format!("{text}\n{text}\n"));
        for (version, is_old) in [("1.0.0", true), ("1.1.0", false)] {
            folder.write("waybill.toml", &settings("cat log.txt; cp a.json b.json"));
            folder.write("a.json", &whole_description(text, version, is_old));
            folder.commit("2026-04-11T12:00:00Z");
            folder.git(&["tag", &format!("v{version}")]);
        }
        run(&folder, text, &["changelog", "1.0.0", "1.1.0"]);
        run(&folder, text, &["changelog", "1.0.0", "1.1.0", "--description", text, "--stdout"]);
        run(&folder, text, &["changelog", "1.0.0", text]);
        run(&folder, text, &["bump", "1.0.0"]);
        run(&folder, text, &["bump", text]);
        run(&folder, text, &["view", "1.0.0", text]);
        for format in ["terminal", "sarif", "junit", "github", "html"] {
            run(&folder, text, &["check", "--base", "v1.0.0", "--format", format, "--output", &file_name(text, "out")]);
        }
        run(&folder, text, &["check", "--base", text]);
        comment(&folder, text, &file_name(text, "out"));
        folder.write("waybill.toml", &settings("cat log.txt >&2; exit 3"));
        folder.write(
            "waybill-accept.toml",
            &format!("[[accept]]\nfingerprint = {quoted}\nreason = {quoted}\nexpires = 2999-01-01\n"),
        );
        folder.commit("2026-04-11T12:00:00Z");
        folder.git(&["tag", "v1.2.0"]);
        for format in ["terminal", "sarif", "junit", "github"] {
            run(&folder, text, &["check", "--base", "v1.0.0", "--config", "waybill.toml", "--format", format]);
        }
        run(&folder, text, &["bump", "1.1.0"]);
        folder.write("waybill.toml", &format!("{quoted} = {quoted}\n[{quoted}\n"));
        run(&folder, text, &["changelog", "1.0.0", "1.1.0", "--config", "waybill.toml"]);
        folder.write("waybill.toml", &format!("{quoted} = {quoted}\n"));
        run(&folder, text, &["changelog", "1.0.0", "1.1.0", "--config", "waybill.toml"]);
        std::fs::remove_file(folder.path().join("waybill.toml")).unwrap();
        folder.write(&file_name(text, "/openapi.json"), &description(text, "1", true));
        folder.write("package.json", &json!({"scripts": {"openapi": text, text: text}}).to_string());
        folder.git(&["add", "--all"]);
        run(&folder, text, &["init"]);
    }
}

/// Prints the comments about a result, and posts them to a server that refuses them with the text.
fn comment(folder: &Folder, text: &str, file: &str) {
    run(folder, text, &["comment", file, "--dry-run", "--repository", "octo/shipping"]);
    let github = FakeGitHub::with_head(HEAD);
    let origin = replying("422 No", &json!({"message": text, "error": text}).to_string());
    for api in [&origin, &github.origin] {
        let mut command = folder.command(".", &["comment", file, "--api", api, "--pull-request", "7"]);
        command.env("GITHUB_TOKEN", "ghs_canary7713").env("GITHUB_REPOSITORY", "octo/shipping");
        check_both(text, &ended(&command.output().unwrap()));
    }
}

/// The address of a server that answers each request with this status and body.
fn replying(status: &str, body: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let length = body.len();
    let reply = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut head = String::new();
            while reader.read_line(&mut head).is_ok_and(|length| length > 2) {}
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            let _ = reader.read_exact(&mut vec![0; length.unwrap_or(0)]);
            let _ = stream.write_all(reply.as_bytes());
        }
    });
    origin
}

#[test]
fn providers_and_keys_print_no_commands() {
    for text in TEXTS {
        let folder = Folder::empty();
        folder.write("old.json", &whole_description(text, "1.0.0", true));
        folder.write("new.json", &whole_description(text, "1.0.1", false));
        let error = json!({"error": {"message": text, "type": text, "code": text}}).to_string();
        let message = json!({"content": text, "refusal": text});
        let reply = json!({"model": text, "choices": [{"finish_reason": "stop", "message": message}]}).to_string();
        let unknown = json!({"changes": [{"id": text, "reason": text, "action": text, "example": null}]}).to_string();
        let unknown = json!({"choices": [{"finish_reason": text, "message": {"content": unknown}}]}).to_string();
        for (status, body) in [("422 No", &error), ("200 OK", &error), ("200 OK", &reply), ("200 OK", &unknown)] {
            let mut command = folder.command(".", &["rewrite", "old.json", "new.json", "1.0.1"]);
            clear(&mut command);
            command.env("OPENAI_API_KEY", "canary").env("WAYBILL_REWRITE_BASE_URL", replying(status, body));
            command.env("WAYBILL_REWRITE_CACHE", folder.path().join("cache")).env("WAYBILL_REWRITE_ATTEMPTS", "1");
            let output = ended(&command.output().unwrap());
            assert!(output.err.contains("Asking ") && output.err.contains("note: "), "{}", output.err);
            check_both(text, &output);
        }
        let deployment = json!({"environment": text, "environments": [{"name": text, "kind": "sandbox", "baseUrl": text}],
            "credentials": [{"environment": text, "apiKey": "a"}]});
        let name = file_name(text, ".json");
        folder.write(&name, &deployment.to_string());
        for format in ["text", "json"] {
            run(&folder, text, &["keys", "check", "--file", &name, "--format", format, "--search", "."]);
        }
        folder.write(&name, &json!({text: text}).to_string());
        run(&folder, text, &["keys", "check", "--file", &name]);
    }
}

#[test]
fn servers_log_no_commands() {
    for text in TEXTS {
        let folder = Folder::empty();
        folder.write(&file_name(text, ".yaml"), &description(text, "1", true));
        folder.write(&file_name(text, ".wsdl"), &format!("<definitions name=\"{text}\">"));
        for server in ["mock", "dev"] {
            let mut command = folder.command(".", &[server, "--port", "0", "--seed", ".", "--until-stdin-closes"]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let mut output = BufReader::new(child.stdout.take().unwrap());
            let mut first = String::new();
            output.read_line(&mut first).unwrap();
            let address = first.trim().rsplit("http://").next().unwrap().to_owned();
            let mut stream = TcpStream::connect(&address).unwrap();
            let path = text.replace(['\r', '\n', ' ', '#'], "");
            for path in [format!("/rest/{path}"), format!("/soap/{path}"), format!("/auth/realms/{path}/x"), path] {
                let _ = stream.write_all(
                    format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nSOAPAction: x\r\n\r\n")
                        .as_bytes(),
                );
            }
            let seeded = seed(&folder, &address);
            drop(child.stdin.take());
            let mut printed = String::new();
            output.read_to_string(&mut printed).unwrap();
            let mut errors = String::new();
            child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
            child.wait().unwrap();
            check(text, &printed);
            check(text, &errors);
            check_both(text, &seeded);
        }
    }
}

fn seed(folder: &Folder, address: &str) -> Ended {
    let mut command: Command = folder.command(".", &["mock", "seed", &format!("http://{address}"), ".", "--wait", "5"]);
    ended(&command.output().unwrap())
}
