//! The layout of a login in Redis or Valkey: two keys in one hash slot, and the scripts that read and write them.
//!
//! `waybill:{H}:lock` is a string, the lock's random owner id. `waybill:{H}:record` is a hash with the fields of a
//! [`SealedRecord`](super::SealedRecord): `version`, `seq`, `key`, `nonce` and `sealed`. H is a [`LoginDigest`] in
//! hexadecimal digits.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use waybill_base::error::{Error, code};

/// Lifetime of a lock that is not renewed. A process that was killed blocks the others no longer than this.
pub const LOCK_LIFETIME: Duration = Duration::from_secs(10);
/// Interval at which a lock's owner renews it, until it is released or its lease is over.
pub const LOCK_RENEWAL: Duration = Duration::from_secs(3);
/// Time limit of one store command. After that, the store is treated as down.
pub const COMMAND_TIMEOUT: Duration = Duration::from_secs(1);

/// Minimum pause between two tries to acquire a lock that another process holds, in milliseconds.
const SHORTEST_PAUSE: u64 = 50;
/// Upper limit of that pause, in milliseconds.
const LONGEST_PAUSE: u64 = 1_000;

/// Script that acquires the lock and reads the record.
pub const LOCK_SCRIPT: &str = include_str!("scripts/lock.lua");
/// Script that renews the lock.
pub const RENEW_SCRIPT: &str = include_str!("scripts/renew.lua");
/// Script that writes the record under the lock.
pub const SAVE_SCRIPT: &str = include_str!("scripts/save.lua");
/// Script that releases the lock.
pub const UNLOCK_SCRIPT: &str = include_str!("scripts/unlock.lua");

/// The SHA-256 digest that identifies a login. It covers the environment's name, the identity provider's URL, the realm, the
/// client id and the user name. Each is preceded by its length in four bytes, big-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LoginDigest([u8; 32]);

impl LoginDigest {
    /// Computes the digest. The URL has no trailing slash, like that of an environment after its checks.
    pub(crate) fn new(environment: &str, auth_url: &str, realm: &str, client_id: &str, user: &str) -> Self {
        let mut sha = Sha256::new();
        for part in [environment, auth_url, realm, client_id, user] {
            // No part exceeds `u32`: each is limited to 64 KiB.
            sha.update(u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
            sha.update(part.as_bytes());
        }
        Self(sha.finalize().into())
    }

    /// Returns the 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the store key of the lock.
    #[must_use]
    pub fn lock_key(&self) -> String {
        format!("waybill:{{{self}}}:lock")
    }

    /// Returns the store key of the record.
    #[must_use]
    pub fn record_key(&self) -> String {
        format!("waybill:{{{self}}}:record")
    }
}

impl From<[u8; 32]> for LoginDigest {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl FromStr for LoginDigest {
    type Err = Error;

    /// Parses 64 hexadecimal digits.
    fn from_str(text: &str) -> Result<Self, Error> {
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        let has_digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        bytes.filter(|_| has_digits).and_then(|bytes| bytes.try_into().ok()).map(Self).ok_or_else(|| {
            let message = "expected the digest of a login: 64 hexadecimal digits".to_owned();
            Error::new(code::CLIENT_MISUSE, message)
        })
    }
}

impl fmt::Display for LoginDigest {
    /// Writes 64 hexadecimal digits.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// Returns the pause before the next try to acquire a lock that another process holds. The first is 50 to 100 ms. Each is
/// twice as long, up to 500 to 1,000 ms. The exact length is random, so that waiting processes do not retry together.
///
/// `tries` is the number of pauses so far, and `random` is any random number.
#[must_use]
pub const fn pause_before_retry(tries: u32, random: u32) -> Duration {
    let doublings = if tries > 5 { 5 } else { tries };
    let longest = SHORTEST_PAUSE << 1 << doublings;
    let longest = if longest > LONGEST_PAUSE { LONGEST_PAUSE } else { longest };
    let half = longest / 2;
    let spread = ((random as u64) * (half + 1)) >> 32;
    Duration::from_millis(half + spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_keys_are_in_one_hash_slot() {
        let login = LoginDigest::from([0xab; 32]);
        let digits = "ab".repeat(32);
        assert_eq!(login.lock_key(), format!("waybill:{{{digits}}}:lock"));
        assert_eq!(login.record_key(), format!("waybill:{{{digits}}}:record"));
    }

    #[test]
    fn logins_with_equal_concatenated_fields_differ() {
        let one = LoginDigest::new("sandbox", "https://id.example", "ab", "commerce", "c");
        assert_ne!(one, LoginDigest::new("sandbox", "https://id.example", "a", "bcommerce", "c"));
        assert_eq!(one, LoginDigest::new("sandbox", "https://id.example", "ab", "commerce", "c"));
    }

    #[test]
    fn a_digest_is_read_as_it_is_written() {
        let login = LoginDigest::from([0x0f; 32]);
        assert_eq!(login.to_string().parse::<LoginDigest>(), Ok(login));
        for text in ["", "0f", &"0g".repeat(32), &"+f".repeat(32), &"0f".repeat(33), &"é".repeat(32)] {
            assert!(text.parse::<LoginDigest>().is_err(), "{text}");
        }
    }

    #[test]
    fn pauses_grow_from_50_milliseconds_to_a_second() {
        let pauses = |random| [0, 1, 2, 3, 4, 5, 99].map(|tries| pause_before_retry(tries, random).as_millis());
        assert_eq!(pauses(0), [50, 100, 200, 400, 500, 500, 500]);
        assert_eq!(pauses(u32::MAX), [100, 200, 400, 800, 1_000, 1_000, 1_000]);
    }
}
