//! An entry of the request log as the mock service returns it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Entry<'e> {
    /// Milliseconds since 1970-01-01.
    pub(super) timestamp: i64,
    pub(super) service_name: &'e str,
    pub(super) service_version: &'e str,
    pub(super) operation: Option<&'e str>,
    pub(super) request: Request<'e>,
    pub(super) response: Response<'e>,
    pub(super) duration_ms: Option<f64>,
    pub(super) valid: bool,
    pub(super) reason: Option<&'e str>,
    #[cfg_attr(test, ts(as = "Vec<crate::response::ReportedViolation<'static>>"))]
    pub(super) violations: &'e [Value],
    pub(super) lenient: &'e [Cow<'static, str>],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Request<'e> {
    pub(super) method: &'e str,
    pub(super) path: &'e str,
    /// Values by header name.
    pub(super) headers: BTreeMap<&'e str, Vec<&'e str>>,
    pub(super) body: &'e str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Response<'e> {
    pub(super) status: u16,
    /// Values by header name.
    pub(super) headers: BTreeMap<&'e str, Vec<&'e str>>,
    pub(super) body: &'e str,
}

#[cfg(test)]
mod tests {
    use waybill_wire_types::Declarations;

    use super::Entry;

    #[test]
    fn log_matches_the_typescript_types() {
        Declarations::default().with::<Entry<'static>>().hold("log.d.ts");
    }
}
