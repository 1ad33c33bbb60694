//! Matches a request to a listed operation, and its parameters to their allowed values.

use waybill_access::Route;

use super::allow_list::{AllowList, AllowedOperation, AllowedRoute, Binding, BoundParameter, Segment};
use super::session::Session;
use super::target::Target;

/// The values of an operation's parameters, by name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parameters {
    pub(super) path: Vec<(String, String)>,
    pub(super) query: Vec<(String, String)>,
}

impl AllowList {
    /// Returns the position of the operation that a method and a path match. If several match, literal segments take
    /// precedence (OpenAPI 3.1.1 section 4.8.8.2).
    pub(super) fn find(&self, method: &str, segments: &[String]) -> Option<usize> {
        let asked = |operation: &AllowedOperation| operation.method == method && has_path(operation, segments);
        let literal = |operation: &AllowedOperation| -> Vec<bool> {
            operation.segments.iter().map(|segment| matches!(segment, Segment::Literal(_))).collect()
        };
        let found = self.operations.iter().enumerate().filter(|(_, operation)| asked(operation));
        found.max_by_key(|(_, operation)| literal(operation)).map(|(position, _)| position)
    }

    /// Returns the methods of the operations at a path.
    pub(super) fn methods_at(&self, segments: &[String]) -> Vec<&str> {
        let at_path = self.operations.iter().filter(|operation| has_path(operation, segments));
        at_path.map(|operation| operation.method.as_str()).collect()
    }

    /// Returns the API, with the tenant or seller of the session.
    ///
    /// # Errors
    /// Returns the reason for the log if the session has no single value.
    pub(super) fn route(&self, route: AllowedRoute, session: &Session) -> Result<Route, String> {
        let of_session = |claim: &Option<String>| {
            let name = claim.as_deref().unwrap_or_default();
            session
                .only_value(name)
                .cloned()
                .ok_or_else(|| format!("the session has no single value of the claim `{name}`"))
        };
        Ok(match route {
            AllowedRoute::Platform => Route::Platform,
            AllowedRoute::Commerce => Route::Commerce { tenant: of_session(&self.tenant_claim)? },
            AllowedRoute::CommerceProxy => Route::CommerceProxy { seller: of_session(&self.seller_claim)? },
        })
    }
}

fn has_path(operation: &AllowedOperation, segments: &[String]) -> bool {
    let is_met = |(listed, given): (&Segment, &String)| match listed {
        Segment::Literal(text) => text == given,
        Segment::Parameter(_) => true,
    };
    operation.segments.len() == segments.len() && operation.segments.iter().zip(segments).all(is_met)
}

impl AllowedOperation {
    /// Returns the values of the parameters if the list allows all of them.
    ///
    /// # Errors
    /// Returns the parameter that is not allowed, for the log. The message contains no values.
    pub(super) fn bind(&self, target: Target, session: &Session) -> Result<Parameters, String> {
        let mut path = Vec::new();
        for (segment, value) in self.segments.iter().zip(target.segments) {
            let Segment::Parameter(name) = segment else { continue };
            let bound = self.path.iter().find(|bound| bound.name == *name).ok_or("a path parameter has no binding")?;
            check(bound, &value, session)?;
            path.push((name.clone(), value));
        }
        let mut query: Vec<(String, String)> = Vec::new();
        for (name, value) in target.query {
            let Some(bound) = self.query.iter().find(|bound| bound.name == name) else {
                return Err("a query parameter is not listed".to_owned());
            };
            if query.iter().any(|(given, _)| *given == name) {
                return Err(format!("the query parameter `{name}` occurs more than once"));
            }
            check(bound, &value, session)?;
            query.push((name, value));
        }
        for bound in &self.query {
            if query.iter().any(|(name, _)| *name == bound.name) {
                continue;
            }
            // The app cannot remove the binding to the user by omitting the parameter.
            if let Binding::Claim(claim) = &bound.binding {
                let value = session.only_value(claim).ok_or_else(|| {
                    format!(
                        "the query parameter `{}` is missing, and the claim `{claim}` has no single value",
                        bound.name
                    )
                })?;
                query.push((bound.name.clone(), value.clone()));
            } else if bound.required {
                return Err(format!("the query parameter `{}` is missing", bound.name));
            }
        }
        Ok(Parameters { path, query })
    }
}

fn check(bound: &BoundParameter, value: &str, session: &Session) -> Result<(), String> {
    let name = &bound.name;
    let (is_met, what) = match &bound.binding {
        Binding::Claim(claim) => {
            (session.claim(claim).iter().any(|own| own == value), format!("not in the claim `{claim}`"))
        }
        Binding::OneOf(values) => (values.iter().any(|listed| listed == value), "not in `oneOf`".to_owned()),
        Binding::Pattern(pattern) => (pattern.matches(value), "not matched by the pattern".to_owned()),
        Binding::Any { reason: _ } => (true, String::new()),
    };
    if is_met { Ok(()) } else { Err(format!("the value of `{name}` is {what}")) }
}
