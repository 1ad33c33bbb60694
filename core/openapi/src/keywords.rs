//! The table of schema keywords: role, kind of value, constrained types and versions (JSON Schema 2020-12 core and validation;
//! OpenAPI 3.0.4 section 4.7.24, 3.1.1 section 4.8.24).

use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use super::type_set::TypeSet;
use crate::tree::KeySet;

/// The role of a keyword (JSON Schema 2020-12 core, section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeywordRole {
    /// Asserts by itself which values are valid.
    Assertion,
    /// Applies schemas to the value itself, and keeps their annotations of evaluated members (sections 8.2.3, 10.2 and 11).
    InPlace,
    /// Applies a schema to the value itself, and drops its annotations of evaluated members.
    Negation,
    /// Applies schemas to members or elements, or to member names (section 10.3).
    Child,
    /// Applies a schema to the members or elements that other keywords do not cover (sections 10.3 and 11).
    Unlisted,
    /// Describes the decoded content of a string (validation, section 8).
    Content,
    /// Does not affect validity: documentation, names and other annotations.
    Annotation,
    /// Only holds schemas for references, under the name used in older drafts.
    Definitions,
}

/// The OpenAPI versions in which a schema keyword has a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeywordVersions {
    Always,
    /// 3.1 and later.
    Since31,
    /// 3.0 and earlier.
    Until31,
    /// All versions, but with another kind of value since 3.1.
    Redefined,
}

/// A schema keyword.
#[derive(Debug, Clone, Copy)]
struct Keyword {
    key: KnownKey,
    role: KeywordRole,
    bears_on: TypeSet,
    versions: KeywordVersions,
}

macro_rules! keywords {
    ($($role:ident { $($name:ident = $holds:ident, $types:ident, $versions:ident;)* })*) => {
        const KEYWORDS: &[Keyword] = &[$($(
            Keyword {
                key: KnownKey::$name,
                role: KeywordRole::$role,
                bears_on: TypeSet::$types,
                versions: KeywordVersions::$versions,
            },
        )*)*];

        /// Returns the keywords with a role, in table order.
        pub const fn with_role(role: KeywordRole) -> &'static [KnownKey] {
            match role { $(KeywordRole::$role => &[$(KnownKey::$name,)*],)* }
        }

        /// Returns the kind of a schema member's value, or [`ObjectKind::Data`] if the key is not a keyword.
        pub(super) const fn held_by(key: KnownKey) -> ObjectKind {
            match key {
                $($(KnownKey::$name => ObjectKind::$holds,)*)*
                _ => ObjectKind::Data,
            }
        }

        /// Returns the types of values that a keyword constrains, or all types if the key is not a keyword.
        pub const fn bears_on(key: KnownKey) -> TypeSet {
            match key {
                $($(KnownKey::$name => TypeSet::$types,)*)*
                _ => TypeSet::ANY,
            }
        }
    };
}

