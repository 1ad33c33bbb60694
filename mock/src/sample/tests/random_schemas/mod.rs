//! Tests with random schemas: each has a valid sample, and every alteration of it is rejected at the right location.

mod schema;
mod writing;

use std::collections::BTreeMap;
use std::ops::Range;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use roxmltree::Node;

use super::super::*;
use crate::files::Files;
use crate::xsd::Document;
use schema::Complex;
use writing::{Known, Written};

const OPTIONS: SampleOptions = SampleOptions { seed: 7, day: 20_780 };

fn compile(body: &str) -> SampleSource {
    let text = format!(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:t' targetNamespace='urn:t' \
         elementFormDefault='qualified'>{body}</xs:schema>"
    );
    let document = Document { uri: "t.xsd".to_owned(), text };
    SampleSource::new(CompiledSchemas::compile(vec![document], &Files::new()).unwrap())
}

fn root() -> Root {
    Root::Element(QName::new("urn:t", "r"))
}

/// Returns the paths of the violations in an instance.
fn refusals(schemas: &SampleSource, instance: &str) -> Vec<String> {
    let tree = xml::parse(instance).unwrap();
    let found = schemas.open().validate(&[MessageElement { node: tree.root_element(), root: root() }]);
    found.into_iter().flatten().map(|violation| violation.path).collect()
}

/// An alteration that makes a sample invalid: the replaced range, the replacement, and the expected location of the
/// violation.
#[derive(Debug)]
struct Alteration {
    kind: &'static str,
    range: Range<usize>,
    with: String,
    at: Expected,
}

#[derive(Debug)]
enum Expected {
    At(String),
    /// At this element, or at one of its children that follow.
    Within(String),
}

impl Expected {
    fn is_met(&self, paths: &[String]) -> bool {
        paths.iter().any(|path| match self {
            Self::At(expected) => path == expected,
            Self::Within(parent) => {
                let below = path.strip_prefix(parent.as_str());
                below.is_some_and(|below| below.is_empty() || below.rfind('/') == Some(0) && !below.contains('@'))
            }
        })
    }
}

/// Returns the path of an element in the format of violations.
fn path(node: Node<'_, '_>) -> String {
    let Some(parent) = node.parent_element() else { return format!("/{}", node.tag_name().name()) };
    let same: Vec<_> = parent.children().filter(|other| other.tag_name() == node.tag_name()).collect();
    let name = node.tag_name().name();
    let step = match same.iter().position(|other| *other == node) {
        Some(index) if same.len() > 1 => format!("/{name}[{}]", index + 1),
        _ => format!("/{name}"),
    };
    path(parent) + &step
}

/// Returns all alterations of a sample.
fn alterations(instance: &str, known: &Known) -> Vec<Alteration> {
    let tree = xml::parse(instance).unwrap();
    let mut found = Vec::new();
    for node in tree.root_element().descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        let is_nil = node.attributes().any(|attribute| attribute.name() == "nil");
        if known.parents.iter().any(|parent| parent == name)
            && let Some(last) = node.last_child()
        {
            let end = last.range().end;
            let at = Expected::At(format!("{}/unknown", path(node)));
            found.push(Alteration { kind: "unknown element", range: end..end, with: "<unknown/>".to_owned(), at });
        }
        if let Some(simple) = known.leaves.get(name).filter(|_| !is_nil) {
            let at = Expected::At(path(node));
            if let Some(text) = node.first_child() {
                found.push(Alteration { kind: "text", range: text.range(), with: simple.refused(), at });
            } else {
                let tag = start_tag(instance, node);
                let whole = format!("{tag}>{}</{}>", simple.refused(), qualified(tag));
                found.push(Alteration { kind: "text", range: node.range(), with: whole, at });
            }
        }
        if let Some(least) = known.mandatory.get(name)
            && let Some(parent) = node.parent_element()
            && parent.children().filter(|other| other.tag_name() == node.tag_name()).count() == *least as usize
        {
            let at = Expected::Within(path(parent));
            found.push(Alteration { kind: "missing element", range: node.range(), with: String::new(), at });
        }
        for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
            let Some(declared) = known.attributes.get(attribute.name()) else { continue };
            let at = || Expected::At(format!("{}/@{}", path(node), attribute.name()));
            found.push(Alteration {
                kind: "attribute",
                range: attribute.range_value(),
                with: declared.simple.refused(),
                at: at(),
            });
            if declared.required {
                found.push(Alteration {
                    kind: "missing attribute",
                    range: attribute.range(),
                    with: String::new(),
                    at: at(),
                });
            }
        }
    }
    found
}

/// Returns the start tag of an empty element without its end.
fn start_tag<'a>(instance: &'a str, node: Node<'_, '_>) -> &'a str {
    instance[node.range()].split("/>").next().unwrap()
}

fn qualified(start_tag: &str) -> &str {
    start_tag.trim_start_matches('<').split(' ').next().unwrap()
}

/// Returns the kinds of alterations that were tried.
fn check(complex: &Complex) -> Result<Vec<&'static str>, TestCaseError> {
    let (Written { known, .. }, body) = Written::new(complex);
    let schemas = compile(&body);
    // Notes would mean that the validated schema differs from the written one.
    prop_assert_eq!(schemas.open().notes().iter().map(ToString::to_string).collect::<Vec<_>>(), Vec::<String>::new());
    let wanted = [SampleRoot { root: root(), optional: false }];
    let sample = schemas.open().sample(&wanted, &Echo::default(), &OPTIONS).map(|texts| texts.concat());
    let sample = sample.map_err(|error| TestCaseError::fail(format!("{error}\n{body}")))?;
    prop_assert_eq!(refusals(&schemas, &sample), Vec::<String>::new(), "{}\n{}", sample, body);
    let mut tried = Vec::new();
    for Alteration { kind, range, with, at } in alterations(&sample, &known) {
        let mut altered = sample.clone();
        altered.replace_range(range, &with);
        let paths = refusals(&schemas, &altered);
        prop_assert!(at.is_met(&paths), "{:?}, not {:?}\n{}\n{}", paths, at, altered, body);
        tried.push(kind);
    }
    Ok(tried)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_schema_has_a_sample_and_rejects_broken_ones(complex in schema::complex()) {
        check(&complex)?;
    }
}

#[test]
fn every_kind_of_alteration_comes_up() {
    let mut runner = TestRunner::deterministic();
    let mut tried = BTreeMap::new();
    for _ in 0..50 {
        let complex = schema::complex().new_tree(&mut runner).unwrap().current();
        for kind in check(&complex).unwrap() {
            *tried.entry(kind).or_insert(0) += 1;
        }
    }
    let kinds: Vec<_> = tried.iter().filter(|(_, count)| **count >= 20).map(|(kind, _)| *kind).collect();
    let all = ["attribute", "missing attribute", "missing element", "text", "unknown element"];
    assert_eq!(kinds, all, "{tried:?}");
}
