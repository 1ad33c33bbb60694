//! Builds operations from the arena.

use std::collections::BTreeMap;

use super::{
    Encoding, Example, Header, Info, Location, MediaType, Members, Operation, OperationBody, Parameter, Response, Style,
};
use crate::operations::erased_path;
use crate::schema::Schema;
use crate::tree::{Kind, NodeId};
use crate::{KnownKey, OperationEntry, OperationKind, ResolvedDescription, SpecVersion};

/// Maximum size of an example in bytes. Longer examples are omitted.
const EXAMPLE_BYTES: usize = 1 << 20;

pub(super) fn info(description: &ResolvedDescription<'_>) -> Info {
    let info = description.arena().member(NodeId::ROOT, KnownKey::Info);
    let title = info.and_then(|info| description.arena().string_at(info, KnownKey::Title)).map(Into::into);
    Info { title, version: description.release() }
}

pub(super) fn operations(description: &ResolvedDescription<'_>) -> Vec<Operation> {
    let reader = Reader { description };
    let operation_entries =
        description.operation_entries().iter().filter(|operation_entry| operation_entry.kind == OperationKind::Path);
    operation_entries.map(|operation_entry| reader.operation(operation_entry)).collect()
}

/// Returns one operation. All of them can have many times the size of the description, because they may share parameters.
pub(crate) fn find(description: &ResolvedDescription<'_>, method: &str, path: &str) -> Option<Operation> {
    let of_method = || {
        let entries = description.operation_entries().iter();
        entries.filter(|entry| entry.kind == OperationKind::Path && entry.method == method)
    };
    let found = of_method().find(|entry| entry.path == path).or_else(|| {
        let (erased, _) = erased_path(path);
        of_method().find(|entry| erased_path(&entry.path).0 == erased)
    })?;
    Some(Reader { description }.operation(found))
}

struct Reader<'a, 'text> {
    description: &'a ResolvedDescription<'text>,
}

impl Reader<'_, '_> {
    fn operation(&self, operation_entry: &OperationEntry) -> Operation {
        let arena = self.description.arena();
        let body =
            arena.member(operation_entry.operation, KnownKey::RequestBody).and_then(|body| self.request_body(body));
        // `responses` can also contain extensions (OpenAPI 3.1.1 section 4.8.16).
        let mut responses = self.members(operation_entry.operation, KnownKey::Responses);
        responses.retain(|(status, _)| !status.starts_with("x-"));
        Operation {
            method: operation_entry.method.clone(),
            path: operation_entry.path.clone(),
            id: arena.string_at(operation_entry.operation, KnownKey::OperationId).map(Into::into),
            is_deprecated: arena.is_true(operation_entry.operation, KnownKey::Deprecated),
            parameters: self.parameters(operation_entry),
            body,
            responses: responses.into_iter().filter_map(|(status, id)| self.response(status, id)).collect(),
        }
    }

