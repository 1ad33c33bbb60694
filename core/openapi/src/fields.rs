//! The kinds of objects in fixed fields and schema keywords. Covers OpenAPI 3.0.4 (section 4.7), 3.1.1 and 3.2.0 (section 4.8 of
//! both) and JSON Schema 2020-12.
//!
//! One table serves all versions. A field that an older version lacks has the kind that a later version gives it.

use super::grammar::{Entry, ObjectKind};
use super::keywords::held_by;
use super::known_key::KnownKey;

pub(super) fn root(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Openapi) => ObjectKind::Version,
        Some(KnownKey::Info) => ObjectKind::Info,
        Some(KnownKey::Paths) => ObjectKind::Paths,
        Some(KnownKey::Webhooks | KnownKey::XWebhooks) => ObjectKind::PathItems,
        Some(KnownKey::Components) => ObjectKind::Components,
        Some(KnownKey::Servers) => ObjectKind::Servers,
        Some(KnownKey::Security) => ObjectKind::Security,
        // References are compared by their targets, so the base URI has no meaning by itself.
        Some(KnownKey::SelfUri) => ObjectKind::Docs,
        Some(KnownKey::Tags) => ObjectKind::Tags,
        Some(KnownKey::ExternalDocs) => ObjectKind::Metadata,
        Some(KnownKey::Consumes | KnownKey::Produces | KnownKey::Host | KnownKey::BasePath | KnownKey::Swagger) => {
            ObjectKind::Ignored
        }
        _ => ObjectKind::Data,
    }
}

/// Returns the kind of a field that only Swagger 2.0 has.
pub(super) fn older(kind: ObjectKind, key: Option<KnownKey>) -> Option<ObjectKind> {
    match (kind, key?) {
        (ObjectKind::Root, KnownKey::Definitions) => Some(ObjectKind::Section(Entry::Schema)),
        (ObjectKind::Root, KnownKey::Parameters) => Some(ObjectKind::Section(Entry::Parameter)),
        (ObjectKind::Root, KnownKey::Responses) => Some(ObjectKind::Section(Entry::Response)),
        (ObjectKind::Root, KnownKey::SecurityDefinitions) => Some(ObjectKind::Section(Entry::SecurityScheme)),
        (ObjectKind::Root | ObjectKind::Operation, KnownKey::Consumes | KnownKey::Produces | KnownKey::Schemes) => {
            Some(ObjectKind::Set)
        }
        (ObjectKind::Response, KnownKey::Schema) | (ObjectKind::Parameter | ObjectKind::Header, KnownKey::Items) => {
            Some(ObjectKind::Schema)
        }
        (ObjectKind::Parameter | ObjectKind::Header, KnownKey::Enum) => Some(ObjectKind::Set),
        (ObjectKind::SecurityScheme, KnownKey::Scopes) => Some(ObjectKind::Scopes),
        _ => None,
    }
}

pub(super) fn info(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Version) => ObjectKind::Version,
        Some(KnownKey::Title | KnownKey::Description | KnownKey::Summary | KnownKey::TermsOfService) => {
            ObjectKind::Docs
        }
        Some(KnownKey::Contact | KnownKey::License) => ObjectKind::Metadata,
        _ => ObjectKind::Data,
    }
}

/// Returns the kind of a field of the Contact, License, External Documentation and Tag Objects (OpenAPI 3.2.0 section 4.8).
pub(super) fn notes(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(
            KnownKey::Name
            | KnownKey::Url
            | KnownKey::Email
            | KnownKey::Identifier
            | KnownKey::Description
            | KnownKey::Summary
            | KnownKey::Parent
            | KnownKey::Kind,
        ) => ObjectKind::Docs,
        Some(KnownKey::ExternalDocs) => ObjectKind::Metadata,
        _ => ObjectKind::Data,
    }
}

pub(super) fn path_item(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(
            KnownKey::Get
            | KnownKey::Put
            | KnownKey::Post
            | KnownKey::Delete
            | KnownKey::Options
            | KnownKey::Head
            | KnownKey::Patch
            | KnownKey::Trace
            | KnownKey::Query,
        ) => ObjectKind::Operation,
        Some(KnownKey::AdditionalOperations) => ObjectKind::AdditionalOperations,
        Some(KnownKey::Servers) => ObjectKind::Servers,
        Some(KnownKey::Parameters) => ObjectKind::Parameters,
        Some(KnownKey::Summary | KnownKey::Description) => ObjectKind::Docs,
        _ => ObjectKind::Data,
    }
}

pub(super) fn operation(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Parameters) => ObjectKind::Parameters,
        Some(KnownKey::RequestBody) => ObjectKind::RequestBody,
        Some(KnownKey::Responses) => ObjectKind::Responses,
        Some(KnownKey::Callbacks) => ObjectKind::Callbacks,
        Some(KnownKey::Servers) => ObjectKind::Servers,
        Some(KnownKey::Security) => ObjectKind::Security,
        Some(KnownKey::Consumes | KnownKey::Produces) => ObjectKind::Ignored,
        Some(KnownKey::ExternalDocs) => ObjectKind::Metadata,
        Some(KnownKey::Tags | KnownKey::Summary | KnownKey::Description) => ObjectKind::Docs,
        _ => ObjectKind::Data,
    }
}

