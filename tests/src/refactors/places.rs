//! The versions of the specification, and the choice of the places that an edit changes.

use serde_json::Value;

/// A version of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Swagger 2.0.
    V2_0,
    /// OpenAPI 3.0.
    V3_0,
    /// OpenAPI 3.1.
    V3_1,
    /// OpenAPI 3.2.
    V3_2,
}

impl Version {
    pub(super) const ALL: (Version, Version) = (Version::V2_0, Version::V3_2);

    /// Returns the version of a description; `None` if it has none of these.
    #[must_use]
    pub fn read(description: &Value) -> Option<Version> {
        if description.get("swagger").is_some() {
            return Some(Version::V2_0);
        }
        let version = description.get("openapi")?.as_str()?;
        match version.get(..4)? {
            "3.0." => Some(Version::V3_0),
            "3.1." => Some(Version::V3_1),
            "3.2." => Some(Version::V3_2),
            _ => None,
        }
    }

    /// The pointer of the schemas that have names.
    pub(super) fn schemas(self) -> &'static str {
        if self == Version::V2_0 { "/definitions" } else { "/components/schemas" }
    }
}

/// Chooses the places to edit.
#[derive(Debug)]
pub struct Places {
    pub(super) version: Version,
    step: usize,
    seen: usize,
}

impl Places {
    pub(super) fn new(version: Version, step: usize) -> Places {
        Places { version, step, seen: 0 }
    }

    /// True if the next place is to be edited.
    pub(super) fn take(&mut self) -> bool {
        self.seen += 1;
        (self.seen - 1).is_multiple_of(self.step)
    }

    /// True if the description has the schemas of JSON Schema 2020-12.
    pub(super) fn has_json_schema(&self) -> bool {
        self.version >= Version::V3_1
    }
}
