//! Query parameters whose values take more than one name, less than one value, or the query as a whole.

use waybill_mock::service::{MockService, Settings};

use crate::support::{get, upload};

/// A mock service that describes `GET /r` with these parameters.
fn mock(version: &str, parameters: &str) -> MockService {
    let mock = MockService::new(Settings::default());
    let text = format!(
        "{version}\ninfo: {{title: Q, version: \"1\"}}\npaths:\n  /r:\n    get:\n      parameters:\n{parameters}      responses: {{\"200\": {{description: d}}}}\n  /r/{{codes}}:\n    get:\n      parameters: [{{name: codes, in: path, required: true, type: array, items: {{type: integer}}, collectionFormat: pipes}}]\n      responses: {{\"200\": {{description: d}}}}\n"
    );
    assert_eq!(upload(&mock, &[("q.yaml", text.as_bytes())]).status(), 201);
    mock
}

/// Where each violation of a query is; none where it is accepted.
fn places(mock: &MockService, query: &str) -> Vec<String> {
    let answer = get(mock, &format!("/rest/Q/1/r{query}"));
    if answer.status() == 200 {
        return Vec::new();
    }
    let errors = answer.json()["errors"].as_array().unwrap().clone();
    errors
        .iter()
        .map(|error| format!("{}{}", error["name"].as_str().unwrap(), error["path"].as_str().unwrap_or_default()))
        .collect()
}

fn check(mock: &MockService, cases: &[(&str, &[&str])]) {
    for (query, expected) in cases {
        assert_eq!(places(mock, query), *expected, "{query}");
    }
}

const NONE: &[&str] = &[];

#[test]
fn exploded_object_is_checked_if_one_of_its_members_is_sent() {
    let filter = "        - {name: limit, in: query, schema: {type: integer}}
        - name: filter
          in: query
          schema:
            type: object
            additionalProperties: false
            required: [from]
            allOf: [{properties: {from: {type: integer}}}]
            properties: {to: {type: integer}, kinds: {type: array, items: {enum: [a, b]}}, from: {}}
";
    check(
        &mock("openapi: 3.0.3", filter),
        &[
            ("", NONE),
            ("?limit=1&utm=x", NONE),
            ("?from=1&to=2&limit=1&utm=x", NONE),
            ("?from=1&kinds=a&kinds=b", NONE),
            ("?from=one", &["filter/from"]),
            ("?to=2", &["filter"]),
            ("?from=1&kinds=c", &["filter/kinds/0"]),
        ],
    );
    let required = filter.replace("name: filter\n", "name: filter\n          required: true\n");
    check(
        &mock("openapi: 3.0.3", &required),
        &[("?from=1&limit=1&utm=x", NONE), ("?limit=1", &["filter"]), ("", &["filter"])],
    );
}

#[test]
fn members_of_alternatives_are_names_as_well_and_maps_have_none() {
    let parameters = "        - {name: either, in: query, schema: {oneOf: [{type: object, required: [a], properties: {a: {type: integer}}}, {type: object, required: [b], properties: {b: {type: integer}}}]}}
        - {name: map, in: query, schema: {type: object, additionalProperties: {type: integer}}}
";
    let mock = mock("openapi: 3.1.0", parameters);
    check(&mock, &[("?a=1", NONE), ("?b=2&c=x", NONE)]);
    assert_eq!(places(&mock, "?a=x").len(), 1);
}

#[test]
fn the_query_as_a_whole_may_be_a_form() {
    let whole = "        - name: q
          in: querystring
          content: {application/x-www-form-urlencoded: {schema: {type: object, required: [a], properties: {a: {type: integer}, b: {type: array, items: {type: integer}}}, additionalProperties: false}}}
";
    check(
        &mock("openapi: 3.2.0", whole),
        &[("?a=1&b=2&b=3", NONE), ("?a=%31", NONE), ("?a=x", &["q/a"]), ("?a=1&c=2", &["q/c"]), ("?b=1", &["q"])],
    );
    let json =
        "        - {name: q, in: querystring, content: {application/json: {schema: {type: object, required: [a]}}}}\n";
    check(&mock("openapi: 3.2.0", json), &[("?%7B%22a%22:1%7D", NONE), ("?%7B%7D", &["q"])]);
}

