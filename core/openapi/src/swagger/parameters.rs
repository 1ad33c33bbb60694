//! Parameters (Swagger 2.0, section "Parameter Object"): keywords that describe the value are moved to a schema. Bodies and forms
//! are no longer parameters.

use waybill_base::internal::order::Listed as _;

use super::converter::Converter;
use super::{bodies, schemas};
use crate::error::Fault;
use crate::grammar::ObjectKind;
use crate::known_key::{KnownKey, is_extension};
use crate::tree::{Kind, NodeId};

/// The parameters of a path or an operation, by their converted form.
#[derive(Debug, Clone, Default)]
pub(super) struct Parameters {
    /// Parameters that remain parameters.
    pub(super) plain: Vec<NodeId>,
    /// The body.
    pub(super) body: Option<NodeId>,
    /// The fields of a form.
    pub(super) form: Vec<NodeId>,
}

impl Parameters {
    pub(super) fn collect(converter: &Converter<'_, '_>, list: Option<NodeId>) -> Parameters {
        let mut sorted = Parameters::default();
        let list = list.filter(|&list| converter.from.is_array(list));
        for element in list.into_iter().flat_map(|list| converter.from.children(list)) {
            match location(converter, element).as_deref() {
                // Only one is allowed, and its schema is required. Publishers add one without a schema for raw bytes.
                Some("body") if sorted.body.is_none() || has_schema(converter, element) => {
                    sorted.body = Some(element);
                }
                Some("body") => {}
                Some("formData") => sorted.form.push(element),
                _ => sorted.plain.push(element),
            }
        }
        sorted
    }
}

/// Returns `in` of a parameter, with references followed.
pub(super) fn location(converter: &Converter<'_, '_>, element: NodeId) -> Option<String> {
    Some(converter.from.string_at(converter.resolve(element)?, KnownKey::In)?.into_owned())
}

fn has_schema(converter: &Converter<'_, '_>, element: NodeId) -> bool {
    converter.resolve(element).is_some_and(|id| converter.from.member(id, KnownKey::Schema).is_some())
}

/// Converts the root's `parameters`. Bodies become components of another section.
pub(super) fn components(converter: &mut Converter<'_, '_>, section: NodeId) -> Result<(), Fault> {
    let entries = converter.members(section);
    let at = |converter: &Converter<'_, '_>, id| location(converter, id).unwrap_or_default();
    let (bodies, others): (Vec<NodeId>, Vec<NodeId>) = entries.into_iter().partition(|&id| at(converter, id) == "body");
    let plain: Vec<NodeId> = others.into_iter().filter(|&id| at(converter, id) != "formData").list();
    if !plain.is_empty() {
        converter.key("parameters", section);
        converter.open(Kind::Object, section)?;
        for id in plain {
            converter.same_key(id);
            if is_extension(converter.from.key(id)) { converter.copy(id)? } else { parameter(converter, id)? }
        }
        converter.close(section);
    }
    if !bodies.is_empty() {
        let consumes = converter.from.member(NodeId::ROOT, KnownKey::Consumes);
        converter.key("requestBodies", section);
        converter.open(Kind::Object, section)?;
        for id in bodies {
            converter.same_key(id);
            bodies::convert_body(converter, id, consumes)?;
        }
        converter.close(section);
    }
    Ok(())
}

/// Converts a parameter that remains one.
pub(super) fn parameter(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    if !converter.from.is_object(id) {
        return converter.copy(id);
    }
    converter.open(Kind::Object, id)?;
    if converter.from.member(id, KnownKey::Ref).is_some() || converter.from.member(id, KnownKey::Schema).is_some() {
        for member in converter.members(id) {
            schemas::keyword(converter, id, member, ObjectKind::Parameter)?;
        }
    } else {
        let location = converter.from.string_at(id, KnownKey::In).unwrap_or_default().into_owned();
        for member in converter.members(id) {
            match converter.word_of(member) {
                _ if describes_value(converter, member) => {}
                Some(KnownKey::Content | KnownKey::Style | KnownKey::Explode | KnownKey::AllowReserved) => {
                    converter.copy_as_unknown_key(member)?;
                }
                _ => converter.copy_member(member)?,
            }
        }
        value_schema(converter, id, None)?;
        style(converter, id, location == "query")?;
    }
    converter.close(id);
    Ok(())
}

