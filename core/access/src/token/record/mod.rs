//! The machine's state as a record that outlives the process: written, read, and taken over.

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

/// The version of the records written here.
const VERSION: u64 = 1;

/// A record, as it was read; its times are by our clock.
pub(super) struct Record {
    digest: RecordDigest,
    seq: u64,
    generation: u64,
    base_life: i64,
    access: Option<AccessToken>,
    refresh: Option<RefreshToken>,
    /// A refresh token that a host gave while an exchange was in flight.
    given: Option<RefreshToken>,
    seen_given: Vec<TokenDigest>,
    seen_sent: Vec<TokenDigest>,
    back_off: Option<(Timestamp, u32)>,
    refused: Option<RefusedPassword>,
}

/// What tells whether a password is the one that was refused, and nothing else of it.
struct RefusedPassword {
    salt: Vec<u8>,
    digest: TokenDigest,
}

impl Record {
    /// The refresh token in it, by its digest.
    pub(super) fn refresh_digest(&self) -> Option<TokenDigest> {
        self.refresh.as_ref().map(|refresh| digest(&refresh.secret))
    }
}

/// The digest of a password with a salt, so that equal passwords do not show as equal.
fn salted(salt: &[u8], password: &Secret) -> TokenDigest {
    use sha2::{Digest as _, Sha256};
    Sha256::new().chain_update(salt).chain_update(password.expose()).finalize().into()
}
