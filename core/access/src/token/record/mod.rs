//! The machine's state as a record that outlives the process: writing, reading and adopting.

mod adopt;
mod members;
mod read;
mod write;

pub(super) use adopt::{AdoptedRecord, adopt, adopt_if_newer, note_record};
pub(super) use write::write;

use waybill_base::secret::Secret;
use waybill_base::time::Timestamp;

use super::held_tokens::{AccessToken, RefreshToken};
use super::seen::{TokenDigest, digest};
use super::stored::RecordDigest;

/// Version of the records written here.
const VERSION: u64 = 1;

/// A parsed record. Its times are by our clock.
pub(super) struct Record {
    digest: RecordDigest,
    seq: u64,
    generation: u64,
    base_life: i64,
    access: Option<AccessToken>,
    refresh: Option<RefreshToken>,
    /// A refresh token that a host set while an exchange was in flight.
    given: Option<RefreshToken>,
    seen_given: Vec<TokenDigest>,
    seen_sent: Vec<TokenDigest>,
    back_off: Option<(Timestamp, u32)>,
    refused: Option<RefusedPassword>,
}

/// A salted digest of the rejected password. It identifies that password and reveals nothing else.
struct RefusedPassword {
    salt: Vec<u8>,
    digest: TokenDigest,
}

impl Record {
    /// Returns the digest of its refresh token.
    pub(super) fn refresh_digest(&self) -> Option<TokenDigest> {
        self.refresh.as_ref().map(|refresh| digest(&refresh.secret))
    }
}

/// Returns the digest of a password with a salt, so that equal passwords have different digests.
fn salted(salt: &[u8], password: &Secret) -> TokenDigest {
    use sha2::{Digest as _, Sha256};
    Sha256::new().chain_update(salt).chain_update(password.expose()).finalize().into()
}
