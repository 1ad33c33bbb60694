//! Facets: what facts are about, and what is true of each wherever it stands.

use waybill_openapi::schema::Direction;
use waybill_openapi::schema::Direction::{Request, Response};

use FacetDirection::{ByPlace, Fixed, Neither};
use FacetOrder::{FewerValues, MoreValues, Unordered};
use FacetSubject::{
    Description, Documentation, InOperation, KeywordOwner, Keywords, MediaTypeOfSchema, ParameterName, Place,
    PropertyOfBranch, PropertyOrPlace, Server,
};
use FacetValues::{Alternative, Bound, Listing, NotSent, Other, Property, Subschemas};

/// The direction in which the values a facet is about are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacetDirection {
    /// None: it is no value, or the direction makes no difference.
    Neither,
    /// This direction, before webhooks and callbacks reverse it.
    Fixed(Direction),
    /// That of the messages it stands in.
    ByPlace,
}

/// What becomes of the values of a schema where the thing is added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FacetOrder {
    MoreValues,
    FewerValues,
    /// Nothing that could be combined with what other facts report about them.
    Unordered,
}

/// Which values a facet is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FacetValues {
    /// Those that one keyword of a schema allows: their types, sizes, bounds and formats, or a value of a list.
    Bound,
    /// Those that a schema allows by what it lists: properties that have to be there, others, values, branches.
    Listing,
    /// Those that a schema allows by what its subschemas allow.
    Subschemas,
    /// Those of one of several schemas a value may match.
    Alternative,
    /// Those of a property.
    Property,
    /// None: nothing that is sent.
    NotSent,
    /// What is no schema's: operations, messages, servers, credentials, and how values are written and used.
    Other,
}

/// What a message about a facet begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum FacetSubject {
    /// The value at the place.
    Place,
    /// The operation that is on one side only.
    Operation,
    /// What holds the media type at the place; where a list of Swagger 2.0 names it for all operations, those.
    MediaType,
    /// What holds the media type whose schema is at the place.
    MediaTypeOfSchema,
    /// The server that the place is in.
    Server,
    /// The parameter at the place, by its name alone.
    ParameterName,
    /// The property that the fact names.
    Property,
    /// The property that the fact names, where it names one; else the value at the place.
    PropertyOrPlace,
    /// The value at the place; the property that the fact names, where that is a branch which was added or removed.
    PropertyOfBranch,
    /// The value around the place, with the keywords that lead from it to the place; or the order of the tags.
    Documentation,
    /// The value around the place, with the keywords that lead from it to the place.
    Keywords,
    /// The schema that the keyword belongs to.
    KeywordOwner,
    /// The operation it stands in; this where it stands in none.
    InOperation(&'static str),
    Description,
}

const WITHOUT_SECURITY: &str = "every operation without `security` of its own";
const DESCRIPTION: &str = "the description";

/// What is true of a facet wherever it stands.
#[derive(Debug, Clone, Copy)]
struct FacetTraits {
    direction: FacetDirection,
    order: FacetOrder,
    values: FacetValues,
    subject: FacetSubject,
}

