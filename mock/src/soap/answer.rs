//! The mocked response: a sample of the output message in an envelope of the request's version.

use http::{Response, StatusCode};

use super::envelope::Envelope;
use crate::sample::{Echo, SampleOptions};
use crate::service::reply;
use crate::wsdl::{Fault, Message, PartContent, SoapVersion};
use crate::xml::escaped;
use crate::xsd::{QName, Root, Schemas};

/// Why an operation has no sample, as a sentence without its full stop.
#[derive(Debug)]
pub(super) struct NoAnswer(pub(super) String);

/// Writes the response to `envelope`.
pub(super) fn write(
    output: &Message,
    schemas: Option<&Schemas>,
    envelope: &Envelope<'_>,
    options: &SampleOptions,
) -> Result<Response<Vec<u8>>, NoAnswer> {
    let echo = envelope.payload.first().map_or_else(Echo::default, |payload| Echo::new(*payload));
    let body = sample_body(output, schemas, &echo, options)?;
    let samples = Samples { schemas, echo: &echo, options };
    // A header is an addition: the answer goes out without one that has no sample.
    let headers: String =
        output.headers.iter().filter_map(|part| samples.sample(&part.content.root(&part.name)).ok()).collect();
    let text = wrap(envelope.version, &headers, &body);
    Ok(reply::answer(StatusCode::OK, envelope.version.content_type(), text))
}

/// A sample of the detail of a declared fault.
pub(super) fn sample_fault(
    fault: &Fault,
    schemas: Option<&Schemas>,
    envelope: &Envelope<'_>,
    options: &SampleOptions,
) -> Result<String, NoAnswer> {
    let echo = envelope.payload.first().map_or_else(Echo::default, |payload| Echo::new(*payload));
    Samples { schemas, echo: &echo, options }.sample(&fault.part.content.root(&fault.part.name))
}

/// A sample of what the body holds, as text.
pub(super) fn sample_body(
    output: &Message,
    schemas: Option<&Schemas>,
    echo: &Echo,
    options: &SampleOptions,
) -> Result<String, NoAnswer> {
    let samples = Samples { schemas, echo, options };
    match &output.wrapper {
        Some(wrapper) => samples.write_rpc(wrapper, output),
        None => samples.write_document(output),
    }
}

fn wrap(version: SoapVersion, headers: &str, body: &str) -> String {
    let namespace = version.envelope_namespace();
    let element = |name: &str, content: &str| match content {
        "" => format!("<soap:{name}/>"),
        content => format!("<soap:{name}>{content}</soap:{name}>"),
    };
    let header = if headers.is_empty() { String::new() } else { element("Header", headers) };
    let body = element("Body", body);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soap:Envelope xmlns:soap=\"{namespace}\">{header}{body}</soap:Envelope>\n"
    )
}

struct Samples<'a, 's> {
    schemas: Option<&'a Schemas<'s>>,
    echo: &'a Echo,
    options: &'a SampleOptions,
}

impl Samples<'_, '_> {
    fn write_document(&self, output: &Message) -> Result<String, NoAnswer> {
        let mut body = String::new();
        for part in &output.parts {
            let root = match &part.content {
                PartContent::Element(name) => Root::Element(name.clone()),
                PartContent::Type(_) => {
                    return Err(NoAnswer(format!(
                        "its part {} is a type, which no element of a document message has",
                        part.name
                    )));
                }
            };
            body.push_str(&self.sample(&root)?);
        }
        Ok(body)
    }

    fn write_rpc(&self, wrapper: &QName, output: &Message) -> Result<String, NoAnswer> {
        let mut parts = String::new();
        for part in &output.parts {
            let root = part.content.root(&part.name);
            parts.push_str(&self.sample(&root)?);
        }
        let (namespace, local) = (escaped(&wrapper.namespace), &wrapper.local);
        Ok(format!("<rpc:{local} xmlns:rpc=\"{namespace}\">{parts}</rpc:{local}>"))
    }

    fn sample(&self, root: &Root) -> Result<String, NoAnswer> {
        let Some(schemas) = self.schemas else {
            return Err(NoAnswer("its schemas cannot be compiled".to_owned()));
        };
        schemas.sample(root, self.echo, self.options).map_err(|error| NoAnswer(error.to_string()))
    }
}
