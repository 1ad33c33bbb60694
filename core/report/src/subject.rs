//! What a place is called in a sentence: `Customs.code`, "the 200 response of `GET /shipments`".

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KeyId, KnownKey, NodeId, ObjectKind, OperationKind, ResolvedDescription};

/// A place taken apart into the parts a sentence needs.
#[derive(Debug, Default)]
pub(super) struct Subject {
    /// The operation, body, answer, parameter or component it is in.
    pub(super) holder: String,
    /// The value inside it: property names, `[]` for elements.
    pub(super) value: String,
    /// The keywords that lead from the value to the place.
    pub(super) keywords: Vec<String>,
    /// The operation or path the place is in, if it is in one.
    pub(super) operation: String,
    /// The component it is in: the name of a schema, which `value` then begins with, or the holder of the others.
    pub(super) component: String,
}

impl Subject {
    /// Takes the place of a node apart.
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

    /// The subject without the component, response or other holder, for readers who know that it is one of `holders`.
    pub(super) fn within(mut self, holders: &[String]) -> Subject {
        if holders.contains(&self.holder) {
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

    /// The value the place belongs to.
    pub(super) fn value(&self) -> String {
        match (self.value.is_empty(), self.holder.is_empty()) {
            (true, true) => "the description".to_owned(),
            (true, false) => self.holder.clone(),
            (false, true) => format!("`{}`", self.value),
            (false, false) if self.value == "[]" => format!("each element of {}", self.holder),
            (false, false) if self.value == "*" => format!("every other property of {}", self.holder),
            (false, false) => format!("`{}` in {}", self.value, self.holder),
        }
    }

    /// The place with its keywords.
    pub(super) fn with_keywords(&self) -> String {
        if self.keywords.is_empty() {
            self.value()
        } else if self.keywords.first().is_some_and(|keyword| keyword == "info") && self.is_description() {
            // There is but one, and it says what it is of.
            format!("`{}`", self.keywords.join("."))
        } else {
            format!("`{}` of {}", self.keywords.join("."), self.value())
        }
    }

    /// The subject that is a property of this one's value.
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

/// What an operation is offered under.
#[derive(Debug)]
enum OperationContext {
    /// A path template.
    Path(String),
    /// A webhook, a callback or a path item of the components, as a sentence names it.
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

    /// An operation. Webhooks and callbacks are almost always sent with POST, which then goes without saying.
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

    /// Begins at a definition that is no component: a part of another file.
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

    /// Steps inside a holder: values, or keywords of them.
    fn inner(&mut self, parent: ObjectKind, object_kind: ObjectKind, id: NodeId, key: String, pending: Option<String>) {
        let ordinal = || self.description.arena().ordinal(id);
        match (parent, object_kind) {
            // Schemas kept for others to refer to are called like components, wherever they are kept.
            (ObjectKind::SchemaMap, _) if matches!(pending.as_deref(), Some("$defs" | "definitions")) => {
                self.subject.value = key;
            }
            (ObjectKind::Properties, _) => self.subject.append(&key),
            (ObjectKind::Tuple, _) => self.subject.value.extend(["[", &ordinal().to_string(), "]"]),
            (ObjectKind::SchemaMap, _) => self.subject.append(&format!("/{key}/")),
            // What a Swagger 2.0 description says to nobody is kept under its pointer.
            (ObjectKind::Root, ObjectKind::Ignored) if key == "swagger" => {}
            (ObjectKind::Ignored, _) if key.starts_with('/') => self.describe_ignored(&key),
            // An alternative is named by the keyword it stands under; what is inside it is not.
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

    /// A place of a Swagger 2.0 file, by its pointer.
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

/// Whether a key of `responses` is a status, a class of them, or `default` (OpenAPI 3.1.1 section 4.8.16.2).
fn names_statuses(key: &str) -> bool {
    let digits = |rest: &str| rest.len() == 2 && (rest.eq_ignore_ascii_case("xx") || rest.parse::<u8>().is_ok());
    key == "default" || key.strip_prefix(['1', '2', '3', '4', '5']).is_some_and(digits)
}
