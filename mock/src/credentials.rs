//! Names that stand for credentials: what is under them is neither logged nor repeated in answers.

/// Parts of names, in lower case and without separators.
const PARTS: [&str; 12] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "authorization",
    "credential",
    "pincode",
    "privatekey",
    "signature",
];

/// Whole names, in lower case and without separators.
const WHOLE: [&str; 10] =
    ["pwd", "pass", "pin", "key", "auth", "userkey", "licensekey", "accesslicensenumber", "sessionid", "cookie"];

/// Whether an element, attribute, member or header of this name holds a credential.
pub(crate) fn is_credential_name(name: &str) -> bool {
    let plain: String =
        name.chars().filter(|c| !matches!(c, '-' | '_' | '.' | ' ')).flat_map(char::to_lowercase).collect();
    WHOLE.contains(&plain.as_str()) || PARTS.iter().any(|part| plain.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_known_by_what_carriers_call_them() {
        for name in
            ["Password", "userPassword", "API-Key", "access_token", "Key", "AccessLicenseNumber", "wsse-Password"]
        {
            assert!(is_credential_name(name), "{name}");
        }
        for name in ["TrackingNumber", "Keyboard", "Passenger", "PostalCode", "Monkey", "Author"] {
            assert!(!is_credential_name(name), "{name}");
        }
    }
}
