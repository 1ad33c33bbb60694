//! `POST /soap/<ServiceName>/<version>`, and with GET the files that describe it: `?wsdl` and `?xsd`.

use http::header::HOST;
use http::{HeaderName, Method, Request, Response, StatusCode};
use waybill_core::render::printable;
use waybill_core::time::Timestamp;

use super::problem::Problem;
use super::{Answered, MockService, method_not_allowed, query, reply, unknown};
use crate::catalogue::ServiceId;
use crate::log::Verdict;
use crate::metrics::Served;
use crate::soap::interface;
use crate::soap::{Exchange, SoapRequest, SoapRules, violation_json};

/// Says on an answer what was accepted for another reason than the platform's rules.
const LENIENT: HeaderName = HeaderName::from_static("x-waybill-lenient");

/// The description of the service, with addresses that lead here.
pub(super) fn describe(mock: &MockService, id: &ServiceId, request: &Request<Vec<u8>>) -> Response<Vec<u8>> {
    let Some(service) = mock.catalogue.find(id) else {
        return unknown::service_problem(&mock.catalogue, id, request.uri().path()).into_response();
    };
    let Some(wanted) = ["wsdl", "xsd"].iter().find_map(|name| query::value_any_case(request.uri(), name)) else {
        let sentence = "the description is at ?wsdl; calls are sent with POST";
        return method_not_allowed(&[Method::POST, Method::GET], sentence).into_response();
    };
    let path = if wanted.is_empty() { service.source.main.as_str() } else { wanted.as_str() };
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let scheme = if mock.settings.https { "https" } else { "http" };
    let address = format!("{scheme}://{host}{}", service.path());
    if let Some(text) = interface::rewrite(&service.source.files, path, &address) {
        return reply::answer(StatusCode::OK, "text/xml; charset=utf-8", text);
    }
    let files: Vec<&str> = service.source.files.iter().map(|(path, _)| path).collect();
    let sentence = format!("{id} was not imported with a file {path}; it has {}", files.join(", "));
    Problem::new(StatusCode::NOT_FOUND, "No such file", sentence).into_response()
}

pub(super) fn answer(mock: &MockService, id: &ServiceId, request: &Request<Vec<u8>>, now: Timestamp) -> Answered {
    let Some(service) = mock.catalogue.find(id) else {
        return unknown::service_problem(&mock.catalogue, id, request.uri().path()).into_response().into();
    };
    let rules = mock.settings.soap_rules();
    let validate = query::value(request.uri(), "validate").map_or(rules.validate, |value| value != "false");
    let options = mock.sample_options(now);
    let soap = SoapRequest { headers: request.headers(), body: request.body(), options };
    let exchange = service.soap.answer(&soap, SoapRules { validate, ..rules });
    mock.metrics.count(served(id, &exchange), &exchange.lenient);
    let summary = Some(summarize(&exchange));
    let Exchange { mut response, operation, refusal, violations, lenient } = exchange;
    if !lenient.is_empty() {
        response = reply::with(response, LENIENT, &lenient.join(", "));
    }
    let violations = violations.iter().map(violation_json).collect();
    let verdict = Verdict { operation, refusal, violations, lenient };
    let entry = Some(mock.log.add(id, request, &response, verdict, now));
    Answered { response, entry, summary }
}

fn summarize(exchange: &Exchange) -> String {
    let operation = exchange.operation.as_deref().unwrap_or("-");
    match &exchange.refusal {
        Some(refusal) => format!("{operation} refused: {}", printable(refusal)),
        None => operation.to_owned(),
    }
}

fn served(id: &ServiceId, exchange: &Exchange) -> Served {
    Served {
        service: id.name.clone(),
        version: id.version.clone(),
        operation: exchange.operation.clone().unwrap_or_default(),
        outcome: if exchange.refusal.is_some() { "refused" } else { "answered" },
    }
}
