//! Runs other programs quietly: output goes to a log file, and a failure shows the end of it.
//!
//! Programs get no standard input, so a run in CI never waits for input.

use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::repo::Repo;

/// Maximum number of lines shown from the end of a failed program's log.
const TAIL: usize = 60;
/// Maximum number of lines shown before them, which name failures.
const MOST_NAMED: usize = 12;

/// Maven goal that writes a class path. The plugin's version is pinned here because no project pins it.
pub(crate) const CLASS_PATH: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

/// A program to run, and the log file for its output.
#[derive(Debug)]
pub(crate) struct Run {
    /// Name of the program in errors.
    name: String,
    command: Command,
    log: PathBuf,
}

impl Run {
    /// Creates a run of a program in the checkout's root. Its log is `target/waybill/logs/<log>.log`.
    pub(crate) fn new(repo: &Repo, log: &str, program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref();
        let mut command = Command::new(program);
        // A backtrace of a tool hides the line with its error.
        command.current_dir(repo.root()).stdin(Stdio::null()).env_remove("RUST_BACKTRACE");
        let name = program.to_string_lossy().into_owned();
        Self { name, command, log: repo.work("logs").join(format!("{log}.log")) }
    }

    /// Creates a run of the cargo that runs this program. It has a low priority, because tests with time limits run in parallel.
    pub(crate) fn cargo(repo: &Repo, log: &str, words: &[&str]) -> Self {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let run = Self::new(repo, log, "nice").args(&["-n", "10"]).arg(cargo).args(words);
        Self { name: "cargo".to_owned(), ..run }
    }

