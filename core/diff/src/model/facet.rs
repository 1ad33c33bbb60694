//! Facets: the subjects of facts, and the properties of each facet that do not depend on its location.

use waybill_openapi::schema::Direction;
use waybill_openapi::schema::Direction::{Request, Response};

use FacetDirection::{ByPlace, Fixed, Neither};
use FacetOrder::{FewerValues, MoreValues, Unordered};
use FacetSubject::{
    Description, Documentation, InOperation, KeywordOwner, Keywords, MediaTypeOfSchema, ParameterName, Place,
    PropertyOfBranch, PropertyOrPlace, Server,
};
use FacetValues::{Alternative, Bound, Listing, NotSent, Other, Property, Subschemas};

/// The direction of the values that a facet is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacetDirection {
    /// No direction: the facet is not about a value, or the direction makes no difference.
    Neither,
    /// A fixed direction, which webhooks and callbacks reverse.
    Fixed(Direction),
    /// The direction of the surrounding message.
    ByPlace,
}

/// The effect on the values of a schema when the item is added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FacetOrder {
    MoreValues,
    FewerValues,
    /// No effect that can be combined with other facts about the values.
    Unordered,
}

/// The values that a facet is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FacetValues {
    /// Values that one keyword of a schema allows: types, sizes, bounds, formats, or a value of a list.
    Bound,
    /// Values that the lists of a schema allow: required properties, other properties, enumerated values, branches.
    Listing,
    /// Values that subschemas allow.
    Subschemas,
    /// Values of one of several alternatives.
    Alternative,
    /// Values of a property.
    Property,
    /// No values: nothing that is sent.
    NotSent,
    /// Values outside of schemas: operations, messages, servers, credentials, serialization and use of values.
    Other,
}

/// The subject of a message about a facet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum FacetSubject {
    /// The value at the location.
    Place,
    /// The operation that is on one side only.
    Operation,
    /// The owner of the media type at the location. For a Swagger 2.0 list that applies to all operations, these
    /// operations.
    MediaType,
    /// The owner of the media type whose schema is at the location.
    MediaTypeOfSchema,
    /// The server that contains the location.
    Server,
    /// The parameter at the location, by its name alone.
    ParameterName,
    /// The property that the fact names.
    Property,
    /// The property that the fact names, if any, else the value at the location.
    PropertyOrPlace,
    /// The value at the location, or the property that the fact names if an added or removed branch declares it.
    PropertyOfBranch,
    /// The value around the location, with the keywords that lead from it to the location; or the order of the tags.
    Documentation,
    /// The value around the location, with the keywords that lead from it to the location.
    Keywords,
    /// The schema that contains the keyword.
    KeywordOwner,
    /// The operation that contains the location, or this string outside of operations.
    InOperation(&'static str),
    Description,
}

const WITHOUT_SECURITY: &str = "every operation without its own `security`";
const DESCRIPTION: &str = "the description";

/// The properties of a facet that do not depend on its location.
#[derive(Debug, Clone, Copy)]
struct FacetTraits {
    direction: FacetDirection,
    order: FacetOrder,
    values: FacetValues,
    subject: FacetSubject,
}

