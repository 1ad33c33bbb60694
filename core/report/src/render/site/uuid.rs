//! Stable ids: UUIDs computed from names (RFC 9562 section 5.8).

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Returns the URN of a UUID of version 8 for some strings. Their lengths are hashed too, to keep them apart.
pub(super) fn urn(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part.as_bytes());
    }
    let mut urn = "urn:uuid:".to_owned();
    for (at, byte) in hash.finalize().iter().take(16).enumerate() {
        let byte = match at {
            6 => byte & 0x0f | 0x80,
            8 => byte & 0x3f | 0x80,
            _ => *byte,
        };
        if matches!(at, 4 | 6 | 8 | 10) {
            urn.push('-');
        }
        // Writing into a String does not fail.
        let _ = write!(urn, "{byte:02x}");
    }
    urn
}
