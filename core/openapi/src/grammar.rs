//! What a value is by where it stands: the kinds of places a description has, and what may stand in them.
//!
//! One key means different things in different places (`properties.description` is a schema, a schema's `description` is
//! documentation); everything the comparison knows about a place it knows from its kind.

use super::fields;
use super::known_key::KnownKey;
use crate::known_key::is_extension;
use crate::tree::KeyId;

/// The place of a value in the specification's grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum ObjectKind {
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
    /// One section of the components, its entries being of this kind.
    Section(Entry),
    /// A schema that describes the value at its own place.
    Schema,
    /// A schema the value must match besides others (`allOf`).
    Branch,
    /// A schema the value may match instead of others (`anyOf`, `oneOf`).
    Alternative,
    /// A schema whose matching is not what makes a value valid (`not`, `if`, `contains` ...), and all inside it.
    NonAssertingSchema,
    Properties,
    Branches,
    Alternatives,
    /// Subschemas by name or position inside [`ObjectKind::NonAssertingSchema`].
    NonAssertingSchemaMap,
    SchemaMap,
    Tuple,
    /// A schema's `required`: property names in any order.
    Required,
    /// A schema's `type`, `enum`: values in any order.
    Set,
    /// A specification extension: a member whose name begins with `x-`.
    Extension,
    /// The tags a description declares, by name.
    Tags,
    Tag,
    /// Contact, terms and links to more: `contact`, `license`, `externalDocs`.
    Metadata,
    /// A schema's `dependentRequired`: property names by property name.
    DependentRequired,
    Discriminator,
    /// A discriminator's `mapping`: schemas by value.
    Mapping,
    Xml,
    /// What is written and has no meaning in its version: the name of a Swagger 2.0 body, `consumes` without a body, a
    /// keyword that version does not know.
    Ignored,
    /// Documentation: it changes nothing that is sent or received.
    Docs,
    /// Everything else: compared as a whole.
    Data,
}

/// What the entries of a section of the components are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Entry {
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
    const fn kind(self) -> ObjectKind {
        match self {
            Entry::Schema => ObjectKind::Schema,
            Entry::Parameter => ObjectKind::Parameter,
            Entry::RequestBody => ObjectKind::RequestBody,
            Entry::Response => ObjectKind::Response,
            Entry::Header => ObjectKind::Header,
            Entry::Callback => ObjectKind::Callback,
            Entry::PathItem => ObjectKind::PathItem,
            Entry::MediaType => ObjectKind::MediaType,
            Entry::Link => ObjectKind::Link,
            Entry::SecurityScheme => ObjectKind::SecurityScheme,
            Entry::Example => ObjectKind::Example,
        }
    }
}

impl ObjectKind {
    /// The kind of the child `key` (of an element where `key` is [`KeyId::NONE`]).
    #[must_use]
    pub fn child(self, key: KeyId) -> ObjectKind {
        if key.is_ignored() {
            return ObjectKind::Ignored;
        }
        match self.field(key) {
            ObjectKind::PathItem | ObjectKind::Response if is_extension(key) && !self.is_map_of_names() => {
                ObjectKind::Extension
            }
            ObjectKind::Data if is_extension(key) && !self.is_value() => ObjectKind::Extension,
            kind => kind,
        }
    }

    /// Whether any name may stand in it, one that begins with `x-` like others.
    const fn is_map_of_names(self) -> bool {
        matches!(self, ObjectKind::PathItems | ObjectKind::Section(_))
    }

    /// Whether it is a value, whose members are no fields.
    const fn is_value(self) -> bool {
        matches!(
            self,
            ObjectKind::Data
                | ObjectKind::Docs
                | ObjectKind::Set
                | ObjectKind::Required
                | ObjectKind::Version
                | ObjectKind::Extension
                | ObjectKind::Section(_)
                | ObjectKind::Mapping
                | ObjectKind::Scopes
        )
    }

