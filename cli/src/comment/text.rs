//! The text of a comment: from a report, from a failure and the last text, or for a pull request that changes no
//! description.

use waybill_core::release::Date;
use waybill_core::render::comment::{CommentOptions, CommentState, MAX_COMMENT_CHARS, SourceLinks, failed_comment};
use waybill_core::render::printable;

use super::address::Address;
use super::post::fits;
use super::service::Service;
use crate::check::result_file::{DescriptionResult, ResultFile};
use crate::check::today;
use crate::failure::Failure;

/// Number of characters reserved in a comment for the reason why it could not be updated.
const ROOM_FOR_FAILURE: usize = 2_048;

/// Maximum number of characters of a failure in a comment. Escaping at most doubles them.
const FAILURE_SHOWN: usize = 800;

/// Days until the expiry date that a comment suggests for accepting a change.
const ACCEPTED_FOR: i64 = 90;

/// Writes the comment about one description. `last` is the text of the existing comment.
pub(super) fn write(
    result: &ResultFile,
    described: &DescriptionResult,
    pages: Option<(&Address, Service, &str)>,
    last: Option<&str>,
) -> Result<String, Failure> {
    let links = pages.and_then(|(server, service, repository)| {
        let base = server.file(service, repository, &result.base, described.base_path.as_deref()?);
        let head = server.file(service, repository, &result.compared, described.head_path.as_deref()?);
        Some(SourceLinks { base, head })
    });
    let options = CommentOptions {
        description: described.name.clone(),
        base: result.base.clone(),
        head: result.head.clone(),
        links,
        previous: last.and_then(|last| CommentState::read(last).ok()),
        expires: expiry(),
        max_chars: MAX_COMMENT_CHARS - ROOM_FOR_FAILURE,
    };
    if !result.touched {
        return Ok(untouched(&options));
    }
    if let Some(report) = described.read_report()? {
        return Ok(report.comment(&options));
    }
    let reason = described.failure.as_deref().unwrap_or("the result contains no reason");
    let reason: String = reason.chars().take(FAILURE_SHOWN).collect();
    let text = failed_comment(last, &options, &reason);
    Ok(if fits(&text) { text } else { failed_comment(None, &options, &reason) })
}

/// Returns the comment for a pull request that no longer changes a file of the description.
fn untouched(options: &CommentOptions) -> String {
    let CommentOptions { description, head, .. } = options;
    let state = CommentState { description: description.clone(), head: head.clone(), breaking: Vec::new() };
    let (name, short) = (printable(description).replace('`', "'"), head.get(..10).unwrap_or(head));
    format!("{state}\n### ✓ No file of the API is changed\n\n`{name}`: nothing to compare in `{short}`\n")
}

fn expiry() -> Option<Date> {
    let days = today()?.days_since_epoch() + ACCEPTED_FOR;
    Date::from_unix_seconds(days * 24 * 60 * 60)
}
