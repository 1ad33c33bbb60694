//! Services with their ports, down to one entry for each way to call an operation (WSDL 1.1 sections 2.6 and 2.7).

use roxmltree::Node;

use super::components::Components;
use super::imports::Tree;
use super::operation::{Binding, read_operation};
use super::syntax::{children, name, protocol_name, qualified_name, soap_child, soap_version};
use super::{Message, Operation, Service, SoapVersion};

/// The services of the main file. Those of files that it imports come with these files.
pub(super) fn read_all(main: &Tree<'_>, components: &Components<'_>) -> Vec<Service> {
    let root = main.document.root_element();
    let namespace = root.attribute("targetNamespace").unwrap_or_default().trim();
    let services = children(root, "service").map(|service| Service {
        name: name(service),
        namespace: namespace.to_owned(),
        operations: children(service, "port").flat_map(|port| read_port(port, components)).collect(),
    });
    services.collect()
}

fn read_port(port: Node<'_, '_>, components: &Components<'_>) -> Vec<Operation> {
    let port_name = name(port);
    let written = port.attribute("binding").unwrap_or_default();
    let Some(binding) = qualified_name(port, "binding").and_then(|name| components.binding(&name)) else {
        let reason = format!("port {port_name} refers to the binding {written}, which is in none of the files");
        return vec![unserved_port(&port_name, reason)];
    };
    let written = binding.attribute("type").unwrap_or_default();
    let Some(port_type) = qualified_name(binding, "type").and_then(|name| components.port_type(&name)) else {
        let reason = format!("its binding refers to the port type {written}, which is in none of the files");
        return unserved(&port_name, binding, None, &reason);
    };
    match soap_binding(binding) {
        Ok((soap, soap_binding)) => {
            let style = soap_binding.attribute("style").unwrap_or("document").trim();
            let context = Binding { port: &port_name, soap, style, node: binding, port_type, components };
            children(binding, "operation").map(|operation| read_operation(&context, operation)).collect()
        }
        Err((soap, reason)) => unserved(&port_name, binding, soap, &reason),
    }
}

/// The SOAP version of a binding and its `soap:binding` element, or why it is not SOAP over HTTP.
fn soap_binding<'a, 'input>(
    binding: Node<'a, 'input>,
) -> Result<(SoapVersion, Node<'a, 'input>), (Option<SoapVersion>, String)> {
    let Some(element) = soap_child(binding, "binding") else {
        let other = binding.children().filter(|child| child.tag_name().name() == "binding");
        let namespace = other.into_iter().find_map(|child| child.tag_name().namespace());
        let protocol = namespace.map_or("no protocol that is known", protocol_name);
        return Err((None, format!("its binding is {protocol}, not SOAP")));
    };
    let soap = element.tag_name().namespace().and_then(soap_version).unwrap_or(SoapVersion::V1_1);
    match element.attribute("transport").map(str::trim) {
        // WSDL 1.1 section 3.3 and the SOAP 1.2 binding; files without a transport exist and mean HTTP.
        None
        | Some(
            ""
            | "http://schemas.xmlsoap.org/soap/http"
            | "http://schemas.xmlsoap.org/soap/http/"
            | "http://www.w3.org/2003/05/soap/bindings/HTTP/"
            | "http://www.w3.org/2003/05/soap/bindings/HTTP"
            | "http://schemas.xmlsoap.org/wsdl/soap/http",
        ) => Ok((soap, element)),
        Some(other) => Err((Some(soap), format!("its binding uses the transport {other}, not HTTP"))),
    }
}

/// Every operation of the binding, not served for `reason`.
fn unserved(port: &str, binding: Node<'_, '_>, soap: Option<SoapVersion>, reason: &str) -> Vec<Operation> {
    let operations = children(binding, "operation");
    operations
        .map(|operation| Operation { name: name(operation), soap, ..unserved_port(port, reason.to_owned()) })
        .collect()
}

fn unserved_port(port: &str, reason: String) -> Operation {
    Operation {
        name: String::new(),
        port: port.to_owned(),
        soap: None,
        soap_action: None,
        input: Message::default(),
        output: None,
        faults: Vec::new(),
        unserved: Some(reason),
    }
}
