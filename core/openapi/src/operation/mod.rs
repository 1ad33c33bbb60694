//! The operations of a description as those who serve or call them need them: parameters, bodies and answers with their
//! schemas and examples, references followed and what a path item says of all its operations counted in.

mod read;
#[cfg(test)]
mod tests;

use crate::Description;
use crate::schema::Schema;

/// An operation of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The method as it is sent, in capitals.
    pub method: String,
    /// The path template, such as `/parcels/{id}`.
    pub path: String,
    /// `operationId`.
    pub id: Option<String>,
    /// Whether it is deprecated.
    pub is_deprecated: bool,
    /// Its own parameters, and those of its path item that it does not replace (OpenAPI 3.1.1 section 4.8.10.1).
    pub parameters: Vec<Parameter>,
    /// What the request's body may be; None where none is described.
    pub body: Option<OperationBody>,
    /// The answers, in the order of the description.
    pub responses: Vec<Response>,
}

/// A parameter (OpenAPI 3.1.1 section 4.8.12).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name; of a header in any case.
    pub name: String,
    /// Where it is sent.
    pub location: Location,
    /// Whether it has to be sent.
    pub required: bool,
    /// How its value is written.
    pub style: Style,
    /// Whether elements and members are written one by one.
    pub explode: bool,
    /// What stands within the elements of a list of lists (Swagger 2.0, `items.collectionFormat`).
    pub item_style: Option<Style>,
    /// Whether it may be there without a value (`allowEmptyValue`).
    pub allows_empty: bool,
    /// What its value is held to; None where `content` says it, or nothing does.
    pub schema: Option<Schema>,
    /// The names of an object's members where each is a parameter of the query itself.
    pub members: Members,
    /// The one media type that its value is written in, where `content` says so.
    pub content: Option<MediaType>,
    /// Its examples.
    pub examples: Vec<Example>,
}

/// Where a parameter is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// In the path, in place of its name in braces.
    Path,
    /// As a parameter of the query.
    Query,
    /// The query as a whole (OpenAPI 3.2.0 section 4.12.1).
    QueryString,
    /// As a header field.
    Header,
    /// As a cookie.
    Cookie,
}

/// The names in a query that are members of one parameter, an object (OpenAPI 3.1.1 section 4.8.12.3, `form` and `explode`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Members {
    /// None: the parameter stands under its own name.
    None,
    /// Those that its schema declares.
    Named(Vec<String>),
    /// Any, for its schema declares none.
    Any,
}

/// How the value of a parameter is written (OpenAPI 3.1.1 section 4.8.12.3).
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
    /// Values with tabs between them (Swagger 2.0, `collectionFormat: tsv`).
    TabDelimited,
    /// `name[member]=value`.
    DeepObject,
}

/// What the body of a request may be (OpenAPI 3.1.1 section 4.8.13).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationBody {
    /// Whether there has to be one.
    pub required: bool,
    /// The media types, in the order of the description.
    pub content: Vec<MediaType>,
}

/// A media type with what is sent as it (OpenAPI 3.1.1 section 4.8.14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaType {
    /// The media type or range as it is written, such as `application/json` or `text/*`.
    pub range: String,
    /// What a value is held to.
    pub schema: Option<Schema>,
    /// Its examples.
    pub examples: Vec<Example>,
    /// How members of a form are written, where the description says so.
    pub encodings: Vec<Encoding>,
}

/// How a member of a form is written (OpenAPI 3.1.1 section 4.8.15).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoding {
    /// The member's name.
    pub name: String,
    /// `style`, where it is declared.
    pub style: Option<Style>,
    /// `explode`, where it is declared.
    pub explode: Option<bool>,
    /// What stands within the elements of a list of lists (Swagger 2.0, `items.collectionFormat`).
    pub item_style: Option<Style>,
    /// Whether it may be there without a value (Swagger 2.0, `allowEmptyValue` in form data).
    pub allows_empty: bool,
}

/// An example as it is written in the description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// Its name among `examples`; None for the one that `example` is.
    pub name: Option<String>,
    /// The value, as JSON.
    pub json: String,
}

/// An answer (OpenAPI 3.1.1 section 4.8.17).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// A status such as `200`, a class such as `4XX`, or `default`.
    pub status: String,
    /// Header fields that the answer has or may have.
    pub headers: Vec<Header>,
    /// The media types, in the order of the description.
    pub content: Vec<MediaType>,
}

/// A header field of an answer (OpenAPI 3.1.1 section 4.8.21).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Its name, in any case.
    pub name: String,
    /// Whether every such answer has it.
    pub required: bool,
    /// What stands between the elements of a list: commas, except where Swagger 2.0 says otherwise.
    pub style: Style,
    /// Whether members are written as pairs.
    pub explode: bool,
    /// What stands within the elements of a list of lists (Swagger 2.0, `items.collectionFormat`).
    pub item_style: Option<Style>,
    /// What its value is held to; None where `content` says it, or nothing does.
    pub schema: Option<Schema>,
    /// The one media type that its value is written in, where `content` says so.
    pub content: Option<MediaType>,
    /// Its examples.
    pub examples: Vec<Example>,
}

/// What a description says of itself (OpenAPI 3.1.1 section 4.8.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// `info.title`.
    pub title: Option<String>,
    /// `info.version`.
    pub version: Option<String>,
}

impl Description<'_> {
    /// The operations of its paths, in document order.
    #[must_use]
    pub fn operations(&self) -> Vec<Operation> {
        read::operations(&self.resolved)
    }

    /// What it says of itself.
    #[must_use]
    pub fn info(&self) -> Info {
        read::info(&self.resolved)
    }
}
