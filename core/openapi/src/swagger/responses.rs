//! Responses (Swagger 2.0, section "Response Object"): `schema` and `examples` are copied to each media type of `produces`.

use waybill_base::internal::order::Listed as _;

use super::converter::Converter;
use super::media_types::{content, listed};
use super::parameters::{describes_value, style, value_schema};
use super::schemas;
use crate::error::Fault;
use crate::known_key::KnownKey;
use crate::tree::{Kind, NodeId};

/// Converts the responses of an operation. A shared response is copied if the operation has its own media types.
pub(super) fn responses(
    converter: &mut Converter<'_, '_>,
    id: NodeId,
    produces: Option<NodeId>,
    has_own: bool,
) -> Result<(), Fault> {
    converter.same_key(id);
    converter.patterned(id, |converter, response_or_reference| {
        let reference = converter.from.member(response_or_reference, KnownKey::Ref).filter(|_| has_own);
        let target = reference.and_then(|_| converter.resolve(response_or_reference));
        if let (Some(reference), Some(target)) = (reference, target) {
            converter.mark_merged(reference);
            return written_out(converter, target, response_or_reference, produces);
        }
        response(converter, response_or_reference, produces)
    })
}

/// Converts a response.
pub(super) fn response(converter: &mut Converter<'_, '_>, id: NodeId, produces: Option<NodeId>) -> Result<(), Fault> {
    written_out(converter, id, id, produces)
}

/// Writes the response `id` with the origin `origin`.
fn written_out(
    converter: &mut Converter<'_, '_>,
    id: NodeId,
    origin: NodeId,
    produces: Option<NodeId>,
) -> Result<(), Fault> {
    if !converter.from.is_object(id) {
        return converter.copy(id);
    }
    converter.open(Kind::Object, origin)?;
    let examples = converter.from.member(id, KnownKey::Examples);
    for member in converter.members(id) {
        match converter.word_of(member) {
            Some(KnownKey::Ref) if converter.from.is_string(member) => schemas::reference(converter, member)?,
            Some(KnownKey::Schema) => {
                let types = listed(converter, produces, member);
                content(converter, &types, produces.unwrap_or(member), |converter, name| {
                    converter.key("schema", member);
                    schemas::schema(converter, member)?;
                    example(converter, examples, name)
                })?;
            }
            Some(KnownKey::Headers) => {
                converter.same_key(member);
                converter.map(member, header)?;
            }
            Some(KnownKey::Examples) if converter.from.member(id, KnownKey::Schema).is_none() => {
                shown_only(converter, member)?;
            }
            Some(KnownKey::Examples) => {}
            Some(KnownKey::Content | KnownKey::Links) => converter.copy_as_unknown_key(member)?,
            _ => converter.copy_member(member)?,
        }
    }
    converter.close(origin);
    Ok(())
}

/// Converts examples without a schema. Their media types are known to be sent.
fn shown_only(converter: &mut Converter<'_, '_>, examples: NodeId) -> Result<(), Fault> {
    let named = |id: NodeId| (converter.from.key_text(id).to_owned(), id);
    let types: Vec<(String, NodeId)> = converter.members(examples).into_iter().map(named).list();
    content(converter, &types, examples, |converter, name| example(converter, Some(examples), name))
}

fn example(converter: &mut Converter<'_, '_>, examples: Option<NodeId>, name: &str) -> Result<(), Fault> {
    let key = converter.from.keys().find(name);
    let example = examples.zip(key).and_then(|(examples, key)| converter.from.get(examples, key));
    example.map_or(Ok(()), |example| {
        converter.key("example", example);
        converter.copy(example)
    })
}

/// Converts a header, which is a parameter without a name (Swagger 2.0, section "Header Object").
pub(super) fn header(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    if !converter.from.is_object(id) || converter.from.member(id, KnownKey::Schema).is_some() {
        return converter.copy(id);
    }
    converter.open(Kind::Object, id)?;
    for member in converter.members(id) {
        if !describes_value(converter, member) {
            converter.copy_member(member)?;
        }
    }
    value_schema(converter, id, None)?;
    style(converter, id, false)?;
    converter.close(id);
    Ok(())
}
