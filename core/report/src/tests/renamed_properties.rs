//! Renamed properties: what is treated as one property, what is reported, and that no level is lower.

use serde_json::{Value, json};

use super::super::{CompareOptions, Level, Levels, Report, compare};

/// Returns a description whose operation sends or receives the component `Parcel`, or both.
fn description(parcel: &Value, others: &Value, [is_sent, is_received]: [bool; 2]) -> Value {
    let mut schemas = others.clone();
    schemas["Parcel"] = parcel.clone();
    let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Parcel"}}});
    let mut post = json!({"responses": {"200": {"description": ""}}});
    if is_sent {
        post["requestBody"] = json!({"content": content});
    }
    if is_received {
        post["responses"]["200"]["content"] = content;
    }
    json!({"openapi": "3.1.0", "info": {"title": "a", "version": "1.0.0"}, "paths": {"/a": {"post": post}},
        "components": {"schemas": schemas}})
}

fn report(old: &Value, new: &Value) -> Report {
    compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()).unwrap()
}

/// Returns the rule and the message of each change.
fn changes(report: &Report) -> Vec<String> {
    report.changes.iter().map(|change| format!("{}: {}", change.rule, change.message)).collect()
}

const SENT: [bool; 2] = [true, false];
const RECEIVED: [bool; 2] = [false, true];
const BOTH: [bool; 2] = [true, true];

fn object(properties: &Value) -> Value {
    json!({"type": "object", "properties": properties})
}

/// Returns the changes of an object without other components.
fn found(old: &Value, new: &Value, ways: [bool; 2]) -> Vec<String> {
    changes(&report(&description(old, &json!({}), ways), &description(new, &json!({}), ways)))
}

fn required(mut object: Value, names: &[&str]) -> Value {
    object["required"] = json!(names);
    object
}

fn closed(mut object: Value) -> Value {
    object["additionalProperties"] = json!(false);
    object
}

#[test]
fn renamed_property_is_reported_once_at_the_higher_level() {
    let old = object(&json!({"tracking_number": {"type": "string"}}));
    let new = object(&json!({"trackingNumber": {"type": "string"}}));
    let (was, is) = (required(old.clone(), &["tracking_number"]), required(new.clone(), &["trackingNumber"]));
    let (sent, removed, lost) =
        ("request-property-removed", "optional-response-property-removed", "required-response-property-removed");
    let (added, rejected) = ("required-request-property-added", "closed-request-property-removed");
    let closed = |object: &Value| {
        let mut object = object.clone();
        object["additionalProperties"] = json!(false);
        object
    };
    for (old, new, ways, rule, before, after) in [
        (&old, &new, SENT, sent, "the property NAME", ""),
        (&was, &new, SENT, sent, "the property NAME", ""),
        (&old, &is, SENT, added, "the property NAME", ", which is required"),
        (&closed(&old), &closed(&new), SENT, rejected, "the property NAME", ", and unlisted properties are rejected"),
        (
            &closed(&was),
            &closed(&is),
            SENT,
            rejected,
            "the property NAME",
            ", which is required, and unlisted properties are rejected",
        ),
        (&old, &new, RECEIVED, removed, "the optional property NAME", ""),
        (&was, &is, RECEIVED, lost, "the property NAME, which was always present,", ""),
        (&was, &new, RECEIVED, lost, "the property NAME, which was always present,", ", which is optional"),
    ] {
        let before = before.replace("NAME", "`Parcel.tracking_number`");
        let expected = format!("{rule}: {before} was renamed to `trackingNumber`{after}: only the spelling differs");
        assert_eq!(found(old, new, ways), [expected]);
    }
}

