//! Rejections as SOAP faults (SOAP 1.1 section 4.4, SOAP 1.2 part 1 section 5.4), or as JSON if the client prefers it.

use std::fmt::Write as _;

use http::{HeaderMap, Response, StatusCode};
use serde_json::Value;

use crate::credentials::{REDACTED, is_credential_path};
use crate::request::media::prefers_json;
use crate::response::{Problem, ReportedViolation, respond};
use crate::wsdl::SoapVersion;
use crate::xml::escaped;
use crate::xsd::Violation;

/// Namespace of the elements in a fault's detail.
const DETAIL: &str = "urn:waybill:mock";

/// A rejection.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) blame: Blame,
    pub(super) sentence: String,
    pub(super) violations: Vec<Violation>,
}

/// The cause of a fault: client, server or SOAP version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blame {
    Client,
    Server,
    VersionMismatch,
}

/// The format of a rejection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Soap,
    Json,
}

impl Format {
    /// Returns JSON if `Accept` prefers it to XML, else SOAP.
    pub(super) fn negotiate(headers: &HeaderMap) -> Format {
        if prefers_json(headers, &["text/xml", "application/soap+xml", "application/xml"]) {
            Format::Json
        } else {
            Format::Soap
        }
    }
}

impl Fault {
    pub(super) fn client(sentence: impl Into<String>) -> Fault {
        Fault { blame: Blame::Client, sentence: sentence.into(), violations: Vec::new() }
    }

    pub(super) fn server(sentence: impl Into<String>) -> Fault {
        Fault { blame: Blame::Server, sentence: sentence.into(), violations: Vec::new() }
    }

    pub(super) fn version_mismatch(sentence: impl Into<String>) -> Fault {
        Fault { blame: Blame::VersionMismatch, sentence: sentence.into(), violations: Vec::new() }
    }

    /// Creates a fault for a request that violates its schema.
    pub(super) fn violations(operation: &str, violations: Vec<Violation>) -> Fault {
        let violations: Vec<Violation> = violations.into_iter().map(without_credential).collect();
        let first = violations.first().map(|violation| format!("{}: {}", violation.path, violation.message));
        let first = first.unwrap_or_default();
        let more = match violations.len() {
            0 | 1 => String::new(),
            count => format!(" (and {} more)", count - 1),
        };
        let sentence = format!("the request does not match the schema of {operation}: {first}{more}");
        Fault { blame: Blame::Client, sentence, violations }
    }

    pub(super) fn write(&self, version: SoapVersion, format: Format) -> Response<Vec<u8>> {
        match format {
            Format::Soap => respond(self.status(version), version.content_type(), self.envelope(version)),
            Format::Json => self.problem().into_response(),
        }
    }

    /// Returns 400 only for sender faults of SOAP 1.2 (SOAP 1.2 part 2 table 20). All faults of SOAP 1.1 use 500
    /// (section 6.2).
    fn status(&self, version: SoapVersion) -> StatusCode {
        match (version, self.blame) {
            (SoapVersion::V1_2, Blame::Client) => StatusCode::BAD_REQUEST,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn problem(&self) -> Problem {
        let status = match self.blame {
            Blame::Server => StatusCode::INTERNAL_SERVER_ERROR,
            Blame::Client | Blame::VersionMismatch => StatusCode::BAD_REQUEST,
        };
        let problem = Problem::new(status, "The request was rejected", self.sentence.clone());
        if self.violations.is_empty() {
            return problem;
        }
        let errors: Vec<Value> = self.violations.iter().map(violation_json).collect();
        problem.with("errors", Value::Array(errors))
    }

    fn envelope(&self, version: SoapVersion) -> String {
        self.envelope_with(version, &self.detail())
    }

    fn envelope_with(&self, version: SoapVersion, detail: &str) -> String {
        let namespace = version.envelope_namespace();
        let sentence = escaped(&self.sentence);
        let fault = match version {
            SoapVersion::V1_1 => {
                let detail = if detail.is_empty() { String::new() } else { format!("<detail>{detail}</detail>") };
                let code = self.code_1_1();
                format!("<faultcode>soap:{code}</faultcode><faultstring>{sentence}</faultstring>{detail}")
            }
            SoapVersion::V1_2 => {
                let detail =
                    if detail.is_empty() { String::new() } else { format!("<soap:Detail>{detail}</soap:Detail>") };
                let code = self.code_1_2();
                format!(
                    "<soap:Code><soap:Value>soap:{code}</soap:Value></soap:Code>\
                     <soap:Reason><soap:Text xml:lang=\"en\">{sentence}</soap:Text></soap:Reason>{detail}"
                )
            }
        };
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <soap:Envelope xmlns:soap=\"{namespace}\"><soap:Body><soap:Fault>{fault}</soap:Fault></soap:Body></soap:Envelope>\n"
        )
    }

    fn code_1_1(&self) -> &'static str {
        match self.blame {
            Blame::Client => "Client",
            Blame::Server => "Server",
            Blame::VersionMismatch => "VersionMismatch",
        }
    }

    fn code_1_2(&self) -> &'static str {
        match self.blame {
            Blame::Client => "Sender",
            Blame::Server => "Receiver",
            Blame::VersionMismatch => "VersionMismatch",
        }
    }

    fn detail(&self) -> String {
        let mut detail = String::new();
        for violation in &self.violations {
            let Violation { path, expected, value, message, rule, line, column } = violation;
            let (path, expected, value, message) = (escaped(path), escaped(expected), escaped(value), escaped(message));
            let _ = write!(
                detail,
                "<violation xmlns=\"{DETAIL}\" path=\"{path}\" expected=\"{expected}\" value=\"{value}\" rule=\"{rule}\" line=\"{line}\" column=\"{column}\">{message}</violation>"
            );
        }
        detail
    }
}

/// Redacts the value of a violation under a credential name.
fn without_credential(violation: Violation) -> Violation {
    if violation.value.is_empty() || !is_credential_path(&violation.path) {
        return violation;
    }
    let message = format!("{REDACTED} is not {}", violation.expected);
    Violation { value: REDACTED.to_owned(), message, ..violation }
}

/// Writes a fault that the WSDL declares, with `detail` as its element (SOAP 1.1 section 4.4, SOAP 1.2 part 1 section
/// 5.4).
pub(super) fn write_declared(version: SoapVersion, name: &str, detail: &str) -> Response<Vec<u8>> {
    let sentence = format!("{name}, as requested");
    let text = Fault::server(sentence).envelope_with(version, detail);
    respond(StatusCode::INTERNAL_SERVER_ERROR, version.content_type(), text)
}

/// Converts a violation to JSON for the request log and problems.
pub(crate) fn violation_json(violation: &Violation) -> Value {
    let Violation { path, expected, value, message, rule, line, column } = violation;
    let reported = ReportedViolation {
        path: Some(path),
        expected,
        value,
        message,
        rule: Some(rule),
        line: Some(*line),
        column: Some(*column),
        ..ReportedViolation::default()
    };
    reported.to_json()
}
