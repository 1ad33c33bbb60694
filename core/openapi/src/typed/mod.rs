//! Converts a description to the types of the crate `openapiv3`, for Rust programs that use them (feature `openapiv3`).
//!
//! These types only support OpenAPI 3.0. Each operation and component is either converted completely or omitted. Everything that
//! they cannot represent is listed with its location, so newer features are never silently changed to older ones.

mod lost;

use openapiv3::{Components, OpenAPI, Operation, PathItem, Paths, ReferenceOr};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use waybill_base::internal::order::Listed as _;

use super::description::{Description, ResolvedDescription};
use super::grammar::ObjectKind;
use super::spec_version::SpecVersion;
use crate::known_key::{KnownKey, is_extension};
use crate::tree::{NodeId, SourceLines};
use lost::Lost;

/// A description in the types of `openapiv3`, with the parts that they cannot represent.
#[derive(Debug, Clone, PartialEq)]
pub struct Typed {
    /// The converted parts. Swagger 2.0 is converted to OpenAPI 3.0.4. Other versions keep the version that they name.
    pub openapi: OpenAPI,
    /// The parts that were not converted, in document order.
    pub unsupported: Vec<Unsupported>,
}

/// A part of a description that the types of `openapiv3` cannot represent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// Its location in the file, as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The reason, as a lower-case sentence.
    pub why: String,
    /// True if the operation or component around it is converted without it, because it does not affect requests and responses.
    /// Otherwise the whole operation or component is omitted, and the pointer is that of the latter.
    pub kept: bool,
}

impl Description<'_> {
    /// Converts the description to the types of `openapiv3`. References are kept, including those to other files.
    #[must_use]
    pub fn typed(&self) -> Typed {
        let mut typist =
            TypedConverter { description: &self.resolved, lines: self.resolved.lines(), not_held: Vec::new() };
        let openapi = typist.root();
        Typed { openapi, unsupported: typist.not_held }
    }
}

struct TypedConverter<'d> {
    description: &'d ResolvedDescription<'d>,
    lines: SourceLines,
    not_held: Vec<Unsupported>,
}