pub(super) fn parameter(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Schema) => ObjectKind::Schema,
        Some(KnownKey::Content) => ObjectKind::Content,
        Some(KnownKey::Examples) => ObjectKind::Examples,
        Some(KnownKey::Description | KnownKey::Example | KnownKey::Summary) => ObjectKind::Docs,
        _ => ObjectKind::Data,
    }
}

pub(super) fn body(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Content) => ObjectKind::Content,
        Some(KnownKey::Description | KnownKey::Summary) => ObjectKind::Docs,
        Some(KnownKey::Name) => ObjectKind::Ignored,
        _ => ObjectKind::Data,
    }
}

pub(super) fn media_type(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Schema | KnownKey::ItemSchema) => ObjectKind::Schema,
        Some(KnownKey::Examples) => ObjectKind::Examples,
        // A media type can be a reference with its own description (OpenAPI 3.2.0, Reference Object).
        Some(KnownKey::Example | KnownKey::Description | KnownKey::Summary) => ObjectKind::Docs,
        key => encodings(key),
    }
}

pub(super) fn example(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(
            KnownKey::Summary
            | KnownKey::Description
            | KnownKey::Value
            | KnownKey::DataValue
            | KnownKey::SerializedValue
            | KnownKey::ExternalValue,
        ) => ObjectKind::Docs,
        _ => ObjectKind::Data,
    }
}

pub(super) fn encoding(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Headers) => ObjectKind::Headers,
        key => encodings(key),
    }
}

fn encodings(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Encoding) => ObjectKind::Encodings,
        Some(KnownKey::PrefixEncoding) => ObjectKind::PrefixEncodings,
        Some(KnownKey::ItemEncoding) => ObjectKind::Encoding,
        _ => ObjectKind::Data,
    }
}

pub(super) fn link(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Server) => ObjectKind::Server,
        Some(KnownKey::Description | KnownKey::Summary) => ObjectKind::Docs,
        _ => ObjectKind::Data,
    }
}

pub(super) fn server(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Variables) => ObjectKind::ServerVariables,
        Some(KnownKey::Description | KnownKey::Name) => ObjectKind::Docs,
        _ => ObjectKind::Data,
    }
}

pub(super) fn server_variable(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Enum) => ObjectKind::Set,
        Some(KnownKey::Description) => ObjectKind::Docs,
        _ => ObjectKind::Data,
    }
}

pub(super) fn security_scheme(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Flows) => ObjectKind::Flows,
        // A hint about the token's format, for documentation only (OpenAPI 3.1.1 section 4.8.27.1).
        Some(KnownKey::Description | KnownKey::Summary | KnownKey::BearerFormat) => ObjectKind::Docs,
        _ => ObjectKind::Data,
    }
}

pub(super) fn flows(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(
            KnownKey::Implicit
            | KnownKey::Password
            | KnownKey::ClientCredentials
            | KnownKey::AuthorizationCode
            | KnownKey::DeviceAuthorization,
        ) => ObjectKind::Flow,
        _ => ObjectKind::Data,
    }
}

pub(super) fn flow(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Scopes) => ObjectKind::Scopes,
        _ => ObjectKind::Data,
    }
}

pub(super) fn discriminator(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Mapping) => ObjectKind::Mapping,
        _ => ObjectKind::Data,
    }
}

pub(super) fn response(key: Option<KnownKey>) -> ObjectKind {
    match key {
        Some(KnownKey::Headers) => ObjectKind::Headers,
        Some(KnownKey::Content) => ObjectKind::Content,
        Some(KnownKey::Links) => ObjectKind::Links,
        Some(KnownKey::Description | KnownKey::Summary) => ObjectKind::Docs,
        _ => ObjectKind::Data,
    }
}

pub(super) fn section(key: Option<KnownKey>) -> ObjectKind {
    ObjectKind::Section(match key {
        Some(KnownKey::Schemas) => Entry::Schema,
        Some(KnownKey::Parameters) => Entry::Parameter,
        Some(KnownKey::RequestBodies) => Entry::RequestBody,
        Some(KnownKey::Responses) => Entry::Response,
        Some(KnownKey::Headers) => Entry::Header,
        Some(KnownKey::Callbacks) => Entry::Callback,
        Some(KnownKey::PathItems) => Entry::PathItem,
        Some(KnownKey::MediaTypes) => Entry::MediaType,
        Some(KnownKey::Links) => Entry::Link,
        Some(KnownKey::SecuritySchemes) => Entry::SecurityScheme,
        Some(KnownKey::Examples) => Entry::Example,
        _ => return ObjectKind::Data,
    })
}

pub(super) fn schema(key: Option<KnownKey>) -> ObjectKind {
    key.map_or(ObjectKind::Data, held_by)
}

pub(super) fn opaque(key: Option<KnownKey>) -> ObjectKind {
    match schema(key) {
        ObjectKind::Properties
        | ObjectKind::SchemaMap
        | ObjectKind::Tuple
        | ObjectKind::Branches
        | ObjectKind::Alternatives
        | ObjectKind::NonAssertingSchemaMap => ObjectKind::NonAssertingSchemaMap,
        ObjectKind::Schema | ObjectKind::NonAssertingSchema => ObjectKind::NonAssertingSchema,
        ObjectKind::Docs => ObjectKind::Docs,
        ObjectKind::Metadata => ObjectKind::Metadata,
        ObjectKind::Required | ObjectKind::Set => ObjectKind::Set,
        _ => ObjectKind::Data,
    }
}
