//! Parameters (Swagger 2.0, section "Parameter Object"): what describes the value goes into a schema of its own, and
//! bodies and forms are no parameters any more.

use super::scribe::Scribe;
use super::{bodies, schemas};
use crate::openapi::arena::{Kind, NodeId};
use crate::openapi::error::Fault;
use crate::openapi::grammar::Site;
use crate::openapi::keys::Word;
use crate::order::Listed as _;

/// The parameters of a path or an operation by what becomes of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Parameters {
    /// Elements that stay parameters.
    pub(super) plain: Vec<NodeId>,
    /// The element that is the body.
    pub(super) body: Option<NodeId>,
    /// Elements that are fields of a form.
    pub(super) form: Vec<NodeId>,
}

impl Parameters {
    pub(super) fn of(scribe: &Scribe<'_, '_>, list: Option<NodeId>) -> Parameters {
        let mut sorted = Parameters::default();
        let list = list.filter(|&list| scribe.from.is_array(list));
        for element in list.into_iter().flat_map(|list| scribe.from.children(list)) {
            match location(scribe, element).as_deref() {
                Some("body") => sorted.body = Some(element),
                Some("formData") => sorted.form.push(element),
                _ => sorted.plain.push(element),
            }
        }
        sorted
    }
}

/// Where a parameter goes: `in` of what the element stands for.
pub(super) fn location(scribe: &Scribe<'_, '_>, element: NodeId) -> Option<String> {
    Some(scribe.from.string_at(scribe.resolve(element)?, Word::In)?.into_owned())
}

/// The `parameters` of the whole description: bodies are components of their own kind.
pub(super) fn components(scribe: &mut Scribe<'_, '_>, section: NodeId) -> Result<(), Fault> {
    let entries = scribe.members(section);
    let at = |scribe: &Scribe<'_, '_>, id| location(scribe, id).unwrap_or_default();
    let (bodies, others): (Vec<NodeId>, Vec<NodeId>) = entries.into_iter().partition(|&id| at(scribe, id) == "body");
    let plain: Vec<NodeId> = others.into_iter().filter(|&id| at(scribe, id) != "formData").list();
    if !plain.is_empty() {
        scribe.key("parameters", section);
        scribe.open(Kind::Object, section)?;
        for id in plain {
            scribe.same_key(id);
            if scribe.from.key(id).is_extension() { scribe.copy(id)? } else { parameter(scribe, id)? }
        }
        scribe.close(section);
    }
    if !bodies.is_empty() {
        let consumes = scribe.from.word(NodeId::ROOT, Word::Consumes);
        scribe.key("requestBodies", section);
        scribe.open(Kind::Object, section)?;
        for id in bodies {
            scribe.same_key(id);
            bodies::of_body(scribe, id, consumes)?;
        }
        scribe.close(section);
    }
    Ok(())
}

/// A parameter that stays one.
pub(super) fn parameter(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    if !scribe.from.is_object(id) {
        return scribe.copy(id);
    }
    scribe.open(Kind::Object, id)?;
    if scribe.from.word(id, Word::Ref).is_some() || scribe.from.word(id, Word::Schema).is_some() {
        for member in scribe.members(id) {
            schemas::keyword(scribe, id, member, Site::Parameter)?;
        }
    } else {
        let location = scribe.from.string_at(id, Word::In).unwrap_or_default().into_owned();
        for member in scribe.members(id) {
            match scribe.word_of(member) {
                _ if describes_value(scribe, member) => {}
                Some(Word::Content | Word::Style | Word::Explode | Word::AllowReserved) => scribe.newer(member)?,
                _ => scribe.copy_member(member)?,
            }
        }
        value_schema(scribe, id, None)?;
        style(scribe, id, location == "query")?;
    }
    scribe.close(id);
    Ok(())
}