#[test]
fn names_of_a_renamed_property_are_its_values() {
    let property = json!({"type": "number", "description": "The weight in grams"});
    let (old, new) = (object(&json!({"weigth": property})), object(&json!({"weight": property})));
    let report = report(&description(&old, &json!({}), BOTH), &description(&new, &json!({}), BOTH));
    let expected = "property `Parcel.weigth` was renamed to `weight`: both have the same schema and description";
    assert_eq!(
        changes(&report),
        [
            format!("optional-response-property-removed: the optional {expected}"),
            format!("request-property-removed: the {expected}")
        ]
    );
    for change in &report.changes {
        let values = [&change.before, &change.after].map(|value| value.as_ref().map(|value| value.as_str().to_owned()));
        assert_eq!(values, [Some("\"weigth\"".to_owned()), Some("\"weight\"".to_owned())]);
        let places = [&change.old, &change.new].map(|place| place.as_ref().unwrap().pointer.as_str());
        let expected = ["weigth", "weight"].map(|name| format!("/components/schemas/Parcel/properties/{name}"));
        assert_eq!(places, expected);
    }
}

#[test]
fn changes_of_the_component_of_a_renamed_property_are_reported() {
    let inner = |length: u8| object(&json!({"street": {"type": "string", "maxLength": length}}));
    let named = json!({"$ref": "#/components/schemas/Address", "description": "The address of the recipient"});
    for (old, new) in [("recipient", "receiver"), ("shipTo", "ship_to")] {
        let of =
            |name: &str, length| description(&object(&json!({name: named})), &json!({"Address": inner(length)}), SENT);
        let found = changes(&report(&of(old, 9), &of(new, 5)));
        let narrowed = "request-length-narrowed: `Address.street` must now have at most 5 characters (was 9)";
        assert!(found.contains(&narrowed.to_owned()), "{found:?}");
        assert_eq!(found.len(), 2, "{found:?}");
    }
}

#[test]
fn weak_or_ambiguous_evidence_pairs_nothing() {
    let text = || json!({"type": "string"});
    let described = |text: &str| json!({"type": "string", "description": text});
    for (old, new) in [
        (json!({"from": text()}), json!({"to": text()})),
        (json!({"from": described("The date")}), json!({"to": described("The date")})),
        (json!({"from": described("The first date of use")}), json!({"to": described("The last date of use")})),
        (
            json!({"from": described("A date and time")}),
            json!({"to": {"type": "integer", "description": "A date and time"}}),
        ),
        (json!({"from": {"description": "A date and time"}}), json!({"to": {"description": "A date and time"}})),
        (json!({"a_b": text()}), json!({"aB": {"type": "integer"}})),
        (json!({"a_b": text()}), json!({"aB": {"type": ["string", "null"]}})),
        (json!({"a_b": text()}), json!({"aB": {"type": "string", "maxLength": 5}})),
        (json!({"a_b": text()}), json!({"aB": text(), "a-b": text()})),
        (json!({"a_b": text(), "AB": text()}), json!({"aB": text(), "AB": text()})),
        (
            json!({"from": described("A date and time")}),
            json!({"to": described("A date and time"), "at": described("A date and time")}),
        ),
        (
            json!({"from": described("A date and time"), "at": described("A date and time")}),
            json!({"to": described("A date and time"), "at": described("A date and time")}),
        ),
        (json!({"a_b": {"type": "string", "readOnly": true}}), json!({"aB": text()})),
    ] {
        for (old, new) in [(&old, &new), (&new, &old)] {
            let found = found(&object(old), &object(new), BOTH);
            assert!(!found.iter().any(|text| text.contains("renamed")), "{found:?}");
        }
    }
}

#[test]
fn property_that_another_part_still_has_is_not_renamed() {
    let base = |name: &str| object(&json!({name: {"type": "string"}}));
    let parcel = |own: Value| json!({"allOf": [{"$ref": "#/components/schemas/Base"}, own]});
    let of = |name: &str| description(&parcel(base("tracking_number")), &json!({"Base": base(name)}), BOTH);
    let found = changes(&report(&of("tracking_number"), &of("trackingNumber")));
    assert!(!found.iter().any(|text| text.contains("renamed")), "{found:?}");
    assert!(found.iter().any(|text| text.contains("`Base.trackingNumber` was added")), "{found:?}");
}