    /// Creates a run of Maven without prompts and progress bars.
    pub(crate) fn maven(repo: &Repo, log: &str) -> Self {
        // In a build of a minute, the JVM's second compiler costs more than it saves: a third of the processor time.
        let usual = || OsString::from("-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        let options = std::env::var_os("MAVEN_OPTS").unwrap_or_else(usual);
        Self::new(repo, log, "mvn").args(&["-B", "-ntp"]).env("MAVEN_OPTS", options)
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args(mut self, arguments: &[&str]) -> Self {
        self.command.args(arguments);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn current_dir(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Runs the program and returns its output. If it fails, the error shows the end of the output.
    pub(crate) fn run(self) -> Result<String> {
        let (output, ok) = self.run_either_way()?;
        if ok {
            return Ok(output);
        }
        bail!("{}", tail(&output));
    }

    /// Runs the program and returns the lines of its output that contain one of `figures`. If it fails, the error shows them
    /// and the end of the output.
    pub(crate) fn run_showing(self, figures: &[&str]) -> Result<String> {
        let (output, ok) = self.run_either_way()?;
        let shown = output.lines().filter(|line| figures.iter().any(|figure| line.contains(figure)));
        let shown = shown.map(str::trim).collect::<Vec<_>>().join("\n");
        if ok { Ok(shown) } else { bail!("{shown}\n{}", tail(&output)) }
    }

    /// Runs the program and returns its output, and true if it succeeded.
    pub(crate) fn run_either_way(mut self) -> Result<(String, bool)> {
        let program = &self.name;
        if let Some(folder) = self.log.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        let log = File::create(&self.log).with_context(|| format!("cannot write {}", self.log.display()))?;
        let twin = log.try_clone().context("cannot share the log file")?;
        let child = self.command.stdout(log).stderr(twin).spawn().with_context(|| format!("cannot run {program}"))?;
        let status = wait(child).with_context(|| format!("cannot wait for {program}"))?;
        let bytes = std::fs::read(&self.log).with_context(|| format!("cannot read {}", self.log.display()))?;
        let mut output = String::from_utf8_lossy(&bytes).into_owned();
        if !status.success() {
            use std::fmt::Write as _;
            let _ = writeln!(output, "\n{program} ended with {status}; the whole log is {}", self.log.display());
        }
        Ok((output, status.success()))
    }
}

thread_local! {
    /// Processor time of the programs that this thread ran.
    static PROCESSOR_TIME: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Returns the processor time of the programs that this thread ran since the last call.
pub(crate) fn take_processor_time() -> Duration {
    PROCESSOR_TIME.take()
}

/// Adds the processor time of another thread that worked for this one.
fn add_processor_time(time: Duration) {
    PROCESSOR_TIME.set(PROCESSOR_TIME.get() + time);
}

/// Calls `act` with all items in parallel, and returns the results in the items' order. The processor time is added to this
/// thread's.
pub(crate) fn on_each<T: Send, U: Send>(items: Vec<T>, act: impl Fn(T) -> U + Sync) -> Vec<U> {
    let act = &act;
    std::thread::scope(|scope| {
        let start = |item| scope.spawn(move || (act(item), take_processor_time()));
        let started: Vec<_> = items.into_iter().map(start).collect();
        let joined = started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let result_of = |(result, time)| {
            add_processor_time(time);
            result
        };
        joined.map(result_of).collect()
    })
}

/// Minimum and maximum pause between two checks of a program.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(20));

/// Waits for a program, and adds the processor time of the program and its children.
///
/// Linux keeps the times of an ended program until it is waited for. Without `/proc`, no time is added.
fn wait(mut child: Child) -> Result<ExitStatus> {
    let file = format!("/proc/{}/stat", child.id());
    let (mut pause, longest) = PAUSES;
    while let Some(stat) = std::fs::read_to_string(&file).ok().as_deref().and_then(Stat::parse) {
        if stat.has_ended {
            add_processor_time(stat.processor);
            break;
        }
        std::thread::sleep(pause);
        pause = longest.min(pause * 2);
    }
    Ok(child.wait()?)
}

/// The contents of `/proc/PID/stat` (proc(5)).
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    has_ended: bool,
    processor: Duration,
}

impl Stat {
    fn parse(line: &str) -> Option<Self> {
        // The name in parentheses may contain any character.
        let (_, fields) = line.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        // utime, stime, cutime and cstime, in hundredths of a second on every Linux.
        let ticks = fields.get(11..15)?.iter().map(|field| field.parse::<u64>()).sum::<Result<u64, _>>().ok()?;
        Some(Self { has_ended: *fields.first()? == "Z", processor: Duration::from_millis(ticks * 10) })
    }
}

/// Returns the end of a log, after the lines that name a failed test. Those may be all that a reader sees.
pub(crate) fn tail(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    let failed = lines.iter().filter(|line| names_failure(line)).take(MOST_NAMED);
    failed.chain(lines.iter().skip(lines.len().saturating_sub(TAIL))).copied().collect::<Vec<_>>().join("\n")
}

/// True if a test runner reports a failed test with this line: Swift Testing, Node, Maven or the standard library.
fn names_failure(line: &str) -> bool {
    let line = line.trim_start();
    ["✘", "✖", "not ok", "[ERROR]"].iter().any(|mark| line.starts_with(mark)) || line.contains(") panicked at ")
}

/// Runs a program and returns its output; `None` if it is missing or fails.
pub(crate) fn ask(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let Output { status, stdout, stderr } = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    // `java -version` writes to standard error.
    let text = if stdout.is_empty() { stderr } else { stdout };
    status.success().then(|| String::from_utf8_lossy(&text).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_has_state_and_times() {
        let line = "7 (a b) c) Z 1 2 3 4 5 6 7 8 9 10 100 50 2000 25 20 0 1 0 9 0 0\n";
        assert_eq!(Stat::parse(line), Some(Stat { has_ended: true, processor: Duration::from_millis(21_750) }));
        let line = line.replace(" Z ", " S ");
        assert!(Stat::parse(&line).is_some_and(|stat| !stat.has_ended));
        assert_eq!(Stat::parse("7 (a"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn wait_adds_processor_time() {
        let _ = take_processor_time();
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let child = Command::new("sh").args(["-c", busy]).spawn().unwrap();
        assert!(wait(child).unwrap().success());
        assert!(take_processor_time() > Duration::ZERO);
        assert_eq!(take_processor_time(), Duration::ZERO);
    }
}
