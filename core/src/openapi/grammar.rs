//! What a value is by where it stands: the kinds of places a description has, and what may stand in them.
//!
//! The same word means different things in different places (`properties.description` is a schema, a schema's
//! `description` is words); everything the comparison knows about a place it knows from its site.

use super::arena::{Arena, NodeId};
use super::fields;
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
    /// Operations of methods a path item has no field for, by method (OpenAPI 3.2.0, `additionalOperations`).
    AdditionalOperations,
    /// An array of servers.
    Servers,
    Server,
    ServerVariables,
    ServerVariable,
    /// An array of security requirements, any one of which is enough.
    Security,
    /// Security schemes by name, all of which are needed, each with its scopes.
    SecurityRequirement,
    SecurityScheme,
    Flows,
    Flow,
    /// Scopes by name, each with its description.
    Scopes,
    /// An array of parameters.
    Parameters,
    Parameter,
    RequestBody,
    Content,
    MediaType,
    /// Encodings by property.
    Encodings,
    /// Encodings by position (OpenAPI 3.2.0, `prefixEncoding`).
    PrefixEncodings,
    Encoding,
    Examples,
    Example,
    Responses,
    Response,
    Headers,
    Header,
    Links,
    Link,
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
    /// A schema's `dependentRequired`: property names by property name.
    DependentRequired,
    Discriminator,
    /// A discriminator's `mapping`: schemas by value.
    Mapping,
    Xml,
    /// What a version says and nothing follows from: the name of a Swagger 2.0 body, `consumes` without a body, a keyword
    /// that version does not know.
    Unheeded,
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
    MediaType,
    Link,
    SecurityScheme,
    Example,
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
            Entry::MediaType => Site::MediaType,
            Entry::Link => Site::Link,
            Entry::SecurityScheme => Site::SecurityScheme,
            Entry::Example => Site::Example,
        }
    }
}

impl Site {
    /// The site of the child `key` (of an element where `key` is [`KeyId::NONE`]).
    pub(crate) fn child(self, key: KeyId) -> Site {
        if key.is_ignored() {
            return Site::Unheeded;
        }
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
            Site::Data
                | Site::Docs
                | Site::Set
                | Site::Required
                | Site::Version
                | Site::Extension
                | Site::Section(_)
                | Site::Mapping
                | Site::Scopes
        )
    }

    fn field(self, key: KeyId) -> Site {
        let word = Word::of(key);
        match self {
            Site::Root => fields::root(word),
            Site::Info => fields::info(word),
            Site::Paths | Site::PathItems | Site::Callback => Site::PathItem,
            Site::PathItem => fields::path_item(word),
            Site::Operation => fields::operation(word),
            Site::AdditionalOperations => Site::Operation,
            Site::Servers => Site::Server,
            Site::Server => fields::server(word),
            Site::ServerVariables => Site::ServerVariable,
            Site::ServerVariable => fields::server_variable(word),
            Site::Security => Site::SecurityRequirement,
            Site::SecurityRequirement | Site::DependentRequired => Site::Set,
            Site::SecurityScheme => fields::security_scheme(word),
            Site::Flows => fields::flows(word),
            Site::Flow => fields::flow(word),
            Site::Parameters => Site::Parameter,
            Site::Parameter | Site::Header => fields::parameter(word),
            Site::RequestBody => fields::body(word),
            Site::Content => Site::MediaType,
            Site::MediaType => fields::media_type(word),
            Site::Encodings | Site::PrefixEncodings => Site::Encoding,
            Site::Encoding => fields::encoding(word),
            Site::Examples => Site::Example,
            Site::Responses => Site::Response,
            Site::Response => fields::response(word),
            Site::Headers => Site::Header,
            Site::Links => Site::Link,
            Site::Link => fields::link(word),
            Site::Callbacks => Site::Callback,
            Site::Components => fields::section(word),
            Site::Section(entry) => entry.site(),
            Site::Schema | Site::Branch | Site::Alternative => fields::schema(word),
            Site::Opaque => fields::opaque(word),
            Site::OpaqueMap => Site::Opaque,
            Site::Properties | Site::SchemaMap | Site::Tuple => Site::Schema,
            Site::Branches => Site::Branch,
            Site::Alternatives => Site::Alternative,
            Site::Discriminator => fields::discriminator(word),
            Site::Tags => Site::Tag,
            Site::Tag | Site::Notes => fields::notes(word),
            Site::Example => fields::example(word),
            Site::Docs | Site::Scopes => Site::Docs,
            Site::Unheeded => Site::Unheeded,
            Site::Extension | Site::Version | Site::Required | Site::Set | Site::Mapping | Site::Xml | Site::Data => {
                Site::Data
            }
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
                | Site::MediaType
                | Site::Example
                | Site::Link
                | Site::SecurityScheme
                | Site::Callback
                | Site::Schema
                | Site::Branch
                | Site::Alternative
                | Site::Opaque
        )
    }

    /// Whether nothing follows from what stands here by its place alone, so that a reference may say what it is.
    pub(super) const fn has_no_meaning(self) -> bool {
        matches!(
            self,
            Site::Data
                | Site::Docs
                | Site::Extension
                | Site::Unheeded
                | Site::Set
                | Site::Required
                | Site::Version
                | Site::Xml
        )
    }

    /// Whether a schema stands here.
    pub(crate) const fn is_schema(self) -> bool {
        matches!(self, Site::Schema | Site::Branch | Site::Alternative | Site::Opaque)
    }

    /// The site of a node, worked out from the root or from where its place is known.
    pub(crate) fn of(arena: &Arena<'_>, id: NodeId) -> Site {
        let (_, site, steps) = Site::steps(arena, id);
        steps.into_iter().rev().fold(site, |site, step| site.child_in(arena, arena.key(step)))
    }

    /// A node and what is around it, outermost first, each with its site: from where that does not follow from the place.
    pub(crate) fn around(arena: &Arena<'_>, id: NodeId) -> Vec<(NodeId, Site)> {
        let (outermost, mut site, steps) = Site::steps(arena, id);
        let mut around = Vec::with_capacity(steps.len() + 1);
        around.push((outermost, site));
        for step in steps.into_iter().rev() {
            site = site.child_in(arena, arena.key(step));
            around.push((step, site));
        }
        around
    }

    /// The site of the child `key` in a description that may be Swagger 2.0 as it is written.
    pub(super) fn child_in(self, arena: &Arena<'_>, key: KeyId) -> Site {
        let older = if arena.older { fields::older(self, Word::of(key)) } else { None };
        older.unwrap_or_else(|| self.child(key))
    }

    /// The nearest value around a node (or the node itself) whose site does not follow from its place, that site, and
    /// the steps from there to the node, innermost first.
    pub(crate) fn steps(arena: &Arena<'_>, id: NodeId) -> (NodeId, Site, Vec<NodeId>) {
        // Room for nearly all places, at once.
        let mut steps = Vec::with_capacity(32);
        let mut at = id;
        loop {
            if let Some(&site) = arena.entries.get(&at) {
                return (at, site, steps);
            }
            let Some(parent) = arena.parent(at) else { break };
            steps.push(at);
            at = parent;
        }
        // What no reference leads to in another file means nothing here.
        (at, if at == NodeId::ROOT { Site::Root } else { Site::Data }, steps)
    }

    /// What a definition is that a reference at this site leads to.
    pub(crate) const fn referred(self) -> Site {
        match self {
            Site::Branch | Site::Alternative | Site::Opaque => Site::Schema,
            site => site,
        }
    }
}
