//! Runs one command with all its processes. Its output goes to a file. It is stopped if it takes too long or the run is
//! stopped.

use std::fs::File;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::kill;

/// Poll interval for the end of the command.
const POLL: Duration = Duration::from_millis(20);

/// Time for a command to end by itself after it was asked to.
const GRACE: Duration = Duration::from_secs(2);

/// Maximum size of a log, in bytes.
const LARGEST_LOG: u64 = 256 * 1024 * 1024;

/// The outcome of a command.
#[derive(Debug)]
pub(super) enum Ended {
    /// It ended by itself.
    Exited(ExitStatus),
    TimedOut,
    /// It wrote more than the limit of the log.
    LogFull,
    /// The run was stopped, by a signal or because another build failed.
    Stopped,
}

/// Runs a command until it ends, and appends its output to `log`. Other processes in its process group are ended too.
///
/// `started` is called with the process group, and `tick` at intervals with the elapsed time.
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

/// Asks the group to end, and kills it after a grace period.
fn end(child: &mut Child) {
    kill::ask_group_to_end(child.id());
    let begin = Instant::now();
    while begin.elapsed() < GRACE && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(POLL);
    }
    kill::end_group(child.id());
    // The outcome is already known. Waiting leaves no zombie process.
    let _ = child.kill();
    let _ = child.wait();
}
