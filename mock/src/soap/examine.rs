//! Findings about a service and its compiled schemas: relaxed rules, missing validation and missing samples.

use std::sync::Arc;

use super::samples::{self, NoSample};
use super::{PORTS, SoapOperation, SoapService};
use crate::sample::{SampleOptions, Sampler};
use crate::wsdl::{Message, Operation, PartContent};
use crate::xsd::{CompileError, Root, Schemas};

/// The findings about a service.
#[derive(Debug, Default)]
pub(crate) struct Examination {
    /// One sentence for each schema error that was fixed and for everything that could not be read.
    pub(crate) notes: Vec<String>,
    /// Findings in the order of the service's operations.
    pub(crate) operations: Vec<OperationFindings>,
}

/// The findings about an operation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct OperationFindings {
    /// Reason why requests are not validated.
    pub(crate) unvalidated: Option<String>,
    /// Reason why there is no mocked response.
    pub(crate) unanswered: Option<String>,
}

impl SoapService {
    /// Returns the findings, which are computed on the first call.
    pub(super) fn examine(&self, options: &SampleOptions) -> Arc<Examination> {
        if let Some(known) = self.examination.get() {
            return known;
        }
        let found = Arc::new(self.schemas.with(|schemas| match schemas {
            Ok(schemas) => self.examine_with(schemas, options),
            Err(error) => self.unusable(error),
        }));
        self.examination.set(Arc::clone(&found));
        found
    }

    fn examine_with(&self, schemas: &Sampler<'_>, options: &SampleOptions) -> Examination {
        let operations: Vec<OperationFindings> =
            self.operations.iter().map(|operation| examine_operation(operation, schemas, options)).collect();
        let unanswered =
            self.operations.iter().zip(&operations).filter_map(|(operation, findings)| {
                Some(format!("{}: {}", operation.name, findings.unanswered.as_ref()?))
            });
        let notes = schemas.notes().iter().map(ToString::to_string).chain(self.unread()).chain(unanswered);
        Examination { notes: notes.collect(), operations }
    }

    fn unusable(&self, error: &CompileError) -> Examination {
        let reason = format!("its schemas cannot be compiled: {error}");
        let findings = OperationFindings { unvalidated: Some(reason.clone()), unanswered: Some(reason.clone()) };
        let notes = std::iter::once(reason).chain(self.unread()).collect();
        Examination { notes, operations: vec![findings; self.operations.len()] }
    }

    /// Returns one sentence for each missing import and each port without operations.
    fn unread(&self) -> impl Iterator<Item = String> {
        let unreachable = self
            .unreachable
            .iter()
            .map(|import| format!("{}: {} is not among the files and was not fetched", import.file, import.location));
        unreachable.chain(self.empty_ports.iter().take(PORTS).cloned())
    }
}

fn examine_operation(operation: &SoapOperation, schemas: &Sampler<'_>, options: &SampleOptions) -> OperationFindings {
    let mut findings = OperationFindings::default();
    for binding in operation.bindings.iter().filter(|binding| binding.unserved.is_none()) {
        if findings.unvalidated.is_none() {
            findings.unvalidated =
                unknown_part(&binding.input, schemas).or_else(|| unread_part(&binding.input, schemas));
        }
        if findings.unanswered.is_none() {
            findings.unanswered = explain_missing_sample(binding, schemas, options);
        }
    }
    findings
}

/// Returns the reason why a message cannot be validated: the first part that the schemas do not declare.
pub(super) fn unknown_part(message: &Message, schemas: &Schemas) -> Option<String> {
    let unknown = message.parts.iter().find(|part| !schemas.declares(&part.content.root(&part.name)))?;
    let (what, name) = match &unknown.content {
        PartContent::Element(name) => ("element", name),
        PartContent::Type(name) => ("type", name),
    };
    Some(format!("its schemas have no {what} {name}"))
}

/// Returns the declaration that the schema of a message refers to but lacks. The rest of the message is validated, and
/// any content is accepted there.
pub(super) fn unread_part(message: &Message, schemas: &Schemas) -> Option<String> {
    let mut parts = message.parts.iter().chain(&message.headers);
    let unread = parts.find_map(|part| schemas.unread_within(&part.content.root(&part.name)))?;
    Some(format!("its schemas refer to the {unread}, which is not declared in any file that was read"))
}

/// Returns the reason why an operation has no response, or `None` if it has one or needs none.
fn explain_missing_sample(operation: &Operation, schemas: &Sampler<'_>, options: &SampleOptions) -> Option<String> {
    let output = operation.output.as_ref()?;
    samples::check_sample(output, schemas, options).err().map(|NoSample(reason)| reason)
}

impl PartContent {
    /// Returns the schema component that validates the element of this part.
    pub(super) fn root(&self, part: &str) -> Root {
        match self {
            PartContent::Element(name) => Root::Element(name.clone()),
            PartContent::Type(type_name) => {
                let element = crate::xsd::QName::new("", part);
                Root::Type { element, type_name: type_name.clone() }
            }
        }
    }
}
