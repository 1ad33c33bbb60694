//! Conversions of values that have another form in JSON.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::given::ModelHeader;

/// Reads `null` as the default.
pub(crate) fn or_default<'de, T: Default + Deserialize<'de>, D: Deserializer<'de>>(given: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(given)?.unwrap_or_default())
}

/// Reads a wait, which is not negative.
pub(crate) fn read_wait<'de, D: Deserializer<'de>>(given: D) -> Result<Option<i64>, D::Error> {
    Ok(Option::<u32>::deserialize(given)?.map(i64::from))
}

pub(crate) fn read_bytes<'de, D: Deserializer<'de>>(given: D) -> Result<Vec<u8>, D::Error> {
    Ok(String::deserialize(given)?.into_bytes())
}

/// Writes bytes as a string. They are JSON, and so UTF-8.
pub(crate) fn write_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(std::str::from_utf8(bytes).unwrap_or_default())
}

/// Writes a header as a list of its name and its value.
impl Serialize for ModelHeader {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { name, value } = self;
        (name, value).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ModelHeader {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (name, value) = Deserialize::deserialize(deserializer)?;
        Ok(Self { name, value })
    }
}
