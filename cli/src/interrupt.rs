//! Handling of ctrl-c and termination signals during work that needs a clean-up.
//!
//! Outside such work, signals end the process at once.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Number of guards that exist.
static GUARDS: Mutex<usize> = Mutex::new(0);

/// The signal that was received; 0 for none.
static RECEIVED: AtomicI32 = AtomicI32::new(0);

/// Set once the signal handlers are installed, with the first guard.
static LISTENING: OnceLock<()> = OnceLock::new();

/// A guard that defers signals: they are recorded, and do not end the process.
#[derive(Debug)]
pub(crate) struct SignalGuard(());

impl SignalGuard {
    /// Defers signals from now on.
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

/// Returns the signal that was received, if any. Holders of a guard should stop then.
pub(crate) fn received() -> Option<i32> {
    Some(RECEIVED.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
}

/// Returns the exit status for a process that was ended by a signal, as shells report it.
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

/// Starts a thread that waits for signals. If that fails, signals end the process at once, and the next run removes what is
/// left behind.
fn listen() {
    let (ready, wait) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(wait_for_signals(&ready));
    });
    // An error means that the thread ended, so signals are not handled.
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
