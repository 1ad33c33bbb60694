//! `--help`, manual pages and completions: every command explains itself, and every example that it shows works.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests stop where something is not as it should be"
)]

use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::github::{FakeGitHub, pull};
use crate::support::{Folder, description};

/// The words of every command, those inside others too.
fn commands() -> Vec<Vec<String>> {
    let folder = Folder::empty();
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while let Some(command) = found.get(next).cloned() {
        let help = folder.run(&words(&command, &["-h"])).out;
        let listed = help.split_once("\nCommands:\n").map_or("", |(_, rest)| rest);
        let listed = listed.lines().take_while(|line| line.starts_with("  "));
        // A line that is indented further goes on with the one before.
        let names = listed.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
        found.extend(names.map(|name| [&command[..], &[name.to_owned()]].concat()));
        next += 1;
    }
    found
}

fn words<'a>(command: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    command.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

/// The examples of a command: lines below the heading, without the remarks behind them.
fn examples(help: &str) -> Vec<String> {
    let below = help.split_once("\nExamples:\n").or_else(|| help.split_once("\nFirst steps:\n"));
    let lines = below.map_or("", |(_, rest)| rest).lines().filter_map(|line| line.strip_prefix("  "));
    let shown = lines.filter(|line| line.contains("waybill ") && !line.starts_with("#:"));
    shown.map(|line| line.split("   ").next().unwrap().trim_end().to_owned()).collect()
}

#[test]
fn every_command_has_examples_and_says_how_it_ends() {
    let folder = Folder::empty();
    let commands = commands();
    assert!(commands.len() >= 14, "{commands:?}");
    for command in &commands {
        let long = folder.run(&words(command, &["--help"]));
        assert_eq!(long.status, 0);
        assert!(!examples(&long.out).is_empty(), "{command:?} has no example: {}", long.out);
        assert!(long.out.contains("-q, --quiet"), "{command:?}");
    }
}

/// A repository in which everything that examples name is there.
fn scene() -> (Folder, FakeGitHub) {
    let folder = Folder::two_releases();
    let origin = folder.path().join(".git/origin");
    folder.git(&["init", "--quiet", "--bare", "--initial-branch=main", origin.to_str().unwrap()]);
    folder.git(&["remote", "add", "origin", origin.to_str().unwrap()]);
    folder.git(&["push", "--quiet", "origin", "main", "main:release"]);
    folder.git(&["fetch", "--quiet", "origin"]);
    folder.git(&["remote", "set-head", "origin", "main"]);
    folder.write("old.json", &description("1.4.0", &["/a"]));
    folder.write("new.json", &description("1.5.0", &["/a", "/b"]));
    folder.write("docs/index.md", "");
    folder.write("allow.json", "{\"operations\": []}");
    let environments = r#"[{"name": "sandbox", "kind": "sandbox", "baseUrl": "https://platform.example/api/v1"}]"#;
    let credentials = r#"[{"environment": "sandbox", "apiKey": "key"}]"#;
    let deployment =
        format!(r#"{{"environment": "sandbox", "environments": {environments}, "credentials": {credentials}}}"#);
    folder.write("credentials.json", &deployment);
    folder.write("carriers/openapi.json", &description("1.0", &["/track"]));
    assert_eq!(folder.run(&["check"]).status, 0);
    let head = String::from_utf8(
        Command::new("git").current_dir(folder.path()).args(["rev-parse", "HEAD"]).output().unwrap().stdout,
    )
    .unwrap();
    let github = FakeGitHub::with_head(head.trim());
    github.state.lock().unwrap().pulls = vec![pull(7, head.trim(), "octo/shipping", "feature")];
    for path in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
        std::fs::create_dir_all(folder.path().join(".git/home").join(path)).unwrap();
    }
    (folder, github)
}

