//! Writes a record.

use std::borrow::Cow;

use waybill_base::internal::TimestampExt as _;
use waybill_base::time::Timestamp;

use super::super::context::Context;
use super::super::held_tokens::{AccessToken, RefreshToken};
use super::super::request::CLIENT_ID;
use super::super::state::BackOff;
use super::members::{Access, Members, Refresh, Refused, Token, Wait, to_base64};
use super::{VERSION, salted};
use crate::store::Snapshot;

/// Initial capacity for a record, in bytes. A buffer that grows would leave an unwiped copy behind.
const ROOM: usize = 32 * 1024;

/// Writes the tokens as a snapshot with this number. `difference` is how far the clock of its times is ahead of ours, in
/// milliseconds.
pub(in crate::token) fn write(context: &Context, back_off: Option<&BackOff>, seq: u64, difference: i64) -> Snapshot {
    let at = |time: Timestamp| time.plus_millis(difference).as_millis();
    let salt = context.jitter.state().to_be_bytes();
    let (account, held) = (&context.account, &context.held);
    let (given, sent) = held.seen.digests();
    let members = Members {
        version: VERSION,
        environment: Cow::Borrowed(&account.environment),
        auth_url: Cow::Borrowed(&account.auth_url),
        realm: Cow::Borrowed(&account.realm),
        client_id: Cow::Borrowed(CLIENT_ID),
        user: Cow::Borrowed(&account.username),
        seq,
        writer: to_base64(&salt),
        generation: held.generation,
        base_life: held.login_lifetime,
        access: held.access.as_ref().map(|token| access(token, at)),
        refresh: held.refresh.as_ref().map(|token| refresh(token, at)),
        given: held.given.as_ref().map(|given| Token(given.secret.clone())),
        seen_given: given.map(|digest| to_base64(digest)).collect(),
        seen_sent: sent.map(|digest| to_base64(digest)).collect(),
        back_off: back_off.map(|back_off| Wait { until: at(back_off.until), attempt: back_off.attempt }),
        refused: held
            .password
            .as_ref()
            .filter(|password| password.refused)
            .map(|password| Refused { salt: to_base64(&salt), digest: to_base64(&salted(&salt, &password.secret)) }),
    };
    let mut text = Vec::with_capacity(ROOM);
    // Serialising plain strings and numbers into memory cannot fail.
    let _ = serde_json::to_writer(&mut text, &members);
    Snapshot::new(String::from_utf8(text).unwrap_or_default())
}

fn access(token: &AccessToken, at: impl Fn(Timestamp) -> i64) -> Access {
    let AccessToken { secret, obtained_at, expires_at, lifetime_on_arrival: life, generation: _, refused: bad } = token;
    let (obtained_at, expires_at) = (at(*obtained_at), at(*expires_at));
    Access { token: Token(secret.clone()), obtained_at, expires_at, life: *life, bad: *bad }
}

fn refresh(token: &RefreshToken, at: impl Fn(Timestamp) -> i64) -> Refresh {
    let RefreshToken { secret, expires_at, spent, exhausted, last_try_from: _ } = token;
    Refresh { token: Token(secret.clone()), expires_at: expires_at.map(at), spent: *spent, exhausted: *exhausted }
}
