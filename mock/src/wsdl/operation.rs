//! Operations of SOAP bindings, with their messages as sent (WSDL 1.1 sections 2.4, 2.5 and 3).

use std::collections::BTreeSet;

use roxmltree::Node;

use super::components::{Components, MessagePart};
use super::model::{Fault, Message, Operation, Part, PartContent, SoapVersion};
use super::syntax::{MIME, children, name, name_text, qualified_name, soap_child, soap_children, target_namespace};
use crate::xml;
use crate::xsd::QName;

/// Maximum number of header parts in a message. Each is searched among the parts of another message.
const HEADERS: usize = 100;

/// Maximum number of parts in a message, for the same reason.
const PARTS: usize = 1_000;

/// The binding that contains an operation.
pub(super) struct Binding<'a> {
    pub(super) port: String,
    pub(super) soap: SoapVersion,
    /// Style of operations without a style.
    pub(super) style: &'a str,
    pub(super) node: Node<'a, 'a>,
    pub(super) port_type: Node<'a, 'a>,
    pub(super) components: &'a Components<'a>,
}

/// The reason why a message cannot be served.
type Reason = String;

/// Reads a `wsdl:operation` of a binding. If it cannot be served, its `unserved` is the reason.
pub(super) fn read_operation(binding: &Binding<'_>, node: Node<'_, '_>) -> Operation {
    let soap = soap_child(node, "operation");
    let mut operation = Operation {
        name: name(node),
        port: binding.port.clone(),
        soap: Some(binding.soap),
        soap_action: soap.and_then(|soap| soap.attribute("soapAction")).map(|action| action.trim().to_owned()),
        input: Message::default(),
        output: None,
        faults: Vec::new(),
        unserved: None,
    };
    // Some files use `literal` here, which is not a style. Like clients, this treats every style except rpc as
    // document.
    let rpc = soap.and_then(|soap| soap.attribute("style")).unwrap_or(binding.style).trim() == "rpc";
    if let Err(reason) = read_messages(binding, node, rpc, &mut operation) {
        operation.unserved = Some(reason);
    }
    operation
}

fn read_messages(
    binding: &Binding<'_>,
    node: Node<'_, '_>,
    rpc: bool,
    operation: &mut Operation,
) -> Result<(), Reason> {
    let declared = declared_operation(binding.port_type, node)
        .ok_or_else(|| "its port type does not declare this operation".to_owned())?;
    let first = declared.children().find(|child| ["input", "output"].contains(&child.tag_name().name()));
    if first.is_none_or(|first| first.tag_name().name() != "input") {
        return Err("the service sends its first message (notification or solicit-response)".to_owned());
    }
    let message = |direction| -> Result<Option<Message>, Reason> {
        let Some(declared) = children(declared, direction).next() else { return Ok(None) };
        let bound = children(node, direction).next();
        let wrapper = rpc.then(|| if direction == "input" { name(node) } else { format!("{}Response", name(node)) });
        read_message(binding, declared, bound, wrapper).map(Some)
    };
    operation.input = message("input")?.unwrap_or_default();
    operation.output = message("output")?;
    let bound: BTreeSet<&str> = children(node, "fault").map(name_text).collect();
    let faults = children(declared, "fault").filter(|fault| bound.contains(name_text(*fault)));
    operation.faults = faults.filter_map(|fault| read_fault(binding, fault)).collect();
    Ok(())
}

/// Returns the operation of the port type that `bound` binds. If several have the same name, the input's name decides
/// (WSDL 1.1 section 2.5).
fn declared_operation<'t>(port_type: Node<'t, 't>, bound: Node<'_, '_>) -> Option<Node<'t, 't>> {
    let input_name = |node: Node<'_, '_>| {
        children(node, "input").next().and_then(|input| input.attribute("name")).map(str::to_owned)
    };
    let name = name_text(bound);
    let same: Vec<_> = children(port_type, "operation").filter(|operation| name_text(*operation) == name).collect();
    let wanted = input_name(bound);
    let named = same.iter().find(|operation| wanted.is_some() && input_name(**operation) == wanted);
    named.or(same.first()).copied()
}

