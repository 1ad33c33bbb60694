//! Tests of valid and invalid envelopes, in all variants that clients send.

use super::*;
use crate::soap::envelope::{Envelope, EnvelopeError};
use crate::xml;

const V1_1: &str = "http://schemas.xmlsoap.org/soap/envelope/";

fn read<T>(text: &str, look: impl FnOnce(Result<Envelope<'_>, EnvelopeError>) -> T) -> T {
    let document = xml::parse(text).unwrap();
    look(Envelope::read(&document))
}

#[test]
fn prefixes_declarations_and_attributes_do_not_matter() {
    for text in [
        format!("<Envelope xmlns='{V1_1}'><Body><a xmlns='urn:a'/></Body></Envelope>"),
        format!(
            "<?xml version='1.0'?>\n<!-- c --><e:Envelope xmlns:e='{V1_1}'><e:Body id='x'><a xmlns='urn:a'/></e:Body></e:Envelope>"
        ),
        format!(
            "<e:Envelope xmlns:e='{V1_1}'><e:Header/><!-- c --><e:Body>\n <a xmlns='urn:a'/>\n</e:Body></e:Envelope>"
        ),
    ] {
        let payload = read(&text, |envelope| envelope.unwrap().payload[0].tag_name().name().to_owned());
        assert_eq!(payload, "a");
    }
}

#[test]
fn the_namespace_says_the_version() {
    for version in [SoapVersion::V1_1, SoapVersion::V1_2] {
        let namespace = version.envelope_namespace();
        let text = format!("<e:Envelope xmlns:e='{namespace}'><e:Body/></e:Envelope>");
        assert_eq!(read(&text, |envelope| envelope.unwrap().version), version);
    }
}

#[test]
fn invalid_envelope_is_an_error() {
    let error = |text: &str| read(text, |envelope| envelope.unwrap_err());
    assert_eq!(error("<Order/>"), EnvelopeError::NotEnvelope("Order".to_owned()));
    assert_eq!(error("<Envelope xmlns='urn:x'/>"), EnvelopeError::UnknownVersion("urn:x".to_owned()));
    assert_eq!(error(&format!("<Envelope xmlns='{V1_1}'><Body xmlns=''/></Envelope>")), EnvelopeError::NoBody);
}

#[test]
fn envelope_has_header_body_and_version_dependent_trailers() {
    const V1_2: &str = "http://www.w3.org/2003/05/soap-envelope";
    let error = |namespace: &str, inner: &str| {
        let text = format!("<e:Envelope xmlns:e='{namespace}'>{inner}</e:Envelope>");
        read(&text, |envelope| envelope.and_then(|envelope| envelope.check_body_text()).err())
    };
    let after = "<e:Header/><e:Body/><x:a xmlns:x='urn:x'/>";
    for namespace in [V1_1, V1_2] {
        for inner in ["<e:Header> </e:Header>\n<!-- c --><e:Body>\n<a>text</a>\n</e:Body>", "<e:Body/>"] {
            assert_eq!(error(namespace, inner), None, "{inner}");
        }
        for (inner, expected) in [
            ("<e:Body/><e:Header/>", EnvelopeError::HeaderAfterBody),
            ("<e:Header/><e:Header/><e:Body/>", EnvelopeError::Second("Header")),
            ("<e:Body/><e:Body/>", EnvelopeError::Second("Body")),
            ("<x:a xmlns:x='urn:x'/><e:Body/>", EnvelopeError::BeforeBody("a".to_owned())),
            ("<e:Body>te<!-- c -->xt<a/></e:Body>", EnvelopeError::Text("Body", "text".to_owned())),
            ("<e:Header>text</e:Header><e:Body/>", EnvelopeError::Text("Header", "text".to_owned())),
            ("<e:Body/>text", EnvelopeError::Text("Envelope", "text".to_owned())),
        ] {
            assert_eq!(error(namespace, inner), Some(expected), "{inner}");
        }
    }
    assert_eq!(error(V1_1, after), None);
    for unqualified in ["<a/>", "<a xmlns=''/>"] {
        let expected = Some(EnvelopeError::UnqualifiedAfterBody("a".to_owned()));
        assert_eq!(error(V1_1, &format!("<e:Body/>{unqualified}")), expected, "{unqualified}");
    }
    assert_eq!(error(V1_2, after), Some(EnvelopeError::AfterBody("a".to_owned())));
}
