//! Schemas that are held against one another as wholes: taken apart, rewritten, built on one another.

use serde_json::{Map, Value, json};

use crate::Edge;
use crate::descriptions::{elements, members, refer, request};

pub(crate) const EDGES: &[Edge] = &[
    Edge {
        file: "diff/src/facets/schemas/structure/alternatives.rs",
        limit: "MAX_COMPARISONS = 1_000_000",
        pair: alternatives_that_one_covers,
        last: 999,
        decided: &[
            "additive request-alternative-added",
            "additive request-type-widened",
            "docs covered-alternative-removed",
        ],
        beyond: &[
            "additive request-alternative-added",
            "additive request-type-widened",
            "breaking request-alternative-removed",
        ],
    },
    Edge {
        file: "diff/src/pairing/alignment.rs",
        limit: "MAX_DISTANCES = 10_000",
        pair: reversed_alternatives,
        last: 100,
        decided: &["additive optional-request-property-added"],
        beyond: &["additive optional-request-property-added", "risky request-property-removed"],
    },
    Edge {
        file: "diff/src/walk/equivalent.rs",
        limit: "MAX_SMALL_NODES = 40",
        pair: values_beside_what_is_idle,
        last: 32,
        decided: &["docs inert-keyword-changed"],
        beyond: &["breaking request-length-narrowed"],
    },
    Edge {
        file: "diff/src/walk/equivalent.rs",
        limit: "MAX_NODES = 400",
        pair: values_beside_another_spelling,
        last: 394,
        decided: &[],
        beyond: &["docs inert-keyword-changed"],
    },
    Edge {
        file: "diff/src/walk/equivalent.rs",
        limit: "MAX_SCHEMAS = 400",
        pair: properties_of_both_alternatives,
        last: 198,
        decided: &[],
        beyond: &["docs covered-alternative-removed"],
    },
    Edge {
        file: "openapi/src/schema/conjuncts.rs",
        limit: "MAX_OBJECTS = 200",
        pair: branches_of_one_property,
        last: 199,
        decided: &[],
        beyond: &["additive optional-request-property-added", "unproved composition-changed"],
    },
    Edge {
        file: "openapi/src/schema/access_mode.rs",
        limit: "MAX_SCHEMAS = 200",
        pair: references_of_a_property,
        last: 198,
        decided: &["docs unsent-value-changed"],
        beyond: &["breaking required-request-property-added"],
    },
    Edge {
        file: "diff/src/prover/merged.rs",
        limit: "MAX_CIRCLE = 50",
        pair: definitions_in_a_circle,
        last: 49,
        decided: &["breaking request-type-narrowed"],
        beyond: &["breaking request-length-narrowed", "unproved composition-changed"],
    },
    Edge {
        file: "diff/src/conclusion/overlapping.rs",
        limit: "MAX_USES = 16",
        pair: alternatives_that_share_a_definition,
        last: 16,
        decided: &["additive request-length-widened", "breaking request-composition-narrowed"],
        beyond: &["unproved overlapping-alternative-changed"],
    },
    Edge {
        file: "diff/src/conclusion/negated.rs",
        limit: "MAX_USES = 16",
        pair: exclusions_that_share_a_definition,
        last: 16,
        decided: &["breaking request-composition-narrowed", "docs unused-component-changed"],
        beyond: &["unproved negated-schema-changed"],
    },
    Edge {
        file: "diff/src/conclusion/composed_uses.rs",
        limit: "MAX_COMPONENTS = 50",
        pair: components_built_on_one,
        last: 50,
        decided: &["breaking request-composition-narrowed"],
        beyond: &["additive optional-request-property-added", "unproved composition-changed"],
    },
];

fn without_components(schemas: [Value; 2]) -> [Value; 2] {
    schemas.map(|schema| request(&schema, &json!({})))
}

/// Those that went and the one that came are each held against all that were there.
fn alternatives_that_one_covers(count: usize) -> [Value; 2] {
    let old = json!({"anyOf": elements(count, |at| json!({"const": at}))});
    without_components([old, json!({"anyOf": [{"type": "integer"}, {"type": "string"}]})])
}

/// Properties with the same definition among their alternatives, which another one overlaps now.
fn alternatives_that_share_a_definition(count: usize) -> [Value; 2] {
    let other = json!({"type": "string", "minLength": 6});
    let properties = members(count, |at| (format!("p{at}"), json!({"oneOf": [refer("Short"), other]})));
    [4, 8].map(|longest| {
        let components = json!({"Short": {"type": "string", "maxLength": longest}});
        request(&json!({"type": "object", "properties": properties}), &components)
    })
}

