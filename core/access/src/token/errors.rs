//! The token machine's errors: the identity provider's problem, and what to do about it.

use waybill_base::error::{Error, ErrorCode, Retry, code};
use waybill_base::internal::ErrorExt as _;

use super::provider_refusal::Refusal;
use super::request::Account;
use crate::store::StoreFailure;

pub(super) fn no_grant(account: &Account) -> Error {
    let message =
        format!("the login of environment `{}` has neither a password nor a usable refresh token", account.environment);
    Error::new(code::TOKEN_NO_GRANT, message)
}

/// The refresh token is no longer valid. If an earlier response was lost, the provider may have replaced the token then.
pub(super) fn sign_in_again(refusal: &Refusal, is_answer_lost: bool) -> Error {
    let error = match account_state(refusal) {
        Some((code, cause)) => refused(code, refusal, cause),
        None => refused(code::TOKEN_SIGN_IN_AGAIN, refusal, "the refresh token is no longer valid"),
    };
    if !is_answer_lost {
        return error;
    }
    let message = format!("{}; an earlier response of the provider was lost, and may have replaced it", error.message);
    let lost = "the refresh token was sent before, and that response was lost";
    Error { message, ..error }.with_details(|details| details.evidence.push(lost.to_owned()))
}

pub(super) fn credentials_rejected(refusal: &Refusal) -> Error {
    let (code, cause) =
        account_state(refusal).unwrap_or((code::TOKEN_CREDENTIALS_REJECTED, "it rejected the user name and password"));
    refused(code, refusal, cause)
}

pub(super) fn client_rejected(refusal: &Refusal) -> Error {
    refused(code::TOKEN_CLIENT_REJECTED, refusal, "it does not know the client `commerce`, or requires a secret for it")
}

pub(super) fn scope_rejected(refusal: &Refusal) -> Error {
    refused(code::TOKEN_SCOPE_REJECTED, refusal, "it rejected the scope")
}

pub(super) fn unknown_realm(refusal: &Refusal) -> Error {
    refused(code::TOKEN_UNKNOWN_REALM, refusal, "it does not know the realm")
}

pub(super) fn redirected(refusal: &Refusal) -> Error {
    let cause = "it redirects the token request; following it would send the password or token to another host";
    refused(code::TOKEN_REDIRECTED, refusal, cause)
}

pub(super) fn rejected(refusal: &Refusal) -> Error {
    refused(code::TOKEN_REJECTED, refusal, "it rejected the token request")
}

/// The client may not use any grant that is left.
pub(super) fn grant_not_allowed(refusal: &Refusal, is_refresh: bool) -> Error {
    if is_refresh {
        let cause = "it does not allow the client `commerce` to use a refresh token";
        return refused(code::TOKEN_GRANT_NOT_ALLOWED, refusal, cause)
            .remedy("set credentials with a password, or ask an administrator of the realm to allow the client `commerce` to refresh");
    }
    let cause =
        "it does not allow the client `commerce` to log in with a password: direct access grants are turned off";
    refused(code::TOKEN_GRANT_NOT_ALLOWED, refusal, cause)
}

pub(super) fn rate_limited(refusal: &Refusal) -> Error {
    refused(code::TOKEN_RATE_LIMITED, refusal, "too many token requests were sent")
}

/// The provider responded that it failed.
pub(super) fn failing(refusal: &Refusal, cause: &str) -> Error {
    refused(code::TOKEN_UNAVAILABLE, refusal, cause)
}

pub(super) fn unusable_answer(status: u16) -> Error {
    answered(code::TOKEN_UNUSABLE_ANSWER, status, "its response contains no usable bearer token")
}

pub(super) fn foreign_issuer(status: u16) -> Error {
    answered(code::TOKEN_WRONG_ENVIRONMENT, status, "another environment's provider issued its token")
}

pub(super) fn expired_on_arrival(status: u16) -> Error {
    answered(code::TOKEN_EXPIRED_ON_ARRIVAL, status, "its token had already expired when it arrived")
}

