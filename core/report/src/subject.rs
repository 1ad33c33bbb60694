//! The name of a location in a sentence: `Customs.code`, "the 200 response of `GET /shipments`".

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KeyId, KnownKey, NodeId, ObjectKind, OperationKind, ResolvedDescription};

/// A location, split into the parts that a sentence needs.
#[derive(Debug, Default)]
pub(super) struct Subject {
    /// Surrounding operation, body, response, parameter or component.
    pub(super) holder: String,
    /// Path of the value inside the holder: property names, and `[]` for elements.
    pub(super) value: String,
    /// Keywords from the value to the location.
    pub(super) keywords: Vec<String>,
    /// Surrounding operation or path, or empty.
    pub(super) operation: String,
    /// Surrounding component: a schema's name, which also starts `value`, or the holder of any other component.
    pub(super) component: String,
}

impl Subject {
    /// Creates the subject of a node.
    pub(super) fn at(description: &ResolvedDescription<'_>, id: NodeId) -> Subject {
        let arena = description.arena();
        let (from, mut object_kind, steps) = description.steps_to(id);
        let mut walk = Walk {
            description,
            subject: Subject::default(),
            offer: OperationContext::Path(String::new()),
            pending: None,
        };
        if from != NodeId::ROOT && object_kind != ObjectKind::Root {
            walk.begin(object_kind, from);
        }
        for step in steps.into_iter().rev() {
            let parent = object_kind;
            object_kind = parent.child(arena.key(step));
            walk.step(parent, object_kind, step);
        }
        walk.subject.keywords.extend(walk.pending);
        walk.subject
    }

    /// Returns the subject without the component, response or other holder if `holders` contains it, because readers
    /// know it.
    pub(super) fn within(mut self, holders: &[String]) -> Subject {
        if !self.value.is_empty() && holders.contains(&self.value()) {
            self.holder.clear();
            self.value.clear();
        } else if holders.contains(&self.holder) {
            self.holder.clear();
        }
        if self.holder.is_empty()
            && holders.contains(&self.component)
            && let Some(inner) = self.value.strip_prefix(&self.component)
        {
            self.value = inner.trim_start_matches('.').to_owned();
        }
        if self.value.is_empty() && self.holder.is_empty() {
            "it".clone_into(&mut self.holder);
        }
        self
    }

    fn is_description(&self) -> bool {
        self.value.is_empty() && self.holder.is_empty()
    }

    /// Returns the name of the value at the location.
    pub(super) fn value(&self) -> String {
        match (self.value.is_empty(), self.holder.is_empty()) {
            (true, true) => "the description".to_owned(),
            (true, false) => self.holder.clone(),
            (false, true) if self.value == "[]" => "each element".to_owned(),
            (false, true) => format!("`{}`", self.value),
            (false, false) if self.value == "[]" => format!("each element of {}", self.holder),
            (false, false) if self.value == "*" => format!("every other property of {}", self.holder),
            (false, false) => format!("`{}` in {}", self.value, self.holder),
        }
    }

    /// Returns the name of the location with its keywords.
    pub(super) fn with_keywords(&self) -> String {
        if self.keywords.is_empty() {
            self.value()
        } else if self.keywords.first().is_some_and(|keyword| keyword == "info") && self.is_description() {
            // Every description has only one `info`, so its owner needs no name.
            format!("`{}`", self.keywords.join("."))
        } else {
            format!("`{}` of {}", self.keywords.join("."), self.value())
        }
    }

    /// Returns the subject of a property of this value.
    pub(super) fn property(mut self, name: &str) -> Subject {
        self.append(name);
        self
    }

    fn append(&mut self, name: &str) {
        if !self.value.is_empty() {
            self.value.push('.');
        }
        self.value.push_str(name);
    }
}

/// The context of an operation.
#[derive(Debug)]
enum OperationContext {
    /// A path template.
    Path(String),
    /// A webhook, a callback or a path item of the components, with its name in a sentence.
    Other(String),
}

struct Walk<'d> {
    description: &'d ResolvedDescription<'d>,
    subject: Subject,
    offer: OperationContext,
    pending: Option<String>,
}

