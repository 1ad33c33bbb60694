//! Paths, path items and operations, without the parts that have become bodies and media types.

use waybill_base::internal::order::Listed as _;

use super::converter::Converter;
use super::parameters::{self, Parameters};
use super::{bodies, responses, servers};
use crate::error::Fault;
use crate::known_key::KnownKey;
use crate::tree::{Kind, NodeId};

pub(super) fn paths(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    converter.same_key(id);
    converter.patterned(id, path_item)
}

pub(super) fn path_item(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    if !converter.from.is_object(id) {
        return converter.copy(id);
    }
    let list = converter.from.member(id, KnownKey::Parameters);
    let shared = Parameters::collect(converter, list);
    converter.open(Kind::Object, id)?;
    for member in converter.members(id) {
        match converter.word_of(member) {
            Some(
                KnownKey::Get
                | KnownKey::Put
                | KnownKey::Post
                | KnownKey::Delete
                | KnownKey::Options
                | KnownKey::Head
                | KnownKey::Patch,
            ) if converter.from.is_object(member) => {
                converter.same_key(member);
                operation(converter, member, &shared)?;
            }
            Some(KnownKey::Parameters) => plain(converter, member, &shared.plain)?,
            Some(KnownKey::Trace | KnownKey::Query | KnownKey::AdditionalOperations | KnownKey::Servers) => {
                converter.copy_as_unknown_key(member)?;
            }
            _ => converter.copy_member(member)?,
        }
    }
    converter.close(id);
    Ok(())
}

/// Writes the parameters that remain parameters. A reference in place of the list is copied.
fn plain(converter: &mut Converter<'_, '_>, list: NodeId, elements: &[NodeId]) -> Result<(), Fault> {
    if converter.from.member(list, KnownKey::Ref).is_some() {
        return converter.copy_member(list);
    }
    if elements.is_empty() {
        return Ok(());
    }
    converter.same_key(list);
    converter.open(Kind::Array, list)?;
    for element in elements {
        parameters::parameter(converter, *element)?;
    }
    converter.close(list);
    Ok(())
}

fn operation(converter: &mut Converter<'_, '_>, id: NodeId, shared: &Parameters) -> Result<(), Fault> {
    let own = |key| converter.from.member(id, key);
    let [consumes, produces, list, schemes] =
        [KnownKey::Consumes, KnownKey::Produces, KnownKey::Parameters, KnownKey::Schemes].map(own);
    let taken = Parameters::collect(converter, list);
    let global = |key| converter.from.member(NodeId::ROOT, key);
    let effective = (consumes.or_else(|| global(KnownKey::Consumes)), produces.or_else(|| global(KnownKey::Produces)));
    converter.open(Kind::Object, id)?;
    for member in converter.members(id) {
        match converter.word_of(member) {
            Some(KnownKey::Parameters) => plain(converter, member, &taken.plain)?,
            Some(KnownKey::Responses) => responses::responses(converter, member, effective.1, produces.is_some())?,
            Some(KnownKey::Schemes) => servers::convert_servers(converter, schemes)?,
            // Copied below, unless they have been used.
            Some(KnownKey::Consumes | KnownKey::Produces) => {}
            Some(KnownKey::RequestBody | KnownKey::Servers | KnownKey::Callbacks) => {
                converter.copy_as_unknown_key(member)?;
            }
            _ => converter.copy_member(member)?,
        }
    }
    body(converter, (&taken, list), shared, (effective.0, consumes.is_some()))?;
    for list in [consumes, produces].into_iter().flatten() {
        if !converter.is_written(list) {
            converter.copy_member(list)?;
        }
    }
    converter.close(id);
    Ok(())
}

/// Converts the body of the operation, or else of its path.
fn body(
    converter: &mut Converter<'_, '_>,
    (own, list): (&Parameters, Option<NodeId>),
    shared: &Parameters,
    (consumes, has_own): (Option<NodeId>, bool),
) -> Result<(), Fault> {
    let inherited = shared.body.filter(|_| own.form.is_empty());
    if let Some(element) = own.body.or(inherited) {
        return bodies::convert_element(converter, element, consumes, has_own);
    }
    let name = |converter: &Converter<'_, '_>, id| {
        let field = converter.resolve(id)?;
        Some(converter.from.string_at(field, KnownKey::Name)?.into_owned())
    };
    let names: Vec<Option<String>> = own.form.iter().map(|&id| name(converter, id)).collect();
    let inherited = shared.form.iter().copied().filter(|&id| !names.contains(&name(converter, id)));
    let fields: Vec<NodeId> = inherited.chain(own.form.iter().copied()).list();
    bodies::convert_form(converter, list, &fields, consumes)
}
