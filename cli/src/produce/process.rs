//! One command with everything it starts: its output in a file, ended when it takes too long or the run is stopped.

use std::fs::File;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::kill;

/// How often it is looked whether the command ended.
const POLL: Duration = Duration::from_millis(20);

/// How long a command may take to end by itself once it was asked to.
const GRACE: Duration = Duration::from_secs(2);

/// A log larger than this fills a disk and tells nobody anything.
const LARGEST_LOG: u64 = 256 * 1024 * 1024;

/// How a command ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// By itself.
    Exited(ExitStatus),
    TimedOut,
    /// It wrote more than a log may hold.
    LogFull,
    /// The run is over, by a signal or because another build failed.
    Stopped,
}

/// Runs a command until it ends, with its output at the end of `log`. Nothing that it started in its process group is left.
///
/// `started` is told the group; `tick` is called now and then with the time that went by.
pub(super) fn run(
    command: &mut Command,
    log: &File,
    timeout: Duration,
    stopped: &dyn Fn() -> bool,
    tick: &mut dyn FnMut(Duration),
    started: &dyn Fn(u32),
) -> std::io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log.try_clone()?);
    kill::lead_a_group(command);
    let mut child = command.spawn()?;
    started(child.id());
    let begin = Instant::now();
    let why = loop {
        if let Some(status) = child.try_wait()? {
            kill::end_group(child.id());
            return Ok(Ended::Exited(status));
        }
        let taken = begin.elapsed();
        if stopped() {
            break Ended::Stopped;
        } else if taken > timeout {
            break Ended::TimedOut;
        } else if log.metadata().is_ok_and(|log| log.len() > LARGEST_LOG) {
            break Ended::LogFull;
        }
        tick(taken);
        std::thread::sleep(POLL);
    };
    end(&mut child);
    Ok(why)
}

/// Asks the group to end, and ends it after a while.
fn end(child: &mut Child) {
    kill::ask_group_to_end(child.id());
    let begin = Instant::now();
    while begin.elapsed() < GRACE && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(POLL);
    }
    kill::end_group(child.id());
    // How it ended is known already; waiting leaves no process behind.
    let _ = child.kill();
    let _ = child.wait();
}
