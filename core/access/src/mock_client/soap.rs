//! Calls of a SOAP service: the envelope, the `SOAPAction`, and the platform's rules for both.

use http::{HeaderName, HeaderValue, StatusCode, header};
use serde::Serialize;
use waybill_base::error::{Error, code};
use waybill_base::internal::ErrorExt as _;

use super::answer::{MockAnswer, MockRequest};
use super::failures::refused;
use super::service_path::service_path;
use super::start_tag::{ElementName, read_name, skip_prolog};

/// Base path, followed by the service's name and version.
const PATH: &str = "/soap";

const SOAP_ACTION: HeaderName = HeaderName::from_static("soapaction");

/// A call of a SOAP operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoapCall {
    /// The service's name.
    pub service: String,
    /// Its version.
    pub version: String,
    /// Name of the operation in the WSDL. The platform uses it as `SOAPAction`.
    pub operation: String,
    /// `targetNamespace` of the WSDL. If given, the payload's namespace is checked before the call is sent.
    pub namespace: Option<String>,
    /// Content of the envelope's body: one XML element.
    pub payload: String,
    /// Content of the envelope's header: XML elements, if any.
    pub header: Option<String>,
    /// The version of SOAP.
    pub protocol: SoapProtocol,
}

/// A version of SOAP.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SoapProtocol {
    /// SOAP 1.1: `text/xml` and the header `SOAPAction`.
    #[default]
    V11,
    /// SOAP 1.2: `application/soap+xml` with the parameter `action`.
    V12,
}

/// The response of a SOAP service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SoapReply {
    /// The HTTP status.
    pub status: u16,
    /// True if the envelope contains a fault, as an error status shows (SOAP 1.1 section 6.2, SOAP 1.2 part 2 section 7.5).
    pub is_fault: bool,
    /// Envelope in UTF-8; empty if the operation has no output.
    pub envelope: String,
}

impl SoapProtocol {
    const fn namespace(self) -> &'static str {
        match self {
            SoapProtocol::V11 => "http://schemas.xmlsoap.org/soap/envelope/",
            SoapProtocol::V12 => "http://www.w3.org/2003/05/soap-envelope",
        }
    }
}

/// Returns the path for calls of a service.
pub(super) fn path(call: &SoapCall) -> Result<String, Error> {
    service_path(PATH, &call.service, &call.version)
}

/// Creates the request of a call.
///
/// # Errors
/// `request.invalid` if a header cannot hold the operation's name, or if the payload is not one element, is an envelope, or
/// has the wrong namespace.
pub(super) fn request(url: &str, path: &str, call: &SoapCall) -> Result<MockRequest, Error> {
    let SoapCall { operation, namespace, payload, header, protocol, .. } = call;
    let is_token = !operation.is_empty() && operation.chars().all(|c| c.is_ascii_graphic() && c != '"' && c != '\\');
    let action = HeaderValue::try_from(format!("\"{operation}\"")).ok().filter(|_| is_token).ok_or_else(|| {
        let error = Error::new(code::REQUEST_INVALID, "the operation's name is not valid in `SOAPAction`".to_owned());
        error.remedy("use the operation's name from the WSDL")
    })?;
    let payload = check_payload(payload, namespace.as_deref())?;
    let envelope = protocol.namespace();
    let header = header.as_deref().map(|header| format!("<soap:Header>{header}</soap:Header>")).unwrap_or_default();
    let body =
        format!("<soap:Envelope xmlns:soap=\"{envelope}\">{header}<soap:Body>{payload}</soap:Body></soap:Envelope>");
    let content_type = match protocol {
        SoapProtocol::V11 => HeaderValue::from_static("text/xml; charset=utf-8"),
        SoapProtocol::V12 => {
            HeaderValue::try_from(format!("application/soap+xml; charset=utf-8; action=\"{operation}\""))
                .unwrap_or(HeaderValue::from_static("application/soap+xml; charset=utf-8"))
        }
    };
    let mut request = MockRequest::post(url, path, content_type, body.into_bytes());
    request.head.headers.insert(header::ACCEPT, HeaderValue::from_static("text/xml, application/soap+xml, */*;q=0.1"));
    if *protocol == SoapProtocol::V11 {
        request.head.headers.insert(SOAP_ACTION, action);
    }
    Ok(request)
}

fn check_payload<'p>(payload: &'p str, namespace: Option<&str>) -> Result<&'p str, Error> {
    let refuse = |problem: &str, remedy: String| {
        Error::new(code::REQUEST_INVALID, format!("the payload of the SOAP call {problem}")).remedy(remedy)
    };
    let one_element =
        |problem: &str| refuse(problem, "pass one XML element: the content of the envelope's body".to_owned());
    let payload = skip_prolog(payload).map_err(one_element)?;
    let ElementName { namespace: found, local } = read_name(payload).map_err(one_element)?;
    let is_envelope = [SoapProtocol::V11, SoapProtocol::V12].iter().any(|protocol| protocol.namespace() == found);
    if is_envelope {
        let problem = format!("is the SOAP element `{local}`");
        return Err(refuse(
            &problem,
            "pass only the content of the envelope's body: the envelope is added to it".to_owned(),
        ));
    }
    match namespace {
        Some(wanted) if wanted != found => {
            let place = if found.is_empty() { "no namespace".to_owned() } else { format!("the namespace `{found}`") };
            let problem = format!("is in {place}, and the service's is `{wanted}`");
            Err(refuse(
                &problem,
                format!("write the payload's element in the WSDL's targetNamespace: xmlns=\"{wanted}\""),
            ))
        }
        _ => Ok(payload),
    }
}

/// Parses a response. A response without an envelope means that the mock service itself rejected the call.
pub(super) fn read(url: &str, call: &SoapCall, answer: &MockAnswer) -> Result<SoapReply, Error> {
    answer.check_complete("an operation")?;
    let status = answer.status();
    let kind = answer.header(header::CONTENT_TYPE.as_str()).unwrap_or_default().to_ascii_lowercase();
    let may_hold_fault = status.is_server_error() || status == StatusCode::BAD_REQUEST;
    let is_envelope = kind.contains("xml") && (status.is_success() || may_hold_fault);
    // The response of an operation without output is empty (WSDL 1.1 section 2.4.1).
    let is_accepted = status.is_success() && answer.body.is_empty();
    if !is_envelope && !is_accepted {
        return Err(refused(url, &format!("the call of `{}`", call.operation), answer));
    }
    let is_fault = !status.is_success();
    Ok(SoapReply { status: status.as_u16(), is_fault, envelope: answer.text().into_owned() })
}
