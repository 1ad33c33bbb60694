//! The fixed fields of every object of OpenAPI 3.0.4 (section 4.7), 3.1.1 and 3.2.0 (section 4.8 of both), and the
//! keywords of JSON Schema 2020-12: which place of the grammar each of them is.
//!
//! One table serves all versions: a field an older one does not know means there what a later one made of it.

use super::grammar::{Entry, Site};
use super::keys::Word;

pub(super) fn root(word: Option<Word>) -> Site {
    match word {
        Some(Word::Openapi) => Site::Version,
        Some(Word::Info) => Site::Info,
        Some(Word::Paths) => Site::Paths,
        Some(Word::Webhooks | Word::XWebhooks) => Site::PathItems,
        Some(Word::Components) => Site::Components,
        Some(Word::Servers) => Site::Servers,
        Some(Word::Security) => Site::Security,
        // References are compared by what they lead to, so the base they are resolved against says nothing by itself.
        Some(Word::SelfUri) => Site::Docs,
        Some(Word::Tags) => Site::Tags,
        Some(Word::ExternalDocs) => Site::Notes,
        Some(Word::Consumes | Word::Produces | Word::Host | Word::BasePath | Word::Swagger) => Site::Unheeded,
        _ => Site::Data,
    }
}

/// What Swagger 2.0 keeps in places of its own.
pub(super) fn older(site: Site, word: Option<Word>) -> Option<Site> {
    match (site, word?) {
        (Site::Root, Word::Definitions) => Some(Site::Section(Entry::Schema)),
        (Site::Root, Word::Parameters) => Some(Site::Section(Entry::Parameter)),
        (Site::Root, Word::Responses) => Some(Site::Section(Entry::Response)),
        (Site::Response, Word::Schema) => Some(Site::Schema),
        _ => None,
    }
}

pub(super) fn info(word: Option<Word>) -> Site {
    match word {
        Some(Word::Version) => Site::Version,
        Some(Word::Title | Word::Description | Word::Summary | Word::TermsOfService) => Site::Docs,
        Some(Word::Contact | Word::License) => Site::Notes,
        _ => Site::Data,
    }
}

