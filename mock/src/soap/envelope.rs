//! Parsing of SOAP envelopes (SOAP 1.1 section 4, SOAP 1.2 part 1 section 5).

use roxmltree::Node;

use crate::wsdl::SoapVersion;
use crate::xml;

/// The envelope of a request.
#[derive(Debug, Clone)]
pub(crate) struct Envelope<'a> {
    pub(crate) version: SoapVersion,
    /// Header blocks.
    pub(crate) headers: Vec<Node<'a, 'a>>,
    pub(crate) body: Node<'a, 'a>,
    /// Element children of the body.
    pub(crate) payload: Vec<Node<'a, 'a>>,
}

/// The reason why a document is not an envelope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EnvelopeError {
    #[error("the root element is `{0}`; a SOAP message is an `Envelope` of {v11} or {v12}", v11 = SoapVersion::V1_1.envelope_namespace(), v12 = SoapVersion::V1_2.envelope_namespace())]
    NotEnvelope(String),
    #[error("the `Envelope` is in the namespace `{0}`; SOAP 1.1 uses {v11}, SOAP 1.2 uses {v12}", v11 = SoapVersion::V1_1.envelope_namespace(), v12 = SoapVersion::V1_2.envelope_namespace())]
    UnknownVersion(String),
    #[error("the `Envelope` has no `Body` in its own namespace")]
    NoBody,
    #[error("the `Envelope` has more than one `{0}`")]
    Second(&'static str),
    #[error("the `Header` follows the `Body`; it must be the first element of the `Envelope`")]
    HeaderAfterBody,
    #[error("`{0}` comes before the `Body`; only a `Header` of the envelope's namespace may")]
    BeforeBody(String),
    #[error("`{0}` follows the `Body`, but an envelope of SOAP 1.2 ends with the `Body`")]
    AfterBody(String),
    #[error("`{0}` follows the `Body` and has no namespace; SOAP 1.1 requires one")]
    UnqualifiedAfterBody(String),
    #[error("the `{0}` contains text outside an element: `{1}`")]
    Text(&'static str, String),
}

/// Maximum number of quoted characters of misplaced text.
const SHOWN: usize = 80;

impl<'a> Envelope<'a> {
    pub(crate) fn read(document: &'a roxmltree::Document<'a>) -> Result<Envelope<'a>, EnvelopeError> {
        let root = document.root_element();
        let name = root.tag_name();
        if name.name() != "Envelope" {
            return Err(EnvelopeError::NotEnvelope(name.name().to_owned()));
        }
        let namespace = xml::namespace(root).unwrap_or_default();
        let versions = [SoapVersion::V1_1, SoapVersion::V1_2];
        let Some(version) = versions.into_iter().find(|version| version.envelope_namespace() == namespace) else {
            return Err(EnvelopeError::UnknownVersion(namespace.to_owned()));
        };
        check_children(root, version)?;
        let child = |local| root.children().find(|child| child.has_tag_name((namespace, local)));
        let header = child("Header");
        let headers = header.into_iter().flat_map(|header| header.children()).filter(Node::is_element).collect();
        let body = child("Body").ok_or(EnvelopeError::NoBody)?;
        check_no_text(root, "Envelope")?;
        header.map_or(Ok(()), |header| check_no_text(header, "Header"))?;
        let payload = body.children().filter(Node::is_element).collect();
        Ok(Envelope { version, headers, body, payload })
    }

    /// Rejects text between the elements of the body.
    pub(crate) fn check_body_text(&self) -> Result<(), EnvelopeError> {
        check_no_text(self.body, "Body")
    }
}

/// Checks the elements of an envelope and their order (SOAP 1.1 section 4.1, SOAP 1.2 part 1 section 5.1).
fn check_children(root: Node<'_, '_>, version: SoapVersion) -> Result<(), EnvelopeError> {
    let is = |child: Node<'_, '_>, local| child.has_tag_name((version.envelope_namespace(), local));
    let elements = || root.children().filter(Node::is_element);
    if !elements().any(|child| is(child, "Body")) {
        return Err(EnvelopeError::NoBody);
    }
    for local in ["Header", "Body"] {
        if elements().filter(|child| is(*child, local)).nth(1).is_some() {
            return Err(EnvelopeError::Second(local));
        }
    }
    let mut after_body = false;
    for child in elements() {
        let name = || child.tag_name().name().to_owned();
        match (is(child, "Header"), is(child, "Body")) {
            (_, true) => after_body = true,
            (true, _) if after_body => return Err(EnvelopeError::HeaderAfterBody),
            (true, _) => {}
            _ if !after_body => return Err(EnvelopeError::BeforeBody(name())),
            _ if version == SoapVersion::V1_2 => return Err(EnvelopeError::AfterBody(name())),
            _ if xml::namespace(child).is_none() => return Err(EnvelopeError::UnqualifiedAfterBody(name())),
            _ => {}
        }
    }
    Ok(())
}

/// Rejects text other than white space between the elements of SOAP (SOAP 1.2 part 1 section 5; SOAP 1.1 by its
/// schema).
fn check_no_text(node: Node<'_, '_>, name: &'static str) -> Result<(), EnvelopeError> {
    let text = xml::own_text(node);
    match text.trim_matches([' ', '\t', '\r', '\n']) {
        "" => Ok(()),
        text => Err(EnvelopeError::Text(name, text.chars().take(SHOWN).collect())),
    }
}