/// Runs a line as people type it, at home in the scene.
fn type_line(folder: &Folder, github: &FakeGitHub, line: &str) -> std::process::Output {
    let bin = folder.path().join(".git/bin");
    std::fs::create_dir_all(&bin).unwrap();
    let _ = std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_waybill"), bin.join("waybill"));
    // A reader of manual pages is not everywhere.
    std::fs::write(bin.join("man"), "#!/bin/sh\nexec cat\n").unwrap();
    std::fs::set_permissions(bin.join("man"), PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = Command::new("sh");
    crate::support::isolated(&mut command, folder.path());
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths([bin].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let home = folder.path().join(".git/home");
    command.env("PATH", path).env("HOME", &home).env("PROFILE", home.join("profile.ps1"));
    command
        .env("GITHUB_API_URL", &github.origin)
        .env("GITHUB_TOKEN", "ghs_canary")
        .env("GITHUB_REPOSITORY", "octo/shipping");
    command.env_remove("ANTHROPIC_API_KEY").env_remove("OPENAI_API_KEY");
    command.args(["-e", "-c", line]).stdin(Stdio::null()).output().unwrap()
}

/// What a line needs that ran before in the scene, and must not stand there: a file that is only written once.
fn make_way(folder: &Folder, line: &str) {
    if line == "waybill init" {
        for name in ["waybill.toml", "waybill.schema.json"] {
            let _ = std::fs::remove_file(folder.path().join(name));
        }
    }
    if line.starts_with("git tag") {
        // The next version is that of the release; an earlier example may have made the tag.
        let _ = Command::new("git").current_dir(folder.path()).args(["tag", "-d", "v2.0.0"]).output();
    }
}

#[test]
fn every_example_works() {
    let (folder, github) = scene();
    let mock = Server::start(&folder);
    let mut ran = 0;
    for command in commands() {
        let help = folder.run(&words(&command, &["--help"])).out;
        for line in examples(&help) {
            make_way(&folder, &line);
            // Servers end with their input, and take any port: examples run side by side with other tests.
            let mut typed = line.replace("http://127.0.0.1:8080", &mock.origin);
            let serves = ["waybill dev", "waybill mock", "waybill view"].iter().any(|server| typed.starts_with(server));
            if serves && !typed.contains(" mock seed ") {
                typed = typed.replace("--port 9000", "--port 0") + " --until-stdin-closes";
                if typed.starts_with("waybill view") {
                    typed = typed.replace(" --no-open", "") + " --no-open";
                } else if !typed.contains("--port") {
                    typed += " --port 0";
                }
            }
            let output = type_line(&folder, &github, &typed);
            let said = String::from_utf8_lossy(&output.stderr);
            // Most builds are made without the viewer, and say so.
            let needs_viewer = said.contains(" needs the viewer, which this build of waybill does not include");
            assert!(output.status.success() || needs_viewer, "{line}: {:?}\n{said}", output.status);
            ran += 1;
        }
    }
    assert!(ran >= 35, "only {ran} examples were found: the search is wrong");
}

/// A mock service on any port, for as long as this lives.
struct Server {
    process: std::process::Child,
    origin: String,
}

impl Server {
    fn start(folder: &Folder) -> Server {
        let mut command = folder.command(".", &["--quiet", "mock", "--port", "0", "--until-stdin-closes"]);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let origin = line.trim().rsplit(' ').next().unwrap().to_owned();
        Server { process, origin }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::empty();
    let ended = folder.run(&["man", "--output", "man1"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    for command in commands() {
        let name = words(&command, &[]).iter().fold("waybill".to_owned(), |name, word| format!("{name}-{word}"));
        let page = folder.read(&format!("man1/{name}.1"));
        assert!(page.contains(".SH NAME\n") && page.contains(".SH DESCRIPTION\n"), "{name}: {page}");
        assert!(page.contains("Examples:") || page.contains("First steps:"), "{name}: {page}");
    }
    assert_eq!(folder.run(&["man"]).out, folder.read("man1/waybill.1"));
}

#[test]
fn each_shell_gets_a_script_that_knows_every_command() {
    let folder = Folder::empty();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let ended = folder.run(&["completions", shell]);
        assert_eq!((ended.status, ended.err.as_str()), (0, ""));
        for word in commands().concat().iter().map(String::as_str).chain(["fail-on", "front-matter"]) {
            assert!(ended.out.contains(word), "{shell} does not know {word}");
        }
    }
}

#[test]
fn bash_completes_commands_options_and_their_values() {
    let folder = Folder::empty();
    folder.write("waybill.bash", &folder.run(&["completions", "bash"]).out);
    for (typed, expected) in [
        (&["waybill", "chan"][..], "changelog"),
        (&["waybill", "mock", "se"], "seed"),
        (&["waybill", "diff", "--fail"], "--fail-on"),
        (&["waybill", "diff", "--format", "mark"], "markdown"),
    ] {
        let words = typed.join(" ");
        let at = typed.len() - 1;
        let (current, before) = (typed[at], typed[at - 1]);
        let script = format!(
            "source waybill.bash; COMP_WORDS=({words}); COMP_CWORD={at}; _waybill waybill {current} {before}; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").current_dir(folder.path()).args(["-c", &script]).output().unwrap();
        let replies = String::from_utf8(output.stdout).unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(replies.lines().any(|line| line == expected), "{words}: {replies}{said}");
    }
}

#[test]
fn options_that_name_settings_call_them_by_their_name() {
    let folder = Folder::empty();
    for command in commands() {
        let help = folder.run(&words(&command, &["--help"])).out;
        if let Some((_, rest)) = help.split_once("--config <FILE>\n") {
            let said = rest.split("\n\n").next().unwrap();
            assert!(said.contains("waybill.toml"), "{command:?}: {said}");
        }
    }
    assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/waybill.json").is_file());
}
