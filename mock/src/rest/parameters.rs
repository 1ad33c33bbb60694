//! Parameter values of a request, in every shape that their style allows (OpenAPI 3.1.1 section 4.8.12.4).

use http::HeaderMap;
use http::header::COOKIE;
use percent_encoding::percent_decode_str;
use waybill_openapi::operation::{Location, Members, Parameter, Style};

use super::brackets::{self, Brackets};
use super::leaf::List;
use super::request::RestRequest;
use super::template::Captured;
use super::texts::{Texts, add_member};
use crate::request::fields::{decode_field, join_fields};

/// Returns the possible shapes of a parameter's value. Empty if the request does not have the parameter.
pub(super) fn shapes(parameter: &Parameter, request: &RestRequest<'_>, captured: &Captured) -> Vec<Texts> {
    match parameter.location {
        Location::Path => {
            let value = captured.iter().find(|(name, _)| *name == parameter.name).map(|(_, value)| value.as_str());
            value.map(|value| delimited(parameter, without_prefix(parameter, value))).unwrap_or_default()
        }
        Location::Query => from_query(parameter, request.query),
        Location::QueryString => {
            if request.query.is_empty() {
                Vec::new()
            } else {
                vec![Texts::leaf(decode(request.query))]
            }
        }
        Location::Header => from_header(parameter, request.headers),
        Location::Cookie => from_cookies(parameter, request.headers),
    }
}

fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Decodes a part of a query, where `+` is a space as in forms.
fn decode_query(text: &str) -> String {
    decode(&text.replace('+', " "))
}

/// Removes the prefix that the styles `matrix` and `label` write.
fn without_prefix<'v>(parameter: &Parameter, value: &'v str) -> &'v str {
    match parameter.style {
        Style::Label => value.strip_prefix('.').unwrap_or(value),
        Style::Matrix => {
            let rest = value.strip_prefix(';').unwrap_or(value);
            rest.strip_prefix(parameter.name.as_str()).and_then(|rest| rest.strip_prefix('=')).unwrap_or(rest)
        }
        _ => value,
    }
}

/// Returns the shapes of a single string: the string itself, a list, and an object of alternating names and values or
/// of pairs.
fn delimited(parameter: &Parameter, value: &str) -> Vec<Texts> {
    let separators: &[&str] = match parameter.style {
        Style::Label if parameter.explode => &["."],
        Style::Matrix if parameter.explode => &[";"],
        style => separators(style),
    };
    let own_name = format!("{}=", parameter.name);
    let items: Vec<String> = unified(value, separators)
        .split('\n')
        .map(|item| {
            decode(if parameter.style == Style::Matrix { item.strip_prefix(&own_name).unwrap_or(item) } else { item })
        })
        .collect();
    let mut shapes = vec![Texts::leaf(decode(value))];
    shapes.push(list(&items, parameter.item_style));
    shapes.extend(if parameter.explode { pairs(&items) } else { turns(&items) });
    shapes
}

/// Returns the separators of list elements, plain and percent-encoded.
fn separators(style: Style) -> &'static [&'static str] {
    match style {
        Style::SpaceDelimited => &["%20", "+", " "],
        Style::PipeDelimited => &["|", "%7C", "%7c"],
        Style::TabDelimited => &["%09"],
        _ => &[","],
    }
}

/// Replaces separators with line feeds, which are invalid in URLs and cookies.
fn unified(text: &str, separators: &[&str]) -> String {
    separators.iter().fold(text.to_owned(), |text, separator| text.replace(separator, "\n"))
}

fn list(items: &[String], item_style: Option<Style>) -> Texts {
    let elements = List::of_elements(item_style.map(between_elements));
    Texts::Array(items.iter().map(|item| Texts::leaf_or_list(item, elements)).collect())
}

/// Reads each item as `name=value`.
fn pairs(items: &[String]) -> Option<Texts> {
    let members =
        items.iter().map(|item| item.split_once('=').map(|(name, value)| (name.to_owned(), Texts::leaf(value))));
    members.collect::<Option<Vec<_>>>().map(Texts::Object)
}

/// Reads the items as alternating names and values.
fn turns(items: &[String]) -> Option<Texts> {
    let members = items.chunks(2).map(|pair| match pair {
        [name, value] => Some((name.clone(), Texts::leaf(value))),
        _ => None,
    });
    members.collect::<Option<Vec<_>>>().map(Texts::Object)
}

