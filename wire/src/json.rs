//! Numbers in JSON, clamped to the integers that JavaScript represents exactly.

use serde::Serializer;

const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

pub(crate) fn safe<N, S>(number: &N, serializer: S) -> Result<S::Ok, S::Error>
where
    N: Copy + Into<Option<i64>>,
    S: Serializer,
{
    match (*number).into() {
        Some(number) => serializer.serialize_i64(number.clamp(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER)),
        None => serializer.serialize_none(),
    }
}
