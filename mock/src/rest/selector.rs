//! Selectors: the part of a path template after `?` or `#` that distinguishes operations of one path, and so have AWS and others
//! use it.
//!
//! OpenAPI allows neither in path templates (3.1.1 section 4.8.8.1), and fragments never reach a server. Published
//! descriptions use them to give one URL several operations. A header selects `/#X-Amz-Target=Glue.GetJob`, the
//! presence of a parameter selects `/certificates/{id}#newStatus`, and `/search?query={query}` captures a parameter.

use std::borrow::Cow;

use http::HeaderMap;
use percent_encoding::percent_decode_str;
use waybill_openapi::operation::{Location, Operation};

use super::parameters::query_value;
use super::request::RestRequest;
use super::template::Captured;
use crate::request::fields::first_field;

/// A header or query parameter that selects an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Selector {
    pub(super) name: String,
    /// Location of the parameter. `None` if it is undeclared and may be either.
    location: Option<Location>,
    wanted: Wanted,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Wanted {
    /// Any value.
    Anything,
    Text(String),
    /// Any value. It becomes the value of a path parameter.
    Captured(String),
}

/// Reason why no request can select an operation.
const NO_SELECTOR: &str = "its path has a fragment that names no header or parameter; requests have no fragment";

impl Selector {
    /// Returns the selectors of an operation, or the reason why it cannot have any.
    pub(super) fn of_operation(operation: &Operation) -> Result<Vec<Selector>, &'static str> {
        let (before, fragment) = operation.path.split_once('#').unwrap_or((&operation.path, ""));
        let query = before.split_once('?').map(|(_, query)| query).unwrap_or_default();
        let of_query = parts(query).map(|part| Selector { location: Some(Location::Query), ..Selector::parse(part) });
        let mut selectors: Vec<Selector> = of_query.collect();
        for part in parts(fragment) {
            let selector = Selector::parse(part);
            let declared = operation.parameters.iter().map(|parameter| (parameter.location, &parameter.name));
            let mut declared = declared.filter(|(at, _)| matches!(at, Location::Query | Location::Header));
            let location = declared.find(|(_, name)| selector.is_about(name)).map(|(at, _)| at);
            // An undeclared name without a value may be just a label for readers.
            if !is_name(&selector.name) || (location.is_none() && selector.wanted == Wanted::Anything) {
                return Err(NO_SELECTOR);
            }
            selectors.push(Selector { location, ..selector });
        }
        Ok(selectors)
    }

    fn parse(part: &str) -> Selector {
        let (name, wanted) = match part.split_once('=') {
            None => (part, Wanted::Anything),
            Some((name, value)) => {
                let parameter = value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
                (
                    name,
                    parameter.map_or_else(|| Wanted::Text(value.to_owned()), |name| Wanted::Captured(name.to_owned())),
                )
            }
        };
        Selector { name: name.to_owned(), location: None, wanted }
    }

    fn is_about(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// True if a request satisfies the selector. Adds the value of a path parameter to `captured`.
    pub(super) fn accepts(&self, request: &RestRequest<'_>, captured: &mut Captured) -> bool {
        let Some(found) = self.find(request) else { return false };
        match &self.wanted {
            Wanted::Anything => true,
            Wanted::Text(text) => percent_decode_str(&found).decode_utf8_lossy() == text.as_str(),
            Wanted::Captured(name) => {
                captured.push((name.clone(), found));
                true
            }
        }
    }

    /// Returns the value in the request. Query values are still percent-encoded.
    pub(super) fn find(&self, request: &RestRequest<'_>) -> Option<String> {
        let of_query = || query_value(request.query, &self.name);
        let of_header = || header_value(request.headers, &self.name);
        match self.location {
            Some(Location::Query) => of_query(),
            Some(Location::Header) => of_header(),
            _ => of_header().or_else(of_query),
        }
    }

    /// Returns the expected value, for messages.
    pub(super) fn expected(&self) -> &str {
        match &self.wanted {
            Wanted::Text(text) => text,
            Wanted::Anything | Wanted::Captured(_) => "any value",
        }
    }

    /// Returns `header` or `query`.
    pub(super) fn place(&self) -> &'static str {
        if self.location == Some(Location::Query) { "query" } else { "header" }
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split('&').filter(|part| !part.is_empty())
}

/// True if it is a valid header name (RFC 9110 section 5.6.2).
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

fn header_value(headers: &HeaderMap, name: &str) -> Option<String> {
    first_field(headers, name).map(Cow::into_owned)
}