    /// Returns the operation's parameters, then those of its path item that it does not override. Name and location identify one.
    fn parameters(&self, operation_entry: &OperationEntry) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for holder in [operation_entry.operation, operation_entry.entry, operation_entry.item] {
            let list = self.description.arena().member(holder, KnownKey::Parameters);
            let elements = list.into_iter().flat_map(|list| self.description.arena().children(list));
            for parameter in elements.filter_map(|element| self.parameter(element)) {
                let known = |known: &Parameter| known.name == parameter.name && known.location == parameter.location;
                if !parameters.iter().any(known) {
                    parameters.push(parameter);
                }
            }
        }
        parameters
    }

    fn parameter(&self, element: NodeId) -> Option<Parameter> {
        let id = self.description.resolve(element)?;
        let arena = self.description.arena();
        let location = match &*arena.string_at(id, KnownKey::In)? {
            "path" => Location::Path,
            "query" => Location::Query,
            "querystring" => Location::QueryString,
            "header" => Location::Header,
            "cookie" => Location::Cookie,
            _ => return None,
        };
        let style = arena.string_at(id, KnownKey::Style).and_then(|style| style_called(&style));
        let style = style.or_else(|| self.collection_format(id)).unwrap_or(match location {
            Location::Path | Location::Header => Style::Simple,
            Location::Query | Location::QueryString | Location::Cookie => Style::Form,
        });
        let explode = arena
            .member(id, KnownKey::Explode)
            .map_or(style == Style::Form, |explode| arena.kind(explode) == Kind::True);
        let schema = arena.member(id, KnownKey::Schema).map(Schema);
        let is_spread = location == Location::Query && style == Style::Form && explode;
        Some(Parameter {
            name: arena.string_at(id, KnownKey::Name)?.into(),
            location,
            required: location == Location::Path || arena.is_true(id, KnownKey::Required),
            style,
            explode,
            item_style: self.value_schema(id).and_then(|schema| self.item_style(schema)),
            allows_empty: location == Location::Query && arena.is_true(id, KnownKey::AllowEmptyValue),
            members: schema.filter(|_| is_spread).map_or(Members::None, |schema| self.query_members(id, schema)),
            schema,
            content: self.content(id).into_iter().next(),
            examples: self.examples(id),
        })
    }

    /// Returns the query members of a parameter with this schema.
    fn query_members(&self, parameter: NodeId, schema: Schema) -> Members {
        let names = schema.property_names(self.description);
        if !names.is_empty() {
            return Members::Named(names);
        }
        let arena = self.description.arena();
        let is_object = self
            .value_schema(parameter)
            .and_then(|schema| arena.string_at(schema, KnownKey::Type))
            .is_some_and(|of| &*of == "object");
        if is_object { Members::Any } else { Members::None }
    }

    /// Returns the list separator of Swagger 2.0's `collectionFormat`, if OpenAPI 3 has no equivalent for it.
    fn collection_format(&self, holder: NodeId) -> Option<Style> {
        let format = self.description.arena().string_at(holder, KnownKey::CollectionFormat)?;
        let is_read = self.description.spec_version() == SpecVersion::V2_0;
        match &*format {
            "tsv" if is_read => Some(Style::TabDelimited),
            "ssv" if is_read => Some(Style::SpaceDelimited),
            "pipes" if is_read => Some(Style::PipeDelimited),
            _ => None,
        }
    }

    /// Returns the separator of inner lists in a list of lists. Defaults to commas in Swagger 2.0.
    fn item_style(&self, schema: NodeId) -> Option<Style> {
        let arena = self.description.arena();
        let items =
            arena.member(schema, KnownKey::Items).filter(|_| self.description.spec_version() == SpecVersion::V2_0)?;
        let is_list = arena.string_at(items, KnownKey::Type).is_some_and(|of| &*of == "array");
        is_list.then(|| self.collection_format(items).unwrap_or(Style::Simple))
    }

    fn value_schema(&self, holder: NodeId) -> Option<NodeId> {
        self.description.arena().member(holder, KnownKey::Schema).and_then(|schema| self.description.resolve(schema))
    }

    fn request_body(&self, element: NodeId) -> Option<OperationBody> {
        let id = self.description.resolve(element)?;
        let required = self.description.arena().is_true(id, KnownKey::Required);
        Some(OperationBody { required, content: self.content(id) })
    }

    fn response(&self, status: String, element: NodeId) -> Option<Response> {
        let id = self.description.resolve(element)?;
        let headers = self.members(id, KnownKey::Headers);
        let headers = headers.into_iter().filter_map(|(name, header)| self.header(name, header)).collect();
        Some(Response { status, headers, content: self.content(id) })
    }

    fn header(&self, name: String, element: NodeId) -> Option<Header> {
        let id = self.description.resolve(element)?;
        let arena = self.description.arena();
        let schema = arena.member(id, KnownKey::Schema).map(Schema);
        Some(Header {
            name,
            required: arena.is_true(id, KnownKey::Required),
            style: self.collection_format(id).unwrap_or(Style::Simple),
            explode: arena.is_true(id, KnownKey::Explode),
            item_style: self.value_schema(id).and_then(|schema| self.item_style(schema)),
            schema,
            content: self.content(id).into_iter().next(),
            examples: self.examples(id),
        })
    }

    fn content(&self, holder: NodeId) -> Vec<MediaType> {
        let media_types = self.members(holder, KnownKey::Content);
        let read = |(range, element): (String, NodeId)| {
            let id = self.description.resolve(element)?;
            let schema = self.description.arena().member(id, KnownKey::Schema).map(Schema);
            Some(MediaType { range, schema, examples: self.examples(id), encodings: self.encodings(id) })
        };
        media_types.into_iter().filter_map(read).collect()
    }

    fn encodings(&self, media_type: NodeId) -> Vec<Encoding> {
        let arena = self.description.arena();
        let schema = self.value_schema(media_type);
        let fields: BTreeMap<String, NodeId> =
            schema.into_iter().flat_map(|schema| self.members(schema, KnownKey::Properties)).collect();
        let read = |(name, id): (String, NodeId)| {
            let style = arena.string_at(id, KnownKey::Style).and_then(|style| style_called(&style));
            Encoding {
                style: style.or_else(|| self.collection_format(id)),
                explode: arena.member(id, KnownKey::Explode).map(|explode| arena.kind(explode) == Kind::True),
                item_style: fields.get(&name).and_then(|field| self.item_style(*field)),
                allows_empty: arena.is_true(id, KnownKey::AllowEmptyValue),
                name,
            }
        };
        self.members(media_type, KnownKey::Encoding).into_iter().map(read).collect()
    }

    /// Returns `example`, then the named `examples`. Examples with an external value are omitted.
    fn examples(&self, holder: NodeId) -> Vec<Example> {
        let arena = self.description.arena();
        let single = arena.member(holder, KnownKey::Example).map(|value| (None, value));
        let named = self.members(holder, KnownKey::Examples).into_iter().filter_map(|(name, element)| {
            let id = self.description.resolve(element)?;
            let value = arena.member(id, KnownKey::Value).or_else(|| arena.member(id, KnownKey::DataValue))?;
            Some((Some(name), value))
        });
        let written = single.into_iter().chain(named).filter_map(|(name, value)| {
            let mut json = String::new();
            arena.write_json(value, EXAMPLE_BYTES, &mut json).then_some(Example { name, json })
        });
        written.collect()
    }

    /// Returns the members of a map with their names. A name such as `x-total` is not an extension, because maps have none.
    fn members(&self, holder: NodeId, key: KnownKey) -> Vec<(String, NodeId)> {
        let arena = self.description.arena();
        let object = arena.member(holder, key).filter(|object| arena.is_object(*object));
        let members = object.into_iter().flat_map(|object| arena.children(object));
        members.map(|member| (arena.key_text(member).to_owned(), member)).collect()
    }
}

fn style_called(name: &str) -> Option<Style> {
    Some(match name {
        "matrix" => Style::Matrix,
        "label" => Style::Label,
        "simple" => Style::Simple,
        "form" => Style::Form,
        "spaceDelimited" => Style::SpaceDelimited,
        "pipeDelimited" => Style::PipeDelimited,
        "deepObject" => Style::DeepObject,
        _ => return None,
    })
}
