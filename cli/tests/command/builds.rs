//! Builds of releases: what they get, what is kept, and that nothing else of them is left however a run ends.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop where something is not as it should be")]

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Ended, Folder, description};

/// A repository whose second release is built, with a home and a temporary folder of its own beside it.
struct Scene {
    folder: Folder,
    home: Folder,
    temporary: Folder,
}

impl Scene {
    fn new(build: &str, further: &str) -> Scene {
        let folder = Folder::repository();
        folder.release("1.0.0", &["/a"]);
        folder.write("openapi.json", &description("1.1.0", &["/a", "/b"]));
        folder.write("waybill.toml", &format!("build = '''{build}'''\noutput = \"out/api.json\"\n{further}\n"));
        folder.tag("v1.1.0");
        Scene { folder, home: Folder::empty(), temporary: Folder::empty() }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.folder.command(".", arguments);
        command.env("HOME", self.home.path()).env("TMPDIR", self.temporary.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn start(&self) -> Child {
        self.command(&["changelog", "1.0.0", "1.1.0"]).spawn().unwrap()
    }

    fn run(&self) -> Ended {
        crate::support::ended(&self.start().wait_with_output().unwrap())
    }

    /// Nothing is there but what is meant to stay.
    fn nothing_is_left(&self) {
        assert!(self.temporary.names().is_empty(), "{:?}", self.temporary.names());
        let runs = std::fs::read_dir(self.folder.path().join(".git/waybill/runs")).unwrap();
        let runs: Vec<_> = runs.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(runs, ["lock"]);
        assert!(!self.folder.path().join(".git/worktrees").exists());
        for process in self.noted() {
            assert!(!is_running(process), "process {process} is still there");
        }
    }

    /// The processes that the build noted.
    fn noted(&self) -> Vec<u32> {
        let text = std::fs::read_to_string(self.home.path().join("processes")).unwrap_or_default();
        text.lines().map(|line| line.parse().unwrap()).collect()
    }

    /// Waits until the build wrote this file into its home.
    fn wait_for(&self, name: &str) {
        wait(|| self.home.path().join(name).exists());
    }
}

fn wait(until: impl Fn() -> bool) {
    let begin = Instant::now();
    while !until() {
        assert!(begin.elapsed() < Duration::from_mins(1), "it did not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process runs: one that has ended and is not waited for yet does not.
fn is_running(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

fn send(signal: &str, process: u32) {
    assert!(Command::new("kill").args([signal, &process.to_string()]).status().unwrap().success());
}

/// Writes the description, and counts how often.
const BUILD: &str = "mkdir out && cp openapi.json out/api.json && echo x >> $HOME/count";

/// Starts a child, a grandchild and one in a session of its own, notes them, and waits.
const LONG_BUILD: &str = "sleep 1000 & echo $! >> $HOME/processes; (sleep 1000 & echo $! >> $HOME/processes); \
                          setsid sh -c 'echo $$ >> $HOME/processes; cd /; exec sleep 1000' & \
                          while [ $(wc -l < $HOME/processes) -lt 3 ]; do sleep 0.1; done; touch $HOME/started; wait";

#[test]
fn build_gets_only_path_home_and_listed_variables() {
    let scene = Scene::new(&format!("{BUILD} && env && pwd"), "build_env = [\"API_NAME\", \"NOT_SET\"]");
    let mut command = scene.command(&["changelog", "1.0.0", "1.1.0"]);
    command.env("API_NAME", "orders").env("SECRET_TOKEN", "x").env("GIT_DIR", scene.folder.path().join(".git"));
    let ended = crate::support::ended(&command.output().unwrap());
    assert_eq!(ended.status, 0, "{}", ended.err);
    let logs: Vec<_> = std::fs::read_dir(scene.folder.path().join(".git/waybill/logs")).unwrap().collect();
    let log = std::fs::read_to_string(logs[0].as_ref().unwrap().path()).unwrap();
    let names: Vec<&str> = log.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
    assert!(["PATH", "HOME", "API_NAME"].iter().all(|name| names.contains(name)), "{log}");
    // The last ones are the shell's own.
    let allowed = ["PATH", "HOME", "API_NAME", "PWD", "OLDPWD", "SHLVL", "_"];
    assert!(names.iter().all(|name| allowed.contains(name)), "{log}");
    let place = log.lines().last().unwrap();
    assert!(place.starts_with(scene.temporary.path().canonicalize().unwrap().to_str().unwrap()), "{place}");
    scene.nothing_is_left();
}

#[test]
fn a_build_is_kept_by_commit_and_configuration() {
    let scene = Scene::new(BUILD, "build_env = [\"API_NAME\"]");
    let counted = || std::fs::read_to_string(scene.home.path().join("count")).unwrap().lines().count();
    for (name, count) in [("a", 1), ("a", 1), ("b", 2), ("a", 2)] {
        let output = scene.command(&["changelog", "1.0.0", "1.1.0"]).env("API_NAME", name).output().unwrap();
        assert_eq!(crate::support::ended(&output).status, 0);
        assert_eq!(counted(), count, "{name}");
    }
    // Another tag of the same commit is the same build.
    scene.folder.git(&["tag", "v1.2.0", "v1.1.0"]);
    let output = scene.command(&["changelog", "1.0.0", "1.2.0"]).env("API_NAME", "a").output().unwrap();
    assert_eq!((crate::support::ended(&output).status, counted()), (0, 2));
    scene.folder.write("new.txt", "another commit");
    scene.folder.tag("v1.3.0");
    let output = scene.command(&["changelog", "1.0.0", "1.3.0"]).env("API_NAME", "a").output().unwrap();
    assert_eq!((crate::support::ended(&output).status, counted()), (0, 3));
}

#[test]
fn files_next_to_the_build_output_are_cached_with_it() {
    let schema = "openapi: 3.1.0\ninfo: {title: T, version: 1.1.0}\npaths:\n  /a:\n    get:\n      responses:\n        \"200\":\n          description: a\n          content: {application/json: {schema: {$ref: ../parts/id.yaml}}}\n";
    let build = "mkdir out parts && cp root.yaml out/api.json && echo 'type: string' > parts/id.yaml";
    let scene = Scene::new(build, "");
    scene.folder.write("root.yaml", schema);
    scene.folder.tag("v1.2.0");
    for _ in 0..2 {
        let ended = crate::support::ended(&scene.command(&["changelog", "1.0.0", "1.2.0"]).output().unwrap());
        assert_eq!(ended.status, 0, "{}", ended.err);
    }
    scene.nothing_is_left();
}

#[test]
fn build_without_output_fails_and_ignores_the_committed_file() {
    for (build, says) in [
        ("true", "could not be produced: its build did not write the file `out/api.json`"),
        (
            "mkdir -p out; echo '[]' > out/api.json",
            "could not be produced: its build did not write a valid description: v1.1.0:out/api.json:1:1",
        ),
        ("mkdir -p out; ln -s /etc/passwd out/api.json", "files outside are not read"),
        ("kill -9 $$", "signal: 9"),
        ("no-such-command", "exit status: 127"),
    ] {
        let scene = Scene::new(build, "");
        scene.folder.write("out/api.json", &description("1.1.0", &["/old"]));
        scene.folder.commit("2026-04-11T12:00:00Z");
        scene.folder.git(&["tag", "--force", "v1.1.0"]);
        let ended = scene.run();
        assert_eq!((ended.status, ended.out.as_str()), (2, ""), "{build}");
        assert!(ended.err.contains("the description of v1.1.0 could not be produced"), "{}", ended.err);
        assert!(ended.err.contains(says), "{}", ended.err);
        assert!(!scene.folder.path().join("CHANGELOG-1.1.0.md").exists());
        scene.nothing_is_left();
    }
}

#[test]
fn hooks_are_disabled_and_submodules_available() {
    let inner = Folder::repository();
    inner.write("inner.txt", "inside");
    inner.commit("2026-04-11T12:00:00Z");
    let middle = Folder::repository();
    let always = ["-c", "protocol.file.allow=always"];
    middle.git(&[&always[..], &["submodule", "--quiet", "add", inner.path().to_str().unwrap(), "inner"]].concat());
    middle.commit("2026-04-11T12:00:00Z");
    let scene = Scene::new(&format!("cat middle/inner/inner.txt && {BUILD}"), "");
    let folder = &scene.folder;
    folder.git(&[&always[..], &["submodule", "--quiet", "add", middle.path().to_str().unwrap(), "middle"]].concat());
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["tag", "--force", "v1.1.0"]);
    folder.git(&["config", "--remove-section", "submodule.middle"]);
    let configured = folder.read(".git/config");
    folder.write(".git/hooks/post-checkout", "#!/bin/sh\ntouch $HOME/hooked\n");
    let hook = folder.path().join(".git/hooks/post-checkout");
    std::fs::set_permissions(hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = scene.command(&["changelog", "1.0.0", "1.1.0"]);
    command
        .env("GIT_CONFIG_COUNT", "1")
        .env("GIT_CONFIG_KEY_0", "protocol.file.allow")
        .env("GIT_CONFIG_VALUE_0", "always");
    let ended = crate::support::ended(&command.output().unwrap());
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert_eq!(scene.home.names(), ["count"]);
    assert_eq!(folder.read(".git/config"), configured);
    scene.nothing_is_left();
}

#[test]
fn a_build_that_takes_too_long_is_ended_with_all_it_started() {
    let scene = Scene::new(LONG_BUILD, "timeout = 6");
    let ended = scene.run();
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("could not be produced: its build took longer than 6 s"), "{}", ended.err);
    assert_eq!(scene.noted().len(), 3);
    scene.nothing_is_left();
}

#[test]
fn background_processes_of_a_build_end_with_it() {
    let scene = Scene::new(
        &format!(
            "{BUILD}; setsid sh -c 'echo $$ >> $HOME/processes; exec sleep 1000' & while [ ! -s $HOME/processes ]; do sleep 0.1; done"
        ),
        "",
    );
    assert_eq!(scene.run().status, 0);
    assert_eq!(scene.noted().len(), 1);
    scene.nothing_is_left();
}

#[test]
fn a_signal_ends_the_build_and_leaves_nothing() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let scene = Scene::new(LONG_BUILD, "");
        let run = scene.start();
        scene.wait_for("started");
        send(signal, run.id());
        let ended = crate::support::ended(&run.wait_with_output().unwrap());
        assert_eq!((ended.status, ended.out.as_str()), (status, ""), "{}", ended.err);
        assert!(ended.err.contains("error: interrupted"), "{}", ended.err);
        assert_eq!(scene.noted().len(), 3);
        scene.nothing_is_left();
        assert!(!scene.folder.path().join("CHANGELOG-1.1.0.md").exists());
    }
}

#[test]
fn leftovers_of_a_killed_run_are_removed_by_the_next() {
    let scene = Scene::new(&format!("if [ -e $HOME/started ]; then {BUILD}; else {LONG_BUILD}; fi"), "");
    let mut run = scene.start();
    scene.wait_for("started");
    run.kill().unwrap();
    run.wait().unwrap();
    assert_eq!(scene.temporary.names().len(), 1);
    assert!(scene.noted().iter().all(|process| is_running(*process)));
    let ended = scene.run();
    assert_eq!(ended.status, 0, "{}", ended.err);
    scene.nothing_is_left();
}

/// Reads what a run says until it says that it waits for another.
fn wait_until_it_waits(run: &mut Child) -> String {
    let (mut told, errors) = (String::new(), run.stderr.as_mut().unwrap());
    while !told.contains("Waiting for the builds of another run") {
        let mut byte = [0];
        assert!(errors.read_exact(&mut byte).is_ok(), "it ended without waiting: {told}");
        told.push(char::from(byte[0]));
    }
    told
}

#[test]
fn two_runs_at_once_build_once_and_do_not_disturb_each_other() {
    let scene = Scene::new(&format!("touch $HOME/started; while [ ! -e $HOME/go ]; do sleep 0.05; done; {BUILD}"), "");
    let first = scene.start();
    scene.wait_for("started");
    let mut second = scene.start();
    let told = wait_until_it_waits(&mut second);
    scene.home.write("go", "");
    let [first, second] = [first, second].map(|run| crate::support::ended(&run.wait_with_output().unwrap()));
    assert_eq!((first.status, second.status), (0, 0), "{}{told}{}", first.err, second.err);
    assert_eq!(first.out, second.out);
    assert_eq!(scene.home.read("count"), "x\n");
    scene.nothing_is_left();
}

#[test]
fn waiting_run_stops_on_signal_and_proceeds_if_other_is_killed() {
    let scene = Scene::new(&format!("if mkdir $HOME/started; then sleep 1000; fi; {BUILD}"), "");
    let mut first = scene.start();
    scene.wait_for("started");
    let [mut interrupted, mut patient] = [scene.start(), scene.start()];
    for run in [&mut interrupted, &mut patient] {
        wait_until_it_waits(run);
    }
    send("-INT", interrupted.id());
    let ended = crate::support::ended(&interrupted.wait_with_output().unwrap());
    assert_eq!((ended.status, ended.out.as_str()), (130, ""), "{}", ended.err);
    first.kill().unwrap();
    first.wait().unwrap();
    let ended = crate::support::ended(&patient.wait_with_output().unwrap());
    assert_eq!(ended.status, 0, "{}", ended.err);
    // The killed run's worktree goes with the next run, which has nothing to build any more.
    assert_eq!(scene.run().status, 0);
    scene.nothing_is_left();
}

#[test]
fn a_command_that_writes_several_descriptions_runs_once() {
    let scene = Scene::new(BUILD, "");
    let build = format!("'''{BUILD} && cp openapi.json out/other.json'''");
    let one = |name: &str, output: &str| {
        format!("[[descriptions]]\nname = \"{name}\"\nbuild = {build}\noutput = \"out/{output}.json\"\n")
    };
    scene.folder.write("waybill.toml", &(one("A", "api") + &one("B", "other")));
    scene.folder.tag("v1.2.0");
    let ended = crate::support::ended(&scene.command(&["changelog", "1.0.0", "1.2.0"]).output().unwrap());
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert_eq!(scene.home.read("count"), "x\n");
    assert!(scene.folder.read("B/CHANGELOG-1.2.0.md").contains("`GET /b`"));
}

/// Two releases that are built, each noting when it begins and ends.
fn two_builds(build: &str, further: &str) -> Scene {
    let scene = Scene::new(build, further);
    scene.folder.write("openapi.json", &description("1.2.0", &["/a", "/b", "/c"]));
    scene.folder.tag("v1.2.0");
    scene
}

#[test]
fn builds_run_one_after_the_other() {
    let build =
        "echo begin >> $HOME/trace; sleep 0.3; mkdir out; cp openapi.json out/api.json; echo end >> $HOME/trace";
    let scene = two_builds(build, "");
    let ended = crate::support::ended(&scene.command(&["changelog", "1.1.0", "1.2.0"]).output().unwrap());
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert_eq!(scene.home.read("trace"), "begin\nend\nbegin\nend\n");
}

#[test]
fn builds_run_at_the_same_time_where_the_settings_say_so() {
    // Each waits for the other.
    let build = "mkdir out; cp openapi.json out/api.json; echo x >> $HOME/both; while [ $(wc -l < $HOME/both) -lt 2 ]; do sleep 0.05; done";
    let scene = two_builds(build, "parallel = true\ntimeout = 30");
    let ended = crate::support::ended(&scene.command(&["changelog", "1.1.0", "1.2.0"]).output().unwrap());
    assert_eq!(ended.status, 0, "{}", ended.err);
    scene.nothing_is_left();
    // Where one fails, the other is ended.
    let build = "if grep -q 1.2.0 openapi.json; then exit 5; fi; sleep 1000";
    let scene = two_builds(build, "parallel = true");
    let ended = crate::support::ended(&scene.command(&["changelog", "1.1.0", "1.2.0"]).output().unwrap());
    assert!(ended.status == 2 && ended.err.contains("exit status: 5"), "{}", ended.err);
    scene.nothing_is_left();
}

#[test]
fn write_protected_folders_go_too_and_other_worktrees_stay() {
    let scene = Scene::new(&format!("{BUILD}; mkdir -p deep/er; touch deep/er/file; chmod -R a-w deep"), "");
    let other = Folder::empty();
    let path = other.path().join("mine");
    scene.folder.git(&["worktree", "add", "--quiet", "--detach", path.to_str().unwrap()]);
    assert_eq!(scene.run().status, 0);
    assert!(scene.temporary.names().is_empty());
    let listed: Vec<_> = std::fs::read_dir(scene.folder.path().join(".git/worktrees")).unwrap().collect();
    assert_eq!(listed.len(), 1);
}

#[test]
fn output_that_leads_out_of_the_worktree_is_not_read() {
    let elsewhere = Folder::empty();
    elsewhere.write("api.json", &description("1.1.0", &["/a", "/outside"]));
    elsewhere.write("out/api.json", &description("1.1.0", &["/a", "/outside"]));
    let outside = elsewhere.path().display();
    for build in [
        format!("mkdir out && ln -s {outside}/api.json out/api.json"),
        format!("ln -s {outside} out"),
        format!("ln -s {outside} up && mkdir out && ln -s ../up/api.json out/api.json"),
        format!("here=$PWD && cd .. && rm -rf \"$here\" && ln -s {outside} \"$here\""),
        format!(
            "here=$PWD && place=${{here%/*}} && cd / && mv \"$place\" \"$place-2\" && mkdir {outside}/in && \
             ln -s {outside} \"{outside}/in/${{here##*/}}\" && ln -s {outside}/in \"$place\""
        ),
    ] {
        let scene = Scene::new(&build, "");
        let ended = scene.run();
        assert_eq!(ended.status, 2, "{build}: {}{}", ended.out, ended.err);
        assert!(!ended.out.contains("/outside") && !ended.err.contains("/outside"), "{build}: {}", ended.err);
        assert!(!scene.folder.path().join("CHANGELOG-1.1.0.md").exists(), "{build}");
        assert!(ended.err.contains("leads out of") || ended.err.contains("is not in"), "{build}: {}", ended.err);
        assert!(elsewhere.read("api.json").contains("/outside") && elsewhere.read("out/api.json").contains("/outside"));
    }
}

#[test]
fn a_link_of_the_commit_has_no_file_outside_the_worktree_removed() {
    let elsewhere = Folder::empty();
    elsewhere.write("api.json", "precious");
    let scene = Scene::new("rm out; mkdir out; cp openapi.json out/api.json", "");
    std::os::unix::fs::symlink(elsewhere.path(), scene.folder.path().join("out")).unwrap();
    scene.folder.git(&["tag", "--delete", "v1.1.0"]);
    scene.folder.tag("v1.1.0");
    let ended = scene.run();
    assert_eq!(elsewhere.read("api.json"), "precious");
    assert!(ended.status == 2 && ended.err.contains("leads out of the worktree"), "{}{}", ended.out, ended.err);
}

#[test]
fn link_inside_the_worktree_is_followed() {
    let scene = Scene::new(
        "rm -rf built && mkdir built && cp openapi.json built/real.json && ln -s real.json built/api.json && ln -sfn built out",
        "",
    );
    let ended = scene.run();
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert!(scene.folder.read("CHANGELOG-1.1.0.md").contains("GET /b"));
}
