//! Query parameters of the mock service's own endpoints.

use http::Uri;

/// Returns the first value of a parameter.
pub(super) fn value(uri: &Uri, name: &str) -> Option<String> {
    find(uri, |found| found == name)
}

/// Returns the first value of a parameter, ignoring the case of its name. Clients use both `?wsdl` and `?WSDL`.
pub(super) fn value_any_case(uri: &Uri, name: &str) -> Option<String> {
    find(uri, |found| found.eq_ignore_ascii_case(name))
}

fn find(uri: &Uri, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.into_iter().find(|(found, _)| is_wanted(found)).map(|(_, value)| value.into_owned())
}
