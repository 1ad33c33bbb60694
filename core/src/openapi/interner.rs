//! Member names: each text once per document, known by a small number; the specifications' own words by a fixed one.

use hashbrown::HashTable;

use super::digest::Digest;

/// A member name of one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct KeyId(pub(super) u32);

impl KeyId {
    /// Where there is no name: elements of arrays, and the root.
    pub(crate) const NONE: KeyId = KeyId(u32::MAX);

    /// Marks the names of extensions that are no words, so that a place is known by its name's number alone.
    const EXTENSION: u32 = 1 << 31;

    /// Marks the names of keywords that mean nothing in the version a description follows.
    const IGNORED: u32 = 1 << 30;

    pub(crate) fn index(self) -> usize {
        (self.0 & !(KeyId::EXTENSION | KeyId::IGNORED)) as usize
    }

    /// Whether it is the name of a keyword that means nothing in the version the description follows.
    pub(crate) fn is_ignored(self) -> bool {
        self != KeyId::NONE && self.0 & KeyId::IGNORED != 0
    }

    /// Whether the name begins with `x-` (OpenAPI 3.1.1 section 4.9).
    pub(crate) fn is_extension(self) -> bool {
        let word = || KnownKey::ALL.get(self.0 as usize).is_some_and(|(_, text)| text.starts_with("x-"));
        self != KeyId::NONE && (self.0 & KeyId::EXTENSION != 0 || word())
    }

    /// A name that is not ignored.
    fn new(position: u32, text: &str) -> KeyId {
        let extension = position as usize >= KnownKey::ALL.len() && text.starts_with("x-");
        KeyId(if extension { position | KeyId::EXTENSION } else { position })
    }
}

macro_rules! words {
    ($($name:ident = $text:literal,)*) => {
        /// The words of the specifications that the reader and the comparison ask for by name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u32)]
        pub(crate) enum KnownKey { $($name,)* }

        impl KnownKey {
            const ALL: &'static [(KnownKey, &'static str)] = &[$((KnownKey::$name, $text),)*];
        }
    };
}

words! {
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
    WriteOnly = "writeOnly", XSunset = "x-sunset", XStability = "x-stability",
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
    ExtensibleEnum = "x-extensible-enum",
}

impl KnownKey {
    /// The number this word has in every document.
    pub(crate) const fn key(self) -> KeyId {
        KeyId(self as u32)
    }

    /// The word as it is written.
    pub(crate) fn text(self) -> &'static str {
        KnownKey::ALL.get(self as usize).map_or("", |(_, text)| text)
    }

    /// The word a name is, where it is one.
    pub(crate) fn from_key(key: KeyId) -> Option<KnownKey> {
        KnownKey::ALL.get(key.0 as usize).map(|(word, _)| *word)
    }
}

/// Some words, to be asked of every name of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownKeys([u64; 4]);

impl KnownKeys {
    pub(crate) const fn new(words: &[KnownKey]) -> KnownKeys {
        let mut found = KnownKeys([0; 4]);
        let mut left = words;
        while let [word, others @ ..] = left {
            let [first, second, third, fourth] = &mut found.0;
            let (number, bit) = (*word as u32 / 64, 1 << (*word as u32 % 64));
            match number {
                0 => *first |= bit,
                1 => *second |= bit,
                2 => *third |= bit,
                _ => *fourth |= bit,
            }
            left = others;
        }
        found
    }

    /// These words and others.
    pub(super) fn and(mut self, others: KnownKeys) -> KnownKeys {
        for (words, others) in self.0.iter_mut().zip(others.0) {
            *words |= others;
        }
        self
    }

    pub(crate) fn has(self, key: KeyId) -> bool {
        self.0.get(key.0 as usize / 64).is_some_and(|words| words & (1 << (key.0 % 64)) != 0)
    }
}

/// The tag that tells the digests of ignored names from those of others.
const IGNORED_NAME: u8 = 8;

#[derive(Debug)]
struct Entry {
    start: u32,
    end: u32,
    digest: Digest,
    ignored: bool,
}

/// The names of one document.
#[derive(Debug)]
pub(crate) struct Keys {
    text: String,
    entries: Vec<Entry>,
    table: HashTable<u32>,
}

impl Keys {
    pub(super) fn new() -> Keys {
        let room = KnownKey::ALL.len();
        let mut keys =
            Keys { text: String::new(), entries: Vec::with_capacity(room), table: HashTable::with_capacity(room) };
        for (_, text) in KnownKey::ALL {
            keys.intern(text);
        }
        keys
    }

