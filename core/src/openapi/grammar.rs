//! What a value is by where it stands: the fixed fields of OpenAPI 3.0.4 and 3.1.1 (section 4.8 of both) as one table.
//!
//! The same word means different things in different places (`properties.description` is a schema, a schema's
//! `description` is words); everything the comparison knows about a place it knows from its site.

use super::arena::{Arena, NodeId};
use super::keys::{KeyId, Word};

/// The place of a value in the specification's grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Site {
    Root,
    Info,
    /// `openapi` and `info.version`: the name of the format and of the release.
    Version,
    Paths,
    PathItems,
    PathItem,
    Operation,
    /// An array of parameters.
    Parameters,
    Parameter,
    RequestBody,
    Content,
    MediaType,
    Responses,
    Response,
    Headers,
    Header,
    Callbacks,
    Callback,
    Components,
    /// One section of the components, its entries being of this site.
    Section(Entry),
    /// A schema that describes the value at its own place.
    Schema,
    /// A schema the value must match besides others (`allOf`).
    Branch,
    /// A schema the value may match instead of others (`anyOf`, `oneOf`).
    Alternative,
    /// A schema whose matching is not what makes a value valid (`not`, `if`, `contains` ...), and all inside it.
    Opaque,
    Properties,
    Branches,
    Alternatives,
    /// Subschemas by name or position inside [`Site::Opaque`].
    OpaqueMap,
    SchemaMap,
    Tuple,
    /// A schema's `required`: property names in any order.
    Required,
    /// A schema's `type`, `enum`: values in any order.
    Set,
    /// What a specification has no word for: a member whose name begins with `x-`.
    Extension,
    /// The tags a description declares, by name.
    Tags,
    Tag,
    /// Who answers for it, under which terms, and where to read on: `contact`, `license`, `externalDocs`.
    Notes,
    /// Words for people: they change nothing that is sent or received.
    Docs,
    /// Everything else: compared as a whole.
    Data,
}

/// What the entries of a section of the components are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Entry {
    Schema,
    Parameter,
    RequestBody,
    Response,
    Header,
    Callback,
    PathItem,
    Docs,
    Data,
}

impl Entry {
    const fn site(self) -> Site {
        match self {
            Entry::Schema => Site::Schema,
            Entry::Parameter => Site::Parameter,
            Entry::RequestBody => Site::RequestBody,
            Entry::Response => Site::Response,
            Entry::Header => Site::Header,
            Entry::Callback => Site::Callback,
            Entry::PathItem => Site::PathItem,
            Entry::Docs => Site::Docs,
            Entry::Data => Site::Data,
        }
    }
}

impl Site {
    /// The site of the child `key` (of an element where `key` is [`KeyId::NONE`]).
    pub(crate) fn child(self, key: KeyId) -> Site {
        match self.field(key) {
            Site::PathItem | Site::Response if key.is_extension() && !self.is_map_of_names() => Site::Extension,
            Site::Data if key.is_extension() && !self.is_value() => Site::Extension,
            site => site,
        }
    }

    /// Whether any name may stand in it, one that begins with `x-` like others.
    const fn is_map_of_names(self) -> bool {
        matches!(self, Site::PathItems | Site::Section(_))
    }

    /// Whether it is a value, whose members are no fields.
    const fn is_value(self) -> bool {
        matches!(
            self,
            Site::Data | Site::Docs | Site::Set | Site::Required | Site::Version | Site::Extension | Site::Section(_)
        )
    }

    fn field(self, key: KeyId) -> Site {
        let word = Word::of(key);
        match self {
            Site::Root => root(word),
            Site::Info => info(word),
            Site::Paths | Site::PathItems | Site::Callback => Site::PathItem,
            Site::PathItem => path_item(word),
            Site::Operation => operation(word),
            Site::Parameters => Site::Parameter,
            Site::Parameter | Site::Header => parameter(word),
            Site::RequestBody => body(word),
            Site::Content => Site::MediaType,
            Site::MediaType => media_type(word),
            Site::Responses => Site::Response,
            Site::Response => response(word),
            Site::Headers => Site::Header,
            Site::Callbacks => Site::Callback,
            Site::Components => section(word),
            Site::Section(entry) => entry.site(),
            Site::Schema | Site::Branch | Site::Alternative => schema(word),
            Site::Opaque => opaque(word),
            Site::OpaqueMap => Site::Opaque,
            Site::Properties | Site::SchemaMap | Site::Tuple => Site::Schema,
            Site::Branches => Site::Branch,
            Site::Alternatives => Site::Alternative,
            Site::Tags => Site::Tag,
            Site::Tag | Site::Notes => notes(word),
            Site::Docs => Site::Docs,
            Site::Extension | Site::Version | Site::Required | Site::Set | Site::Data => Site::Data,
        }
    }

    /// Whether a `$ref` may stand here in place of the object.
    pub(crate) const fn is_referable(self) -> bool {
        matches!(
            self,
            Site::PathItem
                | Site::Parameter
                | Site::RequestBody
                | Site::Response
                | Site::Header
                | Site::Callback
                | Site::Schema
                | Site::Branch
                | Site::Alternative
                | Site::Opaque
        )
    }

    /// Whether a schema stands here.
    pub(crate) const fn is_schema(self) -> bool {
        matches!(self, Site::Schema | Site::Branch | Site::Alternative | Site::Opaque)
    }

    /// The site of a node, worked out from the root.
    pub(crate) fn of(arena: &Arena<'_>, id: NodeId) -> Site {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| arena.parent(id)).collect();
        path.pop();
        path.into_iter().rev().fold(Site::Root, |site, step| site.child(arena.key(step)))
    }
}

