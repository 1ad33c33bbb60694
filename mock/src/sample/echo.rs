//! What a request said, so that its answer can repeat it: the texts of its leaves by their names.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;

use super::words::words;
use crate::credentials::is_credential_name;
use crate::xml;

/// As many leaves as are remembered, and as much of each.
const LEAVES: usize = 10_000;
const BYTES: usize = 4_096;

/// The leaves of a request's payload: elements without children, and attributes. What is named like a credential is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Echo {
    /// The words of the payload's name.
    asked: Vec<String>,
    leaves: BTreeMap<String, Vec<String>>,
}

impl Echo {
    /// The leaves of an element and of what is in it, in their order.
    pub(crate) fn new(payload: Node<'_, '_>) -> Self {
        let mut echo = Self { asked: words(payload.tag_name().name()), leaves: BTreeMap::new() };
        let mut count = 0;
        // Names come many times; each is looked at once.
        let mut secret = BTreeSet::new();
        for node in payload.descendants().filter(Node::is_element) {
            let text = node.first_element_child().is_none().then(|| xml::own_text(node));
            let own = text.as_deref().map(|text| (node.tag_name().name(), text));
            let attributes = node.attributes().filter(|attribute| attribute.namespace().is_none());
            for (name, value) in
                own.into_iter().chain(attributes.map(|attribute| (attribute.name(), attribute.value())))
            {
                let value = value.trim();
                if value.is_empty() || value.len() > BYTES || secret.contains(name) {
                    continue;
                }
                if count == LEAVES {
                    return echo;
                }
                if let Some(values) = echo.leaves.get_mut(name) {
                    values.push(value.to_owned());
                } else if is_credential_name(name) {
                    secret.insert(name.to_owned());
                    continue;
                } else {
                    echo.leaves.insert(name.to_owned(), vec![value.to_owned()]);
                }
                count += 1;
            }
        }
        echo
    }

    /// The words of what the request asks for.
    pub(super) fn asked(&self) -> &[String] {
        &self.asked
    }

    /// What the request said under a name the n-th time; what it said once, it said each time.
    pub(super) fn value(&self, name: &str, occurrence: usize) -> Option<&str> {
        let values = self.leaves.get(name)?;
        values.get(occurrence).or(values.first().filter(|_| values.len() == 1)).map(String::as_str)
    }

    /// Everything that the request said under a name.
    pub(super) fn values(&self, name: &str) -> &[String] {
        self.leaves.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}
