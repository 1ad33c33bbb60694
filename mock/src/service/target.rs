//! The endpoint or the mocked service that handles a request. A service is looked up once for each request, so that an
//! upload cannot replace it in between.

use std::sync::Arc;

use http::{HeaderMap, Method, Response, StatusCode, Uri};

use super::method::refuse_method;
use super::mock_service::MockService;
use super::route::{Control, Route};
use super::{cors, soap_endpoint, unknown};
use crate::catalogue::{ImportedService, Kind};
use crate::request::origin::{self, Foreign};
use crate::response::Problem;
use crate::rest::RestService;
use crate::soap::SoapEndpoint;

const ALLOW_HOST: &str = "allow other names of its host with --allow-host of waybill mock";

const CALL_SERVICES: &str =
    "a page can call the services below /soap and /rest if --cors of waybill mock allows its origin";

/// The endpoint or the mocked service that handles a request.
pub(super) enum Target<'r> {
    Control(&'r Control),
    Soap(Arc<ImportedService>, Arc<dyn SoapEndpoint>),
    /// A REST service and the path below it, still encoded.
    Rest(Arc<ImportedService>, Arc<RestService>, &'r str),
}

impl MockService {
    /// Returns the target of a request, or a response that does not need the body.
    pub(super) fn find_target<'r>(
        &self,
        route: &'r Route,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<Target<'r>, Box<Response<Vec<u8>>>> {
        let origins = &self.settings.cors_origins;
        let mut response = match self.look_up(route, uri, headers) {
            Ok(target) => match target.respond_to_head(method, uri, headers, origins) {
                Some(response) => response,
                None => return Ok(target),
            },
            Err(problem) => problem.into_response(),
        };
        if !route.is_control() {
            cors::expose(headers, &mut response, origins);
        }
        Err(Box::new(response))
    }

    /// Returns the target of a route, or the problem of a forbidden origin, an unknown path or an unknown service.
    fn look_up<'r>(&self, route: &'r Route, uri: &Uri, headers: &HeaderMap) -> Result<Target<'r>, Problem> {
        if route.is_control() {
            origin::check(headers, &self.settings.allowed_hosts).map_err(|foreign| refuse(&foreign))?;
        }
        let id = match route {
            Route::Control(control) => return Ok(Target::Control(control)),
            Route::Unknown => return Err(unknown::problem(&self.catalogue, uri.path())),
            Route::Soap(id) | Route::Rest(id, _) => id,
        };
        let service = self.catalogue.find(id);
        let target = service.and_then(|service| match (route, service.kind.clone()) {
            (Route::Soap(_), Kind::Soap(soap)) => Some(Target::Soap(service, soap)),
            (Route::Rest(_, path), Kind::Rest(rest)) => Some(Target::Rest(service, rest, path)),
            _ => None,
        });
        target.ok_or_else(|| {
            if self.is_seeding() { unknown::seeding_problem(id) } else { unknown::service_problem(&self.catalogue, id) }
        })
    }
}

impl Target<'_> {
    /// Returns the response to a preflight request or to an unsupported method, or `None` if the request has to be handled.
    fn respond_to_head(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        origins: &[String],
    ) -> Option<Response<Vec<u8>>> {
        let is_preflight = cors::is_preflight(method, headers, origins);
        let preflight = is_preflight.then(|| Some(cors::allow(&self.mocked_methods(uri)?, headers))).flatten();
        preflight.or_else(|| self.check_method(method, uri).map(Problem::into_response))
    }

    /// Returns the methods that a mocked path supports, for preflight requests, or `None` for other paths.
    fn mocked_methods(&self, uri: &Uri) -> Option<Vec<&str>> {
        match self {
            Target::Control(_) => None,
            Target::Soap(..) => Some(soap_endpoint::methods(uri).iter().map(Method::as_str).collect()),
            Target::Rest(_, rest, path) => Some(rest.methods(path)).filter(|methods| !methods.is_empty()),
        }
    }

    /// Rejects a method that the path does not support. REST services do so themselves, and log it.
    fn check_method(&self, method: &Method, uri: &Uri) -> Option<Problem> {
        match self {
            Target::Control(control) => refuse_method(control.methods(), method),
            Target::Soap(..) => soap_endpoint::check_method(method, uri),
            Target::Rest(..) => None,
        }
    }
}

fn refuse(foreign: &Foreign) -> Problem {
    let Foreign { header, value } = foreign;
    let advice = if *header == "Host" { ALLOW_HOST } else { CALL_SERVICES };
    let sentence = format!(
        "the {header} of the request is `{value}`: pages of other origins cannot use the mock service's own endpoints; {advice}"
    );
    Problem::new(StatusCode::FORBIDDEN, "The request came from another origin", sentence)
}
