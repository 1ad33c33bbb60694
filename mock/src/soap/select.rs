//! The choice of an operation by the action and the body of a request, which must agree.

use roxmltree::Node;

use super::SoapService;
use super::envelope::Envelope;
use crate::quoted::shorten;
use crate::wsdl::{Message, Operation, PartContent, SoapVersion};
use crate::xml;
use crate::xsd::QName;

/// Allowed values of the `SOAPAction` header, or of the `action` parameter of SOAP 1.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionRule {
    /// Only the operation's name, which is the platform's rule.
    OperationName,
    /// The operation's name, or the `soapAction` that the WSDL declares.
    Declared,
    /// Any value. Only the body selects the operation.
    Any,
}

/// The operation that a request selects.
#[derive(Debug)]
pub(crate) struct Selected<'s> {
    pub(crate) operation: &'s Operation,
    /// Reasons why the request was accepted despite the platform's rules.
    pub(crate) lenient: Vec<&'static str>,
}

/// The reason why a request selects no served operation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotSelected {
    /// No port of the service uses this SOAP version.
    Version,
    /// The client has to change the request. The sentence explains how.
    Client(String),
    /// The operation exists but cannot be served.
    Unserved { operation: String, reason: String },
}

impl SoapService {
    /// Returns the operation that the action and the body select.
    pub(super) fn select(
        &self,
        envelope: &Envelope<'_>,
        action: Option<&str>,
        rule: ActionRule,
        declared_namespaces: bool,
    ) -> Result<Selected<'_>, NotSelected> {
        let candidates = self.candidates(envelope.version)?;
        let served = || candidates.iter().copied().filter(|operation| operation.unserved.is_none());
        let by_action: Vec<(&Operation, bool)> =
            served().filter_map(|operation| Some((operation, accept_action(operation, action, rule)?))).collect();
        // The name of an operation may also be the action of another one. Then the body decides.
        let is_named = |operation: &Operation| names_payload(&operation.input, envelope, &self.namespace);
        let by_both = by_action.iter().find(|(operation, _)| is_named(operation));
        let Some((operation, by_rule)) = by_both else {
            if let Some(unserved) = find_unserved(&candidates, envelope, action) {
                return Err(unserved);
            }
            let called = Action { value: action, version: envelope.version };
            let is_admitted = |operation: &Operation| declared_namespaces || self.foreign_element(operation).is_none();
            let admitted = || served().filter(|operation| is_admitted(operation));
            let meant =
                by_action.iter().find(|(operation, _)| !is_admitted(operation) && is_meant(operation, envelope));
            let excluded =
                meant.or(by_action.first().filter(|_| !by_action.iter().any(|(found, _)| is_admitted(found))));
            if let Some(sentence) = excluded.and_then(|(operation, _)| self.explain_excluded(operation)) {
                return Err(NotSelected::Client(sentence));
            }
            return Err(NotSelected::Client(if by_action.is_empty() {
                self.explain_action(called, rule, served(), admitted())
            } else {
                let by_action = by_action.iter().map(|(operation, _)| *operation);
                let other = admitted().find(|operation| is_named(operation));
                explain_body(by_action.filter(|operation| is_admitted(operation)), called, envelope, other)
            }));
        };
        let mut lenient = Vec::new();
        if !by_rule {
            lenient.push("soap-action");
        }
        if let Some(payload) = envelope.payload.first()
            && xml::namespace(*payload).unwrap_or_default() != self.namespace
        {
            if !declared_namespaces {
                return Err(NotSelected::Client(self.explain_namespace(operation, *payload)));
            }
            lenient.push("payload-namespace");
        }
        Ok(Selected { operation, lenient })
    }

    /// Returns the bindings with this SOAP version. Unserved bindings are omitted if another binding of their operation
    /// is served. Returns an error if only unserved bindings are left and operations are served in another version.
    fn candidates(&self, version: SoapVersion) -> Result<Vec<&Operation>, NotSelected> {
        let mut candidates: Vec<&Operation> = Vec::new();
        let mut served_elsewhere = false;
        for operation in &self.operations {
            let spoken = || operation.bindings.iter().filter(|binding| binding.soap == Some(version));
            let is_served = spoken().any(|binding| binding.unserved.is_none());
            served_elsewhere |= operation.unserved().is_none() && !is_served;
            candidates.extend(spoken().filter(|binding| binding.unserved.is_none() == is_served));
        }
        let all_unserved = candidates.iter().all(|operation| operation.unserved.is_some());
        if candidates.is_empty() || all_unserved && served_elsewhere {
            return Err(NotSelected::Version);
        }
        Ok(candidates)
    }

    /// Returns the element of an operation's request if it is declared outside the `targetNamespace`. Strict rules
    /// accept no other namespace, so they exclude such an operation.
    fn foreign_element<'o>(&self, operation: &'o Operation) -> Option<&'o QName> {
        match &operation.input.parts.first()?.content {
            PartContent::Element(name) if operation.input.wrapper.is_none() => {
                Some(name).filter(|name| name.namespace != self.namespace)
            }
            _ => None,
        }
    }

    /// Explains why strict rules reject all requests for an operation.
    fn explain_excluded(&self, operation: &Operation) -> Option<String> {
        let QName { namespace, local } = self.foreign_element(operation)?;
        Some(format!(
            "{} cannot be called under strict rules: its element `{local}` is declared in the namespace `{namespace}`, not \
             in the WSDL's targetNamespace `{}`, and strict rules accept no other; serve it without strict rules",
            operation.name, self.namespace
        ))
    }

    /// Explains why the action selects none of the admitted operations.
    fn explain_action<'s>(
        &self,
        action: Action<'_>,
        rule: ActionRule,
        mut served: impl Iterator<Item = &'s Operation>,
        admitted: impl Iterator<Item = &'s Operation>,
    ) -> String {
        let field = action.field();
        let declared = served.find(|operation| accept_action(operation, action.value, ActionRule::Declared).is_some());
        let value = action.value.map(|value| shorten(value, MAX_ACTION_LENGTH));
        let given = match (value, declared.map(|operation| &operation.name)) {
            (None, None) => format!("the request has no {field}"),
            (Some(value), None) => format!("the {field} `{value}` matches no operation"),
            (None, Some(name)) => format!("the request has no {field}, as the WSDL declares for {name}{NAMES_ALONE}"),
            (Some(value), Some(name)) => {
                format!("the {field} `{value}` is what the WSDL declares for {name}{NAMES_ALONE}")
            }
        };
        let mut expected: Vec<String> = Vec::new();
        for operation in admitted {
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
        if expected.is_empty() {
            return format!(
                "{given}; strict rules accept no operation of this service, because all elements are declared outside \
                 the WSDL's targetNamespace `{}`; serve it without strict rules",
                self.namespace
            );
        }
        format!("{given}; this service has {}", expected.join(", "))
    }

    fn explain_namespace(&self, operation: &Operation, payload: Node<'_, '_>) -> String {
        if let Some(sentence) = self.explain_excluded(operation) {
            return sentence;
        }
        let namespace = xml::namespace(payload).unwrap_or_default();
        let target = &self.namespace;
        format!(
            "`{}` is in the namespace `{namespace}`, not in the WSDL's targetNamespace `{target}`, and strict rules \
             accept no other",
            payload.tag_name().name()
        )
    }
}

