//! What a terminal shows while something takes long, and that nothing else gets it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests stop where something is not as it should be")]

use std::fs::File;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::process::Stdio;

use crate::support::Folder;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Two descriptions of so many paths, which differ in every property.
fn with_paths(count: usize) -> Folder {
    let folder = Folder::empty();
    for (name, kind) in [("old.json", "string"), ("new.json", "integer")] {
        let mut paths = serde_json::Map::new();
        for at in 0..count {
            let properties: serde_json::Map<String, serde_json::Value> =
                (0..8).map(|one| (format!("p{one}"), serde_json::json!({"type": kind}))).collect();
            let schema = serde_json::json!({"type": "object", "properties": properties});
            let answer = serde_json::json!({"description": "", "content": {"application/json": {"schema": schema}}});
            paths.insert(format!("/p{at}"), serde_json::json!({"get": {"responses": {"200": answer}}}));
        }
        let info = serde_json::json!({"title": "Large", "version": "1.0.0"});
        folder.write(name, &serde_json::json!({"openapi": "3.0.3", "info": info, "paths": paths}).to_string());
    }
    folder
}

/// Descriptions whose comparison takes long enough here for a bar, however fast the machine is; and what it showed.
fn large() -> (Folder, String) {
    let folders = (0..8).map(|doubled| with_paths(400 << doubled));
    let mut watched = folders.map(|folder| {
        let (shown, passed) = watch(&folder, &["diff", "old.json", "new.json"]);
        assert!(passed, "{shown}");
        (folder, shown)
    });
    watched.find(|(_, shown)| steps(shown).len() > 3).unwrap()
}

/// The states of a bar that were shown one after another.
fn steps(shown: &str) -> Vec<&str> {
    shown.split("\r\u{1b}[K").filter(|step| !step.is_empty()).collect()
}

/// Runs the command with a terminal for its standard error; what that showed, and how it ended.
fn watch(folder: &Folder, arguments: &[&str]) -> (String, bool) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let other_end = File::options().read(true).write(true).open(std::ffi::OsStr::from_bytes(name.as_bytes())).unwrap();
    let mut command = folder.command(".", arguments);
    let mut process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(other_end).spawn().unwrap();
    // The end of the terminal that the command holds has to be its alone, or reading never ends.
    drop(command);
    let mut shown = Vec::new();
    // Linux ends a terminal that nobody holds with an error.
    let _ = File::from(terminal).read_to_end(&mut shown);
    (String::from_utf8(shown).unwrap(), process.wait().unwrap().success())
}

#[test]
fn long_comparison_shows_a_bar_in_a_terminal_and_clears_it() {
    let (_, shown) = large();
    let steps = steps(&shown);
    assert!(steps.iter().all(|step| step.starts_with("comparing [")), "{shown:?}");
    let percent = |step: &&str| step.rsplit(']').next().unwrap().trim_end_matches('%').trim().parse::<u32>().unwrap();
    assert!(steps.iter().map(percent).is_sorted(), "it never goes back: {steps:?}");
    assert!(shown.ends_with("\r\u{1b}[K"), "{shown:?}");
}

#[test]
fn no_bar_with_quiet_without_terminal_or_for_short_runs() {
    let (folder, _) = large();
    let (shown, _) = watch(&folder, &["--quiet", "diff", "old.json", "new.json"]);
    assert_eq!(shown, "");
    let ended = folder.run(&["diff", "old.json", "new.json"]);
    assert_eq!(ended.err, "");
    let small = Folder::empty();
    small.write("a.json", &crate::support::description("1.0.0", &["/a"]));
    let (shown, _) = watch(&small, &["diff", "a.json", "a.json"]);
    assert_eq!(shown, "");
}
