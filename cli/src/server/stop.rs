//! When a server ends: at ctrl-c, or with the program that started it.

use std::io::Read;

use tokio::sync::oneshot;

/// Waits for ctrl-c.
pub(crate) async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without the signal handler, ctrl-c ends the process by itself.
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
