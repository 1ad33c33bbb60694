//! The machine's errors: what the identity provider did, and what to do about it.

use super::request::Account;
use crate::error::{Error, ErrorCode, Retry, code};
use crate::store::StoreFailure;

const CHECK_CREDENTIALS: &str = "check user name and password, and set the right ones; if the account was locked, have it unlocked and call invalidateTokens";

pub(super) fn no_grant(account: &Account) -> Error {
    let message =
        format!("the login of environment `{}` has neither a password nor a usable refresh token", account.environment);
    Error::new(code::TOKEN_NO_GRANT, message).remedy("sign in again, or set credentials with a password")
}

pub(super) fn sign_in_again(status: u16) -> Error {
    answered(code::TOKEN_SIGN_IN_AGAIN, status, "the refresh token is no longer valid (invalid_grant)")
        .remedy("sign in again, or set credentials with a password")
}

pub(super) fn credentials_rejected(status: u16) -> Error {
    answered(code::TOKEN_CREDENTIALS_REJECTED, status, "it rejected user name and password (invalid_grant)")
        .remedy(CHECK_CREDENTIALS)
}

pub(super) fn client_rejected(status: u16) -> Error {
    answered(code::TOKEN_CLIENT_REJECTED, status, "it does not know the client `commerce` (invalid_client)")
        .remedy("check the login's realm and the environment's auth_url")
}

pub(super) fn scope_rejected(status: u16) -> Error {
    answered(code::TOKEN_SCOPE_REJECTED, status, "it refused the scope (invalid_scope)")
        .remedy("check the permissions of the client `commerce` in the realm")
}

pub(super) fn unknown_realm(status: u16) -> Error {
    answered(code::TOKEN_UNKNOWN_REALM, status, "it does not know the realm")
        .remedy("check the login's realm and the environment's auth_url")
}

pub(super) fn redirected(status: u16) -> Error {
    let cause = "it redirects the token request, and following would carry the password or token to another host";
    answered(code::TOKEN_REDIRECTED, status, cause).remedy("set the environment's auth_url to where the redirect leads")
}

pub(super) fn rejected(status: u16) -> Error {
    answered(code::TOKEN_REJECTED, status, "it refused the token request")
        .remedy("check the login's realm and the environment's auth_url")
}

/// The client may not use any grant that is left.
pub(super) fn grant_not_allowed(status: u16) -> Error {
    answered(code::TOKEN_REJECTED, status, "it does not let the client `commerce` log in like this")
        .remedy("allow the client `commerce` direct access grants in the realm")
}

pub(super) fn unusable_answer(status: u16) -> Error {
    answered(code::TOKEN_UNUSABLE_ANSWER, status, "its answer holds no bearer token that can be used")
        .remedy("check that the environment's auth_url is that of the identity provider")
}

pub(super) fn foreign_issuer(status: u16) -> Error {
    answered(code::TOKEN_WRONG_ENVIRONMENT, status, "it gave a token that another environment's provider issued")
        .remedy("use URLs that match the credentials")
}

pub(super) fn expired_on_arrival(status: u16) -> Error {
    answered(code::TOKEN_EXPIRED_ON_ARRIVAL, status, "its token was expired when it came")
        .remedy("check the provider's clock, and how long its tokens live")
}

pub(super) fn rate_limited(status: u16) -> Error {
    answered(code::TOKEN_RATE_LIMITED, status, "too many token requests were made")
}

/// The provider cannot be reached, or failed.
pub(super) fn unavailable(reason: &str, status: Option<u16>) -> Error {
    let message = format!("the identity provider is unavailable: {reason}");
    let error = Error::new(code::TOKEN_UNAVAILABLE, message);
    match status {
        Some(_) => Error { status, ..error },
        None => error.remedy("check the environment's auth_url, and that this machine can reach it"),
    }
}

/// The shared store cannot be used, and no login is made without it.
pub(super) fn store_failed(why: StoreFailure) -> Error {
    let (message, remedy) = match why {
        StoreFailure::Down => (
            "the store that shares the login with other processes cannot be reached",
            "check that this machine can reach the store; or let processes log in for themselves while it is down",
        ),
        StoreFailure::Unreadable => (
            "what the store that shares the login holds cannot be read",
            "check that all processes use the same keys, environment, realm and user; or delete the record",
        ),
        StoreFailure::NewerVersion => (
            "what the store that shares the login holds was written by a newer version",
            "update this process to the version of the others",
        ),
    };
    Error::new(code::STORE_FAILED, message.to_owned()).remedy(remedy)
}

/// The password held was refused, here or in another process.
pub(super) fn password_refused() -> Error {
    let message = "the identity provider rejected user name and password".to_owned();
    Error::new(code::TOKEN_CREDENTIALS_REJECTED, message).retry(Retry::AfterSignIn).remedy(CHECK_CREDENTIALS)
}

pub(super) fn snapshot_busy() -> Error {
    let message = "a snapshot cannot be restored while a token exchange is under way".to_owned();
    Error::new(code::SNAPSHOT_BUSY, message)
}

pub(super) fn snapshot_older() -> Error {
    let message = "the snapshot is older than the tokens in use; its refresh token was replaced".to_owned();
    Error::new(code::SNAPSHOT_OLDER, message).remedy("restore the one that was exported last")
}

pub(super) fn snapshot_unreadable(why: StoreFailure) -> Error {
    let (code, message) = match why {
        StoreFailure::NewerVersion => (code::SNAPSHOT_NEWER_VERSION, "the snapshot was written by a newer version"),
        StoreFailure::Down | StoreFailure::Unreadable => (
            code::SNAPSHOT_UNREADABLE,
            "the text is no snapshot of this login's tokens: it is damaged, or of another environment, realm or user",
        ),
    };
    Error::new(code, message.to_owned())
}

pub(super) fn past_deadline() -> Error {
    let message = "the call's deadline passed while it waited for a token".to_owned();
    Error::new(code::CALL_DEADLINE, message)
}

fn answered(code: ErrorCode, status: u16, cause: &str) -> Error {
    let message = format!("the identity provider answered {status}: {cause}");
    Error { status: Some(status), ..Error::new(code, message) }
}
