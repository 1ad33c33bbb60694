//! Tests of the model of WSDL files, and of the reasons why some operations cannot be served.

use super::*;
use crate::xsd::QName;

const SOAP: &str = "xmlns:s='http://schemas.xmlsoap.org/wsdl/soap/'";

/// Returns a WSDL file of `urn:t` with these parts.
fn definitions(inner: &str) -> String {
    format!(
        "<d:definitions xmlns:d='http://schemas.xmlsoap.org/wsdl/' {SOAP} xmlns:t='urn:t' targetNamespace='urn:t' \
         xmlns:xs='http://www.w3.org/2001/XMLSchema'>{inner}</d:definitions>"
    )
}

/// Returns a file with one operation `Op`. Its binding contains these elements after `soap:operation`.
fn with_binding(style: &str, messages: &str) -> String {
    definitions(&format!(
        "<d:message name='In'><d:part name='a' element='t:A'/><d:part name='b' type='xs:int'/></d:message>\
         <d:portType name='P'><d:operation name='Op'><d:input message='t:In'/></d:operation></d:portType>\
         <d:binding name='B' type='t:P'><s:binding style='{style}' transport='http://schemas.xmlsoap.org/soap/http'/>\
         <d:operation name='Op'><s:operation soapAction='urn:op'/>{messages}</d:operation></d:binding>\
         <d:service name='S'><d:port name='Port' binding='t:B'/></d:service>"
    ))
}

fn read(text: &str) -> Operation {
    let mut files = Files::new();
    files.add("main.wsdl", text.to_owned());
    let wsdl = Wsdl::read("main.wsdl", &files).unwrap();
    wsdl.services[0].operations[0].clone()
}

#[test]
fn parts_of_a_body_are_those_that_it_names() {
    let all = read(&with_binding("document", "<d:input><s:body use='literal'/></d:input>"));
    let names = |operation: &Operation| operation.input.parts.iter().map(|part| part.name.clone()).collect::<Vec<_>>();
    assert_eq!((all.soap_action.as_deref(), names(&all)), (Some("urn:op"), vec!["a".to_owned(), "b".to_owned()]));
    let one = read(&with_binding("document", "<d:input><s:body use='literal' parts='a'/></d:input>"));
    assert_eq!(names(&one), ["a"]);
}

#[test]
fn a_part_that_travels_as_a_header_is_not_in_the_body() {
    let header = "<d:input><s:body use='literal'/><s:header message='t:In' part='a' use='literal'/></d:input>";
    let operation = read(&with_binding("document", header));
    assert_eq!(operation.input.parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(operation.input.headers[0].content, PartContent::Element(QName::new("urn:t", "A")));
}

#[test]
fn an_rpc_body_has_a_wrapper_of_the_namespace_that_it_names() {
    let operation = read(&with_binding("rpc", "<d:input><s:body use='literal' namespace='urn:rpc'/></d:input>"));
    assert_eq!(operation.input.wrapper, Some(QName::new("urn:rpc", "Op")));
    let operation = read(&with_binding("rpc", "<d:input><s:body use='literal'/></d:input>"));
    assert_eq!(operation.input.wrapper, Some(QName::new("urn:t", "Op")));
}

#[test]
fn unservable_operation_is_kept_with_the_reason() {
    for (text, reason) in [
        (with_binding("rpc", "<d:input><s:body use='encoded'/></d:input>"), "its messages are encoded"),
        (
            with_binding(
                "document",
                "<d:input><m:multipartRelated xmlns:m='http://schemas.xmlsoap.org/wsdl/mime/'/></d:input>",
            ),
            "attachments",
        ),
        (
            with_binding("document", "")
                .replace("transport='http://schemas.xmlsoap.org/soap/http'", "transport='urn:jms'"),
            "urn:jms",
        ),
        (
            with_binding("document", "").replace(SOAP, "xmlns:s='http://schemas.xmlsoap.org/wsdl/http/'"),
            "is HTTP, not SOAP",
        ),
        (
            with_binding("document", "").replace("message='t:In'", "message='t:Out'"),
            "its message t:Out is not in any of the files",
        ),
        (with_binding("document", "").replace("type='t:P'", "type='t:Q'"), "the port type t:Q, which is not in any"),
        (with_binding("document", "").replace("<d:input message", "<d:output message"), "notification"),
    ] {
        let operation = read(&text);
        let said = operation.unserved.unwrap_or_default();
        assert!(said.contains(reason), "{reason}: {said}");
    }
}

#[test]
fn definitions_with_empty_xmlns_have_no_namespace() {
    for text in ["<definitions/>", "<definitions xmlns=''/>"] {
        let mut files = Files::new();
        files.add("main.wsdl", text.to_owned());
        let error = Wsdl::read("main.wsdl", &files).unwrap_err().to_string();
        assert!(error.contains("`definitions` without a namespace"), "{text}: {error}");
    }
}

#[test]
fn embedded_schema_inherits_the_namespaces_around_it() {
    let schema = "<d:types><xs:schema targetNamespace='urn:t' note='a > b'><xs:element name='A' type='t:T'/></xs:schema></d:types>";
    let mut files = Files::new();
    files.add("main.wsdl", definitions(schema));
    let wsdl = Wsdl::read("main.wsdl", &files).unwrap();
    let tree = roxmltree::Document::parse(&wsdl.schemas[0].text).unwrap();
    let element = tree.root_element().first_element_child().unwrap();
    assert_eq!(element.lookup_namespace_uri(Some("t")), Some("urn:t"));
    assert_eq!(tree.root_element().attribute("note"), Some("a > b"));
}

#[test]
fn definitions_are_followed_through_imports_that_lead_back() {
    let main = definitions(
        "<d:import namespace='urn:t' location='rest.wsdl'/><d:service name='S'><d:port name='P' binding='t:B'/></d:service>",
    );
    let rest = with_binding("document", "<d:input><s:body use='literal'/></d:input>")
        .replace("<d:message", "<d:import namespace='urn:t' location='main.wsdl'/><d:message");
    let mut files = Files::new();
    files.add("main.wsdl", main);
    files.add("rest.wsdl", rest);
    let wsdl = Wsdl::read("main.wsdl", &files).unwrap();
    assert_eq!(wsdl.reached, ["main.wsdl", "rest.wsdl"]);
    assert_eq!(wsdl.services.len(), 1, "the service of the imported file comes with that file");
    assert_eq!(wsdl.services[0].operations[0].name, "Op");
}

#[test]
fn a_style_that_is_no_style_is_read_as_document() {
    let operation = read(&with_binding("literal", "<d:input><s:body use='literal'/></d:input>"));
    assert_eq!((operation.unserved, operation.input.wrapper), (None, None));
}
