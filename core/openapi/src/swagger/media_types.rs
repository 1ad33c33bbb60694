//! Media types: `consumes` and `produces`, of the operation or else of the description, as keys of `content`.
//!
//! Swagger 2.0 does not say what is sent where neither list names a type; JSON is what its tools send and write then.

use super::converter::Converter;
use crate::error::Fault;
use crate::tree::{Kind, NodeId};

/// The media types of a list, each with the value of the file that names it; JSON where nothing is named.
pub(super) fn listed(converter: &Converter<'_, '_>, list: Option<NodeId>, owner: NodeId) -> Vec<(String, NodeId)> {
    let elements = list.into_iter().flat_map(|list| converter.from.children(list));
    let mut named: Vec<(String, NodeId)> = Vec::new();
    for (text, id) in elements.filter_map(|id| Some((converter.from.string(id)?.into_owned(), id))) {
        if !named.iter().any(|(known, _)| *known == text) {
            named.push((text, id));
        }
    }
    if named.is_empty() {
        named.push(("application/json".to_owned(), list.unwrap_or(owner)));
    }
    named
}

/// `content` with one media type object for each media type.
pub(super) fn content<'f, 'a>(
    converter: &mut Converter<'f, 'a>,
    types: &[(String, NodeId)],
    origin: NodeId,
    mut each: impl FnMut(&mut Converter<'f, 'a>, &str) -> Result<(), Fault>,
) -> Result<(), Fault> {
    converter.key("content", origin);
    converter.open(Kind::Object, origin)?;
    for (name, id) in types {
        converter.key(name, *id);
        converter.open(Kind::Object, *id)?;
        each(converter, name)?;
        converter.close(*id);
    }
    converter.close(origin);
    Ok(())
}
