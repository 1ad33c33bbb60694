//! Parses `WWW-Authenticate` (RFC 9110 section 11.6.1): several challenges in one header or in many, quoted commas, token68.

use ::http::HeaderMap;
use ::http::header::WWW_AUTHENTICATE;

/// An authentication challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Challenge {
    /// The scheme, in lower case.
    pub(super) scheme: String,
    /// Names in lower case, with their values without quotes.
    parameters: Vec<(String, String)>,
}

impl Challenge {
    /// Parses the challenges of a response, in order. The rest of a header after a syntax error is ignored.
    pub(super) fn read_all(headers: &HeaderMap) -> Vec<Challenge> {
        let lines = headers.get_all(WWW_AUTHENTICATE).into_iter().filter_map(|value| value.to_str().ok());
        lines.flat_map(read_challenges).collect()
    }

    /// Returns the value of a parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }
}

fn read_challenges(header: &str) -> Vec<Challenge> {
    let mut challenges: Vec<Challenge> = Vec::new();
    let mut rest = header;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let (word, after) = split_token(rest);
        if word.is_empty() {
            return challenges;
        }
        let spaced = after.trim_start_matches([' ', '\t']);
        match (spaced.strip_prefix('='), challenges.last_mut()) {
            (Some(value), Some(challenge)) => {
                let (value, after) = read_value(value.trim_start_matches([' ', '\t']));
                challenge.parameters.push((word.to_ascii_lowercase(), value));
                rest = after;
            }
            // A parameter before any scheme belongs to no challenge.
            (Some(_), None) => return challenges,
            (None, _) => {
                challenges.push(Challenge { scheme: word.to_ascii_lowercase(), parameters: Vec::new() });
                rest = skip_token68(spaced).unwrap_or(after);
            }
        }
    }
}

/// Returns the rest after a token68, or `None` if the text begins with a parameter or with the next challenge.
fn skip_token68(text: &str) -> Option<&str> {
    let (word, after) = text.split_at(text.find(|c: char| !is_token68_character(c)).unwrap_or(text.len()));
    let padded = after.trim_start_matches('=');
    let ends =
        |text: &str| text.is_empty() || text.trim_start_matches([' ', '\t']).starts_with(',') || text.trim().is_empty();
    (!word.is_empty() && ends(padded)).then_some(padded)
}

/// Splits the text into the value of its leading token or quoted string, and the rest.
fn read_value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, after) = split_token(text);
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

fn split_token(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !is_token_character(c)).unwrap_or(text.len()))
}

/// True for the characters of a token (RFC 9110 section 5.6.2), and for `/`, which some servers use in tokens.
fn is_token_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~/".contains(character)
}

fn is_token68_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~+/".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::http::HeaderValue;

    fn read(lines: &[&str]) -> Vec<Challenge> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(WWW_AUTHENTICATE, HeaderValue::from_str(line).unwrap());
        }
        Challenge::read_all(&headers)
    }

    fn shown(lines: &[&str]) -> Vec<String> {
        let one = |challenge: Challenge| {
            let parameters = challenge.parameters.into_iter().map(|(name, value)| format!(" {name}={value}"));
            challenge.scheme + &parameters.collect::<String>()
        };
        read(lines).into_iter().map(one).collect()
    }

    #[test]
    fn challenges_are_separated_from_their_parameters() {
        assert_eq!(shown(&[r#"Bearer realm="a, b", error="x""#]), ["bearer realm=a, b error=x"]);
        assert_eq!(shown(&[r#"Basic realm="x", Bearer error=y"#]), ["basic realm=x", "bearer error=y"]);
        assert_eq!(shown(&["Negotiate, Bearer"]), ["negotiate", "bearer"]);
        assert_eq!(shown(&["Basic realm=x", "Bearer error=y"]), ["basic realm=x", "bearer error=y"]);
        assert_eq!(shown(&["bearer ERROR = y"]), ["bearer error=y"]);
    }

    #[test]
    fn a_token68_is_no_parameter_and_hides_no_challenge() {
        assert_eq!(shown(&["Negotiate dG9r==, Bearer error=y"]), ["negotiate", "bearer error=y"]);
        assert_eq!(shown(&["Negotiate dG9r, Bearer error=y"]), ["negotiate", "bearer error=y"]);
        assert_eq!(shown(&["Negotiate a/b+c="]), ["negotiate"]);
    }

    #[test]
    fn quotes_and_escapes_are_resolved() {
        let [challenge] = &read(&[r#"Bearer error_description="Invalid \"issuer\", or \\ so""#])[..] else { panic!() };
        assert_eq!(challenge.parameter("error_description"), Some(r#"Invalid "issuer", or \ so"#));
        assert_eq!(challenge.parameter("error"), None);
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        for text in
            ["", ",,,", "Bearer", "Bearer =", "Bearer a=\"", "Bearer a=\"\\", "=x", "@", "Bearer a=b c=d", "a b c d"]
        {
            read(&[text]);
        }
        assert_eq!(shown(&["=x, Bearer a=b"]), [""; 0]);
    }
}