macro_rules! facets {
    ($($(#[$doc:meta])* $name:ident = $direction:expr, $order:expr, $values:expr, $subject:expr;)*) => {
        /// The thing a fact is about.
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
    /// Whether a parameter has to be sent.
    ParameterRequired = Fixed(Request), Unordered, Other, ParameterName;
    RequestBody = Fixed(Request), Unordered, Other, Place;
    /// Whether a request body has to be sent.
    RequestBodyRequired = Fixed(Request), Unordered, Other, Place;
    MediaType = ByPlace, Unordered, Other, FacetSubject::MediaType;
    /// Whether a body or an answer holds anything.
    Content = ByPlace, Unordered, Other, Place;
    /// A header of a response or of a part.
    Header = ByPlace, Unordered, Other, Place;
    /// Whether a header has to be there.
    HeaderRequired = ByPlace, Unordered, Other, Place;
    /// How the values of a parameter are written.
    ParameterStyle = Fixed(Request), Unordered, Other, Place;
    HeaderStyle = ByPlace, Unordered, Other, Place;
    /// How the values of a part are written.
    EncodingStyle = ByPlace, Unordered, Other, Place;
    /// The media types a part may be of.
    EncodingContentType = ByPlace, Unordered, Other, Place;
    /// Which characters a value may be sent with.
    AllowReserved = ByPlace, Unordered, Other, Place;
    /// Whether a schema describes a value.
    Schema = ByPlace, Unordered, Other, MediaTypeOfSchema;
    /// Which definition a place has: a component it refers to, or one that is written out.
    Definition = ByPlace, Unordered, Other, Place;
    Link = Neither, Unordered, Other, Place;
    Webhook = Neither, Unordered, Other, Place;
    Callback = Neither, Unordered, Other, Place;
    /// A status or range of statuses of an operation's responses.
    Status = Fixed(Response), Unordered, Other, InOperation("");
    /// The JSON types a value may have.
    Type = ByPlace, MoreValues, Bound, PropertyOrPlace;
    Property = ByPlace, Unordered, Property, PropertyOfBranch;
    /// Whether a property has to be there.
    PropertyRequired = ByPlace, Unordered, Listing, FacetSubject::Property;
    /// Properties that are not listed.
    OtherProperties = ByPlace, MoreValues, Listing, KeywordOwner;
    /// What the presence of a property demands.
    DependentProperties = ByPlace, MoreValues, Subschemas, KeywordOwner;
    /// What the elements of an array may be, and how many of them have to match something.
    Elements = ByPlace, MoreValues, Subschemas, KeywordOwner;
    /// What a value must not match, or must if it matches something else.
    Condition = ByPlace, MoreValues, Subschemas, KeywordOwner;
    /// One of several schemas a value may match.
    Alternative = ByPlace, MoreValues, Alternative, Place;
    /// Schemas a value is made of, where no other facet says more.
    Composition = ByPlace, MoreValues, Listing, KeywordOwner;
    /// How readers tell alternatives apart.
    Discriminator = Neither, Unordered, Other, Place;
    /// Which alternative a value of the discriminator stands for.
    DiscriminatorMapping = ByPlace, Unordered, Other, Place;
    /// Whether its use is discouraged.
    Deprecation = Neither, Unordered, Other, Place;
    /// The day it ends.
    Sunset = Neither, Unordered, Other, Place;
    /// How much its authors promise to keep it.
    Stability = Neither, Unordered, Other, Place;
    /// Whether the values there are are listed.
    Enum = ByPlace, FewerValues, Listing, Place;
    /// One or more values of a list.
    EnumValue = ByPlace, MoreValues, Bound, Place;
    /// How great or small a number may be.
    Range = ByPlace, MoreValues, Bound, Place;
    MultipleOf = ByPlace, MoreValues, Bound, Place;
    /// How long a text may be.
    Length = ByPlace, MoreValues, Bound, Place;
    ItemCount = ByPlace, MoreValues, Bound, Place;
    PropertyCount = ByPlace, MoreValues, Bound, Place;
    UniqueItems = ByPlace, MoreValues, Bound, Place;
    Pattern = ByPlace, MoreValues, Bound, Place;
    Format = ByPlace, MoreValues, Bound, Place;
    /// What a text holds once it is decoded.
    StringContent = ByPlace, Unordered, Other, Place;
    /// What is assumed where nothing is sent.
    Default = ByPlace, Unordered, Other, Place;
    /// Whether a value never comes in requests.
    ReadOnly = ByPlace, Unordered, Other, Place;
    /// Whether a value never comes in responses.
    WriteOnly = ByPlace, Unordered, Other, Place;
    /// How a value is written in XML.
    Xml = Neither, Unordered, Other, Place;
    /// A keyword that bears on none of the values its schema allows.
    KeywordWithoutEffect = Neither, Unordered, NotSent, Place;
    /// Any change of a value that is never sent in its direction. No fact has this facet: findings get its rule by name.
    Unsent = Neither, Unordered, Other, Place;
    /// A component no operation of both descriptions uses.
    UnusedComponent = Neither, Unordered, Other, Place;
    /// A path without operations.
    EmptyPath = Neither, Unordered, Other, Place;
    /// The credentials an operation accepts.
    Security = ByPlace, Unordered, Other, InOperation(WITHOUT_SECURITY);
    /// A way to be let in that whoever has it has another of.
    SecurityAlternative = Neither, Unordered, Other, InOperation(WITHOUT_SECURITY);
    /// A field of a security scheme that is part of the credential.
    SecurityScheme = Neither, Unordered, Other, Keywords;
    /// A field of a security scheme that others do without.
    SecurityHint = Neither, Unordered, Other, Keywords;
    /// A way to sign in.
    Flow = Neither, Unordered, Other, Place;
    Scope = Neither, Unordered, Other, Place;
    Server = Neither, Unordered, Other, InOperation(DESCRIPTION);
    ServerUrl = Neither, Unordered, Other, InOperation(DESCRIPTION);
    /// The server that comes first.
    PreferredServer = Neither, Unordered, Other, InOperation(DESCRIPTION);
    /// The values a variable of a server's URL may have.
    ServerVariable = Neither, Unordered, Other, Server;
    /// The value it has unless somebody says otherwise.
    ServerVariableDefault = Neither, Unordered, Other, Server;
    /// What the description says for operations that say nothing themselves, where all of them do.
    UnusedDefault = Neither, Unordered, Other, Keywords;
    /// The name generated clients call an operation by.
    OperationId = Neither, Unordered, Other, InOperation("");
    /// A name operations are sorted under.
    Tag = Neither, Unordered, Other, InOperation(DESCRIPTION);
    /// The version of the specification a description follows.
    SpecificationVersion = Neither, Unordered, Other, Description;
    /// The dialect of schemas that say none.
    Dialect = Neither, Unordered, Other, Description;
    /// A member whose name begins with `x-`, and that no other facet knows.
    Extension = Neither, Unordered, Other, Keywords;
    /// Documentation.
    Docs = Neither, Unordered, NotSent, Documentation;
    /// A place no facet explains.
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

    /// Returns what it is a part of.
    pub const fn subject(self) -> FacetSubject {
        self.traits().subject
    }

    /// Whether it says which values a schema allows.
    pub(crate) const fn limits_values(self) -> bool {
        match self.values() {
            Bound | Listing | Subschemas => true,
            Alternative | Property | NotSent | Other => false,
        }
    }
}
