//! The `Prefer` header (RFC 7240): what a client would like to be answered.

use http::HeaderMap;

/// The value of a preference; the first where it is given several times (section 2).
pub(crate) fn preference(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    let preferences = lines.flat_map(|line| line.split([',', ';']));
    preferences.into_iter().find_map(|preference| {
        let (found, value) = preference.split_once('=')?;
        found.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn preferences_may_share_a_line_and_be_quoted() {
        let headers = HeaderMap::from_iter([(
            http::HeaderName::from_static("prefer"),
            HeaderValue::from_static("respond-async, Fault=\"InvalidAddress\"; code=404"),
        )]);
        assert_eq!(preference(&headers, "fault").as_deref(), Some("InvalidAddress"));
        assert_eq!(preference(&headers, "code").as_deref(), Some("404"));
        assert_eq!(preference(&headers, "example"), None);
    }
}
