//! The names of the specifications that the code looks up.

use crate::tree::{KeyId, KeySet, Vocabulary};

macro_rules! known_keys {
    ($($name:ident = $text:literal,)*) => {
        /// The name of a field, a keyword or a section.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "named as in the specification")]
        pub enum KnownKey { $($name,)* }

        impl KnownKey {
            const ALL: &'static [KnownKey] = &[$(KnownKey::$name,)*];
            const TEXTS: &'static [&'static str] = &[$($text,)*];
        }
    };
}

known_keys! {
    Ref = "$ref", Openapi = "openapi", Swagger = "swagger", SelfUri = "$self", Info = "info", Version = "version",
    Paths = "paths", JsonSchemaDialect = "jsonSchemaDialect",
    Webhooks = "webhooks", XWebhooks = "x-webhooks", Components = "components", Tags = "tags",
    ExternalDocs = "externalDocs", Servers = "servers", Security = "security",
    Title = "title", Description = "description", Summary = "summary", TermsOfService = "termsOfService",
    Contact = "contact", License = "license", Identifier = "identifier", Email = "email",
    Url = "url", Variables = "variables",
    Parent = "parent", Kind = "kind",
    Example = "example", Examples = "examples", Comment = "$comment",
    Value = "value", DataValue = "dataValue", SerializedValue = "serializedValue", ExternalValue = "externalValue",
    Get = "get", Put = "put", Post = "post", Delete = "delete", Options = "options", Head = "head", Patch = "patch",
    Trace = "trace", Query = "query", AdditionalOperations = "additionalOperations",
    OperationId = "operationId", Deprecated = "deprecated",
    Parameters = "parameters", RequestBody = "requestBody", Responses = "responses", Callbacks = "callbacks",
    Name = "name", In = "in", Required = "required", Schema = "schema", Content = "content", Headers = "headers",
    AllowEmptyValue = "allowEmptyValue", AllowReserved = "allowReserved", Style = "style", Explode = "explode",
    Links = "links", OperationRef = "operationRef", Server = "server",
    Encoding = "encoding", PrefixEncoding = "prefixEncoding", ItemEncoding = "itemEncoding", ItemSchema = "itemSchema",
    ContentType = "contentType",
    Schemas = "schemas", RequestBodies = "requestBodies",
    SecuritySchemes = "securitySchemes", PathItems = "pathItems", MediaTypes = "mediaTypes",
    Scheme = "scheme", BearerFormat = "bearerFormat", Flows = "flows", OpenIdConnectUrl = "openIdConnectUrl",
    OAuth2MetadataUrl = "oauth2MetadataUrl", Implicit = "implicit", Password = "password",
    ClientCredentials = "clientCredentials", AuthorizationCode = "authorizationCode",
    DeviceAuthorization = "deviceAuthorization", AuthorizationUrl = "authorizationUrl",
    DeviceAuthorizationUrl = "deviceAuthorizationUrl", TokenUrl = "tokenUrl", RefreshUrl = "refreshUrl",
    Scopes = "scopes",
    Type = "type", Nullable = "nullable", Enum = "enum", Const = "const", Default = "default", Properties = "properties",
    PatternProperties = "patternProperties", AdditionalProperties = "additionalProperties", Items = "items",
    PrefixItems = "prefixItems", AllOf = "allOf", AnyOf = "anyOf", OneOf = "oneOf", Not = "not", If = "if",
    Then = "then", Else = "else", DependentSchemas = "dependentSchemas", DependentRequired = "dependentRequired",
    Contains = "contains", MinContains = "minContains", MaxContains = "maxContains",
    PropertyNames = "propertyNames", UnevaluatedProperties = "unevaluatedProperties",
    UnevaluatedItems = "unevaluatedItems", ReadOnly = "readOnly",
    WriteOnly = "writeOnly", XSunset = "x-sunset", XDeprecatedAt = "x-deprecated-at", XStability = "x-stability",
    XStabilityLevel = "x-stability-level", Discriminator = "discriminator", PropertyName = "propertyName", Mapping = "mapping",
    DefaultMapping = "defaultMapping", Xml = "xml", NodeType = "nodeType", Namespace = "namespace", Prefix = "prefix",
    Attribute = "attribute", Wrapped = "wrapped",
    MultipleOf = "multipleOf", Maximum = "maximum", ExclusiveMaximum = "exclusiveMaximum", Minimum = "minimum",
    ExclusiveMinimum = "exclusiveMinimum", MaxLength = "maxLength", MinLength = "minLength", Pattern = "pattern",
    Format = "format", ContentEncoding = "contentEncoding", ContentMediaType = "contentMediaType",
    ContentSchema = "contentSchema",
    MaxItems = "maxItems", MinItems = "minItems", UniqueItems = "uniqueItems", MaxProperties = "maxProperties",
    MinProperties = "minProperties",
    Dialect = "$schema", Id = "$id", Anchor = "$anchor", DynamicRef = "$dynamicRef", DynamicAnchor = "$dynamicAnchor",
    Vocabulary = "$vocabulary", Defs = "$defs", Definitions = "definitions",
    Host = "host", BasePath = "basePath", Schemes = "schemes", Consumes = "consumes", Produces = "produces",
    SecurityDefinitions = "securityDefinitions", Flow = "flow", CollectionFormat = "collectionFormat",
    XNullable = "x-nullable",
    ExtensibleEnum = "x-extensible-enum", UnknownValues = "x-speakeasy-unknown-values",
}

