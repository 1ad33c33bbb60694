//! Reads `WWW-Authenticate` (RFC 9110 section 11.6.1) for what a bearer challenge says went wrong (RFC 6750 section 3).

use ::http::HeaderMap;
use ::http::header::WWW_AUTHENTICATE;

use crate::token::Diagnosis;

/// What the bearer challenges of an answer say.
pub(super) fn diagnose(headers: &HeaderMap) -> Option<Diagnosis> {
    let challenges = headers.get_all(WWW_AUTHENTICATE).into_iter().filter_map(|value| value.to_str().ok());
    challenges.flat_map(bearer_parameters).find_map(|(name, value)| match name.as_str() {
        "error" if value == "insufficient_scope" => Some(Diagnosis::Scope),
        "error_description" => from_description(&value.to_ascii_lowercase()),
        _ => None,
    })
}

/// RFC 6750 has one code, `invalid_token`, for all that is wrong with a token; only the description tells these apart.
fn from_description(description: &str) -> Option<Diagnosis> {
    let says = |words: &[&str]| words.iter().any(|word| description.contains(word));
    if says(&["expired"]) {
        None
    } else if says(&["audience", "aud claim"]) {
        Some(Diagnosis::Audience)
    } else if says(&["issuer", "iss claim", "environment"]) {
        Some(Diagnosis::Environment)
    } else {
        None
    }
}

/// The parameters of all challenges of scheme Bearer, names in lower case.
fn bearer_parameters(header: &str) -> Vec<(String, String)> {
    let mut parameters = Vec::new();
    let mut in_bearer = false;
    let mut rest = header;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let end = rest.find(|c: char| !is_token_character(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if word.is_empty() {
            return parameters;
        }
        let spaced = after.trim_start_matches([' ', '\t']);
        let Some(value) = spaced.strip_prefix('=') else {
            in_bearer = word.eq_ignore_ascii_case("bearer");
            rest = after;
            continue;
        };
        // More `=` and then no value is the padding of a token68, which says nothing here.
        let (value, after) = read_value(value.trim_start_matches([' ', '\t', '=']));
        if in_bearer {
            parameters.push((word.to_ascii_lowercase(), value));
        }
        rest = after;
    }
}

/// A token or a quoted string, and what follows it.
fn read_value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, after) = text.split_at(text.find(|c: char| !is_token_character(c)).unwrap_or(text.len()));
        return (value.to_owned(), after);
    };
    let (mut value, mut escaped) = (String::new(), false);
    for (position, character) in quoted.char_indices() {
        match character {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return (value, quoted.get(position + 1..).unwrap_or_default()),
            _ => {
                value.push(character);
                escaped = false;
            }
        }
    }
    (value, "")
}

fn is_token_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~/".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::http::HeaderValue;

    fn read(value: &str) -> Option<Diagnosis> {
        let mut headers = HeaderMap::new();
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_str(value).unwrap());
        diagnose(&headers)
    }

    #[test]
    fn a_missing_scope_is_told_from_an_expired_token() {
        assert_eq!(read(r#"Bearer realm="a, b", error="insufficient_scope", scope="x y""#), Some(Diagnosis::Scope));
        assert_eq!(read("bearer ERROR = insufficient_scope"), Some(Diagnosis::Scope));
        assert_eq!(read(r#"Basic realm="x", Bearer error="insufficient_scope""#), Some(Diagnosis::Scope));
        assert_eq!(read(r#"Basic error="insufficient_scope""#), None);
        assert_eq!(read(r#"Bearer error="invalid_token", error_description="The access token expired""#), None);
        assert_eq!(read(r#"Bearer error="invalid_token", error_description="Jwt expired, issuer x""#), None);
    }

    #[test]
    fn a_wrong_audience_or_issuer_is_told_where_the_description_says_so() {
        let says = |text: &str| read(&format!(r#"Bearer error="invalid_token", error_description="{text}""#));
        assert_eq!(says("The aud claim is not valid"), Some(Diagnosis::Audience));
        assert_eq!(says("Invalid \\\"issuer\\\""), Some(Diagnosis::Environment));
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        for text in
            ["", ",,,", "Bearer", "Bearer =", "Bearer a=\"", "Bearer a=\"\\", "Negotiate dG9r==", "@", "Bearer a=b c=d"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
