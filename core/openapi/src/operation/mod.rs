//! Operations of a description for servers and callers: parameters, bodies and responses with their schemas and examples.
//! References are resolved, and the parameters of path items are included.

mod read;
#[cfg(test)]
mod tests;

pub(crate) use self::read::find;
use crate::Description;
use crate::schema::Schema;

/// An operation of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The method in upper case.
    pub method: String,
    /// The path template, such as `/parcels/{id}`.
    pub path: String,
    /// The `operationId`.
    pub id: Option<String>,
    /// True if it is deprecated.
    pub is_deprecated: bool,
    /// Parameters of the operation, and those of its path item that it does not override (OpenAPI 3.1.1 section 4.8.10.1).
    pub parameters: Vec<Parameter>,
    /// The request body, or `None` if none is described.
    pub body: Option<OperationBody>,
    /// The responses, in document order.
    pub responses: Vec<Response>,
}

/// A parameter (OpenAPI 3.1.1 section 4.8.12).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name. For headers, its case has no meaning.
    pub name: String,
    /// Location of the parameter in the request.
    pub location: Location,
    /// True if it must be sent.
    pub required: bool,
    /// Serialisation of its value.
    pub style: Style,
    /// True if elements and members are written separately (`explode`).
    pub explode: bool,
    /// Serialisation of inner lists in a list of lists (Swagger 2.0, `items.collectionFormat`).
    pub item_style: Option<Style>,
    /// True if it can be sent without a value (`allowEmptyValue`).
    pub allows_empty: bool,
    /// Schema of its value, or `None` if it has `content` or no schema.
    pub schema: Option<Schema>,
    /// Names of an object's members that are separate query parameters.
    pub members: Members,
    /// Media type of its value, if it has `content`.
    pub content: Option<MediaType>,
    /// Its examples.
    pub examples: Vec<Example>,
}

/// The location of a parameter in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// In the path, in place of its name in braces.
    Path,
    /// A query parameter.
    Query,
    /// The whole query string (OpenAPI 3.2.0 section 4.12.1).
    QueryString,
    /// A header field.
    Header,
    /// A cookie.
    Cookie,
}

/// Query parameters that are members of one object parameter (OpenAPI 3.1.1 section 4.8.12.3, `form` and `explode`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Members {
    /// No members. The parameter is sent under its own name.
    None,
    /// The members that its schema declares.
    Named(Vec<String>),
    /// Members with any name, because its schema declares none.
    Any,
}

/// The serialisation of a parameter's value (OpenAPI 3.1.1 section 4.8.12.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `;name=value`.
    Matrix,
    /// `.value`.
    Label,
    /// `value,value`.
    Simple,
    /// `name=value`.
    Form,
    /// `value value`.
    SpaceDelimited,
    /// `value|value`.
    PipeDelimited,
    /// Values separated by tabs (Swagger 2.0, `collectionFormat: tsv`).
    TabDelimited,
    /// `name[member]=value`.
    DeepObject,
}

/// A request body (OpenAPI 3.1.1 section 4.8.13).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationBody {
    /// True if a body is required.
    pub required: bool,
    /// The media types, in document order.
    pub content: Vec<MediaType>,
}

/// A media type with its schema and examples (OpenAPI 3.1.1 section 4.8.14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaType {
    /// The media type or range as written, such as `application/json` or `text/*`.
    pub range: String,
    /// Schema of its values.
    pub schema: Option<Schema>,
    /// Its examples.
    pub examples: Vec<Example>,
    /// Declared serialisations of form members.
    pub encodings: Vec<Encoding>,
}

/// The serialisation of a form member (OpenAPI 3.1.1 section 4.8.15).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoding {
    /// The member's name.
    pub name: String,
    /// `style`, if declared.
    pub style: Option<Style>,
    /// `explode`, if declared.
    pub explode: Option<bool>,
    /// Serialisation of inner lists in a list of lists (Swagger 2.0, `items.collectionFormat`).
    pub item_style: Option<Style>,
    /// True if it can be sent without a value (Swagger 2.0, `allowEmptyValue` in form data).
    pub allows_empty: bool,
}

/// An example as written in the description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// Its name in `examples`, or `None` for the value of `example`.
    pub name: Option<String>,
    /// The value as JSON.
    pub json: String,
}

/// A response (OpenAPI 3.1.1 section 4.8.17).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// A status such as `200`, a class such as `4XX`, or `default`.
    pub status: String,
    /// Header fields of the response.
    pub headers: Vec<Header>,
    /// The media types, in document order.
    pub content: Vec<MediaType>,
}

/// A header field of a response (OpenAPI 3.1.1 section 4.8.21).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The name. Its case has no meaning.
    pub name: String,
    /// True if every response has it.
    pub required: bool,
    /// Separator of list elements. Only Swagger 2.0 can set one other than the comma.
    pub style: Style,
    /// True if object members are written as pairs.
    pub explode: bool,
    /// Serialisation of inner lists in a list of lists (Swagger 2.0, `items.collectionFormat`).
    pub item_style: Option<Style>,
    /// Schema of its value, or `None` if it has `content` or no schema.
    pub schema: Option<Schema>,
    /// Media type of its value, if it has `content`.
    pub content: Option<MediaType>,
    /// Its examples.
    pub examples: Vec<Example>,
}

/// Title and version of a description (OpenAPI 3.1.1 section 4.8.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// `info.title`.
    pub title: Option<String>,
    /// `info.version`.
    pub version: Option<String>,
}

impl Description<'_> {
    /// Returns the operations of the paths, in document order.
    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        read::operations(&self.resolved)
    }

    /// Returns the title and version of the description.
    #[must_use]
    pub fn info(&self) -> Info {
        read::info(&self.resolved)
    }
}
