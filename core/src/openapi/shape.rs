//! Whether a value is of the kind its place asks for: a list where a list belongs, an object where fields do. What is of
//! another kind means nothing the specifications define, and nobody can say what a change of it means.

use super::arena::{Arena, Kind, NodeId};
use super::grammar::Site;
use super::keys::Word;

impl Site {
    /// Whether a value that stands at this site can be what the site says.
    pub(crate) fn admits(self, arena: &Arena<'_>, id: NodeId) -> bool {
        let kind = arena.kind(id);
        let key = Word::of(arena.key(id));
        match self {
            Site::Schema | Site::Branch | Site::Alternative | Site::Opaque => {
                matches!(kind, Kind::Object | Kind::True | Kind::False)
            }
            Site::Set if key == Some(Word::Type) => {
                arena.is_string(id) || arena.is_array(id) && arena.children(id).all(|name| arena.is_string(name))
            }
            Site::Servers
            | Site::Security
            | Site::Parameters
            | Site::PrefixEncodings
            | Site::Branches
            | Site::Alternatives
            | Site::Tuple
            | Site::Required
            | Site::Set
            | Site::Tags => arena.is_array(id),
            Site::Docs => key != Some(Word::Tags) || arena.is_array(id),
            Site::SecurityRequirement | Site::DependentRequired => {
                arena.is_object(id) && arena.children(id).all(|list| arena.is_array(list))
            }
            Site::OpaqueMap => matches!(kind, Kind::Object | Kind::Array),
            Site::Version => arena.is_string(id) || kind == Kind::Number,
            Site::Data => is_scalar_of(arena, id, key),
            Site::Extension | Site::Notes | Site::Unheeded | Site::Xml => true,
            _ => kind == Kind::Object,
        }
    }
}

/// The fields that are flags or names wherever they stand.
fn is_scalar_of(arena: &Arena<'_>, id: NodeId, word: Option<Word>) -> bool {
    match word {
        Some(
            Word::Required
            | Word::Deprecated
            | Word::Nullable
            | Word::ReadOnly
            | Word::WriteOnly
            | Word::UniqueItems
            | Word::Explode
            | Word::AllowReserved
            | Word::AllowEmptyValue,
        ) => matches!(arena.kind(id), Kind::True | Kind::False) || is_entry(arena, id),
        Some(Word::Name | Word::In | Word::Style | Word::Url | Word::OperationId) => arena.is_string(id),
        _ => true,
    }
}

/// Whether it is an entry of a discriminator's mapping, which any name may have.
fn is_entry(arena: &Arena<'_>, id: NodeId) -> bool {
    arena.parent(id).is_some_and(|map| arena.key(map) == Word::Mapping.key())
}
