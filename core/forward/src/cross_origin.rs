//! Cross-origin requests (Fetch standard, section 3.2). They are rejected unless the list contains their origin.

use super::allow_list::AllowList;
use super::answer::AnswerHead;
use super::inbound::InboundRequest;
use super::target::Target;

/// Time that a browser may cache a preflight response, in seconds.
const MAX_AGE: &str = "600";

impl AnswerHead {
    /// Lets pages of this origin read the response.
    pub(super) fn allow_origin(&mut self, origin: Option<&str>) {
        if let Some(origin) = origin {
            self.headers.push(("access-control-allow-origin".to_owned(), origin.to_owned()));
            self.headers.push(("vary".to_owned(), "origin".to_owned()));
        }
    }
}

impl AllowList {
    /// Returns the request's origin if the list contains it.
    pub(super) fn allowed_origin(&self, request: &InboundRequest) -> Option<String> {
        let origin = request.header("origin")?;
        self.origins.iter().find(|allowed| *allowed == origin).cloned()
    }

    /// Returns the response to a preflight request. `None` if it is no preflight request, or its origin or operation is
    /// not listed.
    pub(super) fn answer_preflight(&self, request: &InboundRequest) -> Option<AnswerHead> {
        let wanted = request.header("access-control-request-method").filter(|_| request.method == "OPTIONS")?;
        let origin = self.allowed_origin(request)?;
        let target = Target::read(&request.target).ok()?;
        let position = self.find(wanted, &target.segments)?;
        let operation = self.operations.get(position)?;
        let mut names: Vec<&str> = operation.request_headers.iter().map(String::as_str).collect();
        names.push("authorization");
        if !operation.media_types.is_empty() {
            names.push("content-type");
        }
        let mut head = AnswerHead {
            status: 204,
            headers: vec![
                ("access-control-allow-methods".to_owned(), self.methods_at(&target.segments).join(", ")),
                ("access-control-allow-headers".to_owned(), names.join(", ")),
                ("access-control-max-age".to_owned(), MAX_AGE.to_owned()),
            ],
        };
        head.allow_origin(Some(&origin));
        Some(head)
    }
}
