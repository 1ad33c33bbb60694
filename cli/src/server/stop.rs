//! When a server ends: at ctrl-c, when it is told to terminate, or with the program that started it.

use std::io::Read;

use tokio::sync::oneshot;

/// Waits for ctrl-c, or for the signal by which service managers and containers end a process. It listens from the call on,
/// not from when it is first polled: whoever reads an address that is printed next may end the server at once.
#[cfg(unix)]
pub(crate) fn interrupted() -> impl Future<Output = ()> {
    use tokio::signal::unix::{Signal, SignalKind, signal};

    async fn received(signal: std::io::Result<Signal>) {
        match signal {
            Ok(mut signal) => _ = signal.recv().await,
            // Without the handler, the signal ends the process by itself.
            Err(_) => std::future::pending().await,
        }
    }
    let (interrupt, terminate) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async {
        tokio::select! {
            () = received(interrupt) => {}
            () = received(terminate) => {}
        }
    }
}

/// Waits for ctrl-c.
#[cfg(not(unix))]
pub(crate) async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without the handler, ctrl-c ends the process by itself.
        std::future::pending::<()>().await;
    }
}

/// Waits until standard input closes, or for ever where that was not asked for.
pub(crate) async fn stdin_closed(asked_for: bool) {
    let (closed, wait) = oneshot::channel::<()>();
    if !asked_for {
        return std::future::pending().await;
    }
    // A thread of its own: the process ends while it still reads.
    std::thread::spawn(move || {
        let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
        drop(closed);
    });
    let _ = wait.await;
}
