//! `$ref` inside one document: JSON pointers in fragments (RFC 6901 section 6), each looked up once.

use hashbrown::HashMap;
use percent_encoding::percent_decode_str;

use super::arena::{Arena, FixedHasher, NodeId};
use super::digest::Digest;
use super::grammar::Site;
use super::keys::Word;

/// What a `$ref` leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reference {
    /// A node of the same document.
    Local(NodeId),
    /// Nothing: no such place in this document.
    Missing,
    /// Another document.
    External,
}

/// Every distinct `$ref` of a document.
#[derive(Debug)]
pub(super) struct References {
    by_text: HashMap<Digest, Reference, FixedHasher>,
    sites: Vec<NodeId>,
    dangling: Vec<String>,
}

/// The `$ref` members of a document, in order: strings that stand where a reference may stand.
fn members<'s>(arena: &'s Arena<'_>) -> impl Iterator<Item = NodeId> + 's {
    let all = (0..super::keys::position(arena.len())).map(NodeId);
    all.filter(|&id| arena.key(id) == Word::Ref.key() && arena.is_string(id))
}

impl References {
    pub(super) fn new(arena: &Arena<'_>) -> References {
        let mut by_text = HashMap::with_hasher(FixedHasher::default());
        let sites: Vec<NodeId> = members(arena).collect();
        let mut dangling = Vec::new();
        for &id in &sites {
            by_text.entry(arena.digest(id)).or_insert_with(|| {
                let text = arena.string(id).unwrap_or_default();
                let reference = look_up(arena, &text);
                if reference == Reference::Missing {
                    dangling.push(text.into_owned());
                }
                reference
            });
        }
        References { by_text, sites, dangling }
    }

    /// What the `$ref` member `id` leads to.
    pub(super) fn get(&self, arena: &Arena<'_>, id: NodeId) -> Reference {
        self.by_text.get(&arena.digest(id)).copied().unwrap_or(Reference::Missing)
    }

    /// Whether some `$ref` names this place, and it is not there.
    pub(super) fn dangles(&self, pointer: &str) -> bool {
        self.dangling
            .iter()
            .filter_map(|text| text.strip_prefix('#'))
            .any(|fragment| percent_decode_str(fragment).decode_utf8_lossy() == pointer)
    }

    /// The `$ref` members of the document, in order.
    pub(super) fn members(&self) -> &[NodeId] {
        &self.sites
    }
}

fn look_up(arena: &Arena<'_>, text: &str) -> Reference {
    let Some(fragment) = text.strip_prefix('#') else { return Reference::External };
    let pointer = percent_decode_str(fragment).decode_utf8_lossy();
    arena.at_pointer(&pointer).map_or(Reference::Missing, Reference::Local)
}

/// Whether the `$ref` member `id` is a reference, and not a property or an example that happens to be called so.
pub(super) fn is_reference(arena: &Arena<'_>, id: NodeId) -> bool {
    arena.parent(id).is_some_and(|object| Site::of(arena, object).is_referable())
}

/// The other documents a document refers to, each once, without fragments.
pub(super) fn external_uris(arena: &Arena<'_>) -> Vec<String> {
    let mut uris: Vec<String> = Vec::new();
    for id in members(arena) {
        let text = arena.string(id).unwrap_or_default();
        let uri = text.split('#').next().unwrap_or_default();
        if !uri.is_empty() && !uris.iter().any(|known| known == uri) && is_reference(arena, id) {
            uris.push(uri.to_owned());
        }
    }
    uris
}
