//! Paths, path items and operations: what is left of them once bodies and media types have their own places.

use super::parameters::{self, Parameters};
use super::scribe::Scribe;
use super::{bodies, responses, servers};
use crate::openapi::arena::{Kind, NodeId};
use crate::openapi::error::Fault;
use crate::openapi::keys::Word;
use crate::order::Listed as _;

pub(super) fn paths(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    scribe.same_key(id);
    scribe.map(id, path_item)
}

pub(super) fn path_item(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    if !scribe.from.is_object(id) {
        return scribe.copy(id);
    }
    let list = scribe.from.word(id, Word::Parameters);
    let shared = Parameters::of(scribe, list);
    scribe.open(Kind::Object, id)?;
    for member in scribe.members(id) {
        match scribe.word_of(member) {
            Some(Word::Get | Word::Put | Word::Post | Word::Delete | Word::Options | Word::Head | Word::Patch)
                if scribe.from.is_object(member) =>
            {
                scribe.same_key(member);
                operation(scribe, member, &shared)?;
            }
            Some(Word::Parameters) => plain(scribe, member, &shared.plain)?,
            Some(Word::Trace | Word::Query | Word::AdditionalOperations | Word::Servers) => scribe.newer(member)?,
            _ => scribe.copy_member(member)?,
        }
    }
    scribe.close(id);
    Ok(())
}

/// The parameters that stay parameters.
fn plain(scribe: &mut Scribe<'_, '_>, list: NodeId, elements: &[NodeId]) -> Result<(), Fault> {
    if elements.is_empty() {
        return Ok(());
    }
    scribe.same_key(list);
    scribe.open(Kind::Array, list)?;
    for element in elements {
        parameters::parameter(scribe, *element)?;
    }
    scribe.close(list);
    Ok(())
}

fn operation(scribe: &mut Scribe<'_, '_>, id: NodeId, shared: &Parameters) -> Result<(), Fault> {
    let own = |word| scribe.from.word(id, word);
    let [consumes, produces, list, schemes] =
        [Word::Consumes, Word::Produces, Word::Parameters, Word::Schemes].map(own);
    let taken = Parameters::of(scribe, list);
    let global = |word| scribe.from.word(NodeId::ROOT, word);
    let effective = (consumes.or_else(|| global(Word::Consumes)), produces.or_else(|| global(Word::Produces)));
    scribe.open(Kind::Object, id)?;
    for member in scribe.members(id) {
        match scribe.word_of(member) {
            Some(Word::Parameters) => plain(scribe, member, &taken.plain)?,
            Some(Word::Responses) => responses::responses(scribe, member, effective.1, produces.is_some())?,
            Some(Word::Schemes) => servers::of(scribe, schemes)?,
            // What nothing follows from is said after what follows from it is written.
            Some(Word::Consumes | Word::Produces) => {}
            Some(Word::RequestBody | Word::Servers | Word::Callbacks) => scribe.newer(member)?,
            _ => scribe.copy_member(member)?,
        }
    }
    body(scribe, (&taken, list), shared, (effective.0, consumes.is_some()))?;
    for list in [consumes, produces].into_iter().flatten() {
        if !scribe.is_written(list) {
            scribe.copy_member(list)?;
        }
    }
    scribe.close(id);
    Ok(())
}

/// The body: of the operation, or else of its path.
fn body(
    scribe: &mut Scribe<'_, '_>,
    (own, list): (&Parameters, Option<NodeId>),
    shared: &Parameters,
    (consumes, has_own): (Option<NodeId>, bool),
) -> Result<(), Fault> {
    let inherited = shared.body.filter(|_| own.form.is_empty());
    if let Some(element) = own.body.or(inherited) {
        return bodies::of_element(scribe, element, consumes, has_own);
    }
    let name = |scribe: &Scribe<'_, '_>, id| {
        let field = scribe.resolve(id)?;
        Some(scribe.from.string_at(field, Word::Name)?.into_owned())
    };
    let names: Vec<Option<String>> = own.form.iter().map(|&id| name(scribe, id)).collect();
    let inherited = shared.form.iter().copied().filter(|&id| !names.contains(&name(scribe, id)));
    let fields: Vec<NodeId> = inherited.chain(own.form.iter().copied()).list();
    bodies::of_form(scribe, list, &fields, consumes)
}
