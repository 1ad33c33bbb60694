//! How far a comparison is, on a terminal that watches for over a second; nowhere else, and never with `--quiet`.

use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use waybill_core::openapi::WantedFile;
use waybill_core::report::{Side, SuppliedFile};
use waybill_core::witness;
use waybill_core::{CompareError, CompareOptions, Report, compare_with_progress};

use crate::{charset, notes};

/// What takes less needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often it is drawn anew: as fast as anybody reads.
const PAUSE: Duration = Duration::from_millis(100);

/// How many characters wide it is.
const WIDTH: usize = 30;

/// A bar that is gone when it is dropped.
struct ProgressBar {
    is_watched: bool,
    next: Instant,
    is_drawn: bool,
    /// Thousandths that were done already: where more is found to do, it stands still.
    share: usize,
}

/// Compares two descriptions as [`waybill_core::compare_files`] does.
pub(crate) fn compare_files<S: Into<SuppliedFile>>(
    old: &[u8],
    new: &[u8],
    options: &CompareOptions,
    supply: impl FnMut(Side, &WantedFile) -> Result<S, String>,
) -> Result<Report, CompareError> {
    let mut bar = ProgressBar::new();
    compare_with_progress(old, new, options, supply, |_, done, total| {
        bar.show(done, total);
        ControlFlow::Continue(())
    })
}

/// Compares two descriptions as [`waybill_core::witness::compare_with_witnesses`] does.
pub(crate) fn compare_with_witnesses<S: Into<SuppliedFile>>(
    old: &[u8],
    new: &[u8],
    options: &CompareOptions,
    supply: impl FnMut(Side, &WantedFile) -> Result<S, String>,
) -> Result<Report, CompareError> {
    let mut bar = ProgressBar::new();
    witness::compare_with_witnesses(old, new, options, supply, |_, done, total| {
        bar.show(done, total);
        ControlFlow::Continue(())
    })
}

impl ProgressBar {
    fn new() -> ProgressBar {
        let is_watched = !notes::are_off() && std::io::stderr().is_terminal();
        ProgressBar { is_watched, next: Instant::now() + PATIENCE, is_drawn: false, share: 0 }
    }

    fn show(&mut self, done: usize, total: usize) {
        self.share = self.share.max((done * 1000 / total.max(1)).min(1000));
        if !self.is_watched || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + PAUSE;
        self.is_drawn = true;
        // Whoever watched may be gone; the work goes on.
        let _ = write!(std::io::stderr(), "\r\u{1b}[K{}", charset::shown(&draw(self.share)));
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        if self.is_drawn {
            let _ = write!(std::io::stderr(), "\r\u{1b}[K");
        }
    }
}

/// The bar at so many thousandths.
fn draw(share: usize) -> String {
    let (filled, percent) = (share * WIDTH / 1000, share / 10);
    format!("comparing [{}{}] {percent:>3} %", "#".repeat(filled), "-".repeat(WIDTH - filled))
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn the_bar_fills_from_left_to_right() {
        assert_eq!(draw(0), "comparing [------------------------------]   0 %");
        assert_eq!(draw(334), "comparing [##########--------------------]  33 %");
        assert_eq!(draw(1000), "comparing [##############################] 100 %");
    }
}
