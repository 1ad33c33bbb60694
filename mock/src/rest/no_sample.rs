//! Messages about missing samples. They contain the schema location of the reason.

use waybill_openapi::operation::MediaType;
use waybill_openapi::schema::{KeywordPlace, NoSample};

/// Describes a response without a sample.
pub(super) fn describe_response(operation: &str, status: &str, media: &MediaType, none: &NoSample) -> String {
    describe(operation, &format!("the response {status} as {}", media.range), none)
}

/// Describes a part of an operation without a sample.
pub(super) fn describe(operation: &str, what: &str, NoSample { pointer, schema, reason }: &NoSample) -> String {
    let KeywordPlace { file, pointer: place } = schema;
    let at = if pointer.is_empty() { String::new() } else { format!("at `{pointer}` ") };
    let file = file.as_deref().unwrap_or_default();
    format!("{operation}: {what} has no sample: {at}{reason}; the schema is {file}#{place}")
}
