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

    /// Removes a member and returns it.
    pub(crate) fn take(&mut self, name: &str) -> Option<Self> {
        if let Self::Object(members) = self { members.remove(name) } else { None }
    }

    /// Returns a member.
    pub(crate) fn member(&mut self, name: &str) -> Option<&mut Self> {
        if let Self::Object(members) = self { members.get_mut(name) } else { None }
    }

    /// Returns the elements of a member; none where it is no array.
    pub(crate) fn elements(&mut self, name: &str) -> &mut [Self] {
        if let Some(Self::Array(elements)) = self.member(name) { elements } else { &mut [] }
    }

    /// Returns the value of a string.
    pub(crate) fn string(&self) -> Option<String> {
        if let Self::Written(raw) = self { serde_json::from_str(raw.get()).ok() } else { None }
    }

    /// The text that vectors hold: indented, with a line break at its end.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("what was read can be written") + "\n"
    }
}
