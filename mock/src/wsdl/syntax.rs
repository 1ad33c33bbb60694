//! The namespaces of WSDL 1.1 and its bindings, and access to names and attributes.

use roxmltree::Node;

use super::model::SoapVersion;
use crate::xml;
use crate::xsd::QName;

pub(super) const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema";
pub(super) const MIME: &str = "http://schemas.xmlsoap.org/wsdl/mime/";
const SOAP_1_1: &str = "http://schemas.xmlsoap.org/wsdl/soap/";
const SOAP_1_2: &str = "http://schemas.xmlsoap.org/wsdl/soap12/";
const HTTP: &str = "http://schemas.xmlsoap.org/wsdl/http/";

/// Returns the SOAP version whose binding elements have this namespace.
pub(super) fn soap_version(namespace: &str) -> Option<SoapVersion> {
    match namespace {
        SOAP_1_1 => Some(SoapVersion::V1_1),
        SOAP_1_2 => Some(SoapVersion::V1_2),
        _ => None,
    }
}

/// Returns the name of a protocol other than SOAP, for messages.
pub(super) fn protocol_name(namespace: &str) -> &str {
    if namespace == HTTP { "HTTP" } else { namespace }
}

pub(super) fn is_wsdl(node: Node<'_, '_>, local: &str) -> bool {
    node.has_tag_name((WSDL, local))
}

pub(super) fn children<'a, 'input: 'a>(
    node: Node<'a, 'input>,
    local: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(move |child| is_wsdl(*child, local))
}

/// Returns the extension element `local` of a SOAP binding below `node`.
pub(super) fn soap_child<'a, 'input>(node: Node<'a, 'input>, local: &str) -> Option<Node<'a, 'input>> {
    soap_children(node, local).next()
}

/// Returns the extension elements `local` of a SOAP binding below `node`.
pub(super) fn soap_children<'a, 'input: 'a>(
    node: Node<'a, 'input>,
    local: &str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(move |child| {
        child.tag_name().name() == local && xml::namespace(*child).and_then(soap_version).is_some()
    })
}

pub(super) fn name(node: Node<'_, '_>) -> String {
    name_text(node).to_owned()
}

/// Returns the name of a WSDL element, borrowed.
pub(super) fn name_text<'a>(node: Node<'a, '_>) -> &'a str {
    node.attribute("name").unwrap_or_default().trim()
}

/// Returns the qualified name in an attribute (WSDL 1.1 section 2.1.1). A name without a prefix is in the default
/// namespace. If that is not declared, it is in the `targetNamespace`, as in most tools.
pub(super) fn qualified_name(node: Node<'_, '_>, attribute: &str) -> Option<QName> {
    let text = node.attribute(attribute)?.trim();
    let (prefix, local) = match text.split_once(':') {
        Some((prefix, local)) => (Some(prefix), local),
        None => (None, text),
    };
    let namespace = match node.lookup_namespace_uri(prefix) {
        Some(namespace) => namespace,
        None if prefix.is_none() => target_namespace(node),
        None => return None,
    };
    Some(QName { namespace: namespace.to_owned(), local: local.to_owned() })
}

/// Returns the `targetNamespace` of the WSDL file that contains `node`.
pub(super) fn target_namespace<'a>(node: Node<'a, '_>) -> &'a str {
    node.document().root_element().attribute("targetNamespace").unwrap_or_default().trim()
}
