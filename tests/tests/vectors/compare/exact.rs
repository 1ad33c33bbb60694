//! JSON with its numbers as they are written: a report names numbers that no `f64` holds.
//!
//! `serde_json` has a feature for that, which would change what core, built in the same workspace, is tested with.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

/// A value whose members are in the order of their names.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Exact {
    Object(BTreeMap<String, Exact>),
    Array(Vec<Exact>),
    Written(Box<RawValue>),
}

impl Exact {
    /// Reads a whole text.
    pub(crate) fn read(text: &str) -> serde_json::Result<Self> {
        Self::from_raw(serde_json::from_str(text)?)
    }

    fn from_raw(raw: Box<RawValue>) -> serde_json::Result<Self> {
        Ok(match raw.get().chars().next() {
            Some('{') => {
                let members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(raw.get())?;
                let members = members.into_iter().map(|(name, value)| Ok((name, Self::from_raw(value)?)));
                Self::Object(members.collect::<serde_json::Result<_>>()?)
            }
            Some('[') => {
                let elements: Vec<Box<RawValue>> = serde_json::from_str(raw.get())?;
                Self::Array(elements.into_iter().map(Self::from_raw).collect::<serde_json::Result<_>>()?)
            }
            _ => Self::Written(raw),
        })
    }

    /// The same without one of its own members.
    pub(crate) fn without(mut self, name: &str) -> Self {
        if let Self::Object(members) = &mut self {
            members.remove(name);
        }
        self
    }

    /// The text that vectors hold: indented, with a line break at its end.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("what was read can be written") + "\n"
    }
}