impl Walk<'_> {
    fn step(&mut self, parent: ObjectKind, object_kind: ObjectKind, id: NodeId) {
        let arena = self.description.arena();
        let key = arena.key_text(id).to_owned();
        let holder = std::mem::take(&mut self.subject.holder);
        let pending = self.pending.take();
        self.subject.holder = match (parent, object_kind) {
            (_, ObjectKind::Extension) => {
                self.subject.holder = holder;
                self.subject.keywords.push(key);
                return;
            }
            (ObjectKind::Paths, _) => {
                self.offer = OperationContext::Path(key.clone());
                self.in_operation(format!("`{key}`"))
            }
            (ObjectKind::Servers, ObjectKind::Server) => {
                let url = self.description.arena().string_at(id, KnownKey::Url).unwrap_or_default();
                if holder.is_empty() {
                    format!("the server `{url}`")
                } else {
                    format!("the server `{url}` of {holder}")
                }
            }
            (ObjectKind::Tags, ObjectKind::Tag) => format!("the tag `{}`", self.name(id)),
            (ObjectKind::PathItems, _) => self.enter_named_context(format!("the webhook `{key}`")),
            (ObjectKind::PathItem | ObjectKind::AdditionalOperations, ObjectKind::Operation) => {
                self.enter_operation(parent, &key)
            }
            (ObjectKind::Callbacks, ObjectKind::Callback) => {
                self.enter_named_context(format!("the callback `{key}` of {holder}"))
            }
            (ObjectKind::Callback, ObjectKind::PathItem) => holder,
            (ObjectKind::Parameters, ObjectKind::Parameter) => format!("the parameter `{}` of {holder}", self.name(id)),
            (ObjectKind::Operation, ObjectKind::RequestBody) => format!("the request body of {holder}"),
            (ObjectKind::Responses, ObjectKind::Response) if names_statuses(&key) => {
                format!("the {key} response of {holder}")
            }
            (ObjectKind::Responses, ObjectKind::Response) => format!("`{key}` among the responses of {holder}"),
            (ObjectKind::Content, ObjectKind::MediaType) if self.has_siblings(id) => format!("{holder} as `{key}`"),
            (ObjectKind::Headers, ObjectKind::Header) => format!("the header `{key}` of {holder}"),
            (ObjectKind::Links, ObjectKind::Link) => format!("the link `{key}` of {holder}"),
            (ObjectKind::Encodings, ObjectKind::Encoding) => format!("the part `{key}` of {holder}"),
            (ObjectKind::PrefixEncodings, ObjectKind::Encoding) => format!("part {} of {holder}", arena.ordinal(id)),
            (_, ObjectKind::Encoding) => format!("every other part of {holder}"),
            (ObjectKind::Section(_), _) => self.enter_component(object_kind, id, &key),
            _ => {
                self.subject.holder = holder;
                self.inner(parent, object_kind, id, key, pending);
                return;
            }
        };
    }

    fn enter_named_context(&mut self, name: String) -> String {
        self.offer = OperationContext::Other(name.clone());
        self.in_operation(name)
    }

    /// Enters an operation. POST is omitted for webhooks and callbacks, because almost all of them use it.
    fn enter_operation(&mut self, parent: ObjectKind, key: &str) -> String {
        let method = if parent == ObjectKind::AdditionalOperations { key.to_owned() } else { key.to_ascii_uppercase() };
        let name = match &self.offer {
            OperationContext::Path(path) => format!("`{method} {path}`"),
            OperationContext::Other(name) if method == "POST" => name.clone(),
            OperationContext::Other(name) => format!("`{method}` of {name}"),
        };
        self.in_operation(name)
    }

    fn has_siblings(&self, id: NodeId) -> bool {
        let arena = self.description.arena();
        arena.parent(id).is_some_and(|parent| arena.children(parent).nth(1).is_some())
    }

    /// Starts at a definition that is not a component, such as one of another file.
    fn begin(&mut self, object_kind: ObjectKind, id: NodeId) {
        let item = self.description.operation_entries().iter().find(|entry| entry.item == id);
        self.subject.holder = match item.map(|entry| (&entry.kind, &entry.path)) {
            Some((OperationKind::Path, path)) => {
                self.offer = OperationContext::Path(path.clone());
                self.in_operation(format!("`{path}`"))
            }
            Some((OperationKind::Webhook(name), _)) => self.enter_named_context(format!("the webhook `{name}`")),
            Some((OperationKind::Callback(name), _)) => self.enter_named_context(format!("the callback `{name}`")),
            None => self.enter_component(object_kind, id, &self.description.definition_name(id)),
        };
    }

    fn in_operation(&mut self, name: String) -> String {
        self.subject.operation.clone_from(&name);
        name
    }

    /// Steps inside a holder, to a value or to its keywords.
    fn inner(&mut self, parent: ObjectKind, object_kind: ObjectKind, id: NodeId, key: String, pending: Option<String>) {
        let ordinal = || self.description.arena().ordinal(id);
        match (parent, object_kind) {
            // Schemas in `$defs` are named like components, independent of their location.
            (ObjectKind::SchemaMap, _) if matches!(pending.as_deref(), Some("$defs" | "definitions")) => {
                self.subject.value = key;
            }
            (ObjectKind::Properties, _) => self.subject.append(&key),
            (ObjectKind::Tuple, _) => self.subject.value.extend(["[", &ordinal().to_string(), "]"]),
            (ObjectKind::SchemaMap, _) => self.subject.append(&format!("/{key}/")),
            // The loader stores ignored parts of a Swagger 2.0 description under their JSON Pointers.
            (ObjectKind::Root, ObjectKind::Ignored) if key == "swagger" => {}
            (ObjectKind::Ignored, _) if key.starts_with('/') => self.describe_ignored(&key),
            // An alternative is named by its keyword. Values inside it are not.
            (ObjectKind::Branches | ObjectKind::Alternatives, _) => self.pending = pending,
            (ObjectKind::MediaType, ObjectKind::Schema) if key == "itemSchema" => self.subject.value.push_str("[]"),
            (ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative, ObjectKind::Schema)
                if key == "items" =>
            {
                self.subject.value.push_str("[]");
            }
            (ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative, ObjectKind::Schema) => {
                self.subject.append("*");
            }
            (
                _,
                ObjectKind::Schema
                | ObjectKind::Parameters
                | ObjectKind::Responses
                | ObjectKind::Content
                | ObjectKind::MediaType
                | ObjectKind::Headers
                | ObjectKind::Tags
                | ObjectKind::Servers
                | ObjectKind::Links
                | ObjectKind::Encodings
                | ObjectKind::PrefixEncodings
                | ObjectKind::AdditionalOperations
                | ObjectKind::Callbacks
                | ObjectKind::Paths
                | ObjectKind::PathItems
                | ObjectKind::Components
                | ObjectKind::Section(_)
                | ObjectKind::Properties
                | ObjectKind::Branches
                | ObjectKind::Alternatives
                | ObjectKind::SchemaMap
                | ObjectKind::Tuple,
            ) => self.pending = Some(key),
            _ if self.description.arena().key(id) == KeyId::NONE => {
                let ordinal = ordinal();
                self.subject.keywords.extend(pending);
                self.subject.keywords.push(ordinal.to_string());
            }
            _ => self.subject.keywords.push(key),
        }
    }

    /// Enters a location of a Swagger 2.0 file by its JSON Pointer.
    fn describe_ignored(&mut self, pointer: &str) {
        let steps: Vec<String> =
            pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).list();
        match steps.as_slice() {
            [paths, path, method, inside @ ..] if paths == "paths" && method != "parameters" && !inside.is_empty() => {
                self.offer = OperationContext::Path(path.clone());
                self.subject.holder = self.enter_operation(ObjectKind::PathItem, method);
                self.subject.keywords.extend_from_slice(inside);
            }
            _ => self.subject.keywords.extend(steps),
        }
    }

    fn enter_component(&mut self, object_kind: ObjectKind, id: NodeId, key: &str) -> String {
        let kind = match object_kind {
            ObjectKind::Schema => {
                key.clone_into(&mut self.subject.value);
                key.clone_into(&mut self.subject.component);
                return String::new();
            }
            ObjectKind::Parameter => {
                let holder = format!("the parameter `{}` (component `{key}`)", self.name(id));
                self.subject.component.clone_from(&holder);
                return holder;
            }
            ObjectKind::RequestBody => "request body",
            ObjectKind::Response => "response",
            ObjectKind::Header => "header",
            ObjectKind::Example => "example",
            ObjectKind::Link => "link",
            ObjectKind::SecurityScheme => "security scheme",
            ObjectKind::MediaType => "media type",
            ObjectKind::Callback => return self.enter_named_context(format!("the callback `{key}`")),
            ObjectKind::PathItem => return self.enter_named_context(format!("the path item `{key}`")),
            _ => "component",
        };
        let holder = format!("the {kind} `{key}`");
        self.subject.component.clone_from(&holder);
        holder
    }

    fn name(&self, parameter: NodeId) -> String {
        let resolved = self.description.resolve(parameter).unwrap_or(parameter);
        self.description.arena().string_at(resolved, KnownKey::Name).unwrap_or_default().into_owned()
    }
}

/// Returns true if a key of `responses` is a status, a status class, or `default` (OpenAPI 3.1.1 section 4.8.16.2).
fn names_statuses(key: &str) -> bool {
    let digits = |rest: &str| rest.len() == 2 && (rest.eq_ignore_ascii_case("xx") || rest.parse::<u8>().is_ok());
    key == "default" || key.strip_prefix(['1', '2', '3', '4', '5']).is_some_and(digits)
}