    /// The number of `text`, new or known.
    pub(super) fn intern(&mut self, text: &str) -> KeyId {
        let digest = Digest::hash(0, text.as_bytes());
        let Keys { text: pool, entries, table } = self;
        let same = |&id: &u32| entries.get(id as usize).is_some_and(|entry| entry.digest == digest);
        if let Some(&id) = table.find(digest.low(), same) {
            return KeyId::new(id, text);
        }
        let start = position(pool.len());
        pool.push_str(text);
        let id = position(entries.len());
        entries.push(Entry { start, end: position(pool.len()), digest, ignored: false });
        let rehash = |&id: &u32| entries.get(id as usize).map_or(0, |entry| entry.digest.low());
        table.insert_unique(digest.low(), id, rehash);
        KeyId::new(id, text)
    }

    /// The number of a name that is written like `key` and means nothing.
    pub(super) fn ignored(&mut self, key: KeyId) -> KeyId {
        let text = self.text(key).as_bytes();
        let digest = Digest::hash(IGNORED_NAME, text);
        if let Some(known) = self.find_digest(digest) {
            return known;
        }
        let Some(&Entry { start, end, .. }) = self.entries.get(key.index()) else { return key };
        let id = position(self.entries.len());
        self.entries.push(Entry { start, end, digest, ignored: true });
        let entries = &self.entries;
        let rehash = |&id: &u32| entries.get(id as usize).map_or(0, |entry| entry.digest.low());
        self.table.insert_unique(digest.low(), id, rehash);
        KeyId(id | KeyId::IGNORED)
    }

    /// The number of a name that is written like `text` and means nothing, where the document has it.
    pub(super) fn find_ignored(&self, text: &str) -> Option<KeyId> {
        self.find_digest(Digest::hash(IGNORED_NAME, text.as_bytes()))
    }

    /// The number of `text`, where the document has it.
    pub(crate) fn find(&self, text: &str) -> Option<KeyId> {
        self.find_digest(Digest::hash(0, text.as_bytes()))
    }

    /// The number of the name with this digest.
    pub(crate) fn find_digest(&self, digest: Digest) -> Option<KeyId> {
        let same = |&id: &u32| self.entries.get(id as usize).is_some_and(|entry| entry.digest == digest);
        self.table.find(digest.low(), same).map(|&id| self.numbered(id))
    }

    fn numbered(&self, position: u32) -> KeyId {
        match self.entries.get(position as usize) {
            Some(Entry { ignored: true, .. }) => KeyId(position | KeyId::IGNORED),
            _ => KeyId::new(position, self.text(KeyId(position))),
        }
    }

    /// The text of a name; empty for [`KeyId::NONE`].
    pub(crate) fn text(&self, key: KeyId) -> &str {
        let entry = self.entries.get(key.index());
        entry.and_then(|entry| self.text.get(entry.start as usize..entry.end as usize)).unwrap_or_default()
    }

    /// The digest of a name's text.
    pub(crate) fn digest(&self, key: KeyId) -> Digest {
        self.entries.get(key.index()).map_or_else(Digest::default, |entry| entry.digest)
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Every name, by number.
    pub(crate) fn ids(&self) -> impl Iterator<Item = KeyId> {
        (0..position(self.entries.len())).map(|at| self.numbered(at))
    }
}

/// Documents are limited to less than 4 GiB, so every position in one fits.
pub(super) fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_specifications_have_the_same_number_everywhere() {
        let mut keys = Keys::new();
        for (word, text) in KnownKey::ALL {
            assert_eq!(keys.intern(text), word.key());
            assert_eq!(KnownKey::from_key(word.key()), Some(*word));
        }
        assert_eq!(KnownKey::from_key(keys.intern("shipments")), None);
    }

    #[test]
    fn some_words_are_told_from_all_other_names() {
        let some = [KnownKey::Ref, KnownKey::Type, KnownKey::ExtensibleEnum];
        let words = KnownKeys::new(&some[..2]).and(KnownKeys::new(&some[2..]));
        for (word, text) in KnownKey::ALL {
            assert_eq!(words.has(word.key()), some.contains(word), "{text}");
        }
        assert!(!words.has(KeyId::NONE) && !words.has(Keys::new().intern("shipments")));
    }

    #[test]
    fn a_name_that_begins_with_x_is_an_extension() {
        let mut keys = Keys::new();
        let known = keys.intern("x-webhooks");
        let [team, header, plain] = ["x-team", "X-Request-Id", "team"].map(|text| keys.intern(text));
        assert_eq!(KnownKey::from_key(known), Some(KnownKey::XWebhooks));
        assert!(known.is_extension() && team.is_extension());
        assert!(!header.is_extension() && !plain.is_extension() && !KeyId::NONE.is_extension());
        assert_eq!(keys.text(team), "x-team");
        assert_eq!(keys.find("x-team"), Some(team));
        assert!(keys.ids().any(|key| key == team));
    }

    #[test]
    fn a_name_is_kept_once() {
        let mut keys = Keys::new();
        let first = keys.intern("shipments");
        assert_eq!(keys.intern("shipments"), first);
        assert_ne!(keys.intern("shipment"), first);
        assert_eq!(keys.text(first), "shipments");
        assert_eq!(keys.find("parcels"), None);
    }
}