fn root(word: Option<Word>) -> Site {
    match word {
        Some(Word::Openapi) => Site::Version,
        Some(Word::Info) => Site::Info,
        Some(Word::Paths) => Site::Paths,
        Some(Word::Webhooks | Word::XWebhooks) => Site::PathItems,
        Some(Word::Components) => Site::Components,
        Some(Word::Tags) => Site::Tags,
        Some(Word::ExternalDocs) => Site::Notes,
        // References are compared by what they lead to, so the base they are resolved against says nothing by itself.
        Some(Word::SelfUri) => Site::Docs,
        _ => Site::Data,
    }
}

fn info(word: Option<Word>) -> Site {
    match word {
        Some(Word::Version) => Site::Version,
        Some(Word::Title | Word::Description | Word::Summary | Word::TermsOfService) => Site::Docs,
        Some(Word::Contact | Word::License) => Site::Notes,
        _ => Site::Data,
    }
}

/// The fields of the Contact, License, External Documentation and Tag Objects (OpenAPI 3.2.0 section 4.8).
fn notes(word: Option<Word>) -> Site {
    match word {
        Some(
            Word::Name
            | Word::Url
            | Word::Email
            | Word::Identifier
            | Word::Description
            | Word::Summary
            | Word::Parent
            | Word::Kind,
        ) => Site::Docs,
        Some(Word::ExternalDocs) => Site::Notes,
        _ => Site::Data,
    }
}

fn path_item(word: Option<Word>) -> Site {
    match word {
        Some(
            Word::Get | Word::Put | Word::Post | Word::Delete | Word::Options | Word::Head | Word::Patch | Word::Trace,
        ) => Site::Operation,
        Some(Word::Parameters) => Site::Parameters,
        Some(Word::Summary | Word::Description) => Site::Docs,
        _ => Site::Data,
    }
}

fn operation(word: Option<Word>) -> Site {
    match word {
        Some(Word::Parameters) => Site::Parameters,
        Some(Word::RequestBody) => Site::RequestBody,
        Some(Word::Responses) => Site::Responses,
        Some(Word::Callbacks) => Site::Callbacks,
        Some(Word::ExternalDocs) => Site::Notes,
        Some(Word::Tags | Word::Summary | Word::Description) => Site::Docs,
        _ => Site::Data,
    }
}

fn parameter(word: Option<Word>) -> Site {
    match word {
        Some(Word::Schema) => Site::Schema,
        Some(Word::Content) => Site::Content,
        Some(Word::Description | Word::Example | Word::Examples | Word::Summary) => Site::Docs,
        _ => Site::Data,
    }
}

fn body(word: Option<Word>) -> Site {
    match word {
        Some(Word::Content) => Site::Content,
        Some(Word::Description | Word::Summary) => Site::Docs,
        _ => Site::Data,
    }
}

fn media_type(word: Option<Word>) -> Site {
    match word {
        Some(Word::Schema) => Site::Schema,
        Some(Word::Example | Word::Examples) => Site::Docs,
        _ => Site::Data,
    }
}

fn response(word: Option<Word>) -> Site {
    match word {
        Some(Word::Headers) => Site::Headers,
        Some(Word::Content) => Site::Content,
        Some(Word::Description | Word::Summary) => Site::Docs,
        _ => Site::Data,
    }
}

fn section(word: Option<Word>) -> Site {
    Site::Section(match word {
        Some(Word::Schemas) => Entry::Schema,
        Some(Word::Parameters) => Entry::Parameter,
        Some(Word::RequestBodies) => Entry::RequestBody,
        Some(Word::Responses) => Entry::Response,
        Some(Word::Headers) => Entry::Header,
        Some(Word::Callbacks) => Entry::Callback,
        Some(Word::PathItems) => Entry::PathItem,
        Some(Word::Examples) => Entry::Docs,
        Some(Word::Links | Word::SecuritySchemes) => Entry::Data,
        _ => return Site::Data,
    })
}

fn schema(word: Option<Word>) -> Site {
    match word {
        Some(Word::Properties) => Site::Properties,
        Some(Word::PatternProperties | Word::Defs) => Site::SchemaMap,
        Some(Word::AdditionalProperties | Word::Items) => Site::Schema,
        Some(Word::PrefixItems) => Site::Tuple,
        Some(Word::AllOf) => Site::Branches,
        Some(Word::AnyOf | Word::OneOf) => Site::Alternatives,
        Some(Word::Required) => Site::Required,
        Some(Word::Type | Word::Enum) => Site::Set,
        Some(
            Word::Not
            | Word::If
            | Word::Then
            | Word::Else
            | Word::Contains
            | Word::PropertyNames
            | Word::UnevaluatedProperties
            | Word::UnevaluatedItems
            | Word::ContentSchema,
        ) => Site::Opaque,
        Some(Word::DependentSchemas) => Site::OpaqueMap,
        Some(Word::ExternalDocs) => Site::Notes,
        Some(Word::Title | Word::Description | Word::Summary | Word::Example | Word::Examples | Word::Comment) => {
            Site::Docs
        }
        _ => Site::Data,
    }
}

fn opaque(word: Option<Word>) -> Site {
    match schema(word) {
        Site::Properties | Site::SchemaMap | Site::Tuple | Site::Branches | Site::Alternatives | Site::OpaqueMap => {
            Site::OpaqueMap
        }
        Site::Schema | Site::Opaque => Site::Opaque,
        Site::Docs => Site::Docs,
        Site::Notes => Site::Notes,
        Site::Required | Site::Set => Site::Set,
        _ => Site::Data,
    }
}
