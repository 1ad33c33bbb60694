//! What follows `?` or `#` in a path template and chooses among operations of one path, as AWS and others write it.
//!
//! A path template has neither (OpenAPI 3.1.1 section 4.8.8.1), and a fragment never reaches a server. Published
//! descriptions use them to give one URL several operations: `/#X-Amz-Target=Glue.GetJob` is meant by a header,
//! `/certificates/{id}#newStatus` by a parameter that is there, `/search?query={query}` by one that is captured.

use std::borrow::Cow;

use http::HeaderMap;
use percent_encoding::percent_decode_str;
use waybill_openapi::operation::{Location, Operation};

use super::parameters::query_value;
use super::request::RestRequest;
use super::template::Captured;
use crate::request::fields::first_field;

/// A header or a query parameter that a request needs for an operation to be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Selector {
    pub(super) name: String,
    /// Where it is; None for one that may be either, as nothing declares it.
    location: Option<Location>,
    wanted: Wanted,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Wanted {
    /// That it is there.
    Anything,
    Text(String),
    /// That it is there; its value is that of a path parameter.
    Captured(String),
}

/// Why an operation cannot be told from others by a request.
const NO_SELECTOR: &str = "its path has a fragment that names no header and no parameter, and no request carries one";

impl Selector {
    /// The selectors of an operation, or why there can be none.
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
            // A name alone may be a label for readers.
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

    /// Whether a request has what is asked for; the value of a path parameter is added to those captured.
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

    /// What the request has, percent-encoded where it is in the query.
    pub(super) fn find(&self, request: &RestRequest<'_>) -> Option<String> {
        let of_query = || query_value(request.query, &self.name);
        let of_header = || header_value(request.headers, &self.name);
        match self.location {
            Some(Location::Query) => of_query(),
            Some(Location::Header) => of_header(),
            _ => of_header().or_else(of_query),
        }
    }

    /// What it asks for, as it is shown.
    pub(super) fn expected(&self) -> &str {
        match &self.wanted {
            Wanted::Text(text) => text,
            Wanted::Anything | Wanted::Captured(_) => "any value",
        }
    }

    /// `header` or `query`.
    pub(super) fn place(&self) -> &'static str {
        if self.location == Some(Location::Query) { "query" } else { "header" }
    }
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split('&').filter(|part| !part.is_empty())
}

/// Whether it can be the name of a header (RFC 9110 section 5.6.2).
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

fn header_value(headers: &HeaderMap, name: &str) -> Option<String> {
    first_field(headers, name).map(Cow::into_owned)
}
