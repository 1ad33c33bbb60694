//! Converts Swagger 2.0 to the structure of OpenAPI 3. The result is a second arena, whose values know their origin in the file.
//!
//! The conversion happens once while loading, so later code does not need to know Swagger 2.0. Values without a place in OpenAPI
//! 3 are kept under their pointers. [`Origins`] maps each value to its location in the file.

mod bodies;
mod converter;
mod files;
mod media_types;
mod operations;
mod origins;
mod parameters;
mod responses;
mod schemas;
mod security;
mod servers;

use std::borrow::Cow;

use super::documents::Documents;
use super::error::Fault;
use super::grammar::ObjectKind;
use super::limits::Limits;
use crate::known_key::KnownKey;
use crate::tree::{Arena, Kind, NodeId};
use converter::Converter;
use files::outline;
pub(super) use files::{as_written, view_of_files};
pub(super) use origins::Origins;

/// Converts a description. If this exceeds a limit, returns the source with the error.
pub(super) fn view<'a>(written: Documents<'a>, limits: &Limits) -> Result<Documents<'a>, (Fault, Cow<'a, str>)> {
    let mut converter = Converter::new(&written, None, limits);
    if let Err(fault) = root(&mut converter, &[]) {
        return Err((fault, written.arena.into_source()));
    }
    let (view, of) = converter.finish();
    Ok(joined(written, view, of, &[]))
}

/// Creates a view with its origins. `roots` are the outermost values in the view of the files after the root document.
fn joined<'a>(written: Documents<'a>, view: Arena<'a>, of: Vec<NodeId>, roots: &[NodeId]) -> Documents<'a> {
    let origins = Origins::new(written, &view, of, roots);
    Documents::new_view(view, origins, roots)
}

/// Converts the Swagger Object (Swagger 2.0, section "Swagger Object").
fn root(converter: &mut Converter<'_, '_>, left: &[NodeId]) -> Result<(), Fault> {
    let root = NodeId::ROOT;
    converter.open(Kind::Object, root)?;
    for member in converter.members(root) {
        match converter.word_of(member) {
            Some(KnownKey::Swagger) => {
                converter.key("openapi", member);
                converter.copy(member)?;
            }
            Some(KnownKey::Paths) => operations::paths(converter, member)?,
            // A `basePath` of `/` means the same as a missing one.
            Some(KnownKey::BasePath) if converter.from.string(member).is_some_and(|text| text == "/") => {
                converter.mark_merged(member);
            }
            Some(
                KnownKey::Definitions
                | KnownKey::Parameters
                | KnownKey::Responses
                | KnownKey::SecurityDefinitions
                | KnownKey::Schemes
                | KnownKey::Consumes
                | KnownKey::Produces,
            ) => {}
            Some(KnownKey::Openapi | KnownKey::Components | KnownKey::Servers | KnownKey::Webhooks) => {
                converter.copy_as_unknown_key(member)?;
            }
            _ => {
                converter.same_key(member);
                outline(converter, member, ObjectKind::Data)?;
            }
        }
    }
    servers::convert_servers(converter, converter.from.member(root, KnownKey::Schemes))?;
    components(converter)?;
    rest(converter, left)?;
    converter.close(root);
    Ok(())
}

fn components(converter: &mut Converter<'_, '_>) -> Result<(), Fault> {
    let words = [KnownKey::Definitions, KnownKey::Parameters, KnownKey::Responses, KnownKey::SecurityDefinitions];
    let section = |key| converter.from.member(NodeId::ROOT, key).filter(|&id| converter.from.is_object(id));
    let [schemas, parameters, responses, security] = words.map(section);
    let Some(first) = [schemas, parameters, responses, security].into_iter().flatten().next() else { return Ok(()) };
    converter.key("components", first);
    converter.open(Kind::Object, NodeId::ROOT)?;
    if let Some(section) = schemas {
        converter.key("schemas", section);
        converter.map(section, schemas::schema)?;
    }
    if let Some(section) = parameters {
        parameters::components(converter, section)?;
    }
    if let Some(section) = responses {
        let produces = converter.from.member(NodeId::ROOT, KnownKey::Produces);
        converter.key("responses", section);
        converter.map(section, |converter, id| responses::response(converter, id, produces))?;
    }
    if let Some(section) = security {
        converter.key("securitySchemes", section);
        converter.map(section, security::scheme)?;
    }
    converter.close(first);
    Ok(())
}

/// Writes the values that have no place elsewhere under their pointers: those of the root document and those in `left`.
fn rest(converter: &mut Converter<'_, '_>, left: &[NodeId]) -> Result<(), Fault> {
    let mut rest = converter.unwritten(true);
    rest.extend(left);
    if rest.is_empty() {
        return Ok(());
    }
    converter.key("swagger", NodeId::ROOT);
    converter.open(Kind::Object, NodeId::ROOT)?;
    for id in rest {
        let file = converter.from.file(id).map_or("", |file| &file.uri);
        let name = format!("{file}{}", converter.from.pointer(id));
        converter.key(&name, id);
        converter.copy(id)?;
    }
    converter.close(NodeId::ROOT);
    Ok(())
}

#[cfg(test)]
mod tests;
