//! The format of violations in problems and the request log, for all services.

use serde::Serialize;
use serde_json::Value;

/// A violation: its location in the request and its cause. Members that do not apply are omitted.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct ReportedViolation<'v> {
    /// Part of the request that contains it, such as `query`. For SOAP requests it is the envelope.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<&'v str>,
    /// Name of the parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<&'v str>,
    /// Location within the part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<&'v str>,
    pub(crate) expected: &'v str,
    pub(crate) value: &'v str,
    pub(crate) message: &'v str,
    /// The violated rule of XML Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<&'v str>,
    /// The violated keyword of JSON Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) keyword: Option<&'v str>,
    /// Location of the keyword in the description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) schema: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u32>,
}

impl ReportedViolation<'_> {
    /// Returns the violation as JSON.
    pub(crate) fn to_json(&self) -> Value {
        // Serialization fails only for maps with keys other than strings.
        serde_json::to_value(self).unwrap_or_default()
    }
}
