//! Base64 with white space between characters, which encoders insert to break lines. XML Schema allows it (Part 2
//! section 3.2.16), but the validator does not.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use xsd_schema::SchemaSet;
use xsd_schema::ids::TypeKey;
use xsd_schema::types::XmlTypeCode;

use super::finding::Found;
use super::types;

/// True if such white space is the only cause of an error.
pub(super) fn is_allowed(found: &Found, set: &SchemaSet, key: Option<TypeKey>, value: &str) -> bool {
    let is_spaced = found.rule.starts_with("cvc-datatype-valid") && value.contains(char::is_whitespace);
    let Some(simple) = key.filter(|_| is_spaced).and_then(|key| types::simple_type(set, key)) else { return false };
    if simple.builtin != XmlTypeCode::Base64Binary {
        return false;
    }
    let text: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    let (least, most) = simple.lengths();
    STANDARD.decode(text).is_ok_and(|bytes| (least..=most).contains(&(bytes.len() as u64)))
}
