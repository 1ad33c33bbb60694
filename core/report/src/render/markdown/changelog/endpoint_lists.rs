//! Lists of endpoints, each written once and linked from its uses. In a changelog of a large API, the same few lists
//! would otherwise repeat.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;

use crate::render::markdown::Document;
use crate::render::markdown::escape::code;
use crate::render::text::count;

/// Maximum number of endpoints to name directly. Longer lists are linked.
const MAX_INLINE: usize = 3;

/// Maximum number of shorter lists to compare with, because a description can have thousands.
const MAX_CANDIDATES: usize = 64;

/// Maximum number of other lists that a list refers to. More references are harder to read than names.
const MAX_REFERRED: usize = 6;

/// Minimum number of bytes that a reference must save. The link itself takes about as many.
const LINK_BYTES: i64 = 80;

/// Maximum length of a line of names, in bytes.
const MAX_LINE_BYTES: usize = 500;

/// The lists that a changelog refers to, each sorted, in the order of first use.
#[derive(Default)]
pub(super) struct EndpointLists {
    lists: Vec<Vec<String>>,
}

impl EndpointLists {
    /// Returns the affected endpoints as Markdown: their names, or a link to their list.
    pub(super) fn refer_to(&mut self, names: &[String]) -> String {
        let names = order::sorted_unique(names.iter().cloned());
        if names.len() <= MAX_INLINE {
            return written_in_order(names.iter()).join(", ");
        }
        let counted = counted(&names);
        let known = self.lists.iter().position(|list| *list == names);
        let at = known.unwrap_or_else(|| {
            self.lists.push(names);
            self.lists.len() - 1
        });
        format!("[{counted}](#endpoints-{})", at + 1)
    }

    /// Writes all lists. Long ones refer to shorter ones that they contain.
    pub(super) fn write(&self, document: &mut Document) {
        if self.lists.is_empty() {
            return;
        }
        document.heading(3, "Endpoints that share changes");
        let mut order = (0..self.lists.len()).list();
        order::sort_by(&mut order, |&one, &other| self.length(one).cmp(&self.length(other)));
        let mut written: Vec<(usize, &[String])> = Vec::new();
        let mut items: Vec<(usize, String)> = Vec::new();
        for at in order {
            let Some(list) = self.lists.get(at) else { continue };
            items.push((at, item(list, &written)));
            written.push((at, list));
        }
        order::sort_by(&mut items, |(one, _), (other, _)| one.cmp(other));
        for (at, item) in items {
            // Sites generate the anchor `endpoints-12` from this heading. They can check links only to headings.
            document.heading(4, &format!("Endpoints {}", at + 1));
            document.paragraph(&item);
        }
    }

    fn length(&self, at: usize) -> usize {
        self.lists.get(at).map_or(0, Vec::len)
    }
}

/// Returns a list as a paragraph. `written` are the lists already written, shortest first.
fn item(list: &[String], written: &[(usize, &[String])]) -> String {
    let mut rest: Vec<&String> = list.iter().list();
    let mut parts = Vec::new();
    for _ in 0..MAX_REFERRED {
        let candidates = written.iter().rev().take(MAX_CANDIDATES);
        let savings = candidates.map(|(other, inner)| (saving(inner, &rest, list), *other, *inner));
        let Some((_, other, inner)) = savings.filter(|(saving, ..)| *saving > 0).max_by_key(|(saving, ..)| *saving)
        else {
            break;
        };
        rest.retain(|name| inner.binary_search(name).is_err());
        parts.push(format!("the [{}](#endpoints-{})", counted(inner), other + 1));
    }
    parts.extend(written_in_order(rest.into_iter()));
    format!("{}: {}", counted(list), wrap(&parts, "\n"))
}

/// Returns a count with its noun: `4 endpoints`, `4 webhooks`.
fn counted(names: &[String]) -> String {
    let are_webhooks = names.iter().all(|name| name.starts_with("webhook "));
    count(names.len(), if are_webhooks { "webhook" } else { "endpoint" })
}

/// Returns names as code spans, sorted by path, then by method.
fn written_in_order<'n>(names: impl Iterator<Item = &'n String>) -> Vec<String> {
    let mut names = names.list();
    let key = |name: &String| name.split_once(' ').map(|(method, path)| (path.to_owned(), method.to_owned()));
    order::sort_by(&mut names, |one, other| key(one).cmp(&key(other)));
    names.into_iter().map(|name| code(name)).list()
}

/// Returns the number of bytes that `list` saves by referring to `other` for names in `rest`. Negative if it gets
/// longer, or if `other` has a name that `list` lacks.
fn saving(other: &[String], rest: &[&String], list: &[String]) -> i64 {
    if other.iter().any(|name| list.binary_search(name).is_err()) {
        return -1;
    }
    let in_rest = other.iter().filter(|name| rest.binary_search(name).is_ok());
    let saved: usize = in_rest.map(|name| name.len() + 4).sum();
    i64::try_from(saved).unwrap_or(i64::MAX) - LINK_BYTES
}

/// Joins names with commas, in lines of readable length.
pub(super) fn wrap(names: &[String], line_end: &str) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            text.push(',');
            let is_full = length + name.len() > MAX_LINE_BYTES;
            text.push_str(if is_full { line_end } else { " " });
            length = if is_full { 0 } else { length };
        }
        text.push_str(name);
        length += name.len() + 2;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(numbers: std::ops::Range<usize>) -> Vec<String> {
        numbers.map(|number| format!("GET /{number:03}")).collect()
    }

    #[test]
    fn repeated_list_is_written_once_and_referenced() {
        let mut lists = EndpointLists::default();
        assert_eq!(lists.refer_to(&names(0..2)), "`GET /000`, `GET /001`");
        let all = lists.refer_to(&names(0..32));
        assert_eq!(all, "[32 endpoints](#endpoints-1)");
        assert_eq!(lists.refer_to(&names(0..30)), "[30 endpoints](#endpoints-2)");
        assert_eq!(lists.refer_to(&names(0..32)), all);
        let mut document = Document::default();
        lists.write(&mut document);
        let text = document.finish();
        assert_eq!(text.matches("`GET /003`").count(), 1, "{text}");
        assert!(text.contains("32 endpoints: the [30 endpoints](#endpoints-2), `GET /030`, `GET /031`"), "{text}");
    }

    #[test]
    fn webhooks_are_no_endpoints() {
        let webhooks = ["a", "b", "c", "d"].map(|name| format!("webhook {name}"));
        let mut lists = EndpointLists::default();
        assert_eq!(lists.refer_to(&webhooks), "[4 webhooks](#endpoints-1)");
        assert_eq!(lists.refer_to(&[&webhooks[..], &names(0..1)].concat()), "[5 endpoints](#endpoints-2)");
    }

    #[test]
    fn list_refers_only_to_lists_that_it_contains() {
        let mut lists = EndpointLists::default();
        lists.refer_to(&names(0..22));
        lists.refer_to(&[names(0..20), names(21..30)].concat());
        let mut document = Document::default();
        lists.write(&mut document);
        assert!(!document.finish().contains("#endpoints-1"));
    }

    #[test]
    fn no_line_of_names_is_long() {
        let names: Vec<String> = names(0..400).iter().map(|name| code(name)).collect();
        assert!(wrap(&names, "\n").lines().all(|line| line.len() < 600));
    }
}