impl TypedConverter<'_> {
    fn root(&mut self) -> OpenAPI {
        let description = self.description;
        let arena = description.arena();
        let version = arena.string_at(NodeId::ROOT, KnownKey::Openapi).unwrap_or_default();
        let is_older = description.spec_version() == SpecVersion::V2_0;
        let mut openapi =
            OpenAPI { openapi: if is_older { "3.0.4".to_owned() } else { version.into_owned() }, ..OpenAPI::default() };
        for member in arena.children(NodeId::ROOT) {
            match KnownKey::from_key(arena.key(member)) {
                Some(KnownKey::Openapi) => {}
                Some(KnownKey::Info) => openapi.info = self.convert_losslessly(member).unwrap_or_default(),
                Some(KnownKey::Servers) => openapi.servers = self.elements(member),
                Some(KnownKey::Security) => openapi.security = Some(self.elements(member)),
                Some(KnownKey::Tags) => openapi.tags = self.elements(member),
                Some(KnownKey::ExternalDocs) => openapi.external_docs = self.convert_losslessly(member),
                Some(KnownKey::Paths) => openapi.paths = self.paths(member),
                Some(KnownKey::Components) => openapi.components = Some(self.components(member)),
                // The URLs of the servers contain them.
                Some(KnownKey::Host | KnownKey::BasePath) if is_older => {}
                // Values of Swagger 2.0 without an effect.
                Some(KnownKey::Swagger) if is_older => self.leave_out_each(member, "OpenAPI 3.0 does not allow it"),
                _ => openapi.extensions.extend(self.extension(member)),
            }
        }
        openapi
    }

    fn paths(&mut self, id: NodeId) -> Paths {
        let mut paths = Paths::default();
        let arena = self.description.arena();
        for entry in arena.children(id) {
            let name = arena.key_text(entry).to_owned();
            if !name.starts_with('/') {
                paths.extensions.extend(self.extension(entry));
            } else if let Some(item) = self.path_item(entry) {
                paths.paths.insert(name, item);
            }
        }
        paths
    }

    fn path_item(&mut self, id: NodeId) -> Option<ReferenceOr<PathItem>> {
        let arena = self.description.arena();
        if !arena.is_object(id) || arena.member(id, KnownKey::Ref).is_some() {
            return self.convert_losslessly(id);
        }
        let mut item = PathItem::default();
        for member in arena.children(id) {
            let key = KnownKey::from_key(arena.key(member));
            if let Some(place) = key.and_then(|key| method(&mut item, key)) {
                let operation = self.convert_losslessly(member);
                *place = operation;
                continue;
            }
            match key {
                Some(KnownKey::Summary) => item.summary = self.convert_losslessly(member),
                Some(KnownKey::Description) => item.description = self.convert_losslessly(member),
                Some(KnownKey::Servers) => item.servers = self.elements(member),
                Some(KnownKey::Parameters) => item.parameters = self.elements(member),
                Some(KnownKey::AdditionalOperations) => self.leave_out_each(member, "OpenAPI 3.0 has no such method"),
                _ => item.extensions.extend(self.extension(member)),
            }
        }
        Some(ReferenceOr::Item(item))
    }

    fn components(&mut self, id: NodeId) -> Components {
        let arena = self.description.arena();
        let mut components = Components::default();
        for section in arena.children(id) {
            match KnownKey::from_key(arena.key(section)) {
                Some(KnownKey::Schemas) => self.section(section, &mut components.schemas),
                Some(KnownKey::Responses) => self.section(section, &mut components.responses),
                Some(KnownKey::Parameters) => self.section(section, &mut components.parameters),
                Some(KnownKey::Examples) => self.section(section, &mut components.examples),
                Some(KnownKey::RequestBodies) => self.section(section, &mut components.request_bodies),
                Some(KnownKey::Headers) => self.section(section, &mut components.headers),
                Some(KnownKey::SecuritySchemes) => self.section(section, &mut components.security_schemes),
                Some(KnownKey::Links) => self.section(section, &mut components.links),
                Some(KnownKey::Callbacks) => self.section(section, &mut components.callbacks),
                _ => components.extensions.extend(self.extension(section)),
            }
        }
        components
    }

    fn section<T, M>(&mut self, id: NodeId, into: &mut M)
    where
        T: DeserializeOwned + Serialize,
        M: Extend<(String, ReferenceOr<T>)>,
    {
        let arena = self.description.arena();
        for entry in arena.children(id) {
            into.extend(self.convert_losslessly(entry).map(|component| (arena.key_text(entry).to_owned(), component)));
        }
    }

    fn elements<T: DeserializeOwned + Serialize>(&mut self, id: NodeId) -> Vec<T> {
        let elements: Vec<NodeId> = self.description.arena().children(id).list();
        elements.into_iter().filter_map(|element| self.convert_losslessly(element)).list()
    }

    /// Converts an extension, whose name begins with `x-`. Any other member belongs to another version and is omitted.
    fn extension(&mut self, id: NodeId) -> Option<(String, Value)> {
        let arena = self.description.arena();
        let name = arena.key_text(id).to_owned();
        if is_extension(arena.key(id)) {
            return Some((name, self.convert_losslessly(id)?));
        }
        self.leave_out(id, format!("OpenAPI 3.0 has no `{name}` here"));
        None
    }

    fn leave_out_each(&mut self, id: NodeId, why: &str) {
        let entries: Vec<NodeId> = self.description.arena().children(id).list();
        for entry in entries {
            self.leave_out(entry, why.to_owned());
        }
    }

    /// Converts a value to a type of `openapiv3`, if nothing that matters is lost.
    fn convert_losslessly<T: DeserializeOwned + Serialize>(&mut self, id: NodeId) -> Option<T> {
        match self.typed(id) {
            Ok(typed) => Some(typed),
            Err(why) => {
                self.leave_out(id, why);
                None
            }
        }
    }

    fn typed<T: DeserializeOwned + Serialize>(&mut self, id: NodeId) -> Result<T, String> {
        let mut text = String::new();
        self.description.arena().write_json(id, usize::MAX / 2, &mut text);
        let value: Value =
            serde_json::from_str(&text).map_err(|error| format!("it is not JSON that can be represented: {error}"))?;
        let typed = T::deserialize(&value).map_err(|error| format!("it is not valid in OpenAPI 3.0: {error}"))?;
        let back = serde_json::to_value(&typed).map_err(|error| format!("it cannot be represented: {error}"))?;
        let siblings_count = !matches!(self.description.spec_version(), SpecVersion::V2_0 | SpecVersion::V3_0);
        let all = lost::between(&value, &back, siblings_count);
        // Values of Swagger 2.0 without an effect may be lost.
        let is_heeded = |pointer: &str| {
            self.node_inside(id, pointer).is_none_or(|node| self.description.object_kind(node) != ObjectKind::Ignored)
        };
        let matters = |lost: &&Lost| lost.matters && is_heeded(&lost.pointer);
        if let Some(Lost { pointer, .. }) = all.iter().find(matters) {
            return Err(format!("OpenAPI 3.0 does not allow `{pointer}` inside it"));
        }
        for Lost { pointer, .. } in all {
            let place = self.inside(id, &pointer);
            let why = "OpenAPI 3.0 does not allow it here".to_owned();
            self.not_held.push(Unsupported { pointer: place, why, kept: true });
        }
        Ok(typed)
    }

    /// Returns the location in the file of a value inside another.
    fn inside(&self, id: NodeId, pointer: &str) -> String {
        self.description.place(self.node_inside(id, pointer).unwrap_or(id), &self.lines).pointer
    }

    fn node_inside(&self, id: NodeId, pointer: &str) -> Option<NodeId> {
        let arena = self.description.arena();
        pointer.split('/').skip(1).try_fold(id, |at, step| {
            let name = step.replace("~1", "/").replace("~0", "~");
            if arena.is_array(at) {
                arena.children(at).nth(name.parse().ok()?)
            } else {
                arena.get(at, arena.keys().find(&name)?)
            }
        })
    }

    fn leave_out(&mut self, id: NodeId, why: String) {
        let pointer = self.description.place(id, &self.lines).pointer;
        self.not_held.push(Unsupported { pointer, why, kept: false });
    }
}

/// Returns the field of a method (OpenAPI 3.0.4 section 4.7.9.1).
fn method(item: &mut PathItem, key: KnownKey) -> Option<&mut Option<Operation>> {
    Some(match key {
        KnownKey::Get => &mut item.get,
        KnownKey::Put => &mut item.put,
        KnownKey::Post => &mut item.post,
        KnownKey::Delete => &mut item.delete,
        KnownKey::Options => &mut item.options,
        KnownKey::Head => &mut item.head,
        KnownKey::Patch => &mut item.patch,
        KnownKey::Trace => &mut item.trace,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
