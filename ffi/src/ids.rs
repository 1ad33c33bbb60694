//! Ids as they come over the boundary: `i64`, where the engine counts upwards from 1.

use waybill_access::Misuse;

use crate::error::WaybillError;

/// The engine's number of what a host means.
pub(crate) fn read_id(what: &str, number: i64) -> Result<u64, WaybillError> {
    u64::try_from(number).map_err(|_| {
        let message = format!("expected the id of a {what}, which counts upwards from 1; got {number}");
        Misuse { message }.into()
    })
}
