//! An element is held to a root: driven through the validator once, up to the first error. One that has an error is driven
//! again for the others, and once more with somebody looking on who asks there what would have been right.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;
use xsd_schema::ids::TypeKey;
use xsd_schema::validation::{
    ExpectedElement, SchemaInfo, ValidationError, ValidationRoot, ValidationRuntime, ValidationSink, ValidationWarning,
};

use super::drive::{Drive, LEARNED_BYTES, Nobody, Observer};
use super::violation::{Explanation, MOST, Violation};
use super::{Resolved, Root, Session};

/// An error of the validator's: of which node, of which of its attributes, which rule, in its words.
pub(super) struct Found {
    pub(super) node: usize,
    /// Counted from 1; 0 for the element itself.
    pub(super) attribute: usize,
    pub(super) rule: &'static str,
    pub(super) message: String,
}

/// Where the validator reports to.
pub(super) struct Sink<'a> {
    found: &'a RefCell<Vec<Found>>,
}

/// As many errors as are looked into: more than are shown, as several may have one cause.
const LOOKED_INTO: usize = 4 * MOST;

impl ValidationSink for Sink<'_> {
    fn on_error(&mut self, error: ValidationError) {
        let mut found = self.found.borrow_mut();
        if found.len() < LOOKED_INTO {
            let (node, attribute) = error.location.map_or((0, 0), |location| (location.line, location.column));
            found.push(Found { node, attribute, rule: error.constraint, message: error.message });
        }
    }

    fn on_warning(&mut self, _: ValidationWarning) {}
}

/// See [`Session::validate`].
pub(super) fn validate(session: &Session<'_>, element: Node<'_, '_>, root: &Root) -> Vec<Violation> {
    if run(session, element, root, 1, &mut Nobody).is_empty() {
        return Vec::new();
    }
    let found = run(session, element, root, LOOKED_INTO, &mut Nobody);
    let mut asked = Asked::new(&found);
    let found = run(session, element, root, LOOKED_INTO, &mut asked);
    let set = session.schemas.set();
    Explanation { set, document: element.document(), top: element, asked: &asked }.violations(&found)
}

fn run<O: for<'a> Observer<Sink<'a>>>(
    session: &Session<'_>,
    element: Node<'_, '_>,
    root: &Root,
    enough: usize,
    observer: &mut O,
) -> Vec<Found> {
    let schemas = session.schemas;
    let found = RefCell::new(Vec::new());
    let name = element.tag_name();
    let expected = root.element();
    let named = name.name() == expected.local && name.namespace().unwrap_or_default() == expected.namespace;
    let Some(resolved) = schemas.resolve(root).filter(|_| named) else {
        let message = format!("the element is expected to be {expected}");
        return vec![Found { node: element.id().get_usize(), attribute: 0, rule: "cvc-elt.1", message }];
    };
    let mut runtime = session.validator.start_run(Sink { found: &found });
    runtime.set_validation_root(match resolved {
        Resolved::Element(key) => ValidationRoot::Element(key),
        Resolved::Type(key) => ValidationRoot::Type(key),
    });
    let limit = schemas.name_bytes + LEARNED_BYTES;
    let is_enough = || found.borrow().len() >= enough;
    let table = &schemas.set.name_table;
    Drive { names: table, limit, runtime: &mut runtime, observer, is_enough: &is_enough }.run(element);
    let unfinished = if is_enough() { None } else { runtime.end_validation().err() };
    drop(runtime);
    let mut found = found.into_inner();
    if let Some(error) = unfinished.filter(|_| found.is_empty()) {
        let node = element.id().get_usize();
        found.push(Found { node, attribute: 0, rule: error.constraint, message: error.message });
    }
    found
}

/// What is asked at the places where something is wrong.
#[derive(Default)]
pub(super) struct Asked {
    nodes: BTreeSet<usize>,
    /// Which children the parent would have taken instead of this element.
    pub(super) before: BTreeMap<usize, Vec<ExpectedElement>>,
    /// Which children the element still wants at its end.
    pub(super) at_end: BTreeMap<usize, Vec<ExpectedElement>>,
    pub(super) types: BTreeMap<usize, TypeKey>,
}

impl Asked {
    fn new(found: &[Found]) -> Self {
        Self { nodes: found.iter().map(|found| found.node).collect(), ..Self::default() }
    }
}

impl<S: ValidationSink> Observer<S> for Asked {
    fn before_element(&mut self, node: Node<'_, '_>, runtime: &ValidationRuntime<'_, S>) {
        let id = node.id().get_usize();
        if self.nodes.contains(&id) {
            self.before.insert(id, runtime.get_expected_elements());
        }
    }

    fn after_element(&mut self, node: Node<'_, '_>, info: &SchemaInfo) {
        let id = node.id().get_usize();
        // The type of a parent says which names its children can have at all.
        if let Some(key) = info.schema_type {
            self.types.insert(id, key);
        }
    }

    fn before_end(&mut self, node: Node<'_, '_>, runtime: &ValidationRuntime<'_, S>) {
        let id = node.id().get_usize();
        if self.nodes.contains(&id) {
            self.at_end.insert(id, runtime.get_expected_elements());
        }
    }
}
