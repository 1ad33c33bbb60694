//! One build: runs the command in a worktree of the commit, and stores its output in the cache.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::cache::Cache;
use super::log::Log;
use super::process::{self, Ended};
use super::progress::Progress;
use super::workspace::Workspace;
use super::{Request, output};
use crate::failure::Failure;
use crate::git::{Commit, Repository, worktree};
use crate::notes::say;
use crate::settings::{BuildSettings, Source};

/// Variables that every build gets, if they are set.
const ALWAYS: [&str; 2] = ["PATH", "HOME"];

/// A command to run for a commit, and the descriptions that it writes.
#[derive(Debug)]
pub(super) struct Build<'a> {
    commit: &'a Commit,
    command: &'a str,
    /// Outputs, with their entries in the cache.
    outputs: Vec<(&'a str, PathBuf)>,
    pub(super) settings: &'a BuildSettings,
}

/// Returns the builds of a commit, one for each command, without those whose outputs are all cached.
pub(super) fn list<'a>(request: &'a Request, cache: &Cache) -> Vec<Build<'a>> {
    let Request { commit, settings, origin: _ } = request;
    let mut builds: Vec<Build<'a>> = Vec::new();
    for described in &settings.descriptions {
        let Source::Built { command, output } = &described.source else { continue };
        let written = (output.as_str(), cache.entry(commit, command, output, &settings.builds));
        match builds.iter_mut().find(|build| build.command == command) {
            Some(build) => build.outputs.push(written),
            None => builds.push(Build { commit, command, outputs: vec![written], settings: &settings.builds }),
        }
    }
    builds.retain(|build| {
        if build.is_done() {
            say(&format!("Using the cached build of {}.", build.commit.name));
        }
        !build.is_done()
    });
    builds
}

impl Build<'_> {
    /// True if all outputs are cached.
    pub(super) fn is_done(&self) -> bool {
        self.outputs.iter().all(|(_, entry)| entry.is_dir())
    }

    /// Runs the build in a folder named `number`, and caches its outputs. `alone` is true if no other build runs at the
    /// same time.
    pub(super) fn run(
        &self,
        repository: &Repository,
        workspace: &Workspace,
        number: usize,
        alone: bool,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        let place = workspace.folder().join(number.to_string());
        // Tools name things after their folder, so the worktree's folder is named like the repository's.
        let name = repository.root().file_name().map_or_else(|| "worktree".into(), ToOwned::to_owned);
        let worktree = place.join(name);
        let log = std::fs::create_dir(&place).and_then(|()| Log::create(place.join("log"), self.kept_log(repository)));
        let log = log.map_err(|error| self.failure(&format!("its log cannot be written: {error}")))?;
        let name = &self.commit.name;
        let progress = Progress::begin(&format!("Building {name}: {}", self.command), alone);
        let begin = Instant::now();
        let attempt = Attempt {
            build: self,
            repository,
            workspace,
            worktree: &worktree,
            log: &log,
            progress: &progress,
            stopped,
        };
        let ended = attempt.build().and_then(|()| attempt.keep(number));
        let taken = seconds(begin.elapsed());
        let kept = log.keep().map(|path| path.strip_prefix(repository.root()).unwrap_or(path).display().to_string());
        let logged = match &kept {
            Ok(path) => format!("log: {path}"),
            Err(error) => format!("the log cannot be kept: {error}"),
        };
        match &ended {
            Ok(()) => progress.end(&format!("Built {name} in {taken}; {logged}")),
            Err(_) => progress.end(&format!("Building {name} failed after {taken}")),
        }
        workspace.remove_worktree(&worktree);
        ended.map_err(|failure| {
            let failure = failure.note(logged);
            let lines = log.last_lines().unwrap_or_default();
            let failure = if lines.is_empty() { failure } else { failure.note("last lines of the log:") };
            lines.into_iter().fold(failure, |failure, line| failure.note(format!("  {line}")))
        })
    }

    fn kept_log(&self, repository: &Repository) -> PathBuf {
        let key = self.outputs.first().and_then(|(_, entry)| entry.file_name()).unwrap_or_default().to_string_lossy();
        let short = |text: &str, length: usize| text.get(..length).unwrap_or(text).to_owned();
        let name = format!("{}-{}.log", short(&self.commit.id, 12), short(&key, 8));
        repository.common_folder().join("waybill").join("logs").join(name)
    }

    /// Returns an error with the advice that all errors of a build share.
    fn failure(&self, why: &str) -> Failure {
        Failure::new(format!("the description of {} could not be produced: {why}", self.commit.name)).help(
            "run the command in a checkout of that commit; `--config FILE` sets other settings for a release that cannot be built",
        )
    }
}