macro_rules! facets {
    ($($(#[$doc:meta])* $name:ident = $direction:expr, $order:expr, $values:expr, $subject:expr;)*) => {
        /// The subject of a fact.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "named as in the specification")]
        pub enum Facet { $($(#[$doc])* $name,)* }

        impl Facet {
            const fn traits(self) -> FacetTraits {
                match self { $(Facet::$name => FacetTraits { direction: $direction, order: $order, values: $values, subject: $subject },)* }
            }
        }
    };
}

facets! {
    Operation = Neither, Unordered, Other, FacetSubject::Operation;
    Parameter = Fixed(Request), Unordered, Other, InOperation("");
    /// The location of a parameter.
    ParameterLocation = Fixed(Request), Unordered, Other, Place;
    /// The `required` state of a parameter.
    ParameterRequired = Fixed(Request), Unordered, Other, ParameterName;
    RequestBody = Fixed(Request), Unordered, Other, Place;
    /// The `required` state of a request body.
    RequestBodyRequired = Fixed(Request), Unordered, Other, Place;
    MediaType = ByPlace, Unordered, Other, FacetSubject::MediaType;
    /// The presence of content in a request body or response.
    Content = ByPlace, Unordered, Other, Place;
    /// A header of a response or of a part.
    Header = ByPlace, Unordered, Other, Place;
    /// The `required` state of a header.
    HeaderRequired = ByPlace, Unordered, Other, Place;
    /// The serialization of a parameter.
    ParameterStyle = Fixed(Request), Unordered, Other, Place;
    HeaderStyle = ByPlace, Unordered, Other, Place;
    /// The serialization of a part.
    EncodingStyle = ByPlace, Unordered, Other, Place;
    /// The media types that a part may have.
    EncodingContentType = ByPlace, Unordered, Other, Place;
    /// The characters that are allowed in a serialized value.
    AllowReserved = ByPlace, Unordered, Other, Place;
    /// The presence of a schema for a media type.
    Schema = ByPlace, Unordered, Other, MediaTypeOfSchema;
    /// The definition at a location: a referenced component or an inline one.
    Definition = ByPlace, Unordered, Other, Place;
    Link = Neither, Unordered, Other, Place;
    Webhook = Neither, Unordered, Other, Place;
    Callback = Neither, Unordered, Other, Place;
    /// A status or range of statuses of an operation's responses.
    Status = Fixed(Response), Unordered, Other, InOperation("");
    /// The JSON types a value may have.
    Type = ByPlace, MoreValues, Bound, PropertyOrPlace;
    Property = ByPlace, Unordered, Property, PropertyOfBranch;
    /// The `required` state of a property.
    PropertyRequired = ByPlace, Unordered, Listing, FacetSubject::Property;
    /// Properties that are not listed.
    OtherProperties = ByPlace, MoreValues, Listing, KeywordOwner;
    /// Requirements that apply if a property is present.
    DependentProperties = ByPlace, MoreValues, Subschemas, KeywordOwner;
    /// Schemas of array elements, and the number of elements that must match a schema.
    Elements = ByPlace, MoreValues, Subschemas, KeywordOwner;
    /// Conditions: schemas that a value must not match, or must match if it matches another one.
    Condition = ByPlace, MoreValues, Subschemas, KeywordOwner;
    /// One of several schemas a value may match.
    Alternative = ByPlace, MoreValues, Alternative, Place;
    /// The mark that a union may have alternatives that it does not list.
    UnlistedAlternatives = ByPlace, Unordered, Other, Place;
    /// Schemas that a value is composed of, if no other facet is more specific.
    Composition = ByPlace, MoreValues, Listing, KeywordOwner;
    /// The field that distinguishes alternatives.
    Discriminator = Neither, Unordered, Other, Place;
    /// The alternative that a discriminator value selects.
    DiscriminatorMapping = ByPlace, Unordered, Other, Place;
    /// The `deprecated` state.
    Deprecation = Neither, Unordered, Other, Place;
    /// The sunset date.
    Sunset = Neither, Unordered, Other, Place;
    /// The stability level.
    Stability = Neither, Unordered, Other, Place;
    /// The presence of a list of allowed values.
    Enum = ByPlace, FewerValues, Listing, Place;
    /// One or more values of a list.
    EnumValue = ByPlace, MoreValues, Bound, Place;
    /// The minimum and maximum of a number.
    Range = ByPlace, MoreValues, Bound, Place;
    MultipleOf = ByPlace, MoreValues, Bound, Place;
    /// The minimum and maximum length of a string.
    Length = ByPlace, MoreValues, Bound, Place;
    ItemCount = ByPlace, MoreValues, Bound, Place;
    PropertyCount = ByPlace, MoreValues, Bound, Place;
    UniqueItems = ByPlace, MoreValues, Bound, Place;
    Pattern = ByPlace, MoreValues, Bound, Place;
    Format = ByPlace, MoreValues, Bound, Place;
    /// The content of a string after decoding.
    StringContent = ByPlace, Unordered, Other, Place;
    /// The default for a missing value.
    Default = ByPlace, Unordered, Other, Place;
    /// The `readOnly` state: the value is never sent in requests.
    ReadOnly = ByPlace, Unordered, Other, Place;
    /// The `writeOnly` state: the value is never sent in responses.
    WriteOnly = ByPlace, Unordered, Other, Place;
    /// The representation of a value in XML.
    Xml = Neither, Unordered, Other, Place;
    /// A keyword that affects none of the values its schema allows.
    KeywordWithoutEffect = Neither, Unordered, NotSent, Place;
    /// Any change of a value that is never sent in its direction. No fact has this facet: the code selects the rule
    /// directly.
    Unsent = Neither, Unordered, Other, Place;
    /// A component that no operation of both descriptions uses.
    UnusedComponent = Neither, Unordered, Other, Place;
    /// A path without operations.
    EmptyPath = Neither, Unordered, Other, Place;
    /// The credentials an operation accepts.
    Security = ByPlace, Unordered, Other, InOperation(WITHOUT_SECURITY);
    /// A security alternative whose credentials also satisfy another alternative.
    SecurityAlternative = Neither, Unordered, Other, InOperation(WITHOUT_SECURITY);
    /// A field of a security scheme that is part of the credential.
    SecurityScheme = Neither, Unordered, Other, Keywords;
    /// An optional URL of a security scheme that is not part of the credential (`oauth2MetadataUrl`, `refreshUrl`).
    SecurityHint = Neither, Unordered, Other, Keywords;
    /// An OAuth 2.0 flow.
    Flow = Neither, Unordered, Other, Place;
    Scope = Neither, Unordered, Other, Place;
    Server = Neither, Unordered, Other, InOperation(DESCRIPTION);
    ServerUrl = Neither, Unordered, Other, InOperation(DESCRIPTION);
    /// The first server of the list.
    PreferredServer = Neither, Unordered, Other, InOperation(DESCRIPTION);
    /// The start of the paths of addresses, written in the URLs of servers or in the paths.
    PathPrefix = Neither, Unordered, Other, Description;
    /// The values a variable of a server's URL may have.
    ServerVariable = Neither, Unordered, Other, Server;
    /// The default of a server variable.
    ServerVariableDefault = Neither, Unordered, Other, Server;
    /// A default of the whole description that every operation overrides.
    UnusedDefault = Neither, Unordered, Other, Keywords;
    /// The operation's name in generated clients.
    OperationId = Neither, Unordered, Other, InOperation("");
    /// A group name for operations.
    Tag = Neither, Unordered, Other, InOperation(DESCRIPTION);
    /// The specification version of a description.
    SpecificationVersion = Neither, Unordered, Other, Description;
    /// The default dialect of schemas.
    Dialect = Neither, Unordered, Other, Description;
    /// A member whose name begins with `x-` and that no other facet covers.
    Extension = Neither, Unordered, Other, Keywords;
    Docs = Neither, Unordered, NotSent, Documentation;
    /// A location that no facet explains.
    Unexplained = Neither, Unordered, Other, Keywords;
}

impl Facet {
    pub(crate) const fn direction(self) -> FacetDirection {
        self.traits().direction
    }

    pub(crate) const fn order(self) -> FacetOrder {
        self.traits().order
    }

    pub(crate) const fn values(self) -> FacetValues {
        self.traits().values
    }

    /// Returns the subject of messages about this facet.
    pub const fn subject(self) -> FacetSubject {
        self.traits().subject
    }

    /// Returns true if the facet limits the values that a schema allows.
    pub(crate) const fn limits_values(self) -> bool {
        match self.values() {
            Bound | Listing | Subschemas => true,
            Alternative | Property | NotSent | Other => false,
        }
    }
}
