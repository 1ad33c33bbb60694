//! Swagger 2.0 in the shape of OpenAPI 3: a second arena whose values remember the value of the file they come from.
//!
//! Built once while reading, so that nothing behind it knows the older version. Whatever has no place in the newer shape
//! is kept too, by its pointer, and [`Origins`] gives every value its place in the file.

mod bodies;
mod files;
mod media_types;
mod operations;
mod origins;
mod parameters;
mod responses;
mod schemas;
mod scribe;
mod security;
mod servers;

use std::borrow::Cow;

use super::arena::{Arena, Kind, NodeId};
use super::builder::Built;
use super::error::Fault;
use super::keys::Word;
use super::oddity::Oddity;
use super::reading::Limits;
use crate::order::Listed as _;

pub(super) use files::{as_written, view_of_files};
pub(super) use origins::Origins;
use scribe::Scribe;

/// Rewrites a description in the shape of OpenAPI 3. Where that takes too much, the text is given back with the reason.
pub(super) fn view<'a>(built: Built<'a>, limits: &Limits) -> Result<Built<'a>, (Fault, Cow<'a, str>)> {
    let Built { arena, oddities } = built;
    let mut scribe = Scribe::new(&arena, None, limits);
    if let Err(fault) = root(&mut scribe, &[]) {
        return Err((fault, arena.source));
    }
    let (view, of) = scribe.finish();
    Ok(joined(arena, view, of, &oddities))
}

/// A view, and the way back to the file it was made of.
fn joined<'a>(file: Arena<'a>, mut view: Arena<'a>, of: Vec<NodeId>, oddities: &[(NodeId, Oddity)]) -> Built<'a> {
    let origins = Origins::new(file, &view, of);
    let oddities = oddities.iter().filter_map(|&(id, odd)| Some((origins.view_of(id)?, odd))).list();
    view.source = origins.source();
    view.origins = Some(Box::new(origins));
    Built { arena: view, oddities }
}

/// The Swagger Object (Swagger 2.0, section "Swagger Object").
fn root(scribe: &mut Scribe<'_, '_>, left: &[NodeId]) -> Result<(), Fault> {
    let root = NodeId::ROOT;
    scribe.open(Kind::Object, root)?;
    for member in scribe.members(root) {
        match scribe.word_of(member) {
            Some(Word::Swagger) => {
                scribe.key("openapi", member);
                scribe.copy(member)?;
            }
            Some(Word::Paths) => operations::paths(scribe, member)?,
            // The root says what a missing one says.
            Some(Word::BasePath) if scribe.from.string(member).is_some_and(|text| text == "/") => scribe.merge(member),
            Some(
                Word::Definitions
                | Word::Parameters
                | Word::Responses
                | Word::SecurityDefinitions
                | Word::Schemes
                | Word::Consumes
                | Word::Produces,
            ) => {}
            Some(Word::Openapi | Word::Components | Word::Servers | Word::Webhooks) => scribe.newer(member)?,
            _ => scribe.copy_member(member)?,
        }
    }
    servers::of(scribe, scribe.from.word(root, Word::Schemes))?;
    components(scribe)?;
    rest(scribe, left)?;
    scribe.close(root);
    Ok(())
}

fn components(scribe: &mut Scribe<'_, '_>) -> Result<(), Fault> {
    let words = [Word::Definitions, Word::Parameters, Word::Responses, Word::SecurityDefinitions];
    let section = |word| scribe.from.word(NodeId::ROOT, word).filter(|&id| scribe.from.is_object(id));
    let [schemas, parameters, responses, security] = words.map(section);
    let Some(first) = [schemas, parameters, responses, security].into_iter().flatten().next() else { return Ok(()) };
    scribe.key("components", first);
    scribe.open(Kind::Object, NodeId::ROOT)?;
    if let Some(section) = schemas {
        scribe.key("schemas", section);
        scribe.map(section, schemas::schema)?;
    }
    if let Some(section) = parameters {
        parameters::components(scribe, section)?;
    }
    if let Some(section) = responses {
        let produces = scribe.from.word(NodeId::ROOT, Word::Produces);
        scribe.key("responses", section);
        scribe.map(section, |scribe, id| responses::response(scribe, id, produces))?;
    }
    if let Some(section) = security {
        scribe.key("securitySchemes", section);
        scribe.map(section, security::scheme)?;
    }
    scribe.close(first);
    Ok(())
}

/// What went nowhere, each by its pointer in the file: of the root document, and what is `left` of the other files.
fn rest(scribe: &mut Scribe<'_, '_>, left: &[NodeId]) -> Result<(), Fault> {
    let mut rest = scribe.unwritten(true);
    rest.extend(left);
    if rest.is_empty() {
        return Ok(());
    }
    scribe.key("swagger", NodeId::ROOT);
    scribe.open(Kind::Object, NodeId::ROOT)?;
    for id in rest {
        let file = scribe.from.document(id).map_or("", |document| &document.uri);
        scribe.key(&format!("{file}{}", scribe.from.pointer(id)), id);
        scribe.copy(id)?;
    }
    scribe.close(NodeId::ROOT);
    Ok(())
}

#[cfg(test)]
mod tests;
