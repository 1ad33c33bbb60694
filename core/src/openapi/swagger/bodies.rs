//! Request bodies: the body parameter, or the fields of a form as properties of one object (Swagger 2.0, section
//! "Parameter Object", `in`).

use super::media_types::{content, listed};
use super::parameters::{style, value_schema};
use super::schemas;
use super::scribe::Scribe;
use crate::openapi::arena::{Kind, NodeId};
use crate::openapi::error::Fault;
use crate::openapi::keys::Word;
use crate::order::Listed as _;

/// The body an operation takes, as its element of the list of parameters.
pub(super) fn of_element(
    scribe: &mut Scribe<'_, '_>,
    element: NodeId,
    consumes: Option<NodeId>,
    has_own: bool,
) -> Result<(), Fault> {
    scribe.key("requestBody", element);
    let Some(reference) = scribe.from.word(element, Word::Ref) else {
        return of_body(scribe, element, consumes);
    };
    let text = scribe.from.string(reference).unwrap_or_default().into_owned();
    let is_local = scribe.is_in_root(reference) && text.starts_with('#');
    let component = text.strip_prefix("#/parameters/").filter(|name| is_local && !name.contains('/'));
    if !has_own && (component.is_some() || !is_local) {
        scribe.open(Kind::Object, element)?;
        scribe.same_key(reference);
        match component {
            Some(name) => scribe.text(&format!("#/components/requestBodies/{name}"), reference)?,
            // What another file holds keeps its place there.
            None => scribe.copy(reference)?,
        }
        scribe.close(element);
        return Ok(());
    }
    // The media types are the operation's own, so the shared body does not fit.
    scribe.merge(reference);
    let body = scribe.resolve(element).unwrap_or(element);
    written_out(scribe, body, element, consumes)
}

/// A body parameter.
pub(super) fn of_body(scribe: &mut Scribe<'_, '_>, id: NodeId, consumes: Option<NodeId>) -> Result<(), Fault> {
    written_out(scribe, id, id, consumes)
}

/// The body parameter `id`, standing for the element `origin`.
fn written_out(scribe: &mut Scribe<'_, '_>, id: NodeId, origin: NodeId, consumes: Option<NodeId>) -> Result<(), Fault> {
    if !scribe.from.is_object(id) {
        return scribe.copy(id);
    }
    scribe.open(Kind::Object, origin)?;
    let types = listed(scribe, consumes, id);
    for member in scribe.members(id) {
        match scribe.word_of(member) {
            Some(Word::In) => scribe.merge(member),
            Some(Word::Schema) => {
                content(scribe, &types, consumes.unwrap_or(member), |scribe, _| {
                    scribe.key("schema", member);
                    schemas::schema(scribe, member)
                })?;
            }
            Some(Word::Ref) => schemas::reference(scribe, member)?,
            Some(Word::Content) => scribe.newer(member)?,
            _ => scribe.copy_member(member)?,
        }
    }
    scribe.close(origin);
    Ok(())
}

/// The fields of a form, as elements of the operation's own list or its path's.
pub(super) fn of_form(
    scribe: &mut Scribe<'_, '_>,
    own: Option<NodeId>,
    elements: &[NodeId],
    consumes: Option<NodeId>,
) -> Result<(), Fault> {
    let resolved = |&element: &NodeId| Some((element, scribe.resolve(element)?));
    let (standing, fields): (Vec<NodeId>, Vec<NodeId>) = elements.iter().filter_map(resolved).unzip();
    let inherited = elements.first().and_then(|&first| scribe.from.parent(first));
    // What is made of all of them stands for their list.
    let Some(list) = inherited.map(|inherited| own.unwrap_or(inherited)) else { return Ok(()) };
    for element in elements {
        scribe.merge(*element);
        if let Some(reference) = scribe.from.word(*element, Word::Ref) {
            scribe.merge(reference);
        }
    }
    let types = form_types(scribe, &fields, consumes, list);
    scribe.key("requestBody", list);
    scribe.open(Kind::Object, list)?;
    content(scribe, &types, consumes.unwrap_or(list), |scribe, _| {
        scribe.key("schema", list);
        scribe.open(Kind::Object, list)?;
        scribe.key("type", list);
        scribe.text("object", list)?;
        properties(scribe, (&standing, &fields), list)?;
        required(scribe, &fields)?;
        scribe.close(list);
        encoding(scribe, &fields)
    })?;
    if let Some(required) = fields.iter().find_map(|&field| required_flag(scribe, field)) {
        scribe.key("required", required);
        scribe.flag(true, required)?;
    }
    scribe.close(list);
    Ok(())
}