fn read_message(
    binding: &Binding<'_>,
    declared: Node<'_, '_>,
    bound: Option<Node<'_, '_>>,
    wrapper: Option<String>,
) -> Result<Message, Reason> {
    let parts = message_parts(binding.components, declared)?;
    if parts.len() > PARTS {
        return Err(format!("its message has more than {PARTS} parts"));
    }
    if let Some(bound) = bound
        && bound.descendants().any(|child| xml::namespace(child) == Some(MIME))
    {
        return Err("its messages are MIME multiparts with attachments".to_owned());
    }
    let body = bound.and_then(|bound| soap_child(bound, "body"));
    if body.and_then(|body| body.attribute("use")).is_some_and(|usage| usage.trim() == "encoded") {
        return Err("its messages are encoded (use=\"encoded\"), and schemas do not describe them".to_owned());
    }
    let headers = read_headers(binding, bound)?;
    let chosen =
        body.and_then(|body| body.attribute("parts")).map(|parts| parts.split_whitespace().collect::<BTreeSet<_>>());
    let in_header = header_part_names(declared, bound);
    let in_body = |part: &&MessagePart| match &chosen {
        Some(chosen) => chosen.contains(part.name.as_str()),
        None => !in_header.contains(&part.name),
    };
    let parts = parts.iter().filter(in_body).map(served_part).collect::<Result<Vec<_>, _>>()?;
    let wrapper_may_be_unqualified = body.is_none_or(|body| body.attribute("namespace").is_none());
    let wrapper = wrapper.map(|local| QName { namespace: rpc_namespace(binding, body), local });
    Ok(Message { wrapper, wrapper_may_be_unqualified, parts, headers })
}

/// Returns the namespace of an rpc message's wrapper: that of `soap:body`, else the file's `targetNamespace`, as tools
/// do.
fn rpc_namespace(binding: &Binding<'_>, body: Option<Node<'_, '_>>) -> String {
    let written = body.and_then(|body| body.attribute("namespace")).map(str::trim);
    written.unwrap_or_else(|| target_namespace(binding.node)).to_owned()
}

fn served_part(part: &MessagePart) -> Result<Part, Reason> {
    part.part()
        .ok_or_else(|| format!("its part {} has neither an element nor a type whose prefix is declared", part.name))
}

fn message_parts<'a>(components: &'a Components<'_>, declared: Node<'_, '_>) -> Result<&'a [MessagePart], Reason> {
    let written = declared.attribute("message").unwrap_or_default();
    let parts = qualified_name(declared, "message").and_then(|name| components.message(&name));
    parts.ok_or_else(|| format!("its message {written} is not in any of the files"))
}

/// Returns the parts of this message that `soap:header` moves from the body to the header.
fn header_part_names(declared: Node<'_, '_>, bound: Option<Node<'_, '_>>) -> Vec<String> {
    let message = qualified_name(declared, "message");
    let headers = bound.into_iter().flat_map(|bound| soap_children(bound, "header"));
    let same = headers.filter(|header| qualified_name(*header, "message") == message);
    same.filter_map(|header| header.attribute("part")).map(|part| part.trim().to_owned()).collect()
}

fn read_headers(binding: &Binding<'_>, bound: Option<Node<'_, '_>>) -> Result<Vec<Part>, Reason> {
    let mut headers = Vec::new();
    if bound.into_iter().flat_map(|bound| soap_children(bound, "header")).count() > HEADERS {
        return Err(format!("one of its messages has more than {HEADERS} header parts"));
    }
    for header in bound.into_iter().flat_map(|bound| soap_children(bound, "header")) {
        if header.attribute("use").is_some_and(|usage| usage.trim() == "encoded") {
            return Err("one of its headers is encoded (use=\"encoded\"), and schemas do not describe it".to_owned());
        }
        let parts = message_parts(binding.components, header)?;
        let wanted = header.attribute("part").unwrap_or_default().trim();
        if let Some(part) = parts.iter().find(|part| part.name == wanted) {
            headers.push(served_part(part)?);
        }
    }
    Ok(headers)
}

/// Reads a fault. Its message must have one part with an element (WSDL 1.1 section 3.6); other faults cannot be sent.
fn read_fault(binding: &Binding<'_>, declared: Node<'_, '_>) -> Option<Fault> {
    let name = name(declared);
    match message_parts(binding.components, declared).ok()? {
        [part] => {
            let part = part.part()?;
            matches!(part.content, PartContent::Element(_)).then_some(Fault { name, part })
        }
        _ => None,
    }
}
