//! Tests of the operations read from all versions of the specification.

use super::*;
use crate::{Limits, Loader};

fn read(text: &str) -> Vec<Operation> {
    let description = Loader::new("openapi.yaml", text.as_bytes(), &Limits::default()).unwrap().finish();
    description.operations()
}

#[test]
fn an_operation_has_its_own_parameters_and_those_of_its_path() {
    let operations = read(
        "openapi: 3.1.0
info: {title: Parcels, version: '1.2'}
paths:
  /parcels/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
      - {name: page, in: query, schema: {type: integer}}
    get:
      operationId: getParcel
      parameters:
        - {name: page, in: query, required: true, style: pipeDelimited, schema: {type: array}}
        - $ref: '#/components/parameters/Trace'
      responses:
        '200':
          description: found
          headers: {X-Rate: {required: true, schema: {type: integer}, example: 4}}
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Parcel'}
              examples: {heavy: {value: {weight: 31.50}}}
        default: {description: failed}
components:
  parameters:
    Trace: {name: X-Trace, in: header, schema: {type: string}}
  schemas:
    Parcel: {type: object}
",
    );
    let [operation] = operations.as_slice() else { panic!("{operations:?}") };
    assert_eq!((operation.method.as_str(), operation.path.as_str()), ("GET", "/parcels/{id}"));
    assert_eq!(operation.id.as_deref(), Some("getParcel"));
    let parameters: Vec<_> = operation.parameters.iter().map(|p| (p.name.as_str(), p.location, p.required)).collect();
    let expected =
        [("page", Location::Query, true), ("X-Trace", Location::Header, false), ("id", Location::Path, true)];
    assert_eq!(parameters, expected);
    assert_eq!((operation.parameters[0].style, operation.parameters[0].explode), (Style::PipeDelimited, false));
    let found = &operation.responses[0];
    assert_eq!((found.status.as_str(), found.headers[0].required), ("200", true));
    assert_eq!(found.headers[0].examples, [Example { name: None, json: "4".to_owned() }]);
    let media = &found.content[0];
    assert!(media.schema.is_some());
    assert_eq!(media.examples, [Example { name: Some("heavy".to_owned()), json: "{\"weight\":31.50}".to_owned() }]);
    assert_eq!(operation.responses[1].status, "default");
}

#[test]
fn swagger_2_says_the_same_in_other_words() {
    let operations = read(
        "swagger: '2.0'
info: {title: Parcels, version: '1'}
consumes: [application/json]
produces: [application/json]
paths:
  /parcels:
    post:
      parameters:
        - {name: parcel, in: body, required: true, schema: {type: object}}
        - {name: tag, in: query, type: array, items: {type: string}, collectionFormat: csv}
      responses:
        '201': {description: made, schema: {type: object}, examples: {application/json: {id: 1}}}
",
    );
    let [operation] = operations.as_slice() else { panic!("{operations:?}") };
    let body = operation.body.as_ref().unwrap();
    assert!(body.required && body.content[0].range == "application/json" && body.content[0].schema.is_some());
    assert_eq!((operation.parameters[0].style, operation.parameters[0].explode), (Style::Form, false));
    assert_eq!(operation.responses[0].content[0].examples[0].json, "{\"id\":1}");
}

