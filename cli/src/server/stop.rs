//! The events that stop a server: ctrl-c, a termination signal, or the end of the program that started it.

use std::io::Read;

use tokio::sync::oneshot;

/// Waits for ctrl-c, or for the signal with which service managers and containers stop a process. It listens from the call
/// on, not from the first poll: a program that reads the printed address may stop the server at once.
#[cfg(unix)]
pub(crate) fn interrupted() -> impl Future<Output = ()> {
    use tokio::signal::unix::{Signal, SignalKind, signal};

    async fn received(signal: std::io::Result<Signal>) {
        match signal {
            Ok(mut signal) => _ = signal.recv().await,
            // Without the handler, the signal ends the process.
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
        // Without the handler, ctrl-c ends the process.
        std::future::pending::<()>().await;
    }
}

/// Waits until standard input closes, or forever if that was not requested.
pub(crate) async fn stdin_closed(asked_for: bool) {
    let (closed, wait) = oneshot::channel::<()>();
    if !asked_for {
        return std::future::pending().await;
    }
    // A separate thread, because the process must be able to end during the read.
    std::thread::spawn(move || {
        let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
        drop(closed);
    });
    let _ = wait.await;
}
