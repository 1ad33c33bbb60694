//! Handling of a SOAP request: decodes it, finds its operation, validates it, and returns a mocked response or a fault.

use std::borrow::Cow;

use http::{HeaderMap, Response, StatusCode};

use super::envelope::{Envelope, EnvelopeError};
use super::examine::{unknown_part, unread_part};
use super::fault::{self, Fault, Format, violation_json};
use super::samples::{self, NoSample};
use super::select::{NotSelected, Selected};
use super::{Examples, SoapRules, SoapService, validate};
use crate::quoted::shorten;
use crate::request::fields::first_field;
use crate::request::media::MediaType;
use crate::request::prefer;
use crate::response::{Exchange, respond};
use crate::sample::{SampleOptions, Sampler};
use crate::wsdl::{self, Operation, SoapVersion};
use crate::xml;

/// Maximum number of characters of the sentence in a fault.
const SENTENCE: usize = 4_000;

/// A request to a SOAP service.
#[derive(Debug)]
pub(crate) struct SoapRequest<'a> {
    pub(crate) headers: &'a HeaderMap,
    pub(crate) body: &'a [u8],
    pub(crate) options: SampleOptions,
    pub(crate) rules: SoapRules,
    /// Examples that are returned instead of samples.
    pub(crate) examples: &'a Examples,
}

impl SoapService {
    /// Handles a request. Returns a mocked response, or a fault with the required changes.
    pub(super) fn respond(&self, request: &SoapRequest<'_>) -> Exchange {
        let content_type = MediaType::from_headers(request.headers);
        let format = Format::negotiate(request.headers);
        let version = guess_version(content_type.as_ref());
        let refuse = |fault: Fault| refuse_with(fault, version, format);
        if let Some(media) = &content_type
            && media.is("multipart", "related")
        {
            return refuse(Fault::client(
                "attachments are not supported: send only the envelope, as text/xml or application/soap+xml",
            ));
        }
        let charset = content_type.as_ref().and_then(|media| media.parameter("charset"));
        let text = match xml::decode(request.body, charset) {
            Ok(text) => text,
            Err(error) => return refuse(Fault::client(format!("the body is not XML: {error}"))),
        };
        let document = match xml::parse(&text) {
            Ok(document) => document,
            Err(error) => return refuse(Fault::client(format!("the body is not XML: {error}"))),
        };
        match Envelope::read(&document) {
            Ok(envelope) => self.handle_envelope(request, &envelope, content_type.as_ref(), format),
            Err(error @ EnvelopeError::UnknownVersion(_)) => refuse(Fault::version_mismatch(error.to_string())),
            Err(error) => refuse(Fault::client(error.to_string())),
        }
    }

    fn handle_envelope(
        &self,
        request: &SoapRequest<'_>,
        envelope: &Envelope<'_>,
        content_type: Option<&MediaType>,
        format: Format,
    ) -> Exchange {
        let rules = request.rules;
        let action = read_action(envelope.version, request.headers, content_type);
        let selected = self.select(envelope, action.as_deref(), rules.action, rules.declared_namespaces);
        let Selected { operation, mut lenient } = match selected {
            Ok(selected) => selected,
            Err(not_selected) => return self.refuse_selection(not_selected, envelope.version, content_type, format),
        };
        // If the body itself has a type, the type validates its text.
        if !operation.input.is_body_typed()
            && let Err(error) = envelope.check_body_text()
        {
            return refuse_with(Fault::client(error.to_string()), envelope.version, format);
        }
        if content_type.is_some_and(|media| !media.carries(envelope.version)) {
            lenient.push("content-type");
        }
        if envelope.headers.iter().any(|header| validate::declared_header(&operation.input, *header).is_none()) {
            lenient.push("undeclared-header");
        }
        self.schemas.with(|schemas| {
            let violations = match schemas {
                Ok(schemas) if rules.validate && unknown_part(&operation.input, schemas).is_none() => {
                    if unread_part(&operation.input, schemas).is_some() {
                        lenient.push("unvalidated");
                    }
                    validate::validate(schemas, &operation.input, envelope)
                }
                Ok(_) | Err(_) => {
                    lenient.push("unvalidated");
                    Vec::new()
                }
            };
            let result = if violations.is_empty() {
                mock_response(operation, schemas.ok(), envelope, request)
            } else {
                Err(Fault::violations(&operation.name, violations))
            };
            match result {
                Ok(response) => Exchange::served(&operation.name, response, lenient),
                Err(fault) => {
                    let refused = refuse_with(fault, envelope.version, format);
                    Exchange { operation: Some(operation.name.clone()), lenient, ..refused }
                }
            }
        })
    }

