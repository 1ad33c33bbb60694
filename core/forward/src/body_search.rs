//! A search for credentials in response bodies, because an API may echo the request that it received.

use waybill_base::secret::Secret;

use super::escapes::Decoded;
use super::needles::Needles;

/// A search for credentials in one body while it streams. If a piece ends with a possible start of a credential, that
/// end is held back until the next piece.
///
/// Credentials are found as they are, in base64 and base64url (also as a part of longer data, such as `user:password`),
/// and with escapes of URLs and JSON strings. Other spellings, such as encrypted or compressed ones, are not found.
pub struct BodySearch {
    needles: Needles,
    held: Vec<u8>,
    is_found: bool,
}

/// The result of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Searched {
    /// Bytes that may pass.
    Pass(Vec<u8>),
    /// Bytes before a credential, which may pass. The response has to be aborted after them.
    Cut(Vec<u8>),
}

impl BodySearch {
    /// Creates a search for these credentials. Credentials shorter than 8 bytes are ignored.
    #[must_use]
    pub fn new(credentials: impl IntoIterator<Item = Secret>) -> BodySearch {
        let mut search = BodySearch { needles: Needles::new(), held: Vec::new(), is_found: false };
        search.add(credentials);
        search
    }

    /// Adds credentials, such as those that were renewed during the call.
    pub fn add(&mut self, credentials: impl IntoIterator<Item = Secret>) {
        credentials.into_iter().for_each(|secret| self.needles.add(secret));
    }

    /// Searches the next piece of the body.
    pub fn push(&mut self, piece: &[u8]) -> Searched {
        if self.is_found {
            return Searched::Cut(Vec::new());
        }
        let mut bytes = std::mem::take(&mut self.held);
        bytes.extend_from_slice(piece);
        if self.needles.is_empty() {
            return Searched::Pass(bytes);
        }
        let decoded = Decoded::read(&bytes);
        if let Some(at) = self.find(&bytes, decoded.as_ref()) {
            self.is_found = true;
            bytes.truncate(at);
            return Searched::Cut(bytes);
        }
        let mut end = bytes.len() - self.needles.beginning_at_end(&bytes);
        if let Some(decoded) = &decoded {
            let in_decoded = decoded.text.len() - self.needles.beginning_at_end(&decoded.text);
            end = decoded.outside_escape(end.min(decoded.original(in_decoded)));
        }
        self.held = bytes.split_off(end);
        Searched::Pass(bytes)
    }

    /// Returns where the first credential begins, in the bytes or in their decoded form.
    fn find(&self, bytes: &[u8], decoded: Option<&Decoded>) -> Option<usize> {
        let in_decoded = decoded.and_then(|decoded| Some(decoded.original(self.needles.find(&decoded.text)?)));
        self.needles.find(bytes).into_iter().chain(in_decoded).min()
    }

    /// Ends the body and returns the bytes that were held back.
    pub fn finish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    /// Returns true if a value, such as a header value, contains a credential.
    #[must_use]
    pub fn is_in(&self, text: &[u8]) -> bool {
        self.find(text, Decoded::read(text).as_ref()).is_some()
    }
}

