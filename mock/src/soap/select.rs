//! Which operation a request names: by its action and by its body, which must agree.

use roxmltree::Node;

use super::SoapService;
use super::envelope::Envelope;
use crate::wsdl::{Message, Operation, PartContent};
use crate::xsd::QName;

/// What the `SOAPAction` header, or the `action` parameter of SOAP 1.2, may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionRule {
    /// The operation's name and nothing else: the platform's rule.
    OperationName,
    /// The operation's name, or the `soapAction` that the WSDL declares.
    Declared,
    /// Anything: the body alone decides.
    Any,
}

/// The operation that a request names.
#[derive(Debug)]
pub(crate) struct Selected<'s> {
    pub(crate) operation: &'s Operation,
    /// What was accepted for another reason than the platform's rules.
    pub(crate) lenient: Vec<&'static str>,
}

/// Why a request names no operation that is served.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotSelected {
    /// No port of the service speaks this version of SOAP.
    Version,
    /// The client has to change something, as the sentence says.
    Client(String),
    /// The operation is known and cannot be served.
    Unserved { operation: String, reason: String },
}

impl SoapService {
    /// The operation that the action and the body name.
    pub(super) fn select(
        &self,
        envelope: &Envelope<'_>,
        action: Option<&str>,
        rule: ActionRule,
        declared_namespaces: bool,
    ) -> Result<Selected<'_>, NotSelected> {
        let bindings = || self.operations.iter().flat_map(|operation| &operation.bindings);
        if !bindings().any(|binding| binding.soap == Some(envelope.version)) {
            return Err(NotSelected::Version);
        }
        let candidates = || bindings().filter(|binding| binding.soap == Some(envelope.version));
        let by_action: Vec<(&Operation, bool)> =
            candidates().filter_map(|operation| Some((operation, accept_action(operation, action, rule)?))).collect();
        if by_action.is_empty() {
            return Err(NotSelected::Client(explain_action(action, rule, candidates())));
        }
        // Where an operation's own name is the action of another one too, the body decides.
        let by_both = by_action.iter().find(|(operation, _)| names_payload(&operation.input, envelope));
        let Some((operation, by_rule)) = by_both else {
            return Err(explain_body(&by_action, envelope, candidates()));
        };
        if let Some(reason) = &operation.unserved {
            return Err(NotSelected::Unserved { operation: operation.name.clone(), reason: reason.clone() });
        }
        let mut lenient = Vec::new();
        if !by_rule {
            lenient.push("soap-action");
        }
        if let Some(payload) = envelope.payload.first()
            && payload.tag_name().namespace().unwrap_or_default() != self.namespace
        {
            if !declared_namespaces {
                return Err(NotSelected::Client(self.explain_namespace(*payload)));
            }
            lenient.push("payload-namespace");
        }
        Ok(Selected { operation, lenient })
    }

    fn explain_namespace(&self, payload: Node<'_, '_>) -> String {
        let namespace = payload.tag_name().namespace().unwrap_or_default();
        let target = &self.namespace;
        format!(
            "`{}` is in the namespace `{namespace}`, not in the WSDL's targetNamespace `{target}`",
            payload.tag_name().name()
        )
    }
}

fn explain_action<'s>(
    action: Option<&str>,
    rule: ActionRule,
    candidates: impl Iterator<Item = &'s Operation>,
) -> String {
    let given = match action {
        None => "the request names no SOAPAction".to_owned(),
        Some(action) => format!("the SOAPAction `{action}` names no operation"),
    };
    let mut expected: Vec<String> = Vec::new();
    for operation in candidates {
        let declared = operation.soap_action.as_deref().filter(|declared| !declared.is_empty());
        let entry = match (rule, declared) {
            (ActionRule::Declared, Some(declared)) if declared != operation.name => {
                format!("`{}` or `{declared}`", operation.name)
            }
            _ => format!("`{}`", operation.name),
        };
        if !expected.contains(&entry) {
            expected.push(entry);
        }
    }
    format!("{given}; this service answers to {}", expected.join(", "))
}

/// Whether the action names the operation: None where it does not, true where it does so by its name.
fn accept_action(operation: &Operation, action: Option<&str>, rule: ActionRule) -> Option<bool> {
    if action == Some(operation.name.as_str()) {
        return Some(true);
    }
    let declared = operation.soap_action.as_deref().unwrap_or_default();
    match rule {
        ActionRule::OperationName => None,
        ActionRule::Declared => (action.unwrap_or_default() == declared).then_some(false),
        ActionRule::Any => Some(false),
    }
}

/// Whether the first element of the body is what the operation's message begins with.
fn names_payload(input: &Message, envelope: &Envelope<'_>) -> bool {
    let payload = envelope.payload.first().copied();
    if let Some(wrapper) = &input.wrapper {
        return payload.is_some_and(|payload| is_wrapper(payload, wrapper, input));
    }
    match input.parts.first().map(|part| &part.content) {
        Some(PartContent::Element(name)) => payload.is_some_and(|payload| has_name(payload, name)),
        // The body itself is of that type (WSDL 1.1 section 3.5); what it holds says nothing of the operation.
        Some(PartContent::Type(_)) => true,
        None => payload.is_none(),
    }
}

impl Message {
    /// Whether the body itself is of a type, without elements of the message's own in it.
    pub(super) fn is_body_typed(&self) -> bool {
        let typed = self.parts.iter().any(|part| matches!(part.content, PartContent::Type(_)));
        self.wrapper.is_none() && typed
    }
}

fn is_wrapper(payload: Node<'_, '_>, wrapper: &QName, input: &Message) -> bool {
    let unqualified = input.wrapper_may_be_unqualified && payload.tag_name().namespace().is_none();
    has_name(payload, wrapper) || unqualified && payload.tag_name().name() == wrapper.local
}

pub(super) fn has_name(node: Node<'_, '_>, name: &QName) -> bool {
    node.tag_name().name() == name.local && node.tag_name().namespace().unwrap_or_default() == name.namespace
}

fn explain_body<'s>(
    by_action: &[(&Operation, bool)],
    envelope: &Envelope<'_>,
    candidates: impl Iterator<Item = &'s Operation>,
) -> NotSelected {
    let found = envelope.payload.first().map_or("an empty body".to_owned(), |payload| {
        let name = payload.tag_name();
        format!("`{}` of the namespace `{}`", name.name(), name.namespace().unwrap_or_default())
    });
    let mut expected: Vec<String> = Vec::new();
    for (operation, _) in by_action {
        let entry = format!("{} for {}", first_element(&operation.input), operation.name);
        if !expected.contains(&entry) {
            expected.push(entry);
        }
    }
    let expected = expected.join(", or ");
    let other =
        candidates.map(|operation| (operation, names_payload(&operation.input, envelope))).find(|(_, named)| *named);
    let hint = other.map(|(operation, _)| format!(" (it is what {} expects)", operation.name)).unwrap_or_default();
    NotSelected::Client(format!("the body holds {found}{hint}; with this SOAPAction it has to begin with {expected}"))
}

fn first_element(input: &Message) -> String {
    let element = input.wrapper.as_ref().or_else(|| match input.parts.first().map(|part| &part.content) {
        Some(PartContent::Element(name)) => Some(name),
        _ => None,
    });
    element.map_or("nothing".to_owned(), |name| format!("`{}` of the namespace `{}`", name.local, name.namespace))
}