/// True if the body starts with an element with the local name of the operation's request, in any namespace.
fn is_meant(operation: &Operation, envelope: &Envelope<'_>) -> bool {
    let part = operation.input.parts.first().map(|part| &part.content);
    let Some(PartContent::Element(QName { local, .. })) = part else { return false };
    envelope.payload.first().is_some_and(|payload| payload.tag_name().name() == local)
}

/// Returns the unserved operation that the action or the first element names. If all operations are unserved, falls
/// back to the first one.
fn find_unserved(candidates: &[&Operation], envelope: &Envelope<'_>, action: Option<&str>) -> Option<NotSelected> {
    let action = action.filter(|action| !action.is_empty());
    let payload = envelope.payload.first().map(|payload| payload.tag_name().name());
    let is_meant = |operation: &Operation| {
        let declared = operation.soap_action.as_deref();
        action.is_some_and(|action| action == operation.name || Some(action) == declared)
            || payload == Some(operation.name.as_str())
    };
    let all_unserved = candidates.iter().all(|operation| operation.unserved.is_some());
    let mut unserved = candidates.iter().filter(|operation| operation.unserved.is_some());
    let first = unserved.clone().next().filter(|_| all_unserved);
    let operation = unserved.find(|operation| is_meant(operation)).or(first)?;
    Some(NotSelected::Unserved { operation: operation.name.clone(), reason: operation.unserved.clone()? })
}

