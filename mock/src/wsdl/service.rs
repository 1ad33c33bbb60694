//! Services and their ports, with one operation for each binding (WSDL 1.1 sections 2.6 and 2.7).

use roxmltree::Node;

use super::components::Components;
use super::error::WsdlError;
use super::imports::Tree;
use super::limits::{OPERATIONS, PARTS};
use super::model::{Message, Operation, Service, SoapVersion};
use super::operation::{Binding, read_operation};
use super::syntax::{children, name, protocol_name, qualified_name, soap_child, soap_version};
use crate::xml;

/// Returns the services of the main file. Services of imported files are read with those files.
///
/// # Errors
/// Returns an error if the services have too many operations or parts.
pub(super) fn read_all(main: &Tree<'_>, components: &Components<'_>) -> Result<Vec<Service>, WsdlError> {
    let root = main.document.root_element();
    let namespace = root.attribute("targetNamespace").unwrap_or_default().trim();
    let (mut operations, mut parts) = (0, 0);
    let mut services = Vec::new();
    for service in children(root, "service") {
        let (name, namespace) = (name(service), namespace.to_owned());
        let mut read = Service { name, namespace, operations: Vec::new(), empty_ports: Vec::new() };
        for entry in children(service, "port").flat_map(|port| read_port(port, components)) {
            operations += 1;
            parts += entry.as_ref().map_or(0, count_parts);
            if operations > OPERATIONS || parts > PARTS {
                return Err(WsdlError::TooLarge { file: main.uri.clone() });
            }
            match entry {
                Ok(operation) => read.operations.push(operation),
                Err(reason) => read.empty_ports.push(reason),
            }
        }
        services.push(read);
    }
    Ok(services)
}

fn count_parts(operation: &Operation) -> usize {
    let messages = std::iter::once(&operation.input).chain(&operation.output);
    messages.map(|message| message.parts.len() + message.headers.len()).sum::<usize>() + operation.faults.len()
}

/// Returns the operations of a port, or the reason why it has none.
fn read_port<'t>(
    port: Node<'t, 't>,
    components: &'t Components<'t>,
) -> Box<dyn Iterator<Item = Result<Operation, String>> + 't> {
    let port_name = name(port);
    let written = port.attribute("binding").unwrap_or_default();
    let Some(binding) = qualified_name(port, "binding").and_then(|name| components.binding(&name)) else {
        let reason = format!("port {port_name} refers to the binding {written}, which is not in any of the files");
        return Box::new(std::iter::once(Err(reason)));
    };
    if children(binding, "operation").next().is_none() {
        let reason = format!("port {port_name} has no operation: its binding {written} declares none");
        return Box::new(std::iter::once(Err(reason)));
    }
    let written = binding.attribute("type").unwrap_or_default();
    let Some(port_type) = qualified_name(binding, "type").and_then(|name| components.port_type(&name)) else {
        let reason = format!("its binding refers to the port type {written}, which is not in any of the files");
        return Box::new(unserved(port_name, binding, None, reason).map(Ok));
    };
    match soap_binding(binding) {
        Ok((soap, soap_binding)) => {
            let style = soap_binding.attribute("style").unwrap_or("document").trim();
            let context = Binding { port: port_name, soap, style, node: binding, port_type, components };
            Box::new(children(binding, "operation").map(move |operation| Ok(read_operation(&context, operation))))
        }
        Err((soap, reason)) => Box::new(unserved(port_name, binding, soap, reason).map(Ok)),
    }
}

/// Returns the SOAP version of a binding and its `soap:binding` element, or the reason why it is not SOAP over HTTP.
fn soap_binding<'a, 'input>(
    binding: Node<'a, 'input>,
) -> Result<(SoapVersion, Node<'a, 'input>), (Option<SoapVersion>, String)> {
    let Some(element) = soap_child(binding, "binding") else {
        let other = binding.children().filter(|child| child.tag_name().name() == "binding");
        let namespace = other.into_iter().find_map(xml::namespace);
        let protocol = namespace.map_or("no known protocol", protocol_name);
        return Err((None, format!("its binding is {protocol}, not SOAP")));
    };
    let soap = xml::namespace(element).and_then(soap_version).unwrap_or(SoapVersion::V1_1);
    match element.attribute("transport").map(str::trim) {
        // WSDL 1.1 section 3.3 and the SOAP 1.2 binding. Some files have no transport and mean HTTP.
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

/// Returns every operation of the binding as unserved because of `reason`.
fn unserved<'t>(
    port: String,
    binding: Node<'t, 't>,
    soap: Option<SoapVersion>,
    reason: String,
) -> impl Iterator<Item = Operation> + 't {
    let operations = children(binding, "operation");
    operations.map(move |operation| Operation {
        name: name(operation),
        port: port.clone(),
        soap,
        soap_action: None,
        input: Message::default(),
        output: None,
        faults: Vec::new(),
        unserved: Some(reason.clone()),
    })
}