#[test]
fn names_that_begin_as_extensions_do_are_names() {
    let operations = read(
        "openapi: 3.0.3
info: {title: Parcels, version: '1'}
paths:
  /parcels:
    parameters: [{$ref: '#/components/parameters/x-trace'}]
    post:
      requestBody: {$ref: '#/components/requestBodies/x-form'}
      responses:
        '200': {$ref: '#/components/responses/x-ok'}
        x-retry: {description: an extension}
components:
  parameters: {x-trace: {name: trace, in: query, schema: {$ref: '#/components/schemas/x-text'}}}
  requestBodies:
    x-form:
      content:
        application/x-www-form-urlencoded:
          schema: {$ref: '#/components/schemas/x-text'}
          encoding: {x-tags: {style: pipeDelimited, explode: false}, size: {contentType: text/plain}}
  responses:
    x-ok:
      description: yes
      headers: {x-total: {required: true, schema: {type: integer}}}
      content: {application/json: {examples: {x-one: {value: 1}}}}
  schemas: {x-text: {type: string}}
",
    );
    let [operation] = operations.as_slice() else { panic!("{operations:?}") };
    assert_eq!(operation.parameters[0].name, "trace");
    assert!(operation.parameters[0].schema.is_some());
    let form = &operation.body.as_ref().unwrap().content[0];
    let encoding = |name: &str, style, explode| Encoding {
        name: name.to_owned(),
        style,
        explode,
        item_style: None,
        allows_empty: false,
    };
    assert_eq!(
        form.encodings,
        [encoding("x-tags", Some(Style::PipeDelimited), Some(false)), encoding("size", None, None)]
    );
    let [response] = operation.responses.as_slice() else { panic!("{operation:?}") };
    assert_eq!((response.status.as_str(), response.headers[0].name.as_str()), ("200", "x-total"));
    assert_eq!(response.content[0].examples[0].name.as_deref(), Some("x-one"));
}

#[test]
fn member_names_and_empty_values_of_a_query_parameter_are_read() {
    let operations = read(
        "openapi: 3.0.3
info: {title: Parcels, version: '1'}
paths:
  /parcels:
    get:
      parameters:
        - {name: filter, in: query, schema: {properties: {a: {}}, oneOf: [{properties: {b: {}}}, {$ref: '#/components/schemas/C'}]}}
        - {name: deep, in: query, style: deepObject, schema: {properties: {a: {}}}}
        - {name: flag, in: query, allowEmptyValue: true, schema: {type: integer}}
        - {name: X-Flag, in: header, allowEmptyValue: true, schema: {type: integer}}
        - {name: any, in: query, schema: {type: object}}
      responses: {}
components: {schemas: {C: {allOf: [{properties: {c: {}}}]}}}
",
    );
    let read: Vec<_> =
        operations[0].parameters.iter().map(|found| (found.members.clone(), found.allows_empty)).collect();
    let named = Members::Named(["a", "b", "c"].map(str::to_owned).to_vec());
    let none = || Members::None;
    assert_eq!(read, [(named, false), (none(), false), (none(), true), (none(), false), (Members::Any, false)]);
}

#[test]
fn collection_format_of_swagger_2_is_read_at_every_level() {
    let lists = |name: &str, place: &str| {
        format!(
            "{{name: {name}, in: {place}, type: array, collectionFormat: tsv, allowEmptyValue: true, items: {{type: array, collectionFormat: pipes, items: {{type: integer}}}}}}"
        )
    };
    let (header, field) = (lists("h", "header"), lists("f", "formData"));
    let operations = read(&format!(
        "swagger: '2.0'
info: {{title: Parcels, version: '1'}}
paths:
  /parcels:
    post:
      parameters: [{header}, {field}, {{name: g, in: formData, type: array, items: {{type: string}}}}]
      responses: {{'200': {{description: d, headers: {{X-Codes: {{type: array, items: {{type: array}}, collectionFormat: ssv}}}}}}}}
"
    ));
    let [operation] = operations.as_slice() else { panic!("{operations:?}") };
    let parameter = &operation.parameters[0];
    assert_eq!((parameter.style, parameter.item_style), (Style::TabDelimited, Some(Style::PipeDelimited)));
    let encodings = &operation.body.as_ref().unwrap().content[0].encodings;
    let said: Vec<_> = encodings.iter().map(|found| (found.style, found.item_style, found.allows_empty)).collect();
    assert_eq!(said, [(Some(Style::TabDelimited), Some(Style::PipeDelimited), true), (None, None, false)]);
    let header = &operation.responses[0].headers[0];
    assert_eq!((header.style, header.item_style), (Style::SpaceDelimited, Some(Style::Simple)));
}
