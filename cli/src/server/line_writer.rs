//! Lines for standard output, written by a separate thread, so that requests continue if the reader stops reading.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::time::Duration;

use crate::screen;

/// Maximum number of lines that wait to be written. Further ones are dropped.
const WAITING: usize = 4_096;

/// Number of bytes that are written at once if lines arrive fast.
const AT_ONCE: usize = 64 * 1024;

/// Maximum time to wait for the last lines.
const GRACE: Duration = Duration::from_secs(1);

enum Entry {
    Line(String),
    /// A request to signal that everything before it was written.
    Flushed(SyncSender<()>),
}

/// The handle to which lines are passed.
#[derive(Debug, Clone)]
pub(crate) struct LineWriter {
    entries: SyncSender<Entry>,
}

impl LineWriter {
    /// Starts the thread. It ends when the last clone of the handle is dropped.
    pub(crate) fn start() -> LineWriter {
        let (entries, waiting) = sync_channel(WAITING);
        std::thread::spawn(move || write_all(&waiting));
        LineWriter { entries }
    }

    /// Queues a line. It is dropped if thousands of lines are already waiting.
    pub(crate) fn write(&self, line: &str) {
        let _ = self.entries.try_send(Entry::Line(screen::escape_line(line) + "\n"));
    }

    /// Waits until all lines are written, up to a time limit.
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
        // Errors are ignored: the reader may be gone, and the server continues.
        let _ = screen::print_escaped(&text);
        text.clear();
        if let Some(flushed) = flushed {
            let _ = flushed.send(());
        }
    }
}
