//! The progress bar of a comparison: on a terminal, after one second, and never with `--quiet`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use waybill_core::openapi::WantedFile;
use waybill_core::report::{Side, SuppliedFile};
use waybill_core::witness;
use waybill_core::{CompareError, CompareOptions, Report, compare_with_progress};

use crate::{notes, screen};

/// Delay until the bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Redraw interval.
const PAUSE: Duration = Duration::from_millis(100);

/// Width in characters.
const WIDTH: usize = 30;

/// A progress bar, which is erased when it is dropped.
struct ProgressBar {
    is_watched: bool,
    next: Instant,
    is_drawn: bool,
    /// Completed share in thousandths. It does not fall when more work is found.
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
        let is_watched = !notes::are_off() && screen::is_watched();
        ProgressBar { is_watched, next: Instant::now() + PATIENCE, is_drawn: false, share: 0 }
    }

    fn show(&mut self, done: usize, total: usize) {
        if let Some(bar) = self.advance(done, total, Instant::now()) {
            screen::redraw(&bar);
        }
    }

    /// Records the progress. Returns the bar if it is time to draw it.
    fn advance(&mut self, done: usize, total: usize, now: Instant) -> Option<String> {
        self.share = self.share.max((done * 1000 / total.max(1)).min(1000));
        if !self.is_watched || now < self.next {
            return None;
        }
        self.next = now + PAUSE;
        self.is_drawn = true;
        Some(draw(self.share))
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        if self.is_drawn {
            screen::redraw("");
        }
    }
}

/// Returns the bar for a share in thousandths.
fn draw(share: usize) -> String {
    let (filled, percent) = (share * WIDTH / 1000, share / 10);
    format!("comparing [{}{}] {percent:>3} %", "#".repeat(filled), "-".repeat(WIDTH - filled))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{ProgressBar, draw};

    #[test]
    fn bar_appears_after_one_second_and_never_goes_back() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut bar = ProgressBar { is_watched: true, next: at(1000), is_drawn: false, share: 0 };
        assert_eq!(bar.advance(1, 10, at(999)), None);
        assert_eq!(bar.advance(2, 10, at(1000)), Some(draw(200)));
        assert_eq!(bar.advance(4, 10, at(1099)), None);
        assert_eq!(bar.advance(4, 40, at(1100)), Some(draw(400)), "more was found to do");
        bar.is_drawn = false;
    }

    #[test]
    fn bar_is_not_drawn_without_a_terminal() {
        let start = Instant::now();
        let mut bar = ProgressBar { is_watched: false, next: start, is_drawn: false, share: 0 };
        assert_eq!(bar.advance(1, 2, start + Duration::from_mins(1)), None);
    }

    #[test]
    fn the_bar_fills_from_left_to_right() {
        assert_eq!(draw(0), "comparing [------------------------------]   0 %");
        assert_eq!(draw(334), "comparing [##########--------------------]  33 %");
        assert_eq!(draw(1000), "comparing [##############################] 100 %");
    }
}