/// The fields of the Contact, License, External Documentation and Tag Objects (OpenAPI 3.2.0 section 4.8).
pub(super) fn notes(word: Option<Word>) -> Site {
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

pub(super) fn path_item(word: Option<Word>) -> Site {
    match word {
        Some(
            Word::Get
            | Word::Put
            | Word::Post
            | Word::Delete
            | Word::Options
            | Word::Head
            | Word::Patch
            | Word::Trace
            | Word::Query,
        ) => Site::Operation,
        Some(Word::AdditionalOperations) => Site::AdditionalOperations,
        Some(Word::Servers) => Site::Servers,
        Some(Word::Parameters) => Site::Parameters,
        Some(Word::Summary | Word::Description) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn operation(word: Option<Word>) -> Site {
    match word {
        Some(Word::Parameters) => Site::Parameters,
        Some(Word::RequestBody) => Site::RequestBody,
        Some(Word::Responses) => Site::Responses,
        Some(Word::Callbacks) => Site::Callbacks,
        Some(Word::Servers) => Site::Servers,
        Some(Word::Security) => Site::Security,
        Some(Word::Consumes | Word::Produces) => Site::Unheeded,
        Some(Word::ExternalDocs) => Site::Notes,
        Some(Word::Tags | Word::Summary | Word::Description) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn parameter(word: Option<Word>) -> Site {
    match word {
        Some(Word::Schema) => Site::Schema,
        Some(Word::Content) => Site::Content,
        Some(Word::Examples) => Site::Examples,
        Some(Word::Description | Word::Example | Word::Summary) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn body(word: Option<Word>) -> Site {
    match word {
        Some(Word::Content) => Site::Content,
        Some(Word::Description | Word::Summary) => Site::Docs,
        Some(Word::Name) => Site::Unheeded,
        _ => Site::Data,
    }
}

pub(super) fn media_type(word: Option<Word>) -> Site {
    match word {
        Some(Word::Schema | Word::ItemSchema) => Site::Schema,
        Some(Word::Examples) => Site::Examples,
        // It may be a reference with words of its own (OpenAPI 3.2.0, Reference Object).
        Some(Word::Example | Word::Description | Word::Summary) => Site::Docs,
        word => encodings(word),
    }
}

pub(super) fn example(word: Option<Word>) -> Site {
    match word {
        Some(
            Word::Summary
            | Word::Description
            | Word::Value
            | Word::DataValue
            | Word::SerializedValue
            | Word::ExternalValue,
        ) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn encoding(word: Option<Word>) -> Site {
    match word {
        Some(Word::Headers) => Site::Headers,
        word => encodings(word),
    }
}

fn encodings(word: Option<Word>) -> Site {
    match word {
        Some(Word::Encoding) => Site::Encodings,
        Some(Word::PrefixEncoding) => Site::PrefixEncodings,
        Some(Word::ItemEncoding) => Site::Encoding,
        _ => Site::Data,
    }
}

pub(super) fn link(word: Option<Word>) -> Site {
    match word {
        Some(Word::Server) => Site::Server,
        Some(Word::Description | Word::Summary) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn server(word: Option<Word>) -> Site {
    match word {
        Some(Word::Variables) => Site::ServerVariables,
        Some(Word::Description | Word::Name) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn server_variable(word: Option<Word>) -> Site {
    match word {
        Some(Word::Enum) => Site::Set,
        Some(Word::Description) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn security_scheme(word: Option<Word>) -> Site {
    match word {
        Some(Word::Flows) => Site::Flows,
        // A hint what the token looks like, for documentation (OpenAPI 3.1.1 section 4.8.27.1).
        Some(Word::Description | Word::Summary | Word::BearerFormat) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn flows(word: Option<Word>) -> Site {
    match word {
        Some(
            Word::Implicit
            | Word::Password
            | Word::ClientCredentials
            | Word::AuthorizationCode
            | Word::DeviceAuthorization,
        ) => Site::Flow,
        _ => Site::Data,
    }
}

pub(super) fn flow(word: Option<Word>) -> Site {
    match word {
        Some(Word::Scopes) => Site::Scopes,
        _ => Site::Data,
    }
}

pub(super) fn discriminator(word: Option<Word>) -> Site {
    match word {
        Some(Word::Mapping) => Site::Mapping,
        _ => Site::Data,
    }
}

pub(super) fn response(word: Option<Word>) -> Site {
    match word {
        Some(Word::Headers) => Site::Headers,
        Some(Word::Content) => Site::Content,
        Some(Word::Links) => Site::Links,
        Some(Word::Description | Word::Summary) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn section(word: Option<Word>) -> Site {
    Site::Section(match word {
        Some(Word::Schemas) => Entry::Schema,
        Some(Word::Parameters) => Entry::Parameter,
        Some(Word::RequestBodies) => Entry::RequestBody,
        Some(Word::Responses) => Entry::Response,
        Some(Word::Headers) => Entry::Header,
        Some(Word::Callbacks) => Entry::Callback,
        Some(Word::PathItems) => Entry::PathItem,
        Some(Word::MediaTypes) => Entry::MediaType,
        Some(Word::Links) => Entry::Link,
        Some(Word::SecuritySchemes) => Entry::SecurityScheme,
        Some(Word::Examples) => Entry::Example,
        _ => return Site::Data,
    })
}

pub(super) fn schema(word: Option<Word>) -> Site {
    match word {
        Some(Word::Properties) => Site::Properties,
        Some(Word::PatternProperties | Word::Defs | Word::Definitions) => Site::SchemaMap,
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
        Some(Word::DependentRequired) => Site::DependentRequired,
        Some(Word::Discriminator) => Site::Discriminator,
        Some(Word::Xml) => Site::Xml,
        Some(Word::ExternalDocs) => Site::Notes,
        Some(Word::Title | Word::Description | Word::Summary | Word::Example | Word::Examples | Word::Comment) => {
            Site::Docs
        }
        // It counts where the schema is a meta-schema (JSON Schema 2020-12 section 8.1.2), which none of an API is.
        Some(Word::Vocabulary) => Site::Docs,
        _ => Site::Data,
    }
}

pub(super) fn opaque(word: Option<Word>) -> Site {
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