/// Forms are sent in one of two media types; files only in one of them.
fn form_types(
    scribe: &Scribe<'_, '_>,
    fields: &[NodeId],
    consumes: Option<NodeId>,
    origin: NodeId,
) -> Vec<(String, NodeId)> {
    let mut types = listed(scribe, consumes, origin);
    let is_form = |name: &str| {
        let name = name.split(';').next().unwrap_or_default().trim();
        ["multipart/form-data", "application/x-www-form-urlencoded"].contains(&name)
    };
    types.retain(|(name, _)| is_form(name));
    if types.is_empty() {
        let kind =
            |&field: &NodeId| scribe.from.string_at(field, Word::Type).filter(|text| text == "file").map(|_| field);
        types.push(match fields.iter().find_map(kind) {
            Some(file) => ("multipart/form-data".to_owned(), file),
            None => ("application/x-www-form-urlencoded".to_owned(), origin),
        });
    }
    types
}

fn properties(
    scribe: &mut Scribe<'_, '_>,
    (elements, fields): (&[NodeId], &[NodeId]),
    origin: NodeId,
) -> Result<(), Fault> {
    scribe.key("properties", origin);
    scribe.open(Kind::Object, origin)?;
    for (&element, &field) in elements.iter().zip(fields) {
        for word in [Word::Name, Word::In, Word::Required] {
            if let Some(member) = scribe.from.word(field, word) {
                scribe.merge(member);
            }
        }
        let name = scribe.from.string_at(field, Word::Name).unwrap_or_default().into_owned();
        scribe.key(&name, element);
        value_schema(scribe, field, Some(element))?;
    }
    scribe.close(origin);
    Ok(())
}

fn required_flag(scribe: &Scribe<'_, '_>, field: NodeId) -> Option<NodeId> {
    scribe.from.word(field, Word::Required).filter(|&id| scribe.from.kind(id) == Kind::True)
}

fn required(scribe: &mut Scribe<'_, '_>, fields: &[NodeId]) -> Result<(), Fault> {
    let flags: Vec<(NodeId, NodeId)> =
        fields.iter().filter_map(|&field| Some((field, required_flag(scribe, field)?))).list();
    let Some(&(_, first)) = flags.first() else { return Ok(()) };
    scribe.key("required", first);
    scribe.open(Kind::Array, first)?;
    for (field, flag) in flags {
        let name = scribe.from.string_at(field, Word::Name).unwrap_or_default().into_owned();
        scribe.text(&name, flag)?;
    }
    scribe.close(first);
    Ok(())
}

/// How arrays in a form are joined, and what may be sent without a value.
fn encoding(scribe: &mut Scribe<'_, '_>, fields: &[NodeId]) -> Result<(), Fault> {
    let Some(&first) = fields.first() else { return Ok(()) };
    scribe.key("encoding", first);
    scribe.open(Kind::Object, first)?;
    for &field in fields {
        let name = scribe.from.string_at(field, Word::Name).unwrap_or_default().into_owned();
        scribe.key(&name, field);
        scribe.open(Kind::Object, field)?;
        style(scribe, field, true)?;
        if let Some(member) = scribe.from.word(field, Word::AllowEmptyValue) {
            scribe.copy_member(member)?;
        }
        scribe.close(field);
    }
    scribe.close(first);
    Ok(())
}
