//! What a request said, so that its answer can repeat it: the texts of its leaves by their names.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;

use super::success;
use super::words::words;
use crate::credentials::is_credential_name;
use crate::xml;

/// As many leaves as are remembered, as much of each, and of all together.
const LEAVES: usize = 10_000;
const BYTES: usize = 4_096;
const ALL_BYTES: usize = 4 << 20;

/// The leaves of a request's payload: elements without children, and attributes. What is named like a credential is none.
///
/// A leaf of the answer repeats one of the same name. Where several have it, that is one that stands in an element of the same
/// name, or directly in the message as well, else the one that comes as late among them. A name that says only what kind of
/// value it is, such as `Description`, is repeated in an element of the same name alone; and below a status, a notification
/// or an error nothing is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Echo {
    /// The words of the payload's name.
    asked: Vec<String>,
    /// By `name`, by `name/parent`, and by `name/` what the message holds itself; `name//` is there where values differ.
    leaves: BTreeMap<String, Vec<String>>,
}

impl Echo {
    /// The leaves of an element and of what is in it, in their order.
    pub(crate) fn new(payload: Node<'_, '_>) -> Self {
        let mut echo = Self { asked: words(payload.tag_name().name()), leaves: BTreeMap::new() };
        let (mut count, mut bytes) = (0, 0);
        // Names come many times; each is looked at once.
        let mut secret = BTreeSet::new();
        let flat = outermost(payload);
        for node in payload.descendants().filter(Node::is_element) {
            let text = node.first_element_child().is_none().then(|| xml::own_text(node));
            let parent = node.parent_element().unwrap_or(node);
            let own = text.as_deref().map(|text| (node.tag_name().name(), text, parent));
            let attributes = node.attributes().filter(|attribute| attribute.namespace().is_none());
            let attributes = attributes.map(|attribute| (attribute.name(), attribute.value(), node));
            for (name, value, parent) in own.into_iter().chain(attributes) {
                let value = value.trim();
                if value.is_empty() || value.len() > BYTES || secret.contains(name) {
                    continue;
                }
                if count == LEAVES || bytes > ALL_BYTES {
                    return echo;
                }
                if !echo.leaves.contains_key(name) && is_credential_name(name) {
                    secret.insert(name.to_owned());
                    continue;
                }
                let is_flat = node == payload || parent == flat || parent == payload;
                echo.add(name, value, parent.tag_name().name(), is_flat);
                count += 1;
                bytes += value.len();
            }
        }
        echo
    }

    fn add(&mut self, name: &str, value: &str, parent: &str, is_flat: bool) {
        let differs = self.values(name).first().is_some_and(|first| first != value);
        let keys = [name.to_owned(), format!("{name}/{parent}"), format!("{name}/"), format!("{name}//")];
        for (key, is_wanted) in keys.into_iter().zip([true, true, is_flat, differs]) {
            if is_wanted {
                self.leaves.entry(key).or_default().push(value.to_owned());
            }
        }
    }

    /// The words of what the request asks for.
    pub(super) fn asked(&self) -> &[String] {
        &self.asked
    }

    /// What the request said of a leaf at a path of the answer, where it is the n-th of its name in such an element; what
    /// was said once is said each time.
    pub(super) fn value(&self, name: &str, path: &str, occurrence: usize) -> Option<&str> {
        let all = self.leaves.get(name)?;
        let steps: Vec<&str> = path.split('/').skip(1).collect();
        let around = steps.split_last().map(|(_, around)| around).unwrap_or_default();
        // The outermost element is the message, whatever it is called.
        if around.iter().skip(1).any(|step| success::is_report(step)) {
            return None;
        }
        let parent = around.last().copied().unwrap_or_default();
        let is_flat = around.len() < 2 || (around.len() == 2 && is_envelope(parent));
        let said = |key: String| self.leaves.get(&key);
        let within = said(format!("{name}/{parent}")).or_else(|| said(format!("{name}/")).filter(|_| is_flat));
        let value = match within {
            Some(within) => within.get(occurrence).or(within.first().filter(|_| within.len() == 1)),
            None if is_general(name) => None,
            None => all.get(occurrence).or(all.first().filter(|_| said(format!("{name}//")).is_none())),
        };
        value.map(String::as_str)
    }

    /// Everything that the request said under a name.
    pub(super) fn values(&self, name: &str) -> &[String] {
        self.leaves.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The element that holds what a request says: below the payload, where that holds nothing but another element.
fn outermost<'a, 'input>(payload: Node<'a, 'input>) -> Node<'a, 'input> {
    let mut children = payload.children().filter(Node::is_element);
    match (children.next(), children.next()) {
        (Some(only), None) if only.first_element_child().is_some() => only,
        _ => payload,
    }
}

/// Whether an element stands around the whole answer, as services made of functions have it.
fn is_envelope(name: &str) -> bool {
    const ENVELOPES: [&str; 4] = ["reply", "response", "result", "return"];
    words(name).last().is_some_and(|last| ENVELOPES.contains(&last.as_str()))
}

/// Whether a name says no more than what kind of value it is: whose it is, the element around it says.
fn is_general(name: &str) -> bool {
    const GENERAL: [&str; 20] = [
        "amount",
        "code",
        "comment",
        "count",
        "description",
        "kind",
        "level",
        "line",
        "message",
        "name",
        "note",
        "status",
        "text",
        "title",
        "total",
        "type",
        "unit",
        "units",
        "value",
        "version",
    ];
    words(name).iter().all(|word| GENERAL.contains(&word.as_str()))
}
