//! The sections of a comment: breaking changes, how to accept them, and everything else folded.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;

use super::markup::{code, inline};
use super::{CommentOptions, Detail, is_new};
use crate::render::levels::by_default;
use crate::render::reach;
use crate::render::text::{count, counted};
use crate::{Change, Counts, Level, Place, Report};

/// Maximum number of endpoints to name for each change. The others are counted.
const MAX_NAMED: usize = 5;

/// Maximum number of changes to list for each level that does not break.
const MAX_LISTED: usize = 100;

/// Maximum number of breaking changes with text to copy for acceptance. For more changes, readers use the file.
const MAX_ACCEPTED: usize = 20;

/// Writes the breaking changes, numbered.
pub(super) fn write_breaking(pieces: &mut Vec<String>, breaking: &[&Change], options: &CommentOptions, detail: Detail) {
    for (at, change) in breaking.iter().enumerate() {
        let new = if is_new(change, options) { " · new" } else { "" };
        let accepted = if change.accepted.is_some() { " · accepted" } else { "" };
        let number = at + 1;
        if detail == Detail::Titles {
            pieces.push(format!("\n{number}. {}{new}{accepted} · `{}`", inline(&change.message), change.id));
            continue;
        }
        pieces.push(format!(
            "\n**{number}.** **{}**{}{new}{accepted}{} · `{}`\n",
            inline(&change.message),
            by_default(change),
            links(change, options),
            change.id
        ));
        pieces.push(reached(change, detail));
        let words = [
            ("Why it breaks", change.why),
            ("To keep callers working", change.help),
            ("What callers do", change.advice),
            ("Accepted", change.accepted.as_deref().unwrap_or_default()),
        ];
        for (label, words) in words.into_iter().filter(|(_, words)| !words.is_empty()) {
            pieces.push(format!("- {label}: {}\n", inline(words)));
        }
    }
    if detail == Detail::Titles {
        pieces.push("\n".to_owned());
    }
}

/// Returns links to the lines of both descriptions, or line numbers if there are no pages to link.
fn links(change: &Change, options: &CommentOptions) -> String {
    let place = |label: &str, place: Option<&Place>, address: Option<&String>| {
        let Some(place) = place else { return String::new() };
        match address.filter(|_| place.file.is_none()) {
            Some(address) => format!(" · [{label} line {0}]({address}#L{0})", place.line),
            None => format!(" · {label} line {}", place.line),
        }
    };
    let links = options.links.as_ref();
    place("current", change.new.as_ref(), links.map(|links| &links.head))
        + &place("previous", change.old.as_ref(), links.map(|links| &links.base))
}

/// Returns the names of the affected endpoints, or their number.
fn reached(change: &Change, detail: Detail) -> String {
    let names = reach::names(change);
    if names.is_empty() || matches!(names.as_slice(), [only] if change.message.contains(only.as_str())) {
        return String::new();
    }
    if detail == Detail::EndpointsCounted {
        return format!("- Affects {}\n", count(names.len(), "endpoint"));
    }
    let shown = names.iter().take(MAX_NAMED).map(|name| code(name)).list().join(", ");
    let more = names.len().saturating_sub(MAX_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("- Affects {shown}{more}\n")
}

/// Writes the text to copy for accepting the breaking changes.
pub(super) fn write_acceptance(pieces: &mut Vec<String>, breaking: &[&Change], options: &CommentOptions) {
    let open = || breaking.iter().filter(|change| change.accepted.is_none());
    let count = open().count();
    if count == 0 {
        return;
    }
    pieces.push("\n<details>\n<summary>Intended? Accept it in this pull request</summary>\n\n".to_owned());
    pieces
        .push("Add the missing entries to `waybill-accept.toml`, with a reason and an owner:\n\n```toml\n".to_owned());
    for change in open().take(MAX_ACCEPTED) {
        pieces.push(format!("[[accept]]\nfingerprint = \"{}\"\nreason = \"\"\nowner = \"\"\n", change.id));
        if let Some(expires) = options.expires {
            pieces.push(format!("expires = {expires}\n"));
        }
        pieces.push("\n".to_owned());
    }
    pieces.push("```\n".to_owned());
    if count > MAX_ACCEPTED {
        let more = count - MAX_ACCEPTED;
        pieces.push(format!("\n{more} more are accepted by their ids in the same way.\n"));
    }
    pieces.push("\n</details>\n".to_owned());
}

/// Writes the changes that do not break, folded.
pub(super) fn write_rest(pieces: &mut Vec<String>, report: &Report) {
    let counts = Counts { breaking: 0, ..report.counts };
    let counted = counted(&counts);
    if counted.is_empty() {
        return;
    }
    pieces.push(format!("\n<details>\n<summary>{counted}</summary>\n\n"));
    let rest = report.changes.iter().filter(|change| change.level != Level::Breaking);
    for (_, changes) in order::groups(rest.map(|change| (std::cmp::Reverse(change.level), change))) {
        for change in changes.iter().take(MAX_LISTED) {
            pieces.push(format!("- {}{}: {}\n", change.level, by_default(change), inline(&change.message)));
        }
        if changes.len() > MAX_LISTED {
            pieces.push(format!("- and {} more\n", changes.len() - MAX_LISTED));
        }
    }
    pieces.push("\n</details>\n".to_owned());
}