/// Whether a member of a parameter or header is about the values it takes, or how they are joined.
pub(super) fn describes_value(scribe: &Scribe<'_, '_>, member: NodeId) -> bool {
    scribe.word_of(member).is_some_and(|word| {
        matches!(
            word,
            Word::Type
                | Word::Format
                | Word::Items
                | Word::Default
                | Word::Maximum
                | Word::ExclusiveMaximum
                | Word::Minimum
                | Word::ExclusiveMinimum
                | Word::MaxLength
                | Word::MinLength
                | Word::Pattern
                | Word::MaxItems
                | Word::MinItems
                | Word::UniqueItems
                | Word::Enum
                | Word::MultipleOf
                | Word::XNullable
                | Word::CollectionFormat
        )
    })
}

/// The member `schema` of a parameter or header, or the schema of a field of a form, with its description, for the
/// element it stands as.
pub(super) fn value_schema(scribe: &mut Scribe<'_, '_>, id: NodeId, element: Option<NodeId>) -> Result<(), Fault> {
    let is_about_value = |scribe: &Scribe<'_, '_>, member: NodeId| {
        describes_value(scribe, member) && scribe.word_of(member) != Some(Word::CollectionFormat)
    };
    let members: Vec<NodeId> = scribe.members(id).into_iter().filter(|&member| is_about_value(scribe, member)).list();
    if element.is_none() {
        if members.is_empty() {
            return Ok(());
        }
        scribe.key("schema", id);
    }
    scribe.open(Kind::Object, element.unwrap_or(id))?;
    for member in members {
        schemas::keyword(scribe, id, member, Site::Schema)?;
    }
    if element.is_some() {
        beside_value(scribe, id)?;
    }
    scribe.close(element.unwrap_or(id));
    Ok(())
}

/// What a field of a form says besides which values it takes, where it is not said elsewhere.
fn beside_value(scribe: &mut Scribe<'_, '_>, field: NodeId) -> Result<(), Fault> {
    for member in scribe.members(field) {
        match scribe.word_of(member) {
            _ if describes_value(scribe, member) => {}
            Some(Word::Name | Word::In | Word::Required | Word::AllowEmptyValue | Word::Ref) => {}
            Some(Word::Description) => scribe.copy_member(member)?,
            Some(_) if !scribe.from.key(member).is_extension() => scribe.newer(member)?,
            _ => scribe.copy_member(member)?,
        }
    }
    Ok(())
}

/// How the elements of an array are joined (`collectionFormat`, commas where it is not written).
pub(super) fn style(scribe: &mut Scribe<'_, '_>, id: NodeId, in_query: bool) -> Result<(), Fault> {
    let written = scribe.from.word(id, Word::CollectionFormat);
    if scribe.from.string_at(id, Word::Type).is_none_or(|text| text != "array") {
        return Ok(());
    }
    let format = written.and_then(|id| scribe.from.string(id)).unwrap_or_else(|| "csv".into()).into_owned();
    let origin = written.unwrap_or(id);
    match (format.as_str(), in_query) {
        ("csv", true) => explode(scribe, false, origin),
        ("csv", false) => match written {
            Some(written) => explode(scribe, false, written),
            None => Ok(()),
        },
        ("multi", true) => explode(scribe, true, origin),
        ("ssv", true) => delimited(scribe, "spaceDelimited", origin),
        ("pipes", true) => delimited(scribe, "pipeDelimited", origin),
        // OpenAPI 3 has no word for it.
        _ => written.map_or(Ok(()), |written| scribe.copy_member(written)),
    }
}

fn explode(scribe: &mut Scribe<'_, '_>, flag: bool, origin: NodeId) -> Result<(), Fault> {
    scribe.key("explode", origin);
    scribe.flag(flag, origin)
}

fn delimited(scribe: &mut Scribe<'_, '_>, name: &str, origin: NodeId) -> Result<(), Fault> {
    scribe.key("style", origin);
    scribe.text(name, origin)?;
    explode(scribe, false, origin)
}
