//! The changelog with a model's wording. It has the same facts and headings, and identifies the model's sentences.

use super::Document;
use super::changelog::{ChangelogOptions, Release, front_matter, sidebar_position, write_body};
use super::escape::code;
use crate::Report;
use crate::render::text::count;
use crate::rewrite::CheckedWording;

/// Renders the document next to the changelog. It has its own title, and the next position in a site's sidebar.
pub(in crate::render) fn rewritten_changelog(
    report: &Report,
    release: &Release,
    wording: &CheckedWording,
    model: &str,
    options: &ChangelogOptions,
) -> String {
    let mut document = Document::default();
    let title = format!("{} in plain language", options.title(report, release));
    let position = position_after(sidebar_position(release.version));
    document.block([front_matter(report, release, (&title, &position), options.front_matter).as_str()]);
    let authorship = authorship(report, wording, model);
    write_body(&mut document, report, release, options.detail, Some((wording, &authorship)));
    document.finish()
}

/// Returns the paragraph that identifies the model's sentences as unverified.
fn authorship(report: &Report, wording: &CheckedWording, model: &str) -> String {
    let (worded, all) = (wording.count(), count(report.counts.breaking, "breaking change"));
    if worded == 0 {
        return "No sentence here is by a language model.".to_owned();
    }
    format!(
        "**Unverified:** a language model, {}, wrote why it breaks and what to do for {worded} of {all}. Whether \
         these sentences are true was not checked. A program checked that their quoted names, numbers in digits and dates occur in the \
         change, that before and after are not swapped, and that their examples are valid. Everything else is the \
         standard changelog.",
        code(model)
    )
}

/// Returns a position that is half a step after `position`, between this changelog and that of the previous release.
fn position_after(position: i64) -> String {
    // Formatted as a string, because a float would round the positions of large versions.
    if position >= 0 { format!("{position}.5") } else { format!("-{}.5", position.unsigned_abs() - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_is_positioned_right_after_the_changelog() {
        assert_eq!([position_after(-1_005_000), position_after(0), position_after(-1)], ["-1004999.5", "0.5", "-0.5"]);
    }
}
