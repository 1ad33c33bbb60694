//! Stubs for components that are referenced but undeclared, because a document is missing or the name is wrong. They
//! accept anything, so that the rest of the schema can be used for validation.

use std::collections::BTreeMap;

use super::collect::{Source, XS};
use super::model::{Kind, Use};
use super::qname::QName;

/// Undeclared components by kind and name, with their usage.
pub(super) type Missing = BTreeMap<(Kind, QName), Use>;

/// Returns one document for each namespace with undeclared components.
pub(super) fn documents(missing: &Missing) -> Vec<Source> {
    let mut bodies: BTreeMap<&str, String> = BTreeMap::new();
    for ((kind, name), usage) in missing {
        let body = bodies.entry(&name.namespace).or_default();
        body.push_str(&component(*kind, *usage).replace("{name}", &escaped(&name.local)));
        body.push('\n');
    }
    let document = |(namespace, body): (&str, String)| {
        let target = match namespace {
            "" => String::new(),
            namespace => format!(" targetNamespace=\"{}\"", escaped(namespace)),
        };
        Source {
            uri: format!("missing declarations of {namespace}"),
            text: format!("<xs:schema xmlns:xs=\"{XS}\"{target}>\n{body}</xs:schema>"),
            namespace: namespace.to_owned(),
        }
    };
    bodies.into_iter().map(document).collect()
}

fn component(kind: Kind, usage: Use) -> &'static str {
    match (kind, usage) {
        (Kind::Element, _) => "<xs:element name=\"{name}\"/>",
        (Kind::Attribute, _) => "<xs:attribute name=\"{name}\"/>",
        (Kind::Type, Use::Simple) => {
            "<xs:simpleType name=\"{name}\"><xs:restriction base=\"xs:string\"/></xs:simpleType>"
        }
        (Kind::Type, Use::Base) => {
            "<xs:complexType name=\"{name}\"><xs:sequence><xs:any minOccurs=\"0\" maxOccurs=\"unbounded\" \
             processContents=\"lax\"/></xs:sequence><xs:anyAttribute processContents=\"lax\"/></xs:complexType>"
        }
        (Kind::Type, Use::Whole) => {
            "<xs:complexType name=\"{name}\" mixed=\"true\"><xs:sequence><xs:any minOccurs=\"0\" \
             maxOccurs=\"unbounded\" processContents=\"lax\"/></xs:sequence><xs:anyAttribute processContents=\"lax\"/>\
             </xs:complexType>"
        }
        (Kind::Group, _) => {
            "<xs:group name=\"{name}\"><xs:sequence><xs:any minOccurs=\"0\" maxOccurs=\"unbounded\" \
             processContents=\"lax\"/></xs:sequence></xs:group>"
        }
        (Kind::AttributeGroup, _) => {
            "<xs:attributeGroup name=\"{name}\"><xs:anyAttribute processContents=\"lax\"/></xs:attributeGroup>"
        }
        (Kind::Notation, _) => "<xs:notation name=\"{name}\" public=\"none\"/>",
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    crate::xml::escape(text, &mut out);
    out
}
