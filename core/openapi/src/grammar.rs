//! The grammar of a description: the kind of object at each location, and the kinds of its children.
//!
//! A key has different meanings at different locations: `properties.description` is a schema, a schema's `description` is
//! documentation. The comparison uses the kind to decide how to treat a location.

use super::fields;
use super::known_key::KnownKey;
use crate::known_key::is_extension;
use crate::tree::KeyId;

/// The kind of a value in the specification's grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum ObjectKind {
    Root,
    Info,
    /// `openapi` and `info.version`: the versions of the format and of the release.
    Version,
    Paths,
    PathItems,
    PathItem,
    Operation,
    /// Operations by method, for methods that have no field in a path item (OpenAPI 3.2.0, `additionalOperations`).
    AdditionalOperations,
    /// An array of servers.
    Servers,
    Server,
    ServerVariables,
    ServerVariable,
    /// An array of security requirements. One of them must be met.
    Security,
    /// Security schemes by name, with their scopes. All of them must be met.
    SecurityRequirement,
    SecurityScheme,
    Flows,
    Flow,
    /// Descriptions of scopes by name.
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
    /// A section of the components, with entries of this kind.
    Section(Entry),
    /// A schema that applies to the value at its own location.
    Schema,
    /// A schema that the value must match together with others (`allOf`).
    Branch,
    /// A schema that the value may match instead of others (`anyOf`, `oneOf`).
    Alternative,
    /// A schema that a valid value need not match (`not`, `if`, `contains` ...), and all schemas inside it.
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
    /// A schema's `type` or `enum`: values in any order.
    Set,
    /// A specification extension: a member whose name begins with `x-`.
    Extension,
    /// The tags that a description declares.
    Tags,
    Tag,
    /// Contact, licence and external documentation: `contact`, `license`, `externalDocs`.
    Metadata,
    /// A schema's `dependentRequired`: property names by property name.
    DependentRequired,
    Discriminator,
    /// A discriminator's `mapping`: schemas by value.
    Mapping,
    Xml,
    /// Members without a meaning in their version: the name of a Swagger 2.0 body, `consumes` without a body, or a keyword that
    /// the version does not define.
    Ignored,
    /// Documentation, which does not affect requests and responses.
    Docs,
    /// Any other value, compared as a whole.
    Data,
}

/// The kind of the entries in a section of the components.
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
    /// Returns the kind of the child `key`. Elements of arrays have the key [`KeyId::NONE`].
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

    /// Returns true for maps in which names that begin with `x-` are ordinary names.
    const fn is_map_of_names(self) -> bool {
        matches!(self, ObjectKind::PathItems | ObjectKind::Section(_))
    }

    /// Returns true for plain values, whose members are not fields.
    pub(super) const fn is_value(self) -> bool {
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

    /// Returns true if a `$ref` is allowed here in place of the object.
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

    /// Returns true if the location gives the value no meaning, so that a reference to it can determine its kind.
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

    /// Returns true if a `$ref` here is a reference although OpenAPI does not allow it.
    pub(super) const fn forbids_references(self) -> bool {
        let is_value = matches!(
            self,
            ObjectKind::Data | ObjectKind::Docs | ObjectKind::Extension | ObjectKind::Ignored | ObjectKind::Version
        );
        !is_value && !self.is_referable()
    }

    /// Returns true if the value here is a schema.
    pub const fn is_schema(self) -> bool {
        matches!(
            self,
            ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative | ObjectKind::NonAssertingSchema
        )
    }

    /// Returns the kind of the definitions that references of this kind point to.
    pub(crate) const fn referred(self) -> ObjectKind {
        match self {
            ObjectKind::Branch | ObjectKind::Alternative | ObjectKind::NonAssertingSchema => ObjectKind::Schema,
            kind => kind,
        }
    }
}
