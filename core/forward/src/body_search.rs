//! A search for credentials in response bodies, because an API may echo the request that it received.

use memchr::memmem::Finder;
use waybill_base::secret::Secret;

/// Minimum length of a credential to search for. Shorter strings occur in bodies by chance.
const MIN_BYTES: usize = 8;

/// A search for credentials in one body while it streams. If a piece ends with a possible start of a credential, that
/// end is held back until the next piece.
pub struct BodySearch {
    needles: Vec<Secret>,
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
        let mut search = BodySearch { needles: Vec::new(), held: Vec::new(), is_found: false };
        search.add(credentials);
        search
    }

    /// Adds credentials, such as those that were renewed during the call.
    pub fn add(&mut self, credentials: impl IntoIterator<Item = Secret>) {
        for secret in credentials {
            let is_known = self.needles.iter().any(|needle| needle.expose() == secret.expose());
            if secret.expose().len() >= MIN_BYTES && !is_known {
                self.needles.push(secret);
            }
        }
    }

    /// Searches the next piece of the body.
    pub fn push(&mut self, piece: &[u8]) -> Searched {
        if self.is_found {
            return Searched::Cut(Vec::new());
        }
        let mut bytes = std::mem::take(&mut self.held);
        bytes.extend_from_slice(piece);
        let first = self.needles.iter().filter_map(|needle| Finder::new(needle.expose()).find(&bytes)).min();
        if let Some(at) = first {
            self.is_found = true;
            bytes.truncate(at);
            return Searched::Cut(bytes);
        }
        let held = self.needles.iter().map(|needle| beginning_at_end(&bytes, needle.expose().as_bytes())).max();
        self.held = bytes.split_off(bytes.len() - held.unwrap_or_default());
        Searched::Pass(bytes)
    }

    /// Ends the body and returns the bytes that were held back.
    pub fn finish(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    /// Returns true if a value, such as a header value, contains a credential.
    #[must_use]
    pub fn is_in(&self, text: &[u8]) -> bool {
        self.needles.iter().any(|needle| Finder::new(needle.expose()).find(text).is_some())
    }
}

/// Returns the length of the longest end of `text` that is an incomplete start of `needle`.
fn beginning_at_end(text: &[u8], needle: &[u8]) -> usize {
    let most = text.len().min(needle.len().saturating_sub(1));
    let is_beginning = |length: &usize| {
        let end = text.get(text.len() - length..);
        end.is_some_and(|end| needle.starts_with(end))
    };
    (1..=most).rev().find(is_beginning).unwrap_or_default()
}

impl std::fmt::Debug for BodySearch {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("BodySearch").field("is_found", &self.is_found).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
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

    proptest! {
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