fn from_query(parameter: &Parameter, query: &str) -> Vec<Texts> {
    let all: Vec<(String, &str)> = query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (decode_query(name), value))
        .collect();
    if parameter.style == Style::DeepObject {
        return deep_object(parameter, &all);
    }
    let own: Vec<&str> = all.iter().filter(|(name, _)| *name == parameter.name).map(|(_, value)| *value).collect();
    // Many clients write lists as `name[]=value`.
    let bracketed = format!("{}[]", parameter.name);
    let own = if own.is_empty() {
        all.iter().filter(|(name, _)| *name == bracketed).map(|(_, value)| *value).collect()
    } else {
        own
    };
    let [first, rest @ ..] = own.as_slice() else { return exploded_object(parameter, &all) };
    let items = || own.iter().map(|value| decode_query(value)).collect::<Vec<_>>();
    if !rest.is_empty() {
        return vec![list(&items(), parameter.item_style)];
    }
    let split: Vec<String> = unified(first, separators(parameter.style)).split('\n').map(decode_query).collect();
    let mut shapes = vec![Texts::leaf(decode_query(first))];
    if parameter.explode {
        shapes.push(list(&items(), parameter.item_style));
    } else {
        shapes.push(list(&split, parameter.item_style));
        shapes.extend(turns(&split));
    }
    shapes
}

/// Returns the first value of a query parameter, percent-encoded. Spaces are encoded as `%20`.
pub(super) fn query_value(query: &str, name: &str) -> Option<String> {
    let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let own = pairs.into_iter().find(|(found, _)| decode_query(found) == name);
    own.map(|(_, value)| value.replace('+', "%20"))
}

/// Reads `name[member]=value` at any depth. Also reads `name=value`, for schemas that allow scalars as well as objects.
fn deep_object(parameter: &Parameter, all: &[(String, &str)]) -> Vec<Texts> {
    let mut found = Brackets::default();
    for (name, value) in all {
        let is_own = brackets::steps(name).is_some_and(|steps| steps.first() == Some(&parameter.name.as_str()));
        if is_own || *name == parameter.name {
            found.add(name, Texts::leaf_or_list(decode_query(value), List::OfOne));
        }
    }
    let own = found.finish().into_iter().find(|(name, _)| *name == parameter.name);
    own.map(|(_, value)| value).into_iter().collect()
}

/// Reads an object whose members are separate query parameters. They are the members that its schema declares. If it
/// declares none and the object is required, all query parameters are members.
fn exploded_object(parameter: &Parameter, all: &[(String, &str)]) -> Vec<Texts> {
    let is_member = |name: &String| match &parameter.members {
        Members::None => false,
        Members::Named(names) => names.contains(name),
        // The query may belong to other parameters, unless this one is required.
        Members::Any => parameter.required,
    };
    let mut members = Vec::new();
    for (name, value) in all.iter().filter(|(name, _)| is_member(name)) {
        add_member(&mut members, name, Texts::leaf_or_list(decode_query(value), List::OfOne));
    }
    if members.is_empty() { Vec::new() } else { vec![Texts::Object(members)] }
}

fn from_header(parameter: &Parameter, headers: &HeaderMap) -> Vec<Texts> {
    let Some(text) = join_fields(headers, parameter.name.as_str()) else { return Vec::new() };
    header_shapes(&text, parameter.style, parameter.explode, parameter.item_style)
}

/// Returns the possible shapes of a header field.
pub(super) fn header_shapes(text: &str, style: Style, explode: bool, item_style: Option<Style>) -> Vec<Texts> {
    let items: Vec<String> = text.split(between_elements(style)).map(|item| item.trim().to_owned()).collect();
    let mut shapes = vec![Texts::leaf(text.trim()), list(&items, item_style)];
    shapes.extend(if explode { pairs(&items) } else { turns(&items) });
    shapes
}

/// Returns the separator of list elements in a header field.
pub(super) fn between_elements(style: Style) -> char {
    match style {
        Style::SpaceDelimited => ' ',
        Style::PipeDelimited => '|',
        Style::TabDelimited => '\t',
        _ => ',',
    }
}

fn from_cookies(parameter: &Parameter, headers: &HeaderMap) -> Vec<Texts> {
    let own = headers.get_all(COOKIE).iter().map(decode_field).find_map(|line| {
        let mut cookies = line.split(';').filter_map(|cookie| cookie.trim().split_once('='));
        cookies.find(|(name, _)| *name == parameter.name).map(|(_, value)| delimited(parameter, value))
    });
    own.unwrap_or_default()
}