/// The provider cannot be reached.
pub(super) fn unavailable(reason: &str) -> Error {
    Error::new(code::TOKEN_UNAVAILABLE, format!("the identity provider is unavailable: {reason}"))
        .remedy("check the environment's identity provider URL, and that this machine can reach it")
}

/// The shared store cannot be used, and no login is made without it.
pub(super) fn store_failed(why: StoreFailure) -> Error {
    let (message, remedy) = match why {
        StoreFailure::Down => (
            "the store of shared tokens did not respond in time, or returned an error",
            "read the store's error in the note `store.error`, and check that this machine can reach it; or allow \
             processes to log in themselves while it is down",
        ),
        StoreFailure::Unreadable => (
            "the record in the store of shared tokens cannot be read",
            "check that all processes have the key that encrypted it; if you delete the record and no password is configured, the login is lost",
        ),
        StoreFailure::NewerVersion => (
            "the record in the store of shared tokens was written by a newer version",
            "update this process to the version of the other processes",
        ),
    };
    Error::new(code::STORE_FAILED, message.to_owned()).remedy(remedy)
}

/// The stored password was rejected, by a request from here or from another process.
pub(super) fn password_refused() -> Error {
    let message = "the identity provider rejected the user name and password".to_owned();
    Error::new(code::TOKEN_CREDENTIALS_REJECTED, message).retry(Retry::AfterSignIn)
}

pub(super) fn snapshot_busy() -> Error {
    let message = "a snapshot cannot be restored during a token request".to_owned();
    Error::new(code::SNAPSHOT_BUSY, message)
}

pub(super) fn snapshot_older() -> Error {
    let message = "the snapshot is older than the stored tokens; its refresh token was replaced".to_owned();
    Error::new(code::SNAPSHOT_OLDER, message)
}

pub(super) fn snapshot_unreadable(why: StoreFailure) -> Error {
    let (code, message) = match why {
        StoreFailure::NewerVersion => (code::SNAPSHOT_NEWER_VERSION, "the snapshot was written by a newer version"),
        StoreFailure::Down | StoreFailure::Unreadable => (
            code::SNAPSHOT_UNREADABLE,
            "the string is not a snapshot of this login's tokens: it is damaged, or belongs to another environment, realm or user",
        ),
    };
    Error::new(code, message.to_owned())
}

pub(super) fn past_deadline() -> Error {
    let message = "the call's deadline passed while it waited for a token".to_owned();
    Error::new(code::CALL_DEADLINE, message)
}

/// Returns the code for an account that rejects even the right password, from Keycloak's description. RFC 6749 has one code for
/// that and for a wrong password.
fn account_state(refusal: &Refusal) -> Option<(ErrorCode, &'static str)> {
    let description = refusal.said.as_ref()?.description.as_ref()?.to_ascii_lowercase();
    if description.contains("disabled") {
        return Some((code::TOKEN_ACCOUNT_DISABLED, "the account is disabled"));
    }
    let is_open = description.contains("not fully set up") || description.contains("required action");
    is_open.then_some((code::TOKEN_ACCOUNT_NOT_SET_UP, "the account is not fully set up"))
}

/// Returns an error with the provider's own error code and description.
fn refused(code: ErrorCode, refusal: &Refusal, cause: &str) -> Error {
    let error = answered(code, refusal.status, cause);
    let Some(said) = &refusal.said else { return error };
    let message = match &said.description {
        _ if said.error.is_empty() => error.message,
        Some(description) => format!("{} ({}: {description})", error.message, said.error),
        None => format!("{} ({})", error.message, said.error),
    };
    Error { message, ..error }.with_details(|details| details.provider = Some(said.clone()))
}

fn answered(code: ErrorCode, status: u16, cause: &str) -> Error {
    let message = format!("the identity provider returned {status}: {cause}");
    Error { status: Some(status), ..Error::new(code, message) }
}
