//! Values at the boundary: a JSON string, with bytes passed separately as `Uint8Array`.
//!
//! Passing one string is faster than building an object member by member. The strings contain credentials, so freed memory is
//! wiped.

use std::io::{self, Write};

use js_sys::{Array, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::ser::Formatter;
use wasm_bindgen::JsValue;
use waybill_base::error::{Error, code};
use waybill_wire::failure::Failure;
use waybill_wire::http::ResponseHead;

/// Wipes all freed memory: strings, copies of the JSON parser, and reallocated values.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: zeroizing_alloc::ZeroAlloc<std::alloc::System> = zeroizing_alloc::ZeroAlloc(std::alloc::System);

/// Parses JSON. The parser's error is dropped, because it could contain a secret.
pub(crate) fn read<T: DeserializeOwned>(what: &str, json: &str) -> Result<T, JsValue> {
    serde_json::from_str(json).map_err(|_| thrown(&misshaped(what)))
}

/// Parses the head of a response. `headers` is the JSON of an array of pairs.
pub(crate) fn read_head(status: u16, headers: &str) -> Result<waybill_base::http::ResponseHead, JsValue> {
    let head = ResponseHead { status, headers: read("the answer's head", headers)? };
    head.try_into().map_err(|error: Error| thrown(&error.into()))
}

/// Converts a value to a JSON string, or to an array of the string and its bytes. The JSON refers to the bytes as
/// `{"$bytes": index}`.
pub(crate) fn write<T: Serialize>(value: &T) -> JsValue {
    let (json, bytes) = to_json(value);
    if bytes.is_empty() {
        return JsValue::from_str(&json);
    }
    let crossing = Array::of1(&JsValue::from_str(&json));
    for bytes in bytes {
        crossing.push(&Uint8Array::from(bytes.as_slice()));
    }
    crossing.into()
}

/// Overwrites the stack below a call when the call ends, because digests of credentials leave data there. This takes 3
/// microseconds, so only calls with credentials use it.
pub(crate) struct StackWiper;

impl Drop for StackWiper {
    fn drop(&mut self) {
        wipe_stack();
    }
}

#[inline(never)]
#[allow(clippy::large_stack_arrays, reason = "the room on the stack is the point")]
fn wipe_stack() {
    const BYTES: usize = 32 << 10;
    std::hint::black_box(&mut [0_u8; BYTES]);
}

/// Returns the failure for a value that does not have its documented type. It does not contain the value.
pub(crate) fn misshaped(what: &str) -> Failure {
    wrong_shape(format!("{what} does not have its documented type; see the type declarations of the package"))
}

/// Returns the failure for a value that the host found invalid. `problem` uses the host's field names.
pub(crate) fn wrong_shape(problem: String) -> Failure {
    Error::new(code::BOUNDARY_SHAPE, problem).into()
}

/// Converts a failure to the value that is thrown.
pub(crate) fn thrown(failure: &Failure) -> JsValue {
    write(failure)
}

fn to_json<T: Serialize>(value: &T) -> (String, Vec<Vec<u8>>) {
    let (mut json, mut bytes) = (Vec::new(), Vec::new());
    let mut serializer = serde_json::Serializer::with_formatter(&mut json, BytesAside(&mut bytes));
    // Writing plain values to memory does not fail. Incomplete JSON is not returned, because a parser's error would quote it.
    if value.serialize(&mut serializer).is_err() {
        return (String::new(), Vec::new());
    }
    (String::from_utf8(json).unwrap_or_default(), bytes)
}

/// A formatter that collects byte arrays and writes a reference for each.
struct BytesAside<'b>(&'b mut Vec<Vec<u8>>);

impl Formatter for BytesAside<'_> {
    fn write_byte_array<W: ?Sized + Write>(&mut self, writer: &mut W, value: &[u8]) -> io::Result<()> {
        let place = self.0.len();
        self.0.push(value.to_vec());
        write!(writer, "{{\"$bytes\":{place}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_passed_separately_from_the_json() {
        #[derive(Serialize)]
        struct Body {
            id: u64,
            #[serde(with = "serde_bytes")]
            body: Vec<u8>,
        }
        let body = |id, body: &[u8]| Body { id, body: body.to_vec() };
        let (json, bytes) = to_json(&[body(1 << 53, b"a\xff"), body(2, b"")]);
        assert_eq!(json, r#"[{"id":9007199254740992,"body":{"$bytes":0}},{"id":2,"body":{"$bytes":1}}]"#);
        assert_eq!(bytes, [b"a\xff".to_vec(), Vec::new()]);
    }
}
