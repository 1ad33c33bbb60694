//! How a token exchange ends: answered as it should be, in some other shape, by something in front of the provider, or not
//! at all.

use crate::provider::Given;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Ending {
    /// The provider acts, and answers in this shape.
    Answered(Shape),
    /// The provider acts, and its answer is lost.
    Lost,
    /// The provider never sees the request.
    NotSent,
    /// Something in front of the provider answers.
    Instead(&'static Other),
}

/// How an API answers a call that was held.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ApiAnswer {
    Found,
    Unauthorized,
    UnauthorizedForScope,
    Unavailable,
    Lost,
    NotSent,
}

/// The shape of a success; a refusal has one shape.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape {
    Whole,
    Truncated,
    WithoutRefresh,
    WithoutAccess,
    OtherType,
    LowerCaseType,
    WithError,
    OtherIssuer,
    /// The lifetime as it is written, and what it means in seconds.
    Lifetime(&'static str, i64),
    /// The refresh token's lifetime in seconds.
    RefreshLifetime(i64),
}

/// An answer that is not the provider's.
#[derive(Debug)]
pub(crate) struct Other {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<&'static str>,
    pub(crate) body: &'static str,
    /// Whether it leaves a refresh token as it was.
    pub(crate) restores: bool,
}

const fn other(status: u16, retry_after: Option<&'static str>, body: &'static str, restores: bool) -> Other {
    Other { status, retry_after, body, restores }
}

pub(crate) static OTHERS: [Other; 24] = [
    other(503, None, "{}", false),
    other(503, Some("1"), "{}", false),
    other(503, Some("100"), "<html>", false),
    other(500, None, "oops", false),
    other(408, Some("9"), "", false),
    other(429, None, "{}", true),
    other(429, Some("0"), "", true),
    other(429, Some("2"), "{}", true),
    other(429, Some("5000"), "{}", true),
    other(302, None, "", true),
    other(200, None, "<html>", false),
    other(200, None, "{}", false),
    other(200, None, r#"{"error":"server_error"}"#, false),
    other(404, None, "<html>", false),
    other(404, None, r#"{"error":"Realm does not exist"}"#, true),
    other(401, None, r#"{"error":"invalid_client"}"#, true),
    other(503, None, r#"{"error":"invalid_client"}"#, true),
    other(400, None, r#"{"error":"invalid_scope"}"#, true),
    other(400, None, r#"{"error":"unauthorized_client"}"#, false),
    other(400, None, r#"{"error":"unsupported_grant_type"}"#, false),
    other(400, None, r#"{"error":"invalid_request"}"#, false),
    other(403, None, "{}", false),
    other(400, None, r#"{"error":"invalid_grant"}"#, false),
    other(503, None, r#"{"error":"invalid_grant"}"#, false),
];

impl Shape {
    /// Whether a refresh token that was sent may be sent again after it.
    pub(crate) fn keeps_refresh(self) -> bool {
        matches!(self, Self::WithoutRefresh)
    }

    /// How many seconds the access token in it lives at most; `None` where it cannot be used.
    pub(crate) fn lifetime(self, given: &Given) -> Option<i64> {
        match self {
            Self::Whole | Self::WithoutRefresh | Self::LowerCaseType | Self::RefreshLifetime(_) => Some(given.lifetime),
            Self::Lifetime(_, seconds) => Some(seconds),
            Self::Truncated | Self::WithoutAccess | Self::OtherType | Self::WithError | Self::OtherIssuer => None,
        }
    }

    /// The body of a success, and whether all of it comes.
    pub(crate) fn body(self, given: &Given) -> (String, bool) {
        let Given { access, refresh, lifetime } = given;
        // The claims are {"iss":"https://id.production.example/realms/acme"}.
        let foreign = "x.eyJpc3MiOiJodHRwczovL2lkLnByb2R1Y3Rpb24uZXhhbXBsZS9yZWFsbXMvYWNtZSJ9.y";
        let access = match self {
            Self::OtherIssuer => format!(r#""access_token":"{foreign}","#),
            Self::WithoutAccess => String::new(),
            _ => format!(r#""access_token":"{access}","#),
        };
        let refresh = match self {
            Self::WithoutRefresh => String::new(),
            Self::RefreshLifetime(seconds) => format!(r#""refresh_token":"{refresh}","refresh_expires_in":{seconds},"#),
            _ => format!(r#""refresh_token":"{refresh}","#),
        };
        let lifetime = match self {
            Self::Lifetime(text, _) => text.to_owned(),
            _ => lifetime.to_string(),
        };
        let token_type = match self {
            Self::OtherType => "MAC",
            Self::LowerCaseType => "bearer",
            _ => "Bearer",
        };
        let error = if matches!(self, Self::WithError) { r#","error":"invalid_grant""# } else { "" };
        let body = format!(r#"{{{access}{refresh}"expires_in":{lifetime},"token_type":"{token_type}"{error}}}"#);
        match self {
            Self::Truncated => (body.chars().take(9).collect(), false),
            _ => (body, true),
        }
    }
}
