//! Request bodies: the body parameter, or the fields of a form as properties of one object (Swagger 2.0, section "Parameter
//! Object", `in`).

use waybill_base::internal::order::Listed as _;

use super::converter::Converter;
use super::media_types::{content, listed};
use super::parameters::{style, value_schema};
use super::schemas;
use crate::error::Fault;
use crate::known_key::KnownKey;
use crate::tree::{Kind, NodeId};

/// Converts the body of an operation from its element in the list of parameters.
pub(super) fn convert_element(
    converter: &mut Converter<'_, '_>,
    element: NodeId,
    consumes: Option<NodeId>,
    has_own: bool,
) -> Result<(), Fault> {
    converter.key("requestBody", element);
    let Some(member) = converter.from.member(element, KnownKey::Ref) else {
        return convert_body(converter, element, consumes);
    };
    let is_local =
        converter.is_in_root(member) && converter.from.string(member).is_some_and(|text| text.starts_with('#'));
    if !has_own && (component(converter, member).is_some() || !is_local) {
        converter.open(Kind::Object, element)?;
        reference(converter, member)?;
        converter.close(element);
        return Ok(());
    }
    // The operation has its own media types, so the shared body cannot be used.
    converter.mark_merged(member);
    let body = converter.resolve(element).unwrap_or(element);
    written_out(converter, body, element, consumes)
}

/// Returns the reference to the shared body that a `$ref` member names, if both are in the root document.
fn component(converter: &Converter<'_, '_>, member: NodeId) -> Option<String> {
    let text = converter.from.string(member).filter(|_| converter.is_in_root(member))?;
    let name = text.strip_prefix("#/parameters/").filter(|name| !name.contains('/'))?;
    Some(format!("#/components/requestBodies/{name}"))
}

/// Converts a `$ref` to a body. References to other files are unchanged.
fn reference(converter: &mut Converter<'_, '_>, member: NodeId) -> Result<(), Fault> {
    converter.same_key(member);
    match component(converter, member) {
        Some(text) => converter.text(&text, member),
        None => converter.copy(member),
    }
}

/// Converts a body parameter.
pub(super) fn convert_body(
    converter: &mut Converter<'_, '_>,
    id: NodeId,
    consumes: Option<NodeId>,
) -> Result<(), Fault> {
    written_out(converter, id, id, consumes)
}

/// Writes the body parameter `id` with the origin `origin`.
fn written_out(
    converter: &mut Converter<'_, '_>,
    id: NodeId,
    origin: NodeId,
    consumes: Option<NodeId>,
) -> Result<(), Fault> {
    if !converter.from.is_object(id) {
        return converter.copy(id);
    }
    converter.open(Kind::Object, origin)?;
    let types = listed(converter, consumes, id);
    for member in converter.members(id) {
        match converter.word_of(member) {
            Some(KnownKey::In) => converter.mark_merged(member),
            Some(KnownKey::Schema) => {
                content(converter, &types, consumes.unwrap_or(member), |converter, _| {
                    converter.key("schema", member);
                    schemas::schema(converter, member)
                })?;
            }
            Some(KnownKey::Ref) => reference(converter, member)?,
            Some(KnownKey::Content) => converter.copy_as_unknown_key(member)?,
            _ => converter.copy_member(member)?,
        }
    }
    converter.close(origin);
    Ok(())
}

