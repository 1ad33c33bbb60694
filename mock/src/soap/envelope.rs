//! A SOAP envelope, taken apart (SOAP 1.1 section 4, SOAP 1.2 part 1 section 5).

use roxmltree::Node;

use crate::wsdl::SoapVersion;

/// An envelope of a request.
#[derive(Debug, Clone)]
pub(crate) struct Envelope<'a> {
    pub(crate) version: SoapVersion,
    /// The header blocks.
    pub(crate) headers: Vec<Node<'a, 'a>>,
    pub(crate) body: Node<'a, 'a>,
    /// The element children of the body.
    pub(crate) payload: Vec<Node<'a, 'a>>,
}

/// Why a document is no envelope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EnvelopeError {
    #[error("the root element is `{0}`; a SOAP message is an `Envelope` of {v11} or {v12}", v11 = SoapVersion::V1_1.envelope_namespace(), v12 = SoapVersion::V1_2.envelope_namespace())]
    NotEnvelope(String),
    #[error("the `Envelope` is in the namespace `{0}`; SOAP 1.1 has {v11}, SOAP 1.2 has {v12}", v11 = SoapVersion::V1_1.envelope_namespace(), v12 = SoapVersion::V1_2.envelope_namespace())]
    UnknownVersion(String),
    #[error("the `Envelope` has no `Body` in its own namespace")]
    NoBody,
}

impl<'a> Envelope<'a> {
    pub(crate) fn read(document: &'a roxmltree::Document<'a>) -> Result<Envelope<'a>, EnvelopeError> {
        let root = document.root_element();
        let name = root.tag_name();
        if name.name() != "Envelope" {
            return Err(EnvelopeError::NotEnvelope(name.name().to_owned()));
        }
        let namespace = name.namespace().unwrap_or_default();
        let versions = [SoapVersion::V1_1, SoapVersion::V1_2];
        let Some(version) = versions.into_iter().find(|version| version.envelope_namespace() == namespace) else {
            return Err(EnvelopeError::UnknownVersion(namespace.to_owned()));
        };
        let child = |local| root.children().find(|child| child.has_tag_name((namespace, local)));
        let header = child("Header");
        let headers = header.into_iter().flat_map(|header| header.children()).filter(Node::is_element).collect();
        let body = child("Body").ok_or(EnvelopeError::NoBody)?;
        let payload = body.children().filter(Node::is_element).collect();
        Ok(Envelope { version, headers, body, payload })
    }
}
