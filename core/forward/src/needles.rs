//! The strings that a search looks for: credentials, and their spellings in base64.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use memchr::memchr_iter;
use waybill_base::secret::Secret;

/// Minimum length of a credential to search for. Shorter strings occur in bodies by chance.
const MIN_BYTES: usize = 8;

/// Bits of a hash of four bytes.
const HASH_BITS: u32 = 12;

/// Strings that are all looked for in one pass, however many they are.
pub(super) struct Needles {
    texts: Vec<Secret>,
    /// A bit for each hash of the first four bytes of a string. Most positions of a body have none of them.
    starts: [u64; 1 << (HASH_BITS - 6)],
}

impl Needles {
    pub(super) fn new() -> Needles {
        Needles { texts: Vec::new(), starts: [0; 1 << (HASH_BITS - 6)] }
    }

    /// Adds a credential with its spellings, if it is long enough and new.
    pub(super) fn add(&mut self, secret: Secret) {
        let is_known = self.texts.iter().any(|text| text.expose() == secret.expose());
        if secret.expose().len() < MIN_BYTES || is_known {
            return;
        }
        for text in in_base64(&secret).into_iter().chain([secret]) {
            let word = text.expose().bytes().take(4).fold(0, push_byte);
            let (index, bit) = place(word);
            if let Some(bits) = self.starts.get_mut(index) {
                *bits |= bit;
            }
            self.texts.push(text);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the position of the first string in `bytes`.
    pub(super) fn find(&self, bytes: &[u8]) -> Option<usize> {
        let mut word = 0;
        for (last, byte) in bytes.iter().enumerate() {
            word = push_byte(word, *byte);
            let (index, bit) = place(word);
            let is_start = self.starts.get(index).is_some_and(|bits| bits & bit != 0);
            if is_start
                && let Some(at) = last.checked_sub(3)
                && let Some(rest) = bytes.get(at..)
                && self.texts.iter().any(|text| rest.starts_with(text.expose().as_bytes()))
            {
                return Some(at);
            }
        }
        None
    }

    /// Returns the length of the longest end of `bytes` that is an incomplete start of a string.
    pub(super) fn beginning_at_end(&self, bytes: &[u8]) -> usize {
        let beginnings = self.texts.iter().map(|text| beginning_at_end(bytes, text.expose().as_bytes()));
        beginnings.max().unwrap_or_default()
    }
}

fn push_byte(word: u32, byte: u8) -> u32 {
    word << 8 | u32::from(byte)
}

/// Returns the index and the bit of four bytes. The factor is 2^32 divided by the golden ratio (Fibonacci hashing).
fn place(word: u32) -> (usize, u64) {
    let hash = word.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS);
    ((hash >> 6) as usize, 1 << (hash & 63))
}

fn beginning_at_end(bytes: &[u8], needle: &[u8]) -> usize {
    let Some((first, _)) = needle.split_first() else { return 0 };
    let end = bytes.get(bytes.len().saturating_sub(needle.len() - 1)..).unwrap_or_default();
    let mut starts = memchr_iter(*first, end).filter_map(|at| end.get(at..));
    starts.find(|start| needle.starts_with(start)).map_or(0, <[u8]>::len)
}

/// Returns how base64 spells a secret inside longer data, such as `user:password`: three bytes become four characters, so
/// there are three alignments (RFC 4648 section 4). Characters that also depend on other bytes are left out. Each is in
/// both alphabets.
fn in_base64(secret: &Secret) -> Vec<Secret> {
    let mut spellings = Vec::new();
    for before in 0..3 {
        let shifted = Secret::new(format!("{}{}", "\0".repeat(before), secret.expose()));
        let (first, last) = ((8 * before).div_ceil(6), 8 * shifted.expose().len() / 6);
        let own = |encoded: &Secret| encoded.expose().get(first..last).map(str::to_owned);
        let [plain, of_urls] =
            [STANDARD_NO_PAD, URL_SAFE_NO_PAD].map(|alphabet| Secret::new(alphabet.encode(shifted.expose())));
        spellings.extend(own(&plain).map(Secret::new));
        if plain.expose() != of_urls.expose() {
            spellings.extend(own(&of_urls).map(Secret::new));
        }
    }
    spellings
}