/// Maximum number of characters of an action that is quoted completely.
const MAX_ACTION_LENGTH: usize = 200;

/// Explanation for rejecting the WSDL's own action.
const NAMES_ALONE: &str =
    ", but the rule operation-name, which strict rules include, accepts only the operation's name";

/// The action of a request and the SOAP version, which determines its name in messages.
#[derive(Clone, Copy)]
struct Action<'a> {
    value: Option<&'a str>,
    version: SoapVersion,
}

impl Action<'_> {
    fn field(self) -> &'static str {
        match self.version {
            SoapVersion::V1_1 => "SOAPAction",
            SoapVersion::V1_2 => "action parameter",
        }
    }
}

/// Returns true if the action is the operation's name, false if the rule accepts it otherwise, and `None` if it is
/// rejected.
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

/// True if the body starts with the first element of the operation's message.
fn names_payload(input: &Message, envelope: &Envelope<'_>, target: &str) -> bool {
    let payload = envelope.payload.first().copied();
    if let Some(wrapper) = &input.wrapper {
        return payload.is_some_and(|payload| is_wrapper(payload, wrapper, input, target));
    }
    match input.parts.first().map(|part| &part.content) {
        Some(PartContent::Element(name)) => payload.is_some_and(|payload| has_name(payload, name)),
        // The body itself has that type (WSDL 1.1 section 3.5), so its content does not identify the operation.
        Some(PartContent::Type(_)) => true,
        None => payload.is_none(),
    }
}

impl Message {
    /// True if the body itself has a type and contains no elements for parts.
    pub(super) fn is_body_typed(&self) -> bool {
        let typed = self.parts.iter().any(|part| matches!(part.content, PartContent::Type(_)));
        self.wrapper.is_none() && typed
    }
}

/// True if the payload is the wrapper. Its namespace may be the `targetNamespace`, which is the platform's rule, even
/// if `soap:body` names another one.
fn is_wrapper(payload: Node<'_, '_>, wrapper: &QName, input: &Message, target: &str) -> bool {
    let namespace = xml::namespace(payload);
    let may_be = |namespace: &str| namespace == wrapper.namespace || namespace == target;
    let unqualified = input.wrapper_may_be_unqualified && namespace.is_none();
    payload.tag_name().name() == wrapper.local && (may_be(namespace.unwrap_or_default()) || unqualified)
}

pub(super) fn has_name(node: Node<'_, '_>, name: &QName) -> bool {
    node.tag_name().name() == name.local && xml::namespace(node).unwrap_or_default() == name.namespace
}

fn explain_body<'s>(
    by_action: impl Iterator<Item = &'s Operation>,
    action: Action<'_>,
    envelope: &Envelope<'_>,
    other: Option<&Operation>,
) -> String {
    let found = envelope.payload.first().map_or("the body is empty".to_owned(), |payload| {
        let (name, namespace) = (payload.tag_name().name(), xml::namespace(*payload).unwrap_or_default());
        format!("the body contains `{name}` of the namespace `{namespace}`")
    });
    let field = action.field();
    let given = match (action.value, action.version) {
        (None, SoapVersion::V1_1) => format!("without a {field}"),
        (None, SoapVersion::V1_2) => format!("without an {field}"),
        (Some(""), _) => format!("with an empty {field}"),
        (Some(_), _) => format!("with this {field}"),
    };
    let mut expected: Vec<String> = Vec::new();
    for operation in by_action {
        let entry = format!("{} for {}", first_element(&operation.input), operation.name);
        if !expected.contains(&entry) {
            expected.push(entry);
        }
    }
    let expected = expected.join(", or ");
    let hint = other.map(|operation| format!(" (the element of {})", operation.name)).unwrap_or_default();
    format!("{found}{hint}; {given} it must start with {expected}")
}

fn first_element(input: &Message) -> String {
    let element = input.wrapper.as_ref().or_else(|| match input.parts.first().map(|part| &part.content) {
        Some(PartContent::Element(name)) => Some(name),
        _ => None,
    });
    element.map_or("nothing".to_owned(), |name| format!("`{}` of the namespace `{}`", name.local, name.namespace))
}
