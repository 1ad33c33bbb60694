//! Swagger 2.0 in several files. Each file keeps its structure, and targets of references are converted in place.
//!
//! The conversion of an element depends on its reference's target (for example, a body is no longer a parameter). So it waits
//! until all files are loaded.

use super::converter::Converter;
use super::{bodies, joined, operations, parameters, responses, root, schemas};
use crate::documents::Documents;
use crate::error::Fault;
use crate::grammar::ObjectKind;
use crate::known_key::KnownKey;
use crate::limits::Limits;
use crate::ref_resolver::{File, RefResolver};
use crate::tree::{Arena, Kind, NodeId};

/// Returns the description of which a view was made, so that the referenced files can be added.
pub(crate) fn as_written(view: Documents<'_>) -> Documents<'_> {
    let mut written = match view.origins {
        Some(origins) => origins.into_file(),
        None => view,
    };
    written.is_swagger = true;
    written
}

/// Converts a description with all its files, and resolves the references of the result.
pub(crate) fn view_of_files<'a>(
    mut file: Documents<'a>,
    found: &RefResolver,
    limits: &Limits,
) -> (Documents<'a>, RefResolver) {
    let written = written(&file, found, limits);
    let (view, of, viewed) = written.unwrap_or_else(|_| root_alone(&file, limits));
    file.is_swagger = false;
    let roots: Vec<(NodeId, NodeId)> = file.other_roots().zip(viewed.iter().copied()).collect();
    let is_whole = viewed.len() == file.files().len();
    let mut documents = joined(file, view, of, &viewed);
    let viewed = |written: NodeId| roots.iter().find(|(known, _)| *known == written).map(|(_, viewed)| *viewed);
    let links = RefResolver::renewed(&mut documents, found, |file| {
        match file {
        File::Read(NodeId::ROOT) => File::Read(NodeId::ROOT),
        File::Read(_) if !is_whole => File::Refused(
            "after each media type gets its schema, the values exceed the limit on number or depth; remove unneeded parts"
                .to_owned(),
        ),
        other => other.moved(viewed),
    }
    });
    (documents, links)
}

/// A view, the origins of its values, and the outermost values of the files after the root document.
type Written<'a> = (Arena<'a>, Vec<NodeId>, Vec<NodeId>);

/// Converts only the root document, which is known to be within the limits.
fn root_alone<'a>(file: &Documents<'a>, limits: &Limits) -> Written<'a> {
    let mut converter = Converter::new(file, None, limits);
    let _within_limits = root(&mut converter, &[]);
    let (view, of) = converter.finish();
    (view, of, Vec::new())
}

/// Converts all files. A second pass adds the values of the other files that the first one did not cover to the root.
fn written<'a>(file: &Documents<'a>, found: &RefResolver, limits: &Limits) -> Result<Written<'a>, Fault> {
    let pass = |left: &[NodeId]| -> Result<_, Fault> {
        let mut converter = Converter::new(file, Some(found), limits);
        root(&mut converter, left)?;
        let mut roots = Vec::new();
        for written in file.other_roots() {
            roots.push(converter.next());
            outline(&mut converter, written, ObjectKind::Data)?;
        }
        Ok((converter, roots))
    };
    let (mut converter, mut roots) = pass(&[])?;
    let left = converter.unwritten(false);
    if !left.is_empty() {
        (converter, roots) = pass(&left)?;
    }
    let (view, of) = converter.finish();
    Ok((view, of, roots))
}

/// Converts a value of another file, or one without a meaning at its location. Its kind is that of a reference to it, or else `object_kind`.
pub(super) fn outline(converter: &mut Converter<'_, '_>, id: NodeId, object_kind: ObjectKind) -> Result<(), Fault> {
    // Depth: the nesting of the file, which `Limits::depth` limits.
    let object_kind = converter.from.kinds.get(&id).copied().unwrap_or(object_kind);
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
                let object_kind = converter.from.child_kind(object_kind, converter.from.key(child));
                outline(converter, child, object_kind)?;
            }
            converter.close(id);
            Ok(())
        }
        _ => converter.copy(id),
    }
}

/// Converts a parameter. Form fields are copied, because they are converted where they are used.
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
