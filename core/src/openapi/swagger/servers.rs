//! Servers: one URL for each of `schemes`, from `host` and `basePath` (Swagger 2.0, section "Swagger Object").

use super::scribe::Scribe;
use crate::openapi::arena::{Kind, NodeId};
use crate::openapi::error::Fault;
use crate::openapi::keys::Word;
use crate::order::Listed as _;

/// The servers of the description, or of an operation that has `schemes` of its own.
pub(super) fn of(scribe: &mut Scribe<'_, '_>, schemes: Option<NodeId>) -> Result<(), Fault> {
    let [host, base] = [Word::Host, Word::BasePath].map(|word| scribe.from.word(NodeId::ROOT, word));
    let text = |id: Option<NodeId>| id.and_then(|id| scribe.from.string(id)).unwrap_or_default().into_owned();
    let (authority, path) = (text(host), text(base));
    let elements = schemes.into_iter().flat_map(|list| scribe.from.children(list));
    let named = elements.filter_map(|id| Some((format!("{}:", scribe.from.string(id)?), id)));
    let mut servers: Vec<(String, NodeId)> = named.filter(|_| host.is_some()).list();
    let Some(place) = host.or(base) else { return Ok(()) };
    if servers.is_empty() {
        servers.push((String::new(), place));
    }
    let origin = schemes.filter(|_| host.is_some()).unwrap_or(place);
    scribe.key("servers", origin);
    scribe.open(Kind::Array, origin)?;
    for (scheme, id) in servers {
        let url = match host {
            Some(_) => format!("{scheme}//{authority}{}", if path == "/" { "" } else { &path }),
            None => path.clone(),
        };
        scribe.open(Kind::Object, id)?;
        scribe.key("url", place);
        scribe.text(&url, place)?;
        scribe.close(id);
    }
    scribe.close(origin);
    // The URL says both.
    for id in [host, base].into_iter().flatten() {
        scribe.merge(id);
    }
    Ok(())
}
