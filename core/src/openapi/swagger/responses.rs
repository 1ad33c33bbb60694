//! Responses (Swagger 2.0, section "Response Object"): `schema` and `examples` under every media type of `produces`.

use super::media_types::{content, listed};
use super::parameters::{describes_value, style, value_schema};
use super::schemas;
use super::scribe::Scribe;
use crate::openapi::arena::{Kind, NodeId};
use crate::openapi::error::Fault;
use crate::openapi::keys::Word;
use crate::order::Listed as _;

/// The responses of an operation; a shared one is written out where the operation has media types of its own.
pub(super) fn responses(
    scribe: &mut Scribe<'_, '_>,
    id: NodeId,
    produces: Option<NodeId>,
    has_own: bool,
) -> Result<(), Fault> {
    scribe.same_key(id);
    scribe.map(id, |scribe, response_or_reference| {
        let reference = scribe.from.word(response_or_reference, Word::Ref).filter(|_| has_own);
        let target = reference.and_then(|_| scribe.resolve(response_or_reference));
        if let (Some(reference), Some(target)) = (reference, target) {
            scribe.merge(reference);
            return written_out(scribe, target, response_or_reference, produces);
        }
        response(scribe, response_or_reference, produces)
    })
}

/// One response.
pub(super) fn response(scribe: &mut Scribe<'_, '_>, id: NodeId, produces: Option<NodeId>) -> Result<(), Fault> {
    written_out(scribe, id, id, produces)
}

/// The response `id`, standing for the element `origin`.
fn written_out(scribe: &mut Scribe<'_, '_>, id: NodeId, origin: NodeId, produces: Option<NodeId>) -> Result<(), Fault> {
    if !scribe.from.is_object(id) {
        return scribe.copy(id);
    }
    scribe.open(Kind::Object, origin)?;
    let examples = scribe.from.word(id, Word::Examples);
    for member in scribe.members(id) {
        match scribe.word_of(member) {
            Some(Word::Ref) if scribe.from.is_string(member) => schemas::reference(scribe, member)?,
            Some(Word::Schema) => {
                let types = listed(scribe, produces, member);
                content(scribe, &types, produces.unwrap_or(member), |scribe, name| {
                    scribe.key("schema", member);
                    schemas::schema(scribe, member)?;
                    example(scribe, examples, name)
                })?;
            }
            Some(Word::Headers) => {
                scribe.same_key(member);
                scribe.map(member, header)?;
            }
            Some(Word::Examples) if scribe.from.word(id, Word::Schema).is_none() => shown_only(scribe, member)?,
            Some(Word::Examples) => {}
            Some(Word::Content | Word::Links) => scribe.newer(member)?,
            _ => scribe.copy_member(member)?,
        }
    }
    scribe.close(origin);
    Ok(())
}

/// What is shown is sent, though nothing says what else could be.
fn shown_only(scribe: &mut Scribe<'_, '_>, examples: NodeId) -> Result<(), Fault> {
    let named = |id: NodeId| (scribe.from.key_text(id).to_owned(), id);
    let types: Vec<(String, NodeId)> = scribe.members(examples).into_iter().map(named).list();
    content(scribe, &types, examples, |scribe, name| example(scribe, Some(examples), name))
}

fn example(scribe: &mut Scribe<'_, '_>, examples: Option<NodeId>, name: &str) -> Result<(), Fault> {
    let key = scribe.from.keys().find(name);
    let example = examples.zip(key).and_then(|(examples, key)| scribe.from.get(examples, key));
    example.map_or(Ok(()), |example| {
        scribe.key("example", example);
        scribe.copy(example)
    })
}

/// A header: as a parameter, without a name (Swagger 2.0, section "Header Object").
pub(super) fn header(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    if !scribe.from.is_object(id) || scribe.from.word(id, Word::Schema).is_some() {
        return scribe.copy(id);
    }
    scribe.open(Kind::Object, id)?;
    for member in scribe.members(id) {
        if !describes_value(scribe, member) {
            scribe.copy_member(member)?;
        }
    }
    value_schema(scribe, id, None)?;
    style(scribe, id, false)?;
    scribe.close(id);
    Ok(())
}
