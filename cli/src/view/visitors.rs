//! The pages that are open. Each keeps a stream open, which is written to so that a closed page is noticed.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::watch;

/// A comment in an event stream, which has no effect (HTML, section 9.2.6).
const COMMENT: &[u8] = b":\n\n";

/// The number of open pages, and a signal to end their streams.
#[derive(Debug)]
pub(super) struct Visitors {
    open: watch::Sender<usize>,
    sent_away: watch::Sender<bool>,
    comments_every: Duration,
}

/// The body of a stream.
#[derive(Debug)]
pub(super) struct Comments(Receiver<Bytes>);

impl Visitors {
    /// Creates a counter without pages. Open pages are written to every `comments_every`.
    pub(super) fn new(comments_every: Duration) -> Visitors {
        Visitors { open: watch::Sender::new(0), sent_away: watch::Sender::new(false), comments_every }
    }

    /// Opens a stream for a page. The page is open until the stream is dropped.
    pub(super) fn admit(self: &Arc<Self>) -> Comments {
        let (comments, stream) = mpsc::channel(1);
        let visitors = Arc::clone(self);
        visitors.open.send_modify(|open| *open += 1);
        tokio::spawn(async move {
            visitors.write(&comments).await;
            visitors.open.send_modify(|open| *open -= 1);
        });
        Comments(stream)
    }

    /// Writes comments until the stream is dropped, or until all streams are ended.
    async fn write(&self, comments: &Sender<Bytes>) {
        let mut ticks = tokio::time::interval(self.comments_every);
        let mut sent_away = self.sent_away.subscribe();
        loop {
            tokio::select! {
                () = comments.closed() => return,
                _ = sent_away.wait_for(|sent_away| *sent_away) => return,
                _ = ticks.tick() => {}
            }
            // A page that does not read is still open.
            if let Err(TrySendError::Closed(_)) = comments.try_send(Bytes::from_static(COMMENT)) {
                return;
            }
        }
    }

    /// Waits until a page was opened, and then until no page has been open for `pause`.
    pub(super) async fn have_left(&self, pause: Duration) {
        let mut open = self.open.subscribe();
        loop {
            // Neither wait can fail, because `self` keeps the sender alive.
            let _ = open.wait_for(|open| *open > 0).await;
            let _ = open.wait_for(|open| *open == 0).await;
            if tokio::time::timeout(pause, open.wait_for(|open| *open > 0)).await.is_err() {
                return;
            }
        }
    }

    /// Ends all streams.
    pub(super) fn send_away(&self) {
        self.sent_away.send_replace(true);
    }
}

impl Body for Comments {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|comment| comment.map(|comment| Ok(Frame::data(comment))))
    }
}