keywords! {
    Assertion {
        Type = Set, ANY, Always;
        Nullable = Data, ANY, Until31;
        Enum = Set, ANY, Always;
        Const = Data, ANY, Since31;
        Required = Required, OBJECT, Always;
        DependentRequired = DependentRequired, OBJECT, Since31;
        MinProperties = Data, OBJECT, Always;
        MaxProperties = Data, OBJECT, Always;
        MinItems = Data, ARRAY, Always;
        MaxItems = Data, ARRAY, Always;
        UniqueItems = Data, ARRAY, Always;
        MinContains = Data, ARRAY, Since31;
        MaxContains = Data, ARRAY, Since31;
        MinLength = Data, STRING, Always;
        MaxLength = Data, STRING, Always;
        Pattern = Data, STRING, Always;
        Minimum = Data, NUMBER, Always;
        Maximum = Data, NUMBER, Always;
        ExclusiveMinimum = Data, NUMBER, Redefined;
        ExclusiveMaximum = Data, NUMBER, Redefined;
        MultipleOf = Data, NUMBER, Always;
        Format = Data, ANY, Always;
    }
    InPlace {
        AllOf = Branches, ANY, Always;
        AnyOf = Alternatives, ANY, Always;
        OneOf = Alternatives, ANY, Always;
        If = NonAssertingSchema, ANY, Since31;
        Then = NonAssertingSchema, ANY, Since31;
        Else = NonAssertingSchema, ANY, Since31;
        DependentSchemas = NonAssertingSchemaMap, OBJECT, Since31;
        Ref = Data, ANY, Always;
        DynamicRef = Data, ANY, Always;
    }
    Negation {
        Not = NonAssertingSchema, ANY, Always;
    }
    Child {
        Properties = Properties, OBJECT, Always;
        PatternProperties = SchemaMap, OBJECT, Since31;
        PropertyNames = NonAssertingSchema, OBJECT, Since31;
        PrefixItems = Tuple, ARRAY, Since31;
        Contains = NonAssertingSchema, ARRAY, Since31;
    }
    Unlisted {
        AdditionalProperties = Schema, OBJECT, Always;
        UnevaluatedProperties = NonAssertingSchema, OBJECT, Since31;
        Items = Schema, ARRAY, Always;
        UnevaluatedItems = NonAssertingSchema, ARRAY, Since31;
    }
    Content {
        ContentEncoding = Data, STRING, Since31;
        ContentMediaType = Data, STRING, Since31;
    }
    Annotation {
        ContentSchema = NonAssertingSchema, STRING, Since31;
        Title = Docs, ANY, Always;
        Description = Docs, ANY, Always;
        Summary = Docs, ANY, Always;
        Example = Docs, ANY, Always;
        Examples = Docs, ANY, Always;
        Comment = Docs, ANY, Always;
        ExternalDocs = Metadata, ANY, Always;
        Default = Data, ANY, Always;
        ReadOnly = Data, ANY, Always;
        WriteOnly = Data, ANY, Always;
        Deprecated = Data, ANY, Always;
        Discriminator = Discriminator, ANY, Always;
        Xml = Xml, ANY, Always;
        Id = Data, ANY, Always;
        Anchor = Data, ANY, Always;
        Dialect = Data, ANY, Always;
        Defs = SchemaMap, ANY, Always;
        // It only has a meaning in meta-schemas (core, section 8.1.2), which schemas of an API are not.
        Vocabulary = Docs, ANY, Always;
    }
    Definitions {
        Definitions = SchemaMap, ANY, Always;
    }
}

/// Keywords that have a meaning only since OpenAPI 3.1.
pub(super) const MODERN: KeySet = in_versions(KeywordVersions::Since31);

/// Keywords that lost their meaning in OpenAPI 3.1, or accept another kind of value since.
pub(super) const OLDER: KeySet = in_versions(KeywordVersions::Until31);

/// Keywords that do not affect validity.
pub(crate) const ANNOTATIONS: KeySet = KnownKey::key_set(with_role(KeywordRole::Annotation));

/// Returns the keywords of these versions and all redefined ones.
const fn in_versions(versions: KeywordVersions) -> KeySet {
    let mut found = KeySet::EMPTY;
    let mut left = KEYWORDS;
    while let [keyword, others @ ..] = left {
        let is_redefined = matches!(keyword.versions, KeywordVersions::Redefined);
        if is_redefined || keyword.versions as u8 == versions as u8 {
            found = found.with(keyword.key.key());
        }
        left = others;
    }
    found
}

/// Returns the keywords that constrain values of exactly this type.
pub fn bounding(kind: TypeSet) -> impl Iterator<Item = KnownKey> {
    let bounds = move |keyword: &&Keyword| {
        keyword.bears_on == kind && !matches!(keyword.role, KeywordRole::Content | KeywordRole::Annotation)
    };
    KEYWORDS.iter().filter(bounds).map(|keyword| keyword.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_unique() {
        for (at, keyword) in KEYWORDS.iter().enumerate() {
            let again = KEYWORDS.iter().skip(at + 1).find(|other| other.key == keyword.key);
            assert!(again.is_none(), "{}", keyword.key.text());
        }
    }

    #[test]
    fn keywords_apply_only_to_their_types() {
        let of_text: Vec<KnownKey> = bounding(TypeSet::STRING).collect();
        assert_eq!(of_text, [KnownKey::MinLength, KnownKey::MaxLength, KnownKey::Pattern]);
        assert_eq!((bears_on(KnownKey::Items), bears_on(KnownKey::Enum)), (TypeSet::ARRAY, TypeSet::ANY));
        assert_eq!(held_by(KnownKey::Paths), ObjectKind::Data);
    }
}