/// Returns true if a member of a parameter or header describes its value or the separator of its elements.
pub(super) fn describes_value(converter: &Converter<'_, '_>, member: NodeId) -> bool {
    converter.word_of(member).is_some_and(|key| {
        matches!(
            key,
            KnownKey::Type
                | KnownKey::Format
                | KnownKey::Items
                | KnownKey::Default
                | KnownKey::Maximum
                | KnownKey::ExclusiveMaximum
                | KnownKey::Minimum
                | KnownKey::ExclusiveMinimum
                | KnownKey::MaxLength
                | KnownKey::MinLength
                | KnownKey::Pattern
                | KnownKey::MaxItems
                | KnownKey::MinItems
                | KnownKey::UniqueItems
                | KnownKey::Enum
                | KnownKey::MultipleOf
                | KnownKey::XNullable
                | KnownKey::CollectionFormat
        )
    })
}

/// Writes the `schema` of a parameter or header. If `element` is given, writes the schema of a form field with its description,
/// with `element` as its origin.
pub(super) fn value_schema(
    converter: &mut Converter<'_, '_>,
    id: NodeId,
    element: Option<NodeId>,
) -> Result<(), Fault> {
    let is_about_value = |converter: &Converter<'_, '_>, member: NodeId| {
        describes_value(converter, member) && converter.word_of(member) != Some(KnownKey::CollectionFormat)
    };
    let members: Vec<NodeId> =
        converter.members(id).into_iter().filter(|&member| is_about_value(converter, member)).list();
    if element.is_none() {
        if members.is_empty() {
            return Ok(());
        }
        converter.key("schema", id);
    }
    converter.open(Kind::Object, element.unwrap_or(id))?;
    for member in members {
        schemas::keyword(converter, id, member, ObjectKind::Schema)?;
    }
    if element.is_some() {
        beside_value(converter, id)?;
    }
    converter.close(element.unwrap_or(id));
    Ok(())
}

/// Copies the members of a form field that do not describe its value and are not converted elsewhere.
fn beside_value(converter: &mut Converter<'_, '_>, field: NodeId) -> Result<(), Fault> {
    for member in converter.members(field) {
        match converter.word_of(member) {
            _ if describes_value(converter, member) => {}
            Some(KnownKey::Name | KnownKey::In | KnownKey::Required | KnownKey::AllowEmptyValue | KnownKey::Ref) => {}
            Some(KnownKey::Description) => converter.copy_member(member)?,
            Some(_) if !is_extension(converter.from.key(member)) => converter.copy_as_unknown_key(member)?,
            _ => converter.copy_member(member)?,
        }
    }
    Ok(())
}

/// Converts the separator of array elements (`collectionFormat`, by default commas).
pub(super) fn style(converter: &mut Converter<'_, '_>, id: NodeId, in_query: bool) -> Result<(), Fault> {
    let written = converter.from.member(id, KnownKey::CollectionFormat);
    if converter.from.string_at(id, KnownKey::Type).is_none_or(|text| text != "array") {
        return Ok(());
    }
    let format = written.and_then(|id| converter.from.string(id)).unwrap_or_else(|| "csv".into()).into_owned();
    let origin = written.unwrap_or(id);
    match (format.as_str(), in_query) {
        ("csv", true) => explode(converter, false, origin),
        ("csv", false) => match written {
            Some(written) => explode(converter, false, written),
            None => Ok(()),
        },
        ("multi", true) => explode(converter, true, origin),
        ("ssv", true) => delimited(converter, "spaceDelimited", origin),
        ("pipes", true) => delimited(converter, "pipeDelimited", origin),
        // OpenAPI 3 has no equivalent.
        _ => written.map_or(Ok(()), |written| converter.copy_member(written)),
    }
}

fn explode(converter: &mut Converter<'_, '_>, flag: bool, origin: NodeId) -> Result<(), Fault> {
    converter.key("explode", origin);
    converter.flag(flag, origin)
}

fn delimited(converter: &mut Converter<'_, '_>, name: &str, origin: NodeId) -> Result<(), Fault> {
    converter.key("style", origin);
    converter.text(name, origin)?;
    explode(converter, false, origin)
}
