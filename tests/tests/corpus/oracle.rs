//! `openapiv3` as the oracle: both readers count the same operations, parameters and schemas in every 3.0 description.

use std::path::{Path, PathBuf};

use openapiv3::{
    AdditionalProperties, AnySchema, ArrayType, Components, Header, MediaType, ObjectType, OpenAPI, Operation,
    Parameter, ParameterSchemaOrContent, PathItem, ReferenceOr, RequestBody, Response, Responses, Schema, SchemaKind,
    Type,
};
use waybill_core::openapi::{Limits, Loader, Stats};

/// Counts over the oracle's own types.
#[derive(Default)]
pub(super) struct Count(pub(super) Stats);

/// A value that is written out, and not a reference to one.
fn item<T>(value: &ReferenceOr<T>) -> Option<&T> {
    match value {
        ReferenceOr::Item(item) => Some(item),
        ReferenceOr::Reference { .. } => None,
    }
}

impl Count {
    pub(super) fn document(&mut self, document: &OpenAPI) {
        for path in document.paths.paths.values().filter_map(item) {
            self.0.operations += path.iter().count();
            self.path(path);
        }
        if let Some(components) = &document.components {
            self.components(components);
        }
    }

    fn components(&mut self, components: &Components) {
        components.schemas.values().for_each(|schema| self.schema(schema));
        components.parameters.values().for_each(|parameter| self.parameter(parameter));
        components.headers.values().for_each(|header| self.header(header));
        components.request_bodies.values().for_each(|body| self.body(body));
        components.responses.values().for_each(|response| self.response(response));
    }

    fn path(&mut self, path: &PathItem) {
        path.parameters.iter().for_each(|parameter| self.parameter(parameter));
        path.iter().for_each(|(_, operation)| self.operation(operation));
    }

    fn operation(&mut self, operation: &Operation) {
        operation.parameters.iter().for_each(|parameter| self.parameter(parameter));
        operation.request_body.iter().for_each(|body| self.body(body));
        let Responses { default, responses, .. } = &operation.responses;
        default.iter().chain(responses.values()).for_each(|response| self.response(response));
        for callback in operation.callbacks.values() {
            callback.values().for_each(|path| self.path(path));
        }
    }

    fn parameter(&mut self, parameter: &ReferenceOr<Parameter>) {
        let Some(parameter) = item(parameter) else { return };
        self.0.parameters += 1;
        self.format(&parameter.parameter_data_ref().format);
    }

    fn header(&mut self, header: &ReferenceOr<Header>) {
        if let Some(header) = item(header) {
            self.format(&header.format);
        }
    }

    fn format(&mut self, format: &ParameterSchemaOrContent) {
        match format {
            ParameterSchemaOrContent::Schema(schema) => self.schema(schema),
            ParameterSchemaOrContent::Content(content) => content.values().for_each(|media| self.media(media)),
        }
    }

    fn body(&mut self, body: &ReferenceOr<RequestBody>) {
        let content = item(body).into_iter().flat_map(|body| body.content.values());
        content.for_each(|media| self.media(media));
    }

    fn response(&mut self, response: &ReferenceOr<Response>) {
        let Some(response) = item(response) else { return };
        response.headers.values().for_each(|header| self.header(header));
        response.content.values().for_each(|media| self.media(media));
    }

    fn media(&mut self, media: &MediaType) {
        media.schema.iter().for_each(|schema| self.schema(schema));
        let headers = media.encoding.values().flat_map(|encoding| encoding.headers.values());
        headers.for_each(|header| self.header(header));
    }

    fn boxed(&mut self, schema: &ReferenceOr<Box<Schema>>) {
        if let ReferenceOr::Item(schema) = schema {
            self.written(schema);
        }
    }

    fn schema(&mut self, schema: &ReferenceOr<Schema>) {
        if let ReferenceOr::Item(schema) = schema {
            self.written(schema);
        }
    }

    fn written(&mut self, schema: &Schema) {
        self.0.schemas += 1;
        match &schema.schema_kind {
            SchemaKind::Type(Type::Object(ObjectType { properties, additional_properties, .. })) => {
                properties.values().for_each(|schema| self.boxed(schema));
                self.additional(additional_properties.as_ref());
            }
            SchemaKind::Type(Type::Array(ArrayType { items, .. })) => items.iter().for_each(|items| self.boxed(items)),
            SchemaKind::Type(_) => {}
            SchemaKind::OneOf { one_of: all }
            | SchemaKind::AllOf { all_of: all }
            | SchemaKind::AnyOf { any_of: all } => {
                for schema in all {
                    self.schema(schema);
                }
            }
            SchemaKind::Not { not } => self.schema(not),
            SchemaKind::Any(any) => self.any(any),
        }
    }

    fn any(&mut self, any: &AnySchema) {
        any.properties.values().for_each(|schema| self.boxed(schema));
        self.additional(any.additional_properties.as_ref());
        any.items.iter().for_each(|items| self.boxed(items));
        any.one_of.iter().chain(&any.all_of).chain(&any.any_of).for_each(|schema| self.schema(schema));
        any.not.iter().for_each(|schema| self.schema(schema));
    }

    fn additional(&mut self, additional: Option<&AdditionalProperties>) {
        if let Some(AdditionalProperties::Schema(schema)) = additional {
            self.schema(schema);
        }
    }
}

/// The committed descriptions: the inputs of the vectors, and the base of the rule pages.
pub(super) fn committed() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("../core/rules/base.json")];
    for folder in std::fs::read_dir(root.join("vectors/compare")).unwrap() {
        let folder = folder.unwrap().path();
        files.extend(["old.json", "new.json"].map(|name| folder.join(name)).into_iter().filter(|file| file.is_file()));
    }
    files.sort();
    files
}

#[test]
fn both_readers_count_the_same_in_every_3_0_description() {
    let mut read = 0;
    for file in committed().into_iter().chain(super::github()) {
        let bytes = std::fs::read(&file).unwrap();
        // serde_json takes neither a byte order mark nor half a surrogate pair, which some vectors are about.
        let Ok(value) = serde_json::from_slice::<serde_json::Value>(&bytes) else { continue };
        if !value["openapi"].as_str().is_some_and(|version| version.starts_with("3.0")) {
            continue;
        }
        let oracle: OpenAPI =
            serde_json::from_value(value).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut expected = Count::default();
        expected.document(&oracle);
        let found = Loader::new("d", bytes, &Limits::default()).unwrap().finish().stats();
        assert_eq!(found, expected.0, "{}", file.display());
        read += 1;
    }
    assert!(read >= 20, "{read} descriptions were read");
}
