//! `GET /api/services`: the imported services and their operations.

use http::{Response, StatusCode};
use serde_json::{Map, Value, json};

use crate::catalogue::{Catalogue, ImportedService, Kind};
use crate::response::respond_json;
use crate::rest::RestService;
use crate::sample::SampleOptions;
use crate::soap::{OperationFindings, SoapEndpoint, SoapOperation};
use crate::wsdl::{Operation, SoapVersion};

pub(super) fn list_services(catalogue: &Catalogue, options: &SampleOptions) -> Response<Vec<u8>> {
    let services = catalogue.current();
    let listed: Vec<Value> = services.values().map(|service| describe(service, options)).collect();
    respond_json(StatusCode::OK, &listed)
}

fn describe(service: &ImportedService, options: &SampleOptions) -> Value {
    let path = service.path();
    let (kind, operations) = match &service.kind {
        Kind::Soap(soap) => ("SOAP_HTTP", describe_soap(soap.as_ref(), service, options)),
        Kind::Rest(rest) => ("REST", describe_rest(rest, &path, options)),
    };
    let mut described = json!({
        "name": service.id.name,
        "version": service.id.version,
        "type": kind,
        "sourceArtifact": service.source.main,
        "operations": operations,
        "notes": service.notes(options),
    });
    if let (Some(reason), Some(members)) = (service.unserved(), described.as_object_mut()) {
        members.insert("unserved".to_owned(), reason.into());
    }
    described
}

fn describe_soap(soap: &dyn SoapEndpoint, service: &ImportedService, options: &SampleOptions) -> Vec<Value> {
    let path = service.path();
    let examination = soap.examine(options);
    let operations = soap.operations().iter().zip(&examination.operations);
    let described = operations.map(|(operation, findings)| {
        let has_example = service.examples.contains_key(&operation.name);
        describe_operation(operation, findings, has_example, &path)
    });
    described.collect()
}

fn describe_rest(rest: &RestService, path: &str, options: &SampleOptions) -> Vec<Value> {
    let examination = rest.examine(options.seed);
    let operations = rest.operations().iter().zip(&examination.unanswered).map(|(entry, unanswered)| {
        let mut described = json!({
            "name": entry.name,
            "method": entry.operation.method,
            "operationId": entry.operation.id,
            "resourcePaths": [format!("{path}{}", entry.path())],
            "validated": true,
        });
        if let (Some(reason), Some(members)) = (entry.unserved(), described.as_object_mut()) {
            members.insert("resourcePaths".to_owned(), json!([]));
            members.insert("validated".to_owned(), false.into());
            members.insert("unserved".to_owned(), reason.into());
        }
        if let (Some(reason), Some(members)) = (unanswered, described.as_object_mut()) {
            members.insert("unanswered".to_owned(), reason.as_str().into());
        }
        described
    });
    operations.collect()
}

fn describe_operation(operation: &SoapOperation, findings: &OperationFindings, has_example: bool, path: &str) -> Value {
    let OperationFindings { unvalidated, unanswered } = findings;
    let unserved = operation.unserved();
    let paths: &[&str] = if unserved.is_some() { &[] } else { &[path] };
    let actions = operation.bindings.iter().filter_map(|binding| binding.soap_action.as_deref());
    let mut members = Map::new();
    members.insert("name".to_owned(), operation.name.clone().into());
    members.insert("resourcePaths".to_owned(), json!(paths));
    members.insert("validated".to_owned(), (unserved.is_none() && unvalidated.is_none()).into());
    if has_example {
        members.insert("example".to_owned(), true.into());
    }
    members.insert("bindings".to_owned(), operation.bindings.iter().map(describe_binding).collect());
    let optional = [
        ("action", actions.filter(|action| !action.is_empty()).map(str::to_owned).next()),
        ("unserved", unserved.map(str::to_owned)),
        ("unvalidated", unvalidated.clone()),
        ("unanswered", unanswered.clone().filter(|_| !has_example)),
    ];
    let given = optional.into_iter().filter_map(|(name, value)| Some((name.to_owned(), Value::String(value?))));
    members.extend(given);
    Value::Object(members)
}

fn describe_binding(binding: &Operation) -> Value {
    let faults: Vec<&str> = binding.faults.iter().map(|fault| fault.name.as_str()).collect();
    json!({
        "port": binding.port,
        "protocol": binding.soap.map(SoapVersion::name),
        "action": binding.soap_action,
        "faults": faults,
        "unserved": binding.unserved,
    })
}
