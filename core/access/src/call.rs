//! A call as the caller describes it: route, method, path template and parameters.

use std::fmt;

use waybill_base::http::RequestBody;
use waybill_base::time::Timestamp;

/// An API call. The engine checks all of it before it sends anything.
#[derive(Clone, PartialEq, Eq)]
pub struct Call {
    /// API to call, with the tenant or seller.
    pub route: Route,
    /// The method, in upper case.
    pub method: String,
    /// The path below the API's base URL, with parameters in braces: `/flows/{flowId}/execute`.
    pub template: String,
    /// A value for each parameter of the template. The engine percent-encodes them.
    pub parameters: Vec<(String, String)>,
    /// True if values of the template's parameters may contain `/` and `\`. They are sent as `%2F` and `%5C`. A proxy that
    /// decodes them sends the request, with its credential, to another path.
    pub allow_encoded_slashes: bool,
    /// Scopes (RFC 6749 section 3.3) that the operation needs, if you know them. Those that the API key does not list are noted.
    pub scopes: Vec<String>,
    /// Query parameters in order. The engine percent-encodes them.
    pub query: Vec<(String, String)>,
    /// Headers, except those that the engine and the host set.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: RequestBody,
    /// Time at which the call fails if the head of its response has not arrived.
    pub deadline: Option<Timestamp>,
}

impl Call {
    /// Creates a call without parameters, query, headers, body or deadline.
    #[must_use]
    pub fn new(route: Route, method: impl Into<String>, template: impl Into<String>) -> Call {
        Call {
            route,
            method: method.into(),
            template: template.into(),
            parameters: Vec::new(),
            allow_encoded_slashes: false,
            scopes: Vec::new(),
            query: Vec::new(),
            headers: Vec::new(),
            body: RequestBody::Empty,
            deadline: None,
        }
    }
}

/// The three path families of the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// The platform API at `base_url`, with the API key.
    Platform,
    /// The commerce API at `commerce_url`, with the login's access token and `X-Tenant`.
    Commerce {
        /// The tenant's id.
        tenant: String,
    },
    /// The commerce API through the platform at `proxy_url`, with the API key and `x-seller-id`.
    CommerceProxy {
        /// The seller's id.
        seller: String,
    },
}

impl fmt::Debug for Call {
    /// Shows names without values: values of parameters, queries and headers may not belong in a log.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |pairs: &[(String, String)]| pairs.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        formatter
            .debug_struct("Call")
            .field("route", &self.route)
            .field("method", &self.method)
            .field("template", &self.template)
            .field("parameters", &names(&self.parameters))
            .field("allow_encoded_slashes", &self.allow_encoded_slashes)
            .field("scopes", &self.scopes)
            .field("query", &names(&self.query))
            .field("headers", &names(&self.headers))
            .field("body", &self.body)
            .field("deadline", &self.deadline)
            .finish()
    }
}
