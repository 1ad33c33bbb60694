//! Ctrl-C and the signals that end a process, while there is something to clean up first.
//!
//! Outside such work they end the process at once, as they would without this file.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Work under way that has to be cleaned up after.
static GUARDS: Mutex<usize> = Mutex::new(0);

/// The signal that came meanwhile; 0 is none.
static RECEIVED: AtomicI32 = AtomicI32::new(0);

/// Whether signals are listened for, which begins with the first guard.
static LISTENING: OnceLock<()> = OnceLock::new();

/// While it lives, a signal ends nothing and is only noted.
#[derive(Debug)]
pub(crate) struct SignalGuard(());

impl SignalGuard {
    /// From here on signals wait.
    pub(crate) fn new() -> SignalGuard {
        *GUARDS.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        LISTENING.get_or_init(listen);
        SignalGuard(())
    }
}

impl Drop for SignalGuard {
    fn drop(&mut self) {
        *GUARDS.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
    }
}

/// The signal that came, if one did: whoever holds a guard stops then.
pub(crate) fn received() -> Option<i32> {
    Some(RECEIVED.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
}

/// The exit status of a process that a signal ended, as shells give it.
pub(crate) fn exit_status(signal: i32) -> u8 {
    u8::try_from(signal).map_or(u8::MAX, |signal| signal.saturating_add(128))
}

fn note(signal: i32) {
    let guards = GUARDS.lock().unwrap_or_else(PoisonError::into_inner);
    RECEIVED.store(signal, Ordering::SeqCst);
    if *guards == 0 {
        std::process::exit(exit_status(signal).into());
    }
}

/// Starts a thread that waits for signals. Where that cannot be had they keep ending the process; what is left behind then,
/// the next run removes.
fn listen() {
    let (ready, wait) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(wait_for_signals(&ready));
    });
    // An error is a thread that ended: nobody listens.
    let _ = wait.recv();
}

#[cfg(unix)]
async fn wait_for_signals(ready: &std::sync::mpsc::Sender<()>) {
    use tokio::signal::unix::{SignalKind, signal};

    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] = kinds.map(signal) else { return };
    let _ = ready.send(());
    loop {
        let kind = tokio::select! {
            _ = interrupt.recv() => SignalKind::interrupt(),
            _ = terminate.recv() => SignalKind::terminate(),
            _ = hangup.recv() => SignalKind::hangup(),
        };
        note(kind.as_raw_value());
    }
}

#[cfg(not(unix))]
async fn wait_for_signals(ready: &std::sync::mpsc::Sender<()>) {
    const INTERRUPT: i32 = 2;

    let _ = ready.send(());
    while tokio::signal::ctrl_c().await.is_ok() {
        note(INTERRUPT);
    }
}
