//! Swagger 2.0 over several files: each keeps its outline, and what references lead to in it is rewritten where it stands.
//!
//! What an element becomes depends on what its reference leads to (a body is no parameter any more), so nothing is
//! rewritten before all files are there.

use super::converter::Converter;
use super::{bodies, joined, operations, parameters, responses, root, schemas};
use crate::openapi::arena::{Arena, Kind, NodeId};
use crate::openapi::builder::Built;
use crate::openapi::documents::Document;
use crate::openapi::error::Fault;
use crate::openapi::grammar::ObjectKind;
use crate::openapi::interner::KnownKey;
use crate::openapi::limits::Limits;
use crate::openapi::ref_resolver::{File, RefResolver};

/// The description a view was made of, to which the files it refers to are added.
pub(in crate::openapi) fn as_written(view: Arena<'_>) -> Arena<'_> {
    let mut file = view.origins.map_or(Arena::empty(0), |origins| origins.into_file());
    file.older = true;
    file
}

/// The view of a description with all its files, and its references followed anew.
pub(in crate::openapi) fn view_of_files<'a>(
    built: Built<'a>,
    found: &RefResolver,
    limits: &Limits,
) -> (Built<'a>, RefResolver) {
    let Built { arena: mut file, oddities } = built;
    let written = written(&file, found, limits);
    let (view, of, documents) = written.unwrap_or_else(|_| root_alone(&file, limits));
    file.older = false;
    let roots: Vec<(NodeId, NodeId)> =
        file.documents.iter().zip(&documents).map(|(written, viewed)| (written.root, viewed.root)).collect();
    let is_whole = documents.len() == file.documents.len();
    let mut built = joined(file, Arena { documents, ..view }, of, &oddities);
    let mut links = RefResolver::new(&mut built.arena, found.root().to_owned(), false);
    while let Some(uri) = links.wanted() {
        let answer = match found.file(uri) {
            Some(File::Read(NodeId::ROOT)) => File::Read(NodeId::ROOT),
            Some(File::Read(written)) if is_whole => {
                let viewed = roots.iter().find(|(known, _)| known == written);
                viewed.map_or(File::Wanted, |(_, viewed)| File::Read(*viewed))
            }
            Some(File::Read(_)) => File::Refused(
                "once every media type has its schema, its values are more than the limit allows; leave out what is \
                 not needed"
                    .to_owned(),
            ),
            Some(other) => other.clone(),
            None => File::Wanted,
        };
        links.answer(&mut built.arena, answer);
    }
    (built, links)
}

type Written<'a> = (Arena<'a>, Vec<NodeId>, Vec<Document<'a>>);

/// The root document, which was not too much before.
fn root_alone<'a>(file: &Arena<'a>, limits: &Limits) -> Written<'a> {
    let mut converter = Converter::new(file, None, limits);
    let _within_limits = root(&mut converter, &[]);
    let (view, of) = converter.finish();
    (view, of, Vec::new())
}

/// What goes nowhere in the other files is known once they are written, and kept in the root by writing all again.
fn written<'a>(file: &Arena<'a>, found: &RefResolver, limits: &Limits) -> Result<Written<'a>, Fault> {
    let pass = |left: &[NodeId]| {
        let mut converter = Converter::new(file, Some(found), limits);
        root(&mut converter, left)?;
        let mut documents = Vec::new();
        for document in &file.documents {
            documents.push(Document { root: converter.next(), ..document.clone() });
            outline(&mut converter, document.root, ObjectKind::Data)?;
        }
        Ok((converter, documents))
    };
    let (mut converter, mut documents) = pass(&[])?;
    let left = converter.unwritten(false);
    if !left.is_empty() {
        (converter, documents) = pass(&left)?;
    }
    let (view, of) = converter.finish();
    Ok((view, of, documents))
}

/// A value of another file, which is `kind` by its place: rewritten from where a reference leads to it.
fn outline(converter: &mut Converter<'_, '_>, id: NodeId, object_kind: ObjectKind) -> Result<(), Fault> {
    let object_kind = converter.from.entries.get(&id).copied().unwrap_or(object_kind);
    match (object_kind, converter.from.kind(id)) {
        (ObjectKind::PathItem, _) => operations::path_item(converter, id),
        (ObjectKind::Parameter, _) => parameter(converter, id),
        (ObjectKind::Response, _) => {
            let produces = converter.from.member(NodeId::ROOT, KnownKey::Produces);
            responses::response(converter, id, produces)
        }
        (ObjectKind::Header, _) => responses::header(converter, id),
        (object_kind, _) if object_kind.is_schema() => schemas::schema(converter, id),
        (_, kind @ (Kind::Array | Kind::Object)) => {
            converter.open(kind, id)?;
            for child in converter.from.children(id) {
                converter.same_key(child);
                let object_kind = object_kind.child_in(converter.from, converter.from.key(child));
                outline(converter, child, object_kind)?;
            }
            converter.close(id);
            Ok(())
        }
        _ => converter.copy(id),
    }
}

/// A parameter, where it is one: fields of a form are written out wherever they are used.
fn parameter(converter: &mut Converter<'_, '_>, id: NodeId) -> Result<(), Fault> {
    match parameters::location(converter, id).as_deref() {
        Some("body") => {
            let consumes = converter.from.member(NodeId::ROOT, KnownKey::Consumes);
            bodies::convert_body(converter, id, consumes)
        }
        Some("formData") => converter.copy(id),
        _ => parameters::parameter(converter, id),
    }
}