/// A build that is running.
struct Attempt<'a> {
    build: &'a Build<'a>,
    repository: &'a Repository,
    workspace: &'a Workspace,
    worktree: &'a Path,
    log: &'a Log,
    progress: &'a Progress,
    stopped: &'a dyn Fn() -> bool,
}

impl Attempt<'_> {
    fn build(&self) -> Result<(), Failure> {
        let Build { commit, command, outputs, settings } = self.build;
        self.run(
            &mut worktree::add_command(self.repository, commit, self.worktree),
            "its worktree",
            "git worktree add",
        )?;
        if self.worktree.join(".gitmodules").is_file() {
            self.run(&mut worktree::submodules_command(self.worktree), "its submodules", "git submodule update")?;
        }
        for (path, _) in outputs {
            output::remove_committed(self.worktree, path).map_err(|why| self.build.failure(&why))?;
        }
        let mut shell = shell(command);
        // All child processes inherit `PWD`, so that they can be found if this run is killed.
        shell.current_dir(self.worktree).env_clear().env("PWD", self.worktree);
        for name in ALWAYS.into_iter().chain(settings.build_env.iter().map(String::as_str)) {
            if let Some(value) = std::env::var_os(name) {
                shell.env(name, value);
            }
        }
        self.run(&mut shell, "its build", command)
    }

    /// Runs one command of the build until it ends.
    fn run(&self, command: &mut Command, what: &str, shown: &str) -> Result<(), Failure> {
        let timeout = self.build.settings.timeout;
        let failed = |why: &str| self.build.failure(&format!("{what} {why}")).note(format!("command: {shown}"));
        let mut tick = |taken| self.progress.tick(taken);
        let started = |group| self.workspace.note_group(group);
        let ended = process::run(command, &self.log.file, timeout, self.stopped, &mut tick, &started);
        match ended {
            Ok(Ended::Exited(status)) if status.success() => Ok(()),
            Ok(Ended::Exited(status)) => {
                let how = status.code().map_or_else(|| status.to_string(), |code| format!("exit status: {code}"));
                Err(failed("failed").note(how))
            }
            Ok(Ended::TimedOut) => {
                let failure = failed(&format!("took longer than {}", seconds(timeout)))
                    .note("exit status: none, the command was stopped");
                Err(failure.note("to allow more time, raise `timeout` in waybill.toml"))
            }
            Ok(Ended::LogFull) => {
                Err(failed("printed more than the limit of its log").note("exit status: none, the command was stopped"))
            }
            Ok(Ended::Stopped) => Err(failed("was stopped")),
            Err(error) => Err(failed(&format!("cannot be started: {error}"))),
        }
    }

    /// Stores the outputs in the cache.
    fn keep(&self, number: usize) -> Result<(), Failure> {
        let Build { commit, command, outputs, settings: _ } = self.build;
        for (at, (path, entry)) in outputs.iter().enumerate() {
            let failed =
                |why: String| self.build.failure(&why).note(format!("command: {command}")).note("exit status: 0");
            let staged = self.workspace.staging().join(format!("{number}-{at}"));
            let label = format!("{}:{path}", commit.name);
            output::copy(self.worktree, path, &label, &staged).map_err(failed)?;
            let kept = Cache::keep(&staged, entry);
            kept.map_err(|error| failed(format!("the output cannot be stored in {}: {error}", entry.display())))?;
        }
        Ok(())
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

fn seconds(taken: Duration) -> String {
    if taken.subsec_millis() == 0 { format!("{} s", taken.as_secs()) } else { format!("{:.1} s", taken.as_secs_f64()) }
}
