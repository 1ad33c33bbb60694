//! Samples of the messages of operations. A response is an envelope of the request's version.

use http::{Response, StatusCode};

use super::envelope::Envelope;
use crate::response::respond;
use crate::sample::{Echo, SampleOptions, SampleRoot, Sampler};
use crate::wsdl::{Fault, Message, Part, PartContent, SoapVersion};
use crate::xml::escaped;
use crate::xsd::QName;

/// The reason why an operation has no sample, as a sentence without its full stop.
#[derive(Debug)]
pub(super) struct NoSample(pub(super) String);

/// Writes the response to `envelope`.
pub(super) fn write_response(
    output: &Message,
    schemas: Option<&Sampler<'_>>,
    envelope: &Envelope<'_>,
    options: &SampleOptions,
) -> Result<Response<Vec<u8>>, NoSample> {
    let echo = envelope.payload.first().map_or_else(Echo::default, |payload| Echo::new(*payload));
    let mut roots = body_roots(output)?;
    let parts = roots.len();
    // Headers are optional, so those without a sample are omitted.
    let headers = output.headers.iter().map(|part| part.content.root(&part.name));
    roots.extend(headers.map(|root| SampleRoot { root, optional: true }));
    let texts = sample(schemas, &roots, &echo, options)?;
    let (parts, headers) = texts.split_at_checked(parts).unwrap_or_default();
    let text = wrap(envelope.version, &headers.concat(), &write_body(output, parts));
    Ok(respond(StatusCode::OK, envelope.version.content_type(), text))
}

/// Returns a sample of the detail of a declared fault.
pub(super) fn sample_fault(
    fault: &Fault,
    schemas: Option<&Sampler<'_>>,
    envelope: &Envelope<'_>,
    options: &SampleOptions,
) -> Result<String, NoSample> {
    let echo = envelope.payload.first().map_or_else(Echo::default, |payload| Echo::new(*payload));
    let root = SampleRoot { root: fault.part.content.root(&fault.part.name), optional: false };
    sample(schemas, &[root], &echo, options).map(|texts| texts.concat())
}

/// Returns an error if the body has no sample.
pub(super) fn check_sample(output: &Message, schemas: &Sampler<'_>, options: &SampleOptions) -> Result<(), NoSample> {
    sample(Some(schemas), &body_roots(output)?, &Echo::default(), options).map(drop)
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

/// Returns the root elements of the parts of a message.
fn body_roots(output: &Message) -> Result<Vec<SampleRoot>, NoSample> {
    let root = |part: &Part| match &part.content {
        PartContent::Type(_) if output.wrapper.is_none() => {
            Err(NoSample(format!("its part {} is a type, but a document message needs an element", part.name)))
        }
        content => Ok(SampleRoot { root: content.root(&part.name), optional: false }),
    };
    output.parts.iter().map(root).collect()
}

fn write_body(output: &Message, parts: &[String]) -> String {
    let parts = parts.concat();
    match &output.wrapper {
        Some(QName { namespace, local }) => {
            let namespace = escaped(namespace);
            format!("<rpc:{local} xmlns:rpc=\"{namespace}\">{parts}</rpc:{local}>")
        }
        None => parts,
    }
}

fn sample(
    schemas: Option<&Sampler<'_>>,
    roots: &[SampleRoot],
    echo: &Echo,
    options: &SampleOptions,
) -> Result<Vec<String>, NoSample> {
    let Some(schemas) = schemas.filter(|_| !roots.is_empty()) else {
        return if roots.is_empty() {
            Ok(Vec::new())
        } else {
            Err(NoSample("its schemas cannot be compiled".to_owned()))
        };
    };
    schemas.sample(roots, echo, options).map_err(|error| NoSample(error.to_string()))
}