    fn refuse_selection(
        &self,
        reason: NotSelected,
        version: SoapVersion,
        content_type: Option<&MediaType>,
        format: Format,
    ) -> Exchange {
        match reason {
            NotSelected::Version => {
                // A node of SOAP 1.1 replies to any other version with a fault of SOAP 1.1 (SOAP 1.1 section 4.1.2), and a
                // node of SOAP 1.2 replies so to SOAP 1.1 (SOAP 1.2 part 1 appendix A).
                let bindings = || self.operations.iter().flat_map(|operation| &operation.bindings);
                let served = bindings().filter(|binding| binding.unserved.is_none()).find_map(|binding| binding.soap);
                let spoken = served.or_else(|| bindings().find_map(|binding| binding.soap));
                let of_fault = if spoken.is_some() { SoapVersion::V1_1 } else { version };
                let sentence = match spoken {
                    Some(spoken) => {
                        let (sent, namespace) = (version.name(), spoken.envelope_namespace());
                        // If the content type is right, the client means this version and only the namespace is wrong.
                        let is_typed = content_type.is_some_and(|media| media.carries(spoken));
                        let spoken = spoken.name();
                        let though = if is_typed { format!(", but is sent as {spoken}") } else { String::new() };
                        format!(
                            "the envelope is {sent}{though}; the ports of this service use {spoken}, whose `Envelope` \
                             is in the namespace {namespace}"
                        )
                    }
                    None => format!("no port of this service can be called with SOAP: {}", self.explain_ports()),
                };
                refuse_with(Fault::version_mismatch(sentence), of_fault, format)
            }
            NotSelected::Client(sentence) => refuse_with(Fault::client(sentence), version, format),
            NotSelected::Unserved { operation, reason } => {
                let fault = Fault::server(format!("{operation} cannot be served: {reason}"));
                Exchange { operation: Some(operation), ..refuse_with(fault, version, format) }
            }
        }
    }
}

/// Returns the example or sample for an operation, or 202 without a body for one-way operations (Basic Profile 1.1
/// R2714).
fn mock_response(
    operation: &Operation,
    schemas: Option<&Sampler<'_>>,
    envelope: &Envelope<'_>,
    request: &SoapRequest<'_>,
) -> Result<Response<Vec<u8>>, Fault> {
    let no_sample =
        |NoSample(reason): NoSample| Fault::server(format!("{} has no sample reply: {reason}", operation.name));
    if let Some(name) = prefer::preference(request.headers, "fault") {
        let fault = declared_fault(operation, &name)?;
        let detail = samples::sample_fault(fault, schemas, envelope, &request.options).map_err(no_sample)?;
        return Ok(fault::write_declared(envelope.version, &name, &detail));
    }
    let Some(output) = &operation.output else {
        let mut response = Response::new(Vec::new());
        *response.status_mut() = StatusCode::ACCEPTED;
        return Ok(response);
    };
    if let Some(example) = request.examples.get(&operation.name) {
        let text = example.write(envelope.version);
        return Ok(respond(StatusCode::OK, envelope.version.content_type(), text));
    }
    samples::write_response(output, schemas, envelope, &request.options).map_err(no_sample)
}

/// Returns the declared fault that `Prefer: fault=NAME` requests.
fn declared_fault<'o>(operation: &'o Operation, name: &str) -> Result<&'o wsdl::Fault, Fault> {
    operation.faults.iter().find(|fault| fault.name == name).ok_or_else(|| {
        let names: Vec<&str> = operation.faults.iter().map(|fault| fault.name.as_str()).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let preferred = prefer::describe_preference("fault", name);
        Fault::client(format!("{preferred}; {} declares {names}", operation.name))
    })
}

fn refuse_with(mut fault: Fault, version: SoapVersion, format: Format) -> Exchange {
    // The sentence may quote long names of the request.
    fault.sentence = shorten(&fault.sentence, SENTENCE);
    Exchange {
        response: fault.write(version, format),
        operation: None,
        refusal: Some(fault.sentence),
        violations: fault.violations.iter().map(violation_json).collect(),
        lenient: Vec::new(),
    }
}

/// Returns the action: a header in SOAP 1.1, a parameter of the media type in SOAP 1.2. Quotation marks are removed.
fn read_action<'a>(
    version: SoapVersion,
    headers: &'a HeaderMap,
    content_type: Option<&'a MediaType>,
) -> Option<Cow<'a, str>> {
    match version {
        SoapVersion::V1_1 => {
            let field = first_field(headers, "soapaction")?;
            let text = field.trim();
            let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            Some(Cow::Owned(bare.unwrap_or(text).to_owned()))
        }
        SoapVersion::V1_2 => content_type?.parameter("action").map(Cow::Borrowed),
    }
}

/// Returns the version of a fault for requests without a valid envelope.
fn guess_version(content_type: Option<&MediaType>) -> SoapVersion {
    match content_type {
        Some(media) if media.is("application", "soap+xml") => SoapVersion::V1_2,
        _ => SoapVersion::V1_1,
    }
}

impl MediaType {
    /// True if messages of this version use this media type.
    fn carries(&self, version: SoapVersion) -> bool {
        match version {
            SoapVersion::V1_1 => self.is("text", "xml"),
            SoapVersion::V1_2 => self.is("application", "soap+xml"),
        }
    }
}

impl SoapVersion {
    /// Returns the common name of the version.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SoapVersion::V1_1 => "SOAP 1.1",
            SoapVersion::V1_2 => "SOAP 1.2",
        }
    }
}
