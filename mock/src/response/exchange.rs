//! A request to a mocked service with its response, as input for the log and the metrics.

use http::Response;
use serde_json::Value;

use super::Problem;

/// A request and its response.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) response: Response<Vec<u8>>,
    /// The operation that the request names, if any.
    pub(crate) operation: Option<String>,
    /// Reason for the rejection. `None` if a mocked response was served.
    pub(crate) refusal: Option<String>,
    /// The violations, one object each.
    pub(crate) violations: Vec<Value>,
    /// Reasons why the request was accepted despite the platform's rules, or why a check was impossible. Each is listed
    /// once.
    pub(crate) lenient: Vec<&'static str>,
}

impl Exchange {
    /// Creates the exchange of a request that is rejected with a problem and matches no operation.
    pub(crate) fn refused(problem: Problem) -> Exchange {
        let refusal = Some(problem.detail.clone());
        Exchange {
            response: problem.into_response(),
            operation: None,
            refusal,
            violations: Vec::new(),
            lenient: Vec::new(),
        }
    }

    /// Creates the exchange of a request with a mocked response.
    pub(crate) fn served(operation: &str, response: Response<Vec<u8>>, lenient: Vec<&'static str>) -> Exchange {
        Exchange { response, operation: Some(operation.to_owned()), refusal: None, violations: Vec::new(), lenient }
    }
}
