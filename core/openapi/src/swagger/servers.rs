//! Servers: a URL for each of `schemes`, from `host` and `basePath` (Swagger 2.0, section "Swagger Object").

use waybill_base::internal::order::Listed as _;

use super::converter::Converter;
use crate::error::Fault;
use crate::known_key::KnownKey;
use crate::tree::{Kind, NodeId};

/// Writes the servers of the description, or of an operation with its own `schemes`.
pub(super) fn convert_servers(converter: &mut Converter<'_, '_>, schemes: Option<NodeId>) -> Result<(), Fault> {
    let [host, base] = [KnownKey::Host, KnownKey::BasePath].map(|key| converter.from.member(NodeId::ROOT, key));
    let text = |id: Option<NodeId>| id.and_then(|id| converter.from.string(id)).unwrap_or_default().into_owned();
    let (authority, path) = (text(host), text(base));
    let elements = schemes.into_iter().flat_map(|list| converter.from.children(list));
    let named = elements.filter_map(|id| Some((format!("{}:", converter.from.string(id)?), id)));
    let mut servers: Vec<(String, NodeId)> = named.filter(|_| host.is_some()).list();
    let Some(place) = host.or(base) else { return Ok(()) };
    if servers.is_empty() {
        servers.push((String::new(), place));
    }
    let origin = schemes.filter(|_| host.is_some()).unwrap_or(place);
    converter.key("servers", origin);
    converter.open(Kind::Array, origin)?;
    for (scheme, id) in servers {
        let url = match host {
            Some(_) => format!("{scheme}//{authority}{}", if path == "/" { "" } else { &path }),
            None => path.clone(),
        };
        converter.open(Kind::Object, id)?;
        converter.key("url", place);
        converter.text(&url, place)?;
        converter.close(id);
    }
    converter.close(origin);
    // The URLs contain both.
    for id in [host, base].into_iter().flatten() {
        converter.mark_merged(id);
    }
    Ok(())
}
