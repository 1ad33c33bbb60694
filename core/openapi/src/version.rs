//! Determines the version of the specification that a document uses.

use waybill_base::error::code;

use super::error::Fault;
use super::known_key::KnownKey;
use super::spec_version::SpecVersion;
use crate::tree::{Arena, NodeId};

/// Returns the version of the specification that a document names.
pub(super) fn version_of(arena: &Arena<'_>) -> Result<SpecVersion, Fault> {
    const EXPECTED: &str = "expected OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0";
    let root = NodeId::ROOT;
    let fault = |code, id: NodeId, message: String| {
        Err(Fault { pointer: arena.pointer(id), ..Fault::new(code, arena.offset(id), message) })
    };
    if !arena.is_object(root) {
        let found = if arena.is_array(root) { "an array" } else { "a single value" };
        let message = format!("expected an object with the member `openapi` or `swagger`, found {found}");
        return fault(code::DESCRIPTION_ROOT, root, message);
    }
    // Numbers are accepted, because YAML parses the version of `swagger: 2.0` as one.
    let text = |id| arena.string(id).map_or_else(|| arena.source_text(id).to_owned(), std::borrow::Cow::into_owned);
    let shown = |id| text(id).chars().take(20).collect::<String>();
    if let Some(openapi) = arena.member(root, KnownKey::Openapi) {
        let written = text(openapi);
        return match written.strip_prefix("3.").and_then(|rest| rest.split('.').next()) {
            Some("0") => Ok(SpecVersion::V3_0),
            Some("1") => Ok(SpecVersion::V3_1),
            Some("2") => Ok(SpecVersion::V3_2),
            _ => fault(code::DESCRIPTION_VERSION, openapi, format!("{EXPECTED}, found {:?}", shown(openapi))),
        };
    }
    if let Some(swagger) = arena.member(root, KnownKey::Swagger) {
        return match text(swagger).as_str() {
            "2.0" | "2" => Ok(SpecVersion::V2_0),
            _ => fault(code::DESCRIPTION_VERSION, swagger, format!("{EXPECTED}, found Swagger {:?}", shown(swagger))),
        };
    }
    if let Some(old) = arena.keys().find("swaggerVersion").and_then(|key| arena.get(root, key)) {
        let message = format!("{EXPECTED}, found Swagger {:?}: convert it to one of them", shown(old));
        return fault(code::DESCRIPTION_VERSION, old, message);
    }
    let message = "expected the member `openapi` with the version of the specification, such as 3.0.3, or `swagger` \
                   with 2.0, found neither";
    fault(code::DESCRIPTION_VERSION, root, message.to_owned())
}
