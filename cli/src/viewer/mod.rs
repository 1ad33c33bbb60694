//! The changelog viewer that is a part of this command: a page that compares in the browser, and one that shows a finished
//! report. A build has it where it was given the folder of the built viewer; others say so when it is asked for.

mod report_page;

pub(crate) use report_page::{ShownReport, write_report_page};

use crate::failure::Failure;

/// The option of several commands that asks for a page.
pub(crate) const FORMAT_HTML: &str = "--format html";

/// The two outputs of the viewer's build.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Viewer {
    /// The files of the page that compares, each by its path.
    pub(crate) page: &'static [(&'static str, &'static [u8])],
    /// The page that shows a finished report, with a comment where its data goes.
    pub(crate) report: &'static str,
}

// What was embedded when this was built: `PAGE` and `REPORT`.
include!(concat!(env!("OUT_DIR"), "/viewer.rs"));

/// The viewer of this build; `asked_for_by` is the option or the command that needs it.
pub(crate) fn embedded(asked_for_by: &str) -> Result<Viewer, Failure> {
    let Some(report) = REPORT else {
        let failure = Failure::new(format!("this build of waybill has no viewer, which {asked_for_by} needs"));
        return Err(failure.help("make one that has it: `cargo xtask build cli` in a checkout"));
    };
    Ok(Viewer { page: PAGE, report })
}