/// Properties that exclude the same definition, which has another value now.
fn exclusions_that_share_a_definition(count: usize) -> [Value; 2] {
    let properties = members(count, |at| (format!("p{at}"), json!({"type": "string", "not": refer("Retired")})));
    [json!(["a"]), json!(["a", "b"])].map(|values| {
        let components = json!({"Retired": {"enum": values}});
        request(&json!({"type": "object", "properties": properties}), &components)
    })
}

/// Alternatives that each got a property, in the reverse order.
fn reversed_alternatives(count: usize) -> [Value; 2] {
    let choice = |at: usize, also: &str| {
        let names = ["shared".to_owned(), format!("only{at}"), also.to_owned()];
        let properties: Map<String, Value> =
            names.into_iter().filter(|name| !name.is_empty()).map(|name| (name, json!({"type": "string"}))).collect();
        json!({"type": "object", "properties": properties})
    };
    let old: Vec<Value> = (0..count).map(|at| choice(at, "")).collect();
    let new: Vec<Value> = (0..count).rev().map(|at| choice(at, "more")).collect();
    without_components([json!({"anyOf": old}), json!({"anyOf": new})])
}

/// A property that cannot be there, in a schema of eight nodes and as many more.
fn values_beside_what_is_idle(count: usize) -> [Value; 2] {
    let rest: Vec<usize> = (0..count).collect();
    without_components([5, 4].map(|longest| {
        let properties = json!({"a": {"type": "string", "maxLength": longest}});
        json!({"type": "object", "maxProperties": 0, "properties": properties, "default": rest})
    }))
}

/// Bounds that a pattern has, in a schema of six nodes and as many more.
fn values_beside_another_spelling(count: usize) -> [Value; 2] {
    let rest: Vec<usize> = (0..count).collect();
    without_components([(0, 5), (1, 6)].map(|(least, most)| {
        let text = json!({"type": "string", "pattern": "^aa$", "minLength": least, "maxLength": most, "default": rest});
        json!({"type": "object", "properties": {"p": text}})
    }))
}

/// Each is read in both, as are the alternatives and the whole.
fn properties_of_both_alternatives(count: usize) -> [Value; 2] {
    let properties = members(count, |at| (format!("p{at}"), json!({"type": "string"})));
    let object = json!({"type": "object", "properties": properties});
    let mut other = object.clone();
    other["minProperties"] = json!(3);
    without_components([json!({"anyOf": [object, other]}), object])
}

/// The schema that holds them is one more.
fn branches_of_one_property(count: usize) -> [Value; 2] {
    let property = |at| json!({format!("p{at}"): {"type": "string"}});
    let branches = elements(count, |at| json!({"type": "object", "properties": property(at)}));
    let properties = members(count, |at| (format!("p{at}"), json!({"type": "string"})));
    without_components([json!({"allOf": branches}), json!({"type": "object", "properties": properties})])
}

/// The property itself is looked at as well, and what the last reference leads to, which says that it is not sent.
fn references_of_a_property(count: usize) -> [Value; 2] {
    let mut components = members(count, |at| (format!("A{at}"), json!({"type": "string"})));
    components["A0"]["readOnly"] = json!(true);
    let property = json!({"allOf": elements(count, |at| refer(&format!("A{at}")))});
    let new = json!({"type": "object", "properties": {"p": property}, "required": ["p"]});
    [json!({"type": "object"}), new].map(|schema| request(&schema, &components))
}

/// What leads back to itself allows everything.
pub(crate) fn definitions_in_a_circle(count: usize) -> [Value; 2] {
    let components =
        members(count, |at| (format!("A{at}"), json!({"allOf": [refer(&format!("A{}", (at + 1) % count))]})));
    [refer("A0"), json!({"type": "string", "maxLength": 5})].map(|schema| request(&schema, &components))
}

/// The first gains a property that the last describes already, which allows less from now on.
pub(crate) fn components_built_on_one(count: usize) -> [Value; 2] {
    let of = |first: Value| {
        let mut components = members(count, |at| {
            let before = refer(&format!("C{}", at.saturating_sub(1)));
            (format!("C{at}"), if at == 0 { first.clone() } else { json!({"allOf": [before]}) })
        });
        let last = json!({"properties": {"p": {"type": "string"}}});
        components[format!("C{count}")] = json!({"allOf": [refer(&format!("C{}", count - 1)), last]});
        request(&refer(&format!("C{count}")), &components)
    };
    let with = json!({"type": "object", "properties": {"p": {"type": "string", "maxLength": 4}}});
    [of(json!({"type": "object", "properties": {}})), of(with)]
}