impl std::fmt::Debug for BodySearch {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("BodySearch").field("is_found", &self.is_found).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD};
    use proptest::prelude::*;

    use super::*;

    const KEY: &str = "aab-aabaab-canary";

    fn search(pieces: &[&[u8]]) -> (Vec<u8>, bool) {
        let mut search = BodySearch::new([Secret::new(KEY.to_owned())]);
        let mut out = Vec::new();
        for piece in pieces {
            match search.push(piece) {
                Searched::Pass(bytes) => out.extend(bytes),
                Searched::Cut(bytes) => {
                    out.extend(bytes);
                    return (out, true);
                }
            }
        }
        out.extend(search.finish());
        (out, false)
    }

    #[test]
    fn a_short_text_is_not_looked_for() {
        let mut search = BodySearch::new([Secret::new("short".to_owned())]);
        assert_eq!(search.push(b"a short text"), Searched::Pass(b"a short text".to_vec()));
    }

    #[test]
    fn credentials_added_during_the_search_are_found() {
        let mut search = BodySearch::new([Secret::new(KEY.to_owned())]);
        search.add([Secret::new(KEY.to_owned()), Secret::new("rotated-key".to_owned())]);
        assert_eq!(search.push(b"x rotated-key"), Searched::Cut(b"x ".to_vec()));
        assert!(search.is_in(KEY.as_bytes()));
    }

    #[test]
    fn nothing_passes_once_a_credential_was_found() {
        let mut search = BodySearch::new([Secret::new(KEY.to_owned())]);
        assert_eq!(search.push(format!("x{KEY}y").as_bytes()), Searched::Cut(b"x".to_vec()));
        assert_eq!(search.push(b"more"), Searched::Cut(Vec::new()));
        assert_eq!((search.finish(), format!("{search:?}").contains("canary")), (Vec::new(), false));
    }

    /// Spellings of a text that holds the key, which are found at the offset.
    fn spellings(before: &str, behind: &str) -> Vec<(String, usize)> {
        let whole = format!("{before}{KEY}{behind}");
        let escaped = |escape: &dyn Fn(u8) -> String| KEY.bytes().map(escape).collect::<String>();
        let mut spellings: Vec<(String, usize)> =
            [STANDARD.encode(&whole), URL_SAFE.encode(&whole), URL_SAFE_NO_PAD.encode(&whole)]
                .into_iter()
                .map(|text| (text, (before.len() * 8).div_ceil(6)))
                .collect();
        let percent: Vec<(String, usize)> = spellings
            .iter()
            .map(|(text, at)| {
                let escape = |text: &str| text.replace('+', "%2B").replace('/', "%2f").replace('=', "%3D");
                (escape(text), escape(&text[..*at]).len())
            })
            .collect();
        spellings.extend(percent);
        spellings.extend([
            (format!("{before}{}{behind}", escaped(&|byte| format!("%{byte:02x}"))), before.len()),
            (format!("{before}{}{behind}", escaped(&|byte| format!("%{byte:02X}"))), before.len()),
            (format!("{before}{}{behind}", escaped(&|byte| format!("\\u{byte:04x}"))), before.len()),
            (format!("{before}{}{behind}", KEY.replace('-', "%2d").replacen('a', "\\u0061", 2)), before.len()),
        ]);
        spellings
    }

    #[test]
    fn every_spelling_is_found_in_pieces_of_any_length() {
        for before in ["", "u", "me", "user:", "\u{ff}\u{3f}>user:", "{\"a\": \""] {
            for behind in ["", "x", "xy", "?>\u{ff}"] {
                for (text, at) in spellings(before, behind) {
                    for length in 1..=text.len() {
                        let pieces: Vec<&[u8]> = text.as_bytes().chunks(length).collect();
                        let (passed, is_found) = search(&pieces);
                        assert!(is_found, "{text} in pieces of {length}");
                        assert_eq!(passed, text.as_bytes()[..at], "{text} in pieces of {length}");
                    }
                    let whole = BodySearch::new([Secret::new(KEY.to_owned())]);
                    assert!(whole.is_in(text.as_bytes()), "{text}");
                }
            }
        }
    }

    #[test]
    fn both_alphabets_of_base64_are_searched() {
        let key = "\u{fe}\u{ff}>?>?>?\u{fe}\u{ff}?>";
        let mut found = 0;
        for before in ["", "u", "us"] {
            for text in [STANDARD.encode(format!("{before}{key}")), URL_SAFE_NO_PAD.encode(format!("{before}{key}"))] {
                found += usize::from(text.contains(['+', '/', '-', '_']));
                let search = BodySearch::new([Secret::new(key.to_owned())]);
                assert!(search.is_in(text.as_bytes()), "{text}");
                assert!(search.is_in(text.replace('/', "\\/").as_bytes()), "{text}");
            }
        }
        assert_eq!(found, 6);
    }

    #[test]
    fn bytes_that_only_resemble_a_credential_pass() {
        let part = &KEY[..KEY.len() - 1];
        for body in
            [part.to_owned(), format!("{part}%"), format!("%61{part}\\u006"), STANDARD.encode(part), "%".repeat(99)]
        {
            for length in 1..=body.len() {
                let pieces: Vec<&[u8]> = body.as_bytes().chunks(length).collect();
                assert_eq!(search(&pieces), (body.clone().into_bytes(), false), "{body} in pieces of {length}");
            }
        }
    }

    proptest! {
        #[test]
        fn pieces_find_what_the_whole_has(
            parts in prop::collection::vec(prop::sample::select(vec![
                "aab-aabaab", "-canary", "%", "2d", "%2d", "\\", "\\\\", "u00", "\\u0061", "61", "a", "YWFiLWFhYmFhYi1jYW5hcnk", "=",
            ]), 0..12),
            length in 1_usize..12,
        ) {
            let body = parts.concat();
            let whole = search(&[body.as_bytes()]);
            let pieces: Vec<&[u8]> = body.as_bytes().chunks(length).collect();
            prop_assert_eq!(search(&pieces), whole);
        }

        #[test]
        fn credential_is_found_in_a_body_split_at_any_points(
            before in "[ab-]{0,40}", behind in "[ab-]{0,40}", is_there: bool, cuts in prop::collection::vec(0_usize..100, 0..6),
        ) {
            let body = if is_there { format!("{before}{KEY}{behind}") } else { format!("{before}{behind}") };
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(body.len())).collect();
            cuts.sort_unstable();
            let bounds: Vec<usize> = [0].into_iter().chain(cuts).chain([body.len()]).collect();
            let pieces: Vec<&[u8]> = bounds.windows(2).map(|pair| &body.as_bytes()[pair[0]..pair[1]]).collect();
            let expected = match body.find(KEY) {
                Some(at) => (body.as_bytes()[..at].to_vec(), true),
                None => (body.clone().into_bytes(), false),
            };
            prop_assert_eq!(search(&pieces), expected);
        }
    }
}