    fn field(self, key: KeyId) -> ObjectKind {
        let known = KnownKey::from_key(key);
        match self {
            ObjectKind::Root => fields::root(known),
            ObjectKind::Info => fields::info(known),
            ObjectKind::Paths | ObjectKind::PathItems | ObjectKind::Callback => ObjectKind::PathItem,
            ObjectKind::PathItem => fields::path_item(known),
            ObjectKind::Operation => fields::operation(known),
            ObjectKind::AdditionalOperations => ObjectKind::Operation,
            ObjectKind::Servers => ObjectKind::Server,
            ObjectKind::Server => fields::server(known),
            ObjectKind::ServerVariables => ObjectKind::ServerVariable,
            ObjectKind::ServerVariable => fields::server_variable(known),
            ObjectKind::Security => ObjectKind::SecurityRequirement,
            ObjectKind::SecurityRequirement | ObjectKind::DependentRequired => ObjectKind::Set,
            ObjectKind::SecurityScheme => fields::security_scheme(known),
            ObjectKind::Flows => fields::flows(known),
            ObjectKind::Flow => fields::flow(known),
            ObjectKind::Parameters => ObjectKind::Parameter,
            ObjectKind::Parameter | ObjectKind::Header => fields::parameter(known),
            ObjectKind::RequestBody => fields::body(known),
            ObjectKind::Content => ObjectKind::MediaType,
            ObjectKind::MediaType => fields::media_type(known),
            ObjectKind::Encodings | ObjectKind::PrefixEncodings => ObjectKind::Encoding,
            ObjectKind::Encoding => fields::encoding(known),
            ObjectKind::Examples => ObjectKind::Example,
            ObjectKind::Responses => ObjectKind::Response,
            ObjectKind::Response => fields::response(known),
            ObjectKind::Headers => ObjectKind::Header,
            ObjectKind::Links => ObjectKind::Link,
            ObjectKind::Link => fields::link(known),
            ObjectKind::Callbacks => ObjectKind::Callback,
            ObjectKind::Components => fields::section(known),
            ObjectKind::Section(entry) => entry.kind(),
            ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative => fields::schema(known),
            ObjectKind::NonAssertingSchema => fields::opaque(known),
            ObjectKind::NonAssertingSchemaMap => ObjectKind::NonAssertingSchema,
            ObjectKind::Properties | ObjectKind::SchemaMap | ObjectKind::Tuple => ObjectKind::Schema,
            ObjectKind::Branches => ObjectKind::Branch,
            ObjectKind::Alternatives => ObjectKind::Alternative,
            ObjectKind::Discriminator => fields::discriminator(known),
            ObjectKind::Tags => ObjectKind::Tag,
            ObjectKind::Tag | ObjectKind::Metadata => fields::notes(known),
            ObjectKind::Example => fields::example(known),
            ObjectKind::Docs | ObjectKind::Scopes => ObjectKind::Docs,
            ObjectKind::Ignored => ObjectKind::Ignored,
            ObjectKind::Extension
            | ObjectKind::Version
            | ObjectKind::Required
            | ObjectKind::Set
            | ObjectKind::Mapping
            | ObjectKind::Xml
            | ObjectKind::Data => ObjectKind::Data,
        }
    }

    /// Whether a `$ref` may stand here in place of the object.
    pub const fn is_referable(self) -> bool {
        matches!(
            self,
            ObjectKind::PathItem
                | ObjectKind::Parameter
                | ObjectKind::RequestBody
                | ObjectKind::Response
                | ObjectKind::Header
                | ObjectKind::MediaType
                | ObjectKind::Example
                | ObjectKind::Link
                | ObjectKind::SecurityScheme
                | ObjectKind::Callback
                | ObjectKind::Schema
                | ObjectKind::Branch
                | ObjectKind::Alternative
                | ObjectKind::NonAssertingSchema
        )
    }

    /// Whether nothing follows from what stands here by its place alone, so that a reference may say what it is.
    pub(super) const fn has_no_meaning(self) -> bool {
        matches!(
            self,
            ObjectKind::Data
                | ObjectKind::Docs
                | ObjectKind::Extension
                | ObjectKind::Ignored
                | ObjectKind::Set
                | ObjectKind::Required
                | ObjectKind::Version
                | ObjectKind::Xml
        )
    }

    /// True if a `$ref` here is neither followed nor a value: OpenAPI allows none.
    pub(super) const fn forbids_references(self) -> bool {
        let is_value = matches!(
            self,
            ObjectKind::Data | ObjectKind::Docs | ObjectKind::Extension | ObjectKind::Ignored | ObjectKind::Version
        );
        !is_value && !self.is_referable()
    }

    /// Whether a schema stands here.
    pub const fn is_schema(self) -> bool {
        matches!(
            self,
            ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative | ObjectKind::NonAssertingSchema
        )
    }

    /// What a definition is that a reference at this kind leads to.
    pub(crate) const fn referred(self) -> ObjectKind {
        match self {
            ObjectKind::Branch | ObjectKind::Alternative | ObjectKind::NonAssertingSchema => ObjectKind::Schema,
            kind => kind,
        }
    }
}