#[test]
fn an_empty_value_is_accepted_where_the_description_allows_it() {
    let old = "        - {name: flag, in: query, type: integer, allowEmptyValue: true}\n        - {name: n, in: query, type: integer}\n";
    let new = "        - {name: flag, in: query, allowEmptyValue: true, schema: {type: integer}}\n        - {name: n, in: query, schema: {type: integer}}\n";
    for (version, parameters) in [("swagger: \"2.0\"", old), ("openapi: 3.0.3", new)] {
        check(
            &mock(version, parameters),
            &[("?flag", NONE), ("?flag=", NONE), ("?flag=1", NONE), ("?flag=x", &["flag"]), ("?n=", &["n"])],
        );
    }
}

#[test]
fn swagger_2_lists_use_their_collection_format() {
    let list = |name, format| {
        format!(
            "        - {{name: {name}, in: query, type: array, items: {{type: integer}}, collectionFormat: {format}}}\n"
        )
    };
    let parameters = [list("t", "tsv"), list("s", "ssv"), list("p", "pipes"), list("c", "csv")].concat();
    let mock = mock("swagger: \"2.0\"", &parameters);
    check(
        &mock,
        &[
            ("?t=1%092&s=1%202&p=1%7C2&c=1,2", NONE),
            ("?s=1+2&p=1|2", NONE),
            ("?t=1%09x", &["t/1"]),
            ("?s=1%20x", &["s/1"]),
            ("?p=1%7Cx", &["p/1"]),
            ("/1%7C2", NONE),
            ("/1%7Cx", &["codes/1"]),
        ],
    );
}

#[test]
fn lists_of_lists_of_swagger_2_have_another_separator_within() {
    let parameters = "        - {name: c, in: query, type: array, items: {type: array, items: {type: integer}, collectionFormat: pipes}}
        - {name: p, in: query, type: array, collectionFormat: pipes, items: {type: array, items: {type: integer}}}
        - {name: m, in: query, type: array, collectionFormat: multi, items: {type: array, items: {type: integer}}}
";
    check(
        &mock("swagger: \"2.0\"", parameters),
        &[
            ("?c=1%7C2,3%7C4&p=1,2%7C3&m=1,2&m=3", NONE),
            ("?c=1", NONE),
            ("?m=1,2", NONE),
            ("?c=1%7C2,3%7Cx", &["c/1/1"]),
            ("?p=1,x%7C3", &["p/0/1"]),
            ("?m=1&m=2,x", &["m/1/1"]),
        ],
    );
}

#[test]
fn allowed_empty_value_does_not_hide_other_values() {
    let parameters = "        - {name: flag, in: query, allowEmptyValue: true, schema: {type: integer}}
        - {name: ids, in: query, allowEmptyValue: true, schema: {type: array, items: {type: integer}}}
";
    check(
        &mock("openapi: 3.0.3", parameters),
        &[
            ("?ids=", NONE),
            ("?ids=&ids=", NONE),
            ("?ids=&ids=1", NONE),
            ("?ids=&ids=x", &["ids/1"]),
            ("?ids=x&ids=", &["ids/0"]),
            ("?flag=&flag=x", &["flag"]),
        ],
    );
}

#[test]
fn a_comma_that_is_written_as_a_byte_belongs_to_its_element() {
    let parameters = "        - {name: c, in: query, explode: false, schema: {type: array, maxItems: 2, items: {enum: [\"a,b\", c]}}}\n";
    check(&mock("openapi: 3.0.3", parameters), &[("?c=a%2Cb,c", NONE), ("?c=a,b", &["c/0", "c/1"])]);
}

#[test]
fn a_required_parameter_is_missing_where_only_others_are_sent() {
    let mock = mock(
        "openapi: 3.0.0",
        "        - {name: key, in: query, required: true, schema: {type: string, minLength: 3}}
        - {name: page, in: query, schema: {type: integer}}
",
    );
    check(&mock, &[("?page=1", &["key"]), ("", &["key"]), ("?key=abc", NONE), ("?key=ab", &["key"])]);
}