#[test]
fn similar_name_in_a_base_pairs_nothing() {
    let base = json!({"Base": object(&json!({"AB": {"type": "string"}}))});
    let of = |name: &str| {
        let own = object(&json!({name: {"type": "string"}}));
        description(&json!({"allOf": [{"$ref": "#/components/schemas/Base"}, own]}), &base, SENT)
    };
    let found = changes(&report(&of("a_b"), &of("aB")));
    assert!(!found.iter().any(|text| text.contains("renamed")), "{found:?}");
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn level_of_the_publisher_lowers_no_other_level() {
    let old = object(&json!({"tracking_number": {"type": "string"}}));
    let new = required(object(&json!({"trackingNumber": {"type": "string"}})), &["trackingNumber"]);
    let (old, new) = (description(&old, &json!({}), SENT), description(&new, &json!({}), SENT));
    for (settings, expected) in [
        (vec![], vec![("required-request-property-added", Level::Breaking)]),
        (
            vec![("required-request-property-added", "docs")],
            vec![("request-property-removed", Level::Risky), ("required-request-property-added", Level::Docs)],
        ),
        (vec![("request-property-removed", "breaking")], vec![("request-property-removed", Level::Breaking)]),
    ] {
        let settings = settings.into_iter().map(|(rule, level): (&str, &str)| (rule.to_owned(), level.to_owned()));
        let options = CompareOptions { levels: Levels::new(settings).unwrap(), ..CompareOptions::default() };
        let report = compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &options).unwrap();
        let found: Vec<_> = report.changes.iter().map(|change| (change.rule, change.level)).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn id_of_a_renamed_property_differs_from_that_of_a_removed_one() {
    let of = |properties: Value| description(&object(&properties), &json!({}), SENT);
    let old = of(json!({"tracking_number": {"type": "string"}}));
    let removed = report(&old, &of(json!({})));
    let renamed = report(&old, &of(json!({"trackingNumber": {"type": "string"}})));
    assert_eq!(removed.changes[0].rule, renamed.changes[0].rule);
    assert_ne!(removed.changes[0].id, renamed.changes[0].id);
}

/// Returns the highest level of the changes when a property with this name replaces `a_b`.
fn worst_level(name: &str, [left, right]: [&Value; 2], states: u8, wrap: fn(Value) -> Value, ways: [bool; 2]) -> Level {
    let is_set = |bit: u8| states & (1 << bit) != 0;
    let schema = |name: &str, property: &Value, is_required: bool, is_closed: bool| {
        let object = object(&json!({name: property, "other": {"type": "boolean"}}));
        let object = if is_required { required(object, &[name]) } else { object };
        wrap(if is_closed { closed(object) } else { object })
    };
    let address = |length: u8| json!({"Address": object(&json!({"street": {"type": "string", "maxLength": length}}))});
    let old = description(&schema("a_b", left, is_set(0), is_set(1)), &address(9), ways);
    let new = description(&schema(name, right, is_set(2), is_set(1)), &address(5), ways);
    report(&old, &new).changes.iter().map(|change| change.level).max().unwrap()
}

#[test]
fn renamed_property_has_no_lower_level_than_an_added_and_a_removed_one() {
    let schemas = [
        json!({"type": "string"}),
        json!({"type": "string", "readOnly": true}),
        json!({"type": "string", "writeOnly": true}),
        json!({"$ref": "#/components/schemas/Address"}),
    ];
    let wraps: [fn(Value) -> Value; 3] = [
        |object| object,
        |object| json!({"allOf": [object, {"properties": {"c": {"type": "string"}}}]}),
        |object| json!({"oneOf": [object, {"type": "array"}, {"type": "object", "required": ["c"]}]}),
    ];
    for (left, right) in schemas.iter().flat_map(|left| schemas.iter().map(move |right| (left, right))) {
        for (states, wrap, ways) in (0..16)
            .flat_map(|states| wraps.iter().flat_map(move |wrap| [SENT, RECEIVED].map(|ways| (states, wrap, ways))))
        {
            let level = |name| worst_level(name, [left, right], states, *wrap, ways);
            let (renamed, other) = (level("aB"), level("z"));
            assert!(renamed >= other, "{renamed} < {other}: {left} {right} {states} {:?} {ways:?}", wrap(json!({})));
        }
    }
}
