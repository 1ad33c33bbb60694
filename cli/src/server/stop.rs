//! When a server ends: at ctrl-c, when it is told to terminate, or with the program that started it.

use std::io::Read;

use tokio::sync::oneshot;

/// Waits for ctrl-c, or for the signal by which service managers and containers end a process.
pub(crate) async fn interrupted() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without the signal handler, ctrl-c ends the process by itself.
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};

    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => _ = terminate.recv().await,
        // Without the handler, the signal ends the process by itself.
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
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
