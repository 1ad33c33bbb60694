//! Lines for standard output, written by a thread of their own: whoever reads them may stop reading, and requests go on.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::time::Duration;

use super::print;

/// How many lines wait to be written before further ones are left out.
const WAITING: usize = 4_096;

/// As many bytes are written at once where lines come fast.
const AT_ONCE: usize = 64 * 1024;

/// How long the last lines are waited for.
const GRACE: Duration = Duration::from_secs(1);

enum Entry {
    Line(String),
    /// Everything before it was written.
    Flushed(SyncSender<()>),
}

/// Where lines are handed in.
#[derive(Debug, Clone)]
pub(crate) struct LineWriter {
    entries: SyncSender<Entry>,
}

impl LineWriter {
    /// Starts the thread, which ends with the last clone of what is returned.
    pub(crate) fn start() -> LineWriter {
        let (entries, waiting) = sync_channel(WAITING);
        std::thread::spawn(move || write_all(&waiting));
        LineWriter { entries }
    }

    /// Hands a line in; where nobody has read for thousands of lines, it is left out.
    pub(crate) fn write(&self, line: String) {
        let _ = self.entries.try_send(Entry::Line(line));
    }

    /// Waits until all lines are written, but not for long.
    pub(crate) fn flush(&self) {
        let (flushed, wait) = sync_channel(1);
        if self.entries.try_send(Entry::Flushed(flushed)).is_ok() {
            let _ = wait.recv_timeout(GRACE);
        }
    }
}

fn write_all(waiting: &Receiver<Entry>) {
    let mut text = String::new();
    while let Ok(first) = waiting.recv() {
        let mut next = Ok(first);
        let mut flushed = None;
        while let Ok(entry) = next {
            match entry {
                Entry::Line(line) => text.push_str(&line),
                Entry::Flushed(sender) => flushed = Some(sender),
            }
            next =
                if text.len() < AT_ONCE && flushed.is_none() { waiting.try_recv() } else { Err(TryRecvError::Empty) };
        }
        // Whoever started this may be gone; the server serves on.
        let _ = print(&text);
        text.clear();
        if let Some(flushed) = flushed {
            let _ = flushed.send(());
        }
    }
}
