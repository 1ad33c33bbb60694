//! What the command's tests share: the built binary, and git repositories in temporary folders.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "test support: a failure here is a failed test")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder that is gone with the test.
pub(crate) struct Folder(TempDir);

/// How a run of the command ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    /// An empty folder.
    pub(crate) fn empty() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// A git repository without a commit, whose settings name `openapi.json`.
    pub(crate) fn repository() -> Folder {
        let folder = Folder::empty();
        folder.git(&["init", "--quiet", "--initial-branch=main"]);
        folder.write("waybill.toml", "description = \"openapi.json\"\n");
        folder
    }

    /// A repository with two releases, v1.4.0 and v1.5.0, in which one endpoint went and one came.
    pub(crate) fn two_releases() -> Folder {
        let folder = Folder::repository();
        folder.release("1.4.0", &["/shipments", "/v1/track/{barcode}"]);
        folder.release("1.5.0", &["/shipments", "/v2/track/{barcode}"]);
        folder
    }

    /// Commits a description with these paths, and tags it.
    pub(crate) fn release(&self, version: &str, paths: &[&str]) {
        self.write("openapi.json", &description(version, paths));
        self.commit("2026-04-11T12:00:00Z");
        self.git(&["tag", &format!("v{version}")]);
    }

    /// Commits everything as a release.
    pub(crate) fn tag(&self, tag: &str) {
        self.commit("2026-04-11T12:00:00Z");
        self.git(&["tag", tag]);
    }

    /// Seven releases: older than the settings, committed, built, one that cannot be built, a breaking minor, a tag
    /// without its `v`, and two descriptions.
    pub(crate) fn seven_releases() -> Folder {
        let folder = Folder::repository();
        std::fs::remove_file(folder.path().join("waybill.toml")).unwrap();
        folder.release("1.0.0", &["/a", "/b"]);
        folder.write("waybill.toml", "description = \"openapi.json\"\n");
        folder.release("1.1.0", &["/a", "/b", "/c"]);
        folder.git(&["rm", "--quiet", "openapi.json"]);
        folder.write("source.json", &description("1.2.0", &["/a", "/b", "/c", "/d"]));
        folder.write(
            "waybill.toml",
            "build = \"mkdir dist && cp source.json dist/openapi.json\"\noutput = \"dist/openapi.json\"\n",
        );
        folder.tag("v1.2.0");
        folder
            .write("waybill.toml", "build = \"echo the database is down && exit 3\"\noutput = \"dist/openapi.json\"\n");
        folder.tag("v1.3.0");
        folder.write("waybill.toml", "description = \"openapi.json\"\n");
        folder.release("1.4.0", &["/a", "/b", "/c"]);
        folder.write("openapi.json", &description("1.5.0", &["/a", "/b", "/c", "/e"]));
        folder.tag("1.5.0");
        let settings = "[[descriptions]]\nname = \"Orders\"\nfolder = \"docs/orders\"\ndescription = \"openapi.json\"\n\n\
                        [[descriptions]]\nname = \"Tracking\"\nbuild = \"cp tracking.src tracking.json\"\noutput = \"tracking.json\"\n";
        folder.write("waybill.toml", settings);
        folder.write("tracking.src", &description("2.0.0", &["/track"]));
        folder.release("2.0.0", &["/a", "/b"]);
        folder
    }

    /// Commits everything, at a time such as `2026-04-11T12:00:00+13:00`.
    pub(crate) fn commit(&self, time: &str) {
        self.git(&["add", "--all"]);
        self.git_at(time, &["commit", "--quiet", "--message=a release"]);
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        self.git_at("2026-04-11T12:00:00Z", arguments);
    }

    pub(crate) fn git_at(&self, time: &str, arguments: &[&str]) {
        let mut command = Command::new("git");
        isolated(&mut command, self.path());
        command.env("GIT_AUTHOR_DATE", time).env("GIT_COMMITTER_DATE", time).args(arguments);
        let output = command.output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Adds commits without a change to a branch that is not checked out, many in little time.
    pub(crate) fn add_empty_commits(&self, branch: &str, count: usize) {
        let commit =
            format!("commit refs/heads/{branch}\ncommitter Test <test@example.com> 1776081600 +0000\ndata 0\n");
        let stream = format!("{commit}from refs/heads/{branch}^0\n{}", commit.repeat(count - 1));
        let mut command = Command::new("git");
        isolated(&mut command, self.path());
        let mut process = command.args(["fast-import", "--quiet"]).stdin(Stdio::piped()).spawn().unwrap();
        process.stdin.take().unwrap().write_all(stream.as_bytes()).unwrap();
        assert!(process.wait().unwrap().success());
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names of all entries, sorted; git's own excepted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name != ".git");
        names.sort();
        names
    }

    /// Runs the command in this folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        self.run_in(".", arguments)
    }

    /// Runs the command in a folder inside this one.
    pub(crate) fn run_in(&self, inside: &str, arguments: &[&str]) -> Ended {
        ended(&self.command(inside, arguments).stdin(Stdio::null()).output().unwrap())
    }

    /// Runs the command with a text on its standard input.
    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &str) -> Ended {
        self.write(".input", input);
        let input = std::fs::File::open(self.path().join(".input")).unwrap();
        ended(&self.command(".", arguments).stdin(input).output().unwrap())
    }

    /// The command, ready to be run in a folder inside this one.
    pub(crate) fn command(&self, inside: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_waybill"));
        isolated(&mut command, &self.path().join(inside));
        command.args(arguments);
        command
    }
}

/// What stands below a heading of the second level in a changelog.
pub(crate) fn section<'a>(changelog: &'a str, heading: &str) -> &'a str {
    let (_, rest) = changelog.split_once(&format!("\n## {heading}\n")).unwrap_or_default();
    rest.split("\n## ").next().unwrap_or_default()
}

/// A description with a GET on each path.
pub(crate) fn description(version: &str, paths: &[&str]) -> String {
    let item = serde_json::json!({"get": {"responses": {"200": {"description": "done"}}}});
    let paths: serde_json::Map<String, serde_json::Value> =
        paths.iter().map(|path| ((*path).to_owned(), item.clone())).collect();
    let info = serde_json::json!({"title": "Shipping", "version": version});
    serde_json::json!({"openapi": "3.0.3", "info": info, "paths": paths}).to_string()
}

/// No settings of the machine or of a surrounding git command reach the test.
pub(crate) fn isolated(command: &mut Command, folder: &Path) {
    command.current_dir(folder);
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "CLICOLOR_FORCE", "NO_COLOR"] {
        command.env_remove(name);
    }
    // The servers of tests are on this machine, whatever proxy leads out of it.
    command.env("NO_PROXY", "127.0.0.1").env_remove("no_proxy");
    command.env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CEILING_DIRECTORIES", "/");
    for (name, _) in std::env::vars_os() {
        if ["GITHUB_", "CI_"].iter().any(|start| name.to_string_lossy().starts_with(start)) {
            command.env_remove(name);
        }
    }
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "Test").env(format!("GIT_{role}_EMAIL"), "test@example.com");
    }
}

/// How a run ended.
pub(crate) fn ended(output: &Output) -> Ended {
    Ended {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout.clone()).unwrap(),
        err: String::from_utf8(output.stderr.clone()).unwrap(),
    }
}
