//! `POST /soap/<ServiceName>/<version>`, and `GET` and `HEAD` for the description: `?wsdl` and `?xsd`.

use std::borrow::Cow;

use http::header::HOST;
use http::{Method, Request, Response, StatusCode, Uri};
use waybill_base::time::Timestamp;

use super::method::{method_not_allowed, refuse_method};
use super::mock_service::MockService;
use super::query;
use crate::catalogue::ImportedService;
use crate::request::fields::first_field;
use crate::response::{Exchange, Problem, respond};
use crate::soap::{SoapEndpoint, SoapRequest, SoapRules};

/// Returns the methods of an address. All accept calls; those with `?wsdl` or `?xsd` also return the description.
pub(super) fn methods(uri: &Uri) -> &'static [Method] {
    if wanted_file(uri).is_some() { &[Method::GET, Method::HEAD, Method::POST] } else { &[Method::POST] }
}

/// Rejects a method that the address does not support.
pub(super) fn check_method(method: &Method, uri: &Uri) -> Option<Problem> {
    if wanted_file(uri).is_some() {
        return refuse_method(methods(uri), method);
    }
    let sentence = "the description is at ?wsdl; send calls with POST";
    (method != Method::POST).then(|| method_not_allowed(methods(uri), sentence.to_owned()))
}

/// Returns the requested file of the description. An empty string is the main file.
fn wanted_file(uri: &Uri) -> Option<String> {
    ["wsdl", "xsd"].iter().find_map(|name| query::value_any_case(uri, name))
}

/// Returns a file of the service's description, with addresses of this mock service.
pub(super) fn describe(
    mock: &MockService,
    service: &ImportedService,
    soap: &dyn SoapEndpoint,
    request: &Request<Vec<u8>>,
) -> Response<Vec<u8>> {
    let wanted = wanted_file(request.uri()).unwrap_or_default();
    let path = if wanted.is_empty() { service.source.main.as_str() } else { wanted.as_str() };
    let address = format!("{}{}", own_origin(mock, request), service.path());
    if let Some(text) = soap.rewrite(&service.source, path, &address) {
        return respond(StatusCode::OK, "text/xml; charset=utf-8", text);
    }
    let files: Vec<&str> = service.source.files.iter().map(|(path, _)| path).collect();
    let sentence = format!("{} was imported without a file {path}; it has {}", service.id, files.join(", "));
    Problem::new(StatusCode::NOT_FOUND, "No such file", sentence).into_response()
}

/// Returns the origin that the client used. An absolute request URI overrides `Host` (RFC 9112 section 3.2.2).
fn own_origin(mock: &MockService, request: &Request<Vec<u8>>) -> String {
    if let (Some(scheme), Some(authority)) = (request.uri().scheme_str(), request.uri().authority()) {
        return format!("{scheme}://{authority}");
    }
    let host = first_field(request.headers(), HOST).unwrap_or(Cow::Borrowed("localhost"));
    let scheme = if mock.settings.https { "https" } else { "http" };
    format!("{scheme}://{host}")
}

pub(super) fn serve_soap(
    mock: &MockService,
    service: &ImportedService,
    soap: &dyn SoapEndpoint,
    request: &Request<Vec<u8>>,
    now: Timestamp,
) -> Exchange {
    let rules = mock.settings.soap_rules(&service.id);
    let validate = query::value(request.uri(), "validate").map_or(rules.validate, |value| value != "false");
    let call = SoapRequest {
        headers: request.headers(),
        body: request.body(),
        options: mock.sample_options(now),
        rules: SoapRules { validate, ..rules },
        examples: &service.examples,
    };
    soap.respond(&call)
}
