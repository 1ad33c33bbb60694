//! The supported versions of the specification.

/// A supported version of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpecVersion {
    /// Swagger 2.0, converted to the structure of OpenAPI 3.0.
    V2_0,
    /// OpenAPI 3.0.x.
    V3_0,
    /// OpenAPI 3.1.x.
    V3_1,
    /// OpenAPI 3.2.x.
    V3_2,
}

impl SpecVersion {
    /// Returns true if its schemas are JSON Schema 2020-12.
    pub(crate) fn is_modern(self) -> bool {
        match self {
            SpecVersion::V2_0 | SpecVersion::V3_0 => false,
            SpecVersion::V3_1 | SpecVersion::V3_2 => true,
        }
    }
}
