//! Names of credentials. Their values are neither logged nor repeated in responses.

/// Replacement for a credential.
pub(crate) const REDACTED: &str = "[redacted]";

/// The WS-Security element, whose entire content is treated as credentials (WS-Security 1.1).
pub(crate) const SECURITY: &str = "Security";

/// Substrings of credential names, in lower case and without separators.
const PARTS: [&str; 19] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "passwort",
    "kennwort",
    "securitycode",
    "authcode",
    "cardnumber",
    "bearer",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "authorization",
    "authentication",
    "credential",
    "pincode",
    "privatekey",
];

/// Complete credential names, in lower case and without separators.
const WHOLE: [&str; 6] = ["pass", "userkey", "licensekey", "accesslicensenumber", "sessionid", "cookie"];

/// Last words of credential names. They match whole words: `SortingKey` is treated as a credential, `SignatureOption`
/// is not.
const LAST_WORDS: [&str; 11] = ["auth", "cvc", "cvv", "jwt", "key", "keys", "nonce", "otp", "pin", "pwd", "signature"];

/// True if an element, attribute, member or header of this name contains a credential.
pub(crate) fn is_credential_name(name: &str) -> bool {
    let plain: String = name.chars().filter(|c| !is_separator(*c)).flat_map(char::to_lowercase).collect();
    WHOLE.contains(&plain.as_str())
        || PARTS.iter().any(|part| plain.contains(part))
        || LAST_WORDS.iter().any(|word| last_word(name).eq_ignore_ascii_case(word))
}

/// True if any step of a path is a credential name: `/Order/@token`, `/users/0/password`.
pub(crate) fn is_credential_path(path: &str) -> bool {
    let steps = path.split(['/', '@']).map(|step| step.split_once('[').map_or(step, |(name, _)| name));
    steps.into_iter().any(|step| step == SECURITY || is_credential_name(step))
}

/// Returns the last word of a name: `Key` for `userKey`, `XMLKey`, `user-key` and `key`.
fn last_word(name: &str) -> &str {
    let mut start = 0;
    let mut previous = ' ';
    let mut characters = name.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map_or(' ', |(_, next)| *next);
        let is_hump = character.is_uppercase() && (!previous.is_uppercase() || next.is_lowercase());
        if is_hump || is_separator(previous) {
            start = at;
        }
        previous = character;
    }
    name.get(start..).unwrap_or(name)
}

fn is_separator(character: char) -> bool {
    matches!(character, '-' | '_' | '.' | ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_of_a_credential_where_one_of_its_steps_is() {
        for path in ["/Order/@token", "/users/0/password", "/Security/UsernameToken", "/a/Auth[2]/b", "/auth"] {
            assert!(is_credential_path(path), "{path}");
        }
        for path in ["", "/Order/Weight", "/users/0/name", "/Author[2]"] {
            assert!(!is_credential_path(path), "{path}");
        }
    }

    #[test]
    fn credential_names_of_carriers_are_recognized() {
        for name in [
            "Password",
            "userPassword",
            "passcode",
            "Kennwort",
            "SecurityCode",
            "otp",
            "cardCVV",
            "API-Key",
            "apiKey",
            "access_token",
            "AuthToken",
            "clientSecret",
            "Key",
            "transactionKey",
            "XMLKey",
            "user_key",
            "AccessLicenseNumber",
            "wsse-Password",
            "Pwd",
            "PIN",
            "Nonce",
            "oauth_signature",
            "Signature",
        ] {
            assert!(is_credential_name(name), "{name}");
        }
    }

    #[test]
    fn similar_names_are_no_credentials() {
        for name in [
            "TrackingNumber",
            "Keyboard",
            "Passenger",
            "PostalCode",
            "Monkey",
            "Author",
            "Shipping",
            "SignatureOptionType",
            "KeyAccountManager",
            "PinCount",
        ] {
            assert!(!is_credential_name(name), "{name}");
        }
    }
}
