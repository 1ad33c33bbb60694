//! The changelog with a model's wording in it: the same facts under the same headings, and a line that says whose words.

use super::Document;
use super::changelog::{ChangelogOptions, Release, front_matter, sidebar_position, write_body};
use super::escape::code;
use crate::Report;
use crate::render::text::count;
use crate::rewrite::CheckedWording;

/// The document beside the changelog: its own title, and the place after it in a site's list.
pub(in crate::render) fn rewritten_changelog(
    report: &Report,
    release: &Release,
    wording: &CheckedWording,
    model: &str,
    options: &ChangelogOptions,
) -> String {
    let mut document = Document::default();
    let title = format!("{} in plain language", options.title(release));
    let position = position_after(sidebar_position(release.version));
    document.block([front_matter(report, release, (&title, &position), options.front_matter).as_str()]);
    let authorship = authorship(report, wording, model);
    write_body(&mut document, report, release, options.detail, Some((wording, &authorship)));
    document.finish()
}

/// Who worded what, and what was checked. It does not say that the wording is true, which no check shows.
fn authorship(report: &Report, wording: &CheckedWording, model: &str) -> String {
    let (worded, all) = (wording.count(), count(report.counts.breaking, "breaking change"));
    if report.counts.breaking == 0 {
        return "No language model worded anything here: no change of this release breaks callers.".to_owned();
    }
    if worded == 0 {
        return format!("No language model worded anything here: no wording by {} was taken.", code(model));
    }
    format!(
        "A language model, {}, worded why it breaks and what to do for {worded} of {all}; everything else is the \
         text of the standard changelog. A program let such a wording stand only if every name, number and date in it \
         occurs in the change, no words of direction contradict the change, before and after are not swapped, nothing \
         softens it, and it holds no links and no markup. Whether the wording is true was not checked.",
        code(model)
    )
}

/// Half a place further down: between this release's changelog and that of the release before it.
fn position_after(position: i64) -> String {
    // Halves are written by hand: a float would round the positions of large versions.
    if position >= 0 { format!("{position}.5") } else { format!("-{}.5", position.unsigned_abs() - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_stands_half_a_place_after_the_changelog() {
        assert_eq!([position_after(-1_005_000), position_after(0), position_after(-1)], ["-1004999.5", "0.5", "-0.5"]);
    }
}
