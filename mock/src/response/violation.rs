//! A violation as problems and the request log show it, of whatever service.

use serde::Serialize;
use serde_json::Value;

/// Where a request is not as it is described, and how. What does not apply to a violation is left out.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct ReportedViolation<'v> {
    /// The part of the request that it is in, such as `query`; of a SOAP request it is the envelope.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<&'v str>,
    /// The parameter's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<&'v str>,
    /// The place in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<&'v str>,
    pub(crate) expected: &'v str,
    pub(crate) value: &'v str,
    pub(crate) message: &'v str,
    /// The rule of XML Schema that is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<&'v str>,
    /// The keyword of JSON Schema that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) keyword: Option<&'v str>,
    /// Where that stands in the description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) schema: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u32>,
}

impl ReportedViolation<'_> {
    /// The violation as JSON.
    pub(crate) fn to_json(&self) -> Value {
        // Only maps with keys other than text fail to serialise.
        serde_json::to_value(self).unwrap_or_default()
    }
}
