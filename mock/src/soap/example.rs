//! Handwritten examples: read and validated once, and returned instead of samples.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use roxmltree::{Document, Node};

use super::SoapService;
use super::envelope::{Envelope, EnvelopeError};
use super::examine::unknown_part;
use super::select::has_name;
use super::validate;
use crate::wsdl::{Message, Operation, PartContent, SoapVersion};
use crate::xml::{self, XmlError};

/// Maximum number of violations in an error.
const LISTED: usize = 20;

/// The example of one operation.
#[derive(Debug, Clone)]
pub(crate) struct Example {
    pub(crate) operation: String,
    /// Complete envelope, without an XML declaration.
    text: String,
    /// Positions of the SOAP namespace in the start tag, from last to first.
    namespaces: Vec<Range<usize>>,
}

/// Handwritten examples by the name of their operation.
pub(crate) type Examples = BTreeMap<String, Arc<Example>>;

/// The reason why a file is not a valid example, as a sentence without its full stop.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExampleError {
    #[error(transparent)]
    Xml(#[from] XmlError),
    #[error(transparent)]
    Envelope(#[from] EnvelopeError),
    #[error("the service has no operation {name}; it has {operations}")]
    UnknownOperation { name: String, operations: String },
    #[error("{0} replies with an empty body, so it has no examples")]
    OneWay(String),
    #[error("its body starts with {found}, but no operation replies with it; they reply with {expected}")]
    NoOperation { found: String, expected: String },
    #[error("its body is a reply of {0}: select one with the field `operation`")]
    SeveralOperations(String),
    #[error("it does not match the reply of {operation}: {violations}")]
    Invalid { operation: String, violations: String },
}

impl Example {
    /// Returns the envelope, which can be read again.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the envelope in the SOAP version of a request.
    pub(super) fn write(&self, version: SoapVersion) -> String {
        let mut text = self.text.clone();
        for place in &self.namespaces {
            text.replace_range(place.clone(), version.envelope_namespace());
        }
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{text}")
    }
}

impl SoapService {
    pub(super) fn read_example(&self, text: &str, operation: Option<&str>) -> Result<Example, ExampleError> {
        let text = with_envelope(text)?;
        let document = xml::parse(&text)?;
        let envelope = Envelope::read(&document)?;
        let operation = match operation {
            Some(name) => self.find_by_name(name)?,
            None => self.find_by_response(&envelope)?,
        };
        self.check_example(operation, &envelope)?;
        let operation = operation.name.clone();
        let namespaces = find_namespace(&document, envelope.version);
        Ok(Example { operation, text, namespaces })
    }

    fn served_operations(&self) -> impl Iterator<Item = &Operation> {
        let all = self.operations.iter().flat_map(|operation| &operation.bindings);
        all.filter(|operation| operation.unserved.is_none())
    }

    fn find_by_name(&self, name: &str) -> Result<&Operation, ExampleError> {
        let found = self.served_operations().find(|operation| operation.name == name);
        let operation = found.ok_or_else(|| ExampleError::UnknownOperation {
            name: name.to_owned(),
            operations: self.operations.iter().map(|known| known.name.as_str()).collect::<Vec<_>>().join(", "),
        })?;
        if operation.output.is_none() {
            return Err(ExampleError::OneWay(name.to_owned()));
        }
        Ok(operation)
    }

    /// Returns the only operation whose response starts with the same element.
    fn find_by_response(&self, envelope: &Envelope<'_>) -> Result<&Operation, ExampleError> {
        let is_response_of = |operation: &&Operation| {
            operation.output.as_ref().and_then(first_element).is_some_and(|(namespace, local)| {
                envelope.payload.first().is_some_and(|payload| is_named(*payload, namespace, local))
            })
        };
        let found: Vec<&Operation> = self.served_operations().filter(is_response_of).collect();
        let mut names: Vec<&str> = found.iter().map(|operation| operation.name.as_str()).collect();
        names.dedup();
        match (found.first(), names.as_slice()) {
            (Some(operation), [_]) => Ok(operation),
            (Some(_), _) => Err(ExampleError::SeveralOperations(names.join(", "))),
            (None, _) => Err(self.explain_payload(envelope)),
        }
    }

    fn explain_payload(&self, envelope: &Envelope<'_>) -> ExampleError {
        let found = envelope.payload.first().map_or("nothing".to_owned(), |payload| {
            format!(
                "`{}` of the namespace `{}`",
                payload.tag_name().name(),
                xml::namespace(*payload).unwrap_or_default()
            )
        });
        let outputs = self.served_operations().filter_map(|operation| operation.output.as_ref());
        let mut expected: Vec<String> = outputs
            .filter_map(first_element)
            .map(|(namespace, local)| format!("`{local}` of the namespace `{namespace}`"))
            .collect();
        expected.sort();
        expected.dedup();
        ExampleError::NoOperation { found, expected: expected.join(", ") }
    }

    /// Validates the example. Accepts it if the schema cannot be compiled.
    fn check_example(&self, operation: &Operation, envelope: &Envelope<'_>) -> Result<(), ExampleError> {
        let Some(output) = &operation.output else { return Ok(()) };
        let violations = self.schemas.with(|schemas| match schemas {
            Ok(schemas) if unknown_part(output, schemas).is_none() => validate::validate(schemas, output, envelope),
            Ok(_) | Err(_) => Vec::new(),
        });
        if violations.is_empty() {
            return Ok(());
        }
        let listed =
            violations.iter().take(LISTED).map(|violation| format!("{}: {}", violation.path, violation.message));
        let violations = listed.collect::<Vec<_>>().join("; ");
        Err(ExampleError::Invalid { operation: operation.name.clone(), violations })
    }
}

/// Returns the name of the first element in the body of a message.
fn first_element(message: &Message) -> Option<(&str, &str)> {
    let part = || match &message.parts.first()?.content {
        PartContent::Element(name) => Some(name),
        PartContent::Type(_) => None,
    };
    let name = message.wrapper.as_ref().or_else(part)?;
    Some((&name.namespace, &name.local))
}

fn is_named(node: Node<'_, '_>, namespace: &str, local: &str) -> bool {
    has_name(node, &crate::xsd::QName::new(namespace, local))
}

/// Returns an envelope unchanged, and wraps any other element in the body of an envelope.
fn with_envelope(text: &str) -> Result<String, ExampleError> {
    let document = xml::parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() == "Envelope" {
        return Ok(xml::without_declaration(text).to_owned());
    }
    let payload = text.get(root.range()).unwrap_or_default();
    let namespace = SoapVersion::V1_1.envelope_namespace();
    Ok(format!("<soap:Envelope xmlns:soap=\"{namespace}\"><soap:Body>{payload}</soap:Body></soap:Envelope>"))
}

/// Returns the positions of the SOAP namespace in the envelope's start tag, from last to first.
fn find_namespace(document: &Document<'_>, version: SoapVersion) -> Vec<Range<usize>> {
    let root = document.root_element();
    let from = root.range().start;
    let end = root.first_child().map_or(from, |child| child.range().start);
    let tag = document.input_text().get(from..end).unwrap_or_default();
    let namespace = version.envelope_namespace();
    tag.rmatch_indices(namespace).map(|(at, _)| from + at..from + at + namespace.len()).collect()
}