/// The vocabulary with which all descriptions are parsed.
pub(crate) const VOCABULARY: Vocabulary = Vocabulary { names: KnownKey::TEXTS, prefix: EXTENSION };

/// Prefix of the names of extensions (OpenAPI 3.1.1 section 4.9).
const EXTENSION: &str = "x-";

impl KnownKey {
    /// Returns the id of this name, which is the same in every description.
    pub const fn key(self) -> KeyId {
        KeyId::from_vocabulary_index(self as u32)
    }

    /// Returns the name as written in descriptions.
    pub fn text(self) -> &'static str {
        KnownKey::TEXTS.get(self as usize).copied().unwrap_or_default()
    }

    /// Returns the known name with this id, if there is one.
    pub fn from_key(key: KeyId) -> Option<KnownKey> {
        KnownKey::ALL.get(key.vocabulary_index()).copied()
    }

    /// Creates a set of names for repeated look-ups.
    pub const fn key_set(keys: &[KnownKey]) -> KeySet {
        let mut set = KeySet::EMPTY;
        let mut left = keys;
        while let [key, others @ ..] = left {
            set = set.with(key.key());
            left = others;
        }
        set
    }
}

impl From<KnownKey> for KeyId {
    fn from(key: KnownKey) -> KeyId {
        key.key()
    }
}

/// Returns true if a name begins with `x-`, which marks extensions.
pub fn is_extension(key: KeyId) -> bool {
    let is_known = || KnownKey::TEXTS.get(key.vocabulary_index()).is_some_and(|text| text.starts_with(EXTENSION));
    key.is_prefixed() || is_known()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_known_by_its_number() {
        for (&key, text) in KnownKey::ALL.iter().zip(KnownKey::TEXTS) {
            assert_eq!(KnownKey::from_key(key.key()), Some(key));
            assert_eq!(key.text(), *text);
            assert_eq!(is_extension(key.key()), text.starts_with("x-"), "{text}");
        }
        assert_eq!(KnownKey::from_key(KeyId::NONE), None);
    }

    #[test]
    fn key_set_contains_exactly_its_keys() {
        let some = [KnownKey::Ref, KnownKey::Type, KnownKey::ExtensibleEnum];
        let set = KnownKey::key_set(&some);
        for &key in KnownKey::ALL {
            assert_eq!(set.has(key.key()), some.contains(&key), "{}", key.text());
        }
    }
}
