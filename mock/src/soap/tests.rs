//! What is an envelope and what is not, in every form that clients send one.

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
fn what_is_no_envelope_is_said() {
    let error = |text: &str| read(text, |envelope| envelope.unwrap_err());
    assert_eq!(error("<Order/>"), EnvelopeError::NotEnvelope("Order".to_owned()));
    assert_eq!(error("<Envelope xmlns='urn:x'/>"), EnvelopeError::UnknownVersion("urn:x".to_owned()));
    assert_eq!(error(&format!("<Envelope xmlns='{V1_1}'><Body xmlns=''/></Envelope>")), EnvelopeError::NoBody);
}
