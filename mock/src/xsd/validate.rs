//! Validation of the elements of a message. The first run stops at the first error. If there is one, a second run
//! collects all errors, and a third run records which elements were expected there. All elements are validated in one
//! run, because each `xs:ID` must be unique in all of them.

use std::cell::{Cell, RefCell};

use xsd_schema::validation::{ValidationError, ValidationRoot, ValidationSink, ValidationWarning};

use super::drive::{LEARNED_BYTES, NoObserver, Observer, ValidationWalk};
use super::finding::{Asked, Explanation, Found};
use super::root::{MessageElement, RootComponent};
use super::schemas::Session;
use super::violation::{MAX_VIOLATIONS, Violation};
use crate::xml;

/// The receiver of the validator's errors.
pub(super) struct Sink<'a> {
    found: &'a RefCell<Vec<Found>>,
    judged: &'a Cell<usize>,
}

/// Maximum number of errors that are examined. Fewer are shown, because several may have one cause.
const LOOKED_INTO: usize = 4 * MAX_VIOLATIONS;

impl ValidationSink for Sink<'_> {
    fn on_error(&mut self, error: ValidationError) {
        let mut found = self.found.borrow_mut();
        if found.len() < LOOKED_INTO {
            let (node, attribute) =
                error.location.map_or((self.judged.get(), 0), |location| (location.line, location.column));
            found.push(Found { node, attribute, rule: error.constraint, message: error.message });
        }
    }

    fn on_warning(&mut self, _: ValidationWarning) {}
}

impl Session<'_> {
    /// Returns the violations of each element of one message, which is one document. Violations are in the order of the
    /// document, one for each cause. Each `xs:ID` must be unique in all elements (XML Schema Part 1, cvc-id), and an
    /// `xs:IDREF` may refer to any of them.
    pub(crate) fn validate(&self, elements: &[MessageElement<'_, '_>]) -> Vec<Vec<Violation>> {
        let mut ordered: Vec<&MessageElement<'_, '_>> = elements.iter().collect();
        // A repeated `xs:ID` is reported at the later location.
        ordered.sort_by_key(|element| element.node.id().get_usize());
        if run(self, &ordered, 1, &mut NoObserver).is_empty() {
            return elements.iter().map(|_| Vec::new()).collect();
        }
        let found = run(self, &ordered, LOOKED_INTO, &mut NoObserver);
        let mut asked = Asked::new(&found);
        let found = run(self, &ordered, LOOKED_INTO, &mut asked);
        let set = self.schemas.set();
        let explain = |element: &MessageElement<'_, '_>| {
            let own = found.iter().filter(|found| owner(&ordered, found) == Some(element.node.id().get_usize()));
            let document = element.node.document();
            Explanation { set, document, top: element.node, asked: &asked }.violations(own)
        };
        elements.iter().map(explain).collect()
    }
}

/// Returns the element that contains an error. The elements must be in the order of the document.
fn owner(ordered: &[&MessageElement<'_, '_>], found: &Found) -> Option<usize> {
    let after = ordered.partition_point(|element| element.node.id().get_usize() <= found.node);
    after.checked_sub(1).and_then(|index| ordered.get(index)).map(|element| element.node.id().get_usize())
}

fn run<O: for<'a> Observer<Sink<'a>>>(
    session: &Session<'_>,
    elements: &[&MessageElement<'_, '_>],
    enough: usize,
    observer: &mut O,
) -> Vec<Found> {
    let Some(first) = elements.first() else { return Vec::new() };
    let schemas = session.schemas;
    let found = RefCell::new(Vec::new());
    let judged = Cell::new(0);
    let mut runtime = session.validator.start_run(Sink { found: &found, judged: &judged });
    let limit = schemas.name_bytes + LEARNED_BYTES;
    let is_enough = || found.borrow().len() >= enough;
    let table = &schemas.set.name_table;
    for MessageElement { node, root } in elements.iter().copied() {
        if is_enough() {
            break;
        }
        let expected = root.element();
        let namespace = xml::namespace(*node).unwrap_or_default();
        let named = node.tag_name().name() == expected.local && namespace == expected.namespace;
        let Some(resolved) = schemas.resolve(root).filter(|_| named) else {
            let message = format!("the element is expected to be {expected}");
            let node = node.id().get_usize();
            found.borrow_mut().push(Found { node, attribute: 0, rule: "cvc-elt.1", message });
            continue;
        };
        runtime.set_validation_root(match resolved {
            RootComponent::Element(key) => ValidationRoot::Element(key),
            RootComponent::Type(key) => ValidationRoot::Type(key),
        });
        ValidationWalk { names: table, limit, runtime: &mut runtime, observer, judged: &judged, is_enough: &is_enough }
            .run(*node);
    }
    let unfinished = if is_enough() { None } else { runtime.end_validation().err() };
    drop(runtime);
    let mut found = found.into_inner();
    if let Some(error) = unfinished.filter(|_| found.is_empty()) {
        let node = first.node.id().get_usize();
        found.push(Found { node, attribute: 0, rule: error.constraint, message: error.message });
    }
    found
}
