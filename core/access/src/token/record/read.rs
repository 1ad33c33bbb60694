//! Reads a record: first its version, then its login, then the rest.

use waybill_base::internal::{SecretExt as _, TimestampExt as _};
use waybill_base::time::Timestamp;

use super::super::held_tokens::{AccessToken, RefreshToken};
use super::super::request::{Account, CLIENT_ID};
use super::super::seen::TokenDigest;
use super::super::stored::record_digest;
use super::members::{Access, Members, Refresh, Refused, Token, Version, Wait, from_base64};
use super::{Record, RefusedPassword, VERSION};
use crate::store::{Snapshot, StoreFailure};

/// Maximum length of a record, in bytes.
const MAX_BYTES: usize = 1024 * 1024;
/// Maximum number of digests of each kind in a record.
const MAX_DIGESTS: usize = 1_000;

impl Record {
    /// Reads a snapshot of this account's tokens. `difference` is how far the clock of its times is ahead of ours, in
    /// milliseconds.
    pub(in crate::token) fn read(
        snapshot: &Snapshot,
        account: &Account,
        difference: i64,
    ) -> Result<Self, StoreFailure> {
        let text = snapshot.expose();
        if text.len() > MAX_BYTES {
            return Err(StoreFailure::Unreadable);
        }
        let Version { version } = serde_json::from_str(text).map_err(|_| StoreFailure::Unreadable)?;
        if version > VERSION {
            return Err(StoreFailure::NewerVersion);
        }
        let members: Members<'_> = serde_json::from_str(text).map_err(|_| StoreFailure::Unreadable)?;
        let Members { environment, auth_url, realm, client_id, user, .. } = members;
        let identity = [environment, auth_url, realm, client_id, user];
        let own = [&account.environment, &account.auth_url, &account.realm, CLIENT_ID, &account.username];
        if version != VERSION || identity.iter().ne(&own) {
            return Err(StoreFailure::Unreadable);
        }
        let at = |millis: i64| Timestamp::from_millis(millis).plus_millis(difference.saturating_neg());
        if members.access.as_ref().is_some_and(|access| !access.token.0.fits_header()) {
            return Err(StoreFailure::Unreadable);
        }
        Ok(Self {
            digest: record_digest(snapshot),
            seq: members.seq,
            generation: members.generation,
            base_life: members.base_life,
            access: members.access.map(|token| access(token, members.generation, at)),
            refresh: members.refresh.map(|token| refresh(token, at)),
            given: members.given.map(|Token(secret)| RefreshToken::given(secret)),
            seen_given: digests(&members.seen_given)?,
            seen_sent: digests(&members.seen_sent)?,
            back_off: members.back_off.map(|Wait { until, attempt }| (at(until), attempt)),
            refused: members.refused.as_ref().map(refused).transpose()?,
        })
    }
}

fn access(access: Access, generation: u64, at: impl Fn(i64) -> Timestamp) -> AccessToken {
    let Access { token: Token(secret), obtained_at, expires_at, life, bad } = access;
    AccessToken {
        secret,
        obtained_at: at(obtained_at),
        expires_at: at(expires_at),
        lifetime_on_arrival: life,
        generation,
        refused: bad,
    }
}

fn refresh(refresh: Refresh, at: impl Fn(i64) -> Timestamp) -> RefreshToken {
    let Refresh { token: Token(secret), expires_at, spent, exhausted } = refresh;
    RefreshToken { secret, expires_at: expires_at.map(at), spent, exhausted, last_try_from: None }
}

fn digests(texts: &[String]) -> Result<Vec<TokenDigest>, StoreFailure> {
    if texts.len() > MAX_DIGESTS {
        return Err(StoreFailure::Unreadable);
    }
    texts.iter().map(|text| token_digest(text)).collect()
}

fn token_digest(text: &str) -> Result<TokenDigest, StoreFailure> {
    from_base64(text).and_then(|bytes| bytes.try_into().ok()).ok_or(StoreFailure::Unreadable)
}

fn refused(refused: &Refused) -> Result<RefusedPassword, StoreFailure> {
    let salt = from_base64(&refused.salt).ok_or(StoreFailure::Unreadable)?;
    Ok(RefusedPassword { salt, digest: token_digest(&refused.digest)? })
}
