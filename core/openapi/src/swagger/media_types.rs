//! Media types: converts `consumes` and `produces`, of the operation or else of the description, to keys of `content`.
//!
//! Swagger 2.0 does not define a default if neither list names a type. Its tools use JSON then.

use super::converter::Converter;
use crate::error::Fault;
use crate::tree::{Kind, NodeId};

/// Returns the media types of a list with their origins, or JSON if the list is empty.
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

/// Writes `content` with an entry for each media type.
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
