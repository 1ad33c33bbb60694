//! Checks that values have the JSON type that their location requires, such as a list or an object. The specifications define no
//! meaning for other values, so changes of them cannot be classified.

use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use crate::tree::{Arena, Kind, NodeId};

impl ObjectKind {
    /// Returns true if a value has a JSON type that is valid for this kind.
    pub fn admits(self, arena: &Arena<'_>, id: NodeId) -> bool {
        let kind = arena.kind(id);
        let key = KnownKey::from_key(arena.key(id));
        match self {
            ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative | ObjectKind::NonAssertingSchema => {
                matches!(kind, Kind::Object | Kind::True | Kind::False)
            }
            ObjectKind::Set if key == Some(KnownKey::Type) => {
                arena.is_string(id) || arena.is_array(id) && arena.children(id).all(|name| arena.is_string(name))
            }
            ObjectKind::Servers
            | ObjectKind::Security
            | ObjectKind::Parameters
            | ObjectKind::PrefixEncodings
            | ObjectKind::Branches
            | ObjectKind::Alternatives
            | ObjectKind::Tuple
            | ObjectKind::Required
            | ObjectKind::Set
            | ObjectKind::Tags => arena.is_array(id),
            ObjectKind::Docs => key != Some(KnownKey::Tags) || arena.is_array(id),
            ObjectKind::SecurityRequirement | ObjectKind::DependentRequired => {
                arena.is_object(id) && arena.children(id).all(|list| arena.is_array(list))
            }
            ObjectKind::NonAssertingSchemaMap => matches!(kind, Kind::Object | Kind::Array),
            ObjectKind::Version => arena.is_string(id) || kind == Kind::Number,
            ObjectKind::Data => is_scalar_of(arena, id, key),
            ObjectKind::Extension | ObjectKind::Metadata | ObjectKind::Ignored | ObjectKind::Xml => true,
            _ => kind == Kind::Object,
        }
    }
}

/// Returns true if a field that is always a flag or a string has a value of that type, and for all other fields.
fn is_scalar_of(arena: &Arena<'_>, id: NodeId, key: Option<KnownKey>) -> bool {
    match key {
        Some(
            KnownKey::Required
            | KnownKey::Deprecated
            | KnownKey::Nullable
            | KnownKey::ReadOnly
            | KnownKey::WriteOnly
            | KnownKey::UniqueItems
            | KnownKey::Explode
            | KnownKey::AllowReserved
            | KnownKey::AllowEmptyValue,
        ) => matches!(arena.kind(id), Kind::True | Kind::False) || is_entry(arena, id),
        Some(KnownKey::Name | KnownKey::In | KnownKey::Style | KnownKey::Url | KnownKey::OperationId) => {
            arena.is_string(id)
        }
        _ => true,
    }
}

/// Returns true for entries of a discriminator's mapping, which can have any name.
fn is_entry(arena: &Arena<'_>, id: NodeId) -> bool {
    arena.parent(id).is_some_and(|map| arena.key(map) == KnownKey::Mapping.key())
}
