//! A request to a mocked service with its answer, as the log and the metrics take it.

use http::Response;
use serde_json::Value;

use super::Problem;

/// A request that was answered.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) response: Response<Vec<u8>>,
    /// The operation that the request named; None where it named none.
    pub(crate) operation: Option<String>,
    /// Why it was refused; None where a mocked answer was served.
    pub(crate) refusal: Option<String>,
    /// What was wrong with it, an object each.
    pub(crate) violations: Vec<Value>,
    /// What was accepted for another reason than the platform's rules, or could not be checked; each once.
    pub(crate) lenient: Vec<&'static str>,
}

impl Exchange {
    /// A request that is refused with a problem and names no operation.
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

    /// A mocked answer.
    pub(crate) fn answered(operation: &str, response: Response<Vec<u8>>, lenient: Vec<&'static str>) -> Exchange {
        Exchange { response, operation: Some(operation.to_owned()), refusal: None, violations: Vec::new(), lenient }
    }
}