/// Converts the fields of a form, which are elements of the operation's list or of its path's.
pub(super) fn convert_form(
    converter: &mut Converter<'_, '_>,
    own: Option<NodeId>,
    elements: &[NodeId],
    consumes: Option<NodeId>,
) -> Result<(), Fault> {
    let resolved = |&element: &NodeId| Some((element, converter.resolve(element)?));
    let (standing, fields): (Vec<NodeId>, Vec<NodeId>) = elements.iter().filter_map(resolved).unzip();
    let inherited = elements.first().and_then(|&first| converter.from.parent(first));
    // The origin of the converted form is the list of its fields.
    let Some(list) = inherited.map(|inherited| own.unwrap_or(inherited)) else { return Ok(()) };
    for element in elements {
        converter.mark_merged(*element);
        if let Some(reference) = converter.from.member(*element, KnownKey::Ref) {
            converter.mark_merged(reference);
        }
    }
    let types = form_types(converter, &fields, consumes, list);
    converter.key("requestBody", list);
    converter.open(Kind::Object, list)?;
    content(converter, &types, consumes.unwrap_or(list), |converter, _| {
        converter.key("schema", list);
        converter.open(Kind::Object, list)?;
        converter.key("type", list);
        converter.text("object", list)?;
        properties(converter, (&standing, &fields), list)?;
        required(converter, &fields)?;
        converter.close(list);
        encoding(converter, &fields)
    })?;
    if let Some(required) = fields.iter().find_map(|&field| required_flag(converter, field)) {
        converter.key("required", required);
        converter.flag(true, required)?;
    }
    converter.close(list);
    Ok(())
}

/// Returns the media types of a form. Files require `multipart/form-data`.
fn form_types(
    converter: &Converter<'_, '_>,
    fields: &[NodeId],
    consumes: Option<NodeId>,
    origin: NodeId,
) -> Vec<(String, NodeId)> {
    let mut types = listed(converter, consumes, origin);
    let is_form = |name: &str| {
        let name = name.split(';').next().unwrap_or_default().trim();
        ["multipart/form-data", "application/x-www-form-urlencoded"].contains(&name)
    };
    types.retain(|(name, _)| is_form(name));
    if types.is_empty() {
        let kind = |&field: &NodeId| {
            converter.from.string_at(field, KnownKey::Type).filter(|text| text == "file").map(|_| field)
        };
        types.push(match fields.iter().find_map(kind) {
            Some(file) => ("multipart/form-data".to_owned(), file),
            None => ("application/x-www-form-urlencoded".to_owned(), origin),
        });
    }
    types
}

fn properties(
    converter: &mut Converter<'_, '_>,
    (elements, fields): (&[NodeId], &[NodeId]),
    origin: NodeId,
) -> Result<(), Fault> {
    converter.key("properties", origin);
    converter.open(Kind::Object, origin)?;
    for (&element, &field) in elements.iter().zip(fields) {
        for key in [KnownKey::Name, KnownKey::In, KnownKey::Required] {
            if let Some(member) = converter.from.member(field, key) {
                converter.mark_merged(member);
            }
        }
        let name = converter.from.string_at(field, KnownKey::Name).unwrap_or_default().into_owned();
        converter.key(&name, element);
        value_schema(converter, field, Some(element))?;
    }
    converter.close(origin);
    Ok(())
}

fn required_flag(converter: &Converter<'_, '_>, field: NodeId) -> Option<NodeId> {
    converter.from.member(field, KnownKey::Required).filter(|&id| converter.from.kind(id) == Kind::True)
}

fn required(converter: &mut Converter<'_, '_>, fields: &[NodeId]) -> Result<(), Fault> {
    let flags: Vec<(NodeId, NodeId)> =
        fields.iter().filter_map(|&field| Some((field, required_flag(converter, field)?))).list();
    let Some(&(_, first)) = flags.first() else { return Ok(()) };
    converter.key("required", first);
    converter.open(Kind::Array, first)?;
    for (field, flag) in flags {
        let name = converter.from.string_at(field, KnownKey::Name).unwrap_or_default().into_owned();
        converter.text(&name, flag)?;
    }
    converter.close(first);
    Ok(())
}

/// Writes the separators of arrays in a form, and the fields that can be sent without a value.
fn encoding(converter: &mut Converter<'_, '_>, fields: &[NodeId]) -> Result<(), Fault> {
    let Some(&first) = fields.first() else { return Ok(()) };
    converter.key("encoding", first);
    converter.open(Kind::Object, first)?;
    for &field in fields {
        let name = converter.from.string_at(field, KnownKey::Name).unwrap_or_default().into_owned();
        converter.key(&name, field);
        converter.open(Kind::Object, field)?;
        style(converter, field, true)?;
        if let Some(member) = converter.from.member(field, KnownKey::AllowEmptyValue) {
            converter.copy_member(member)?;
        }
        converter.close(field);
    }
    converter.close(first);
    Ok(())
}
