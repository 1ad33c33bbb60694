//! Swagger 2.0 over several files: each keeps its outline, and what references lead to in it is rewritten where it stands.
//!
//! What an element becomes depends on what its reference leads to (a body is no parameter any more), so nothing is
//! rewritten before all files are there.

use super::scribe::Scribe;
use super::{bodies, joined, operations, parameters, responses, root, schemas};
use crate::openapi::arena::{Arena, Kind, NodeId};
use crate::openapi::builder::Built;
use crate::openapi::documents::Document;
use crate::openapi::error::Fault;
use crate::openapi::grammar::Site;
use crate::openapi::keys::Word;
use crate::openapi::links::{File, Links};
use crate::openapi::reading::Limits;

/// The description a view was made of, to which the files it refers to are added.
pub(in crate::openapi) fn as_written(view: Arena<'_>) -> Arena<'_> {
    let mut file = view.origins.map_or(Arena::empty(0), |origins| origins.into_file());
    file.older = true;
    file
}

/// The view of a description with all its files, and its references followed anew.
pub(in crate::openapi) fn view_of_files<'a>(built: Built<'a>, found: &Links, limits: &Limits) -> (Built<'a>, Links) {
    let Built { arena: mut file, oddities } = built;
    let written = written(&file, found, limits);
    let (view, of, documents) = written.unwrap_or_else(|_| root_alone(&file, limits));
    file.older = false;
    let roots: Vec<(NodeId, NodeId)> =
        file.documents.iter().zip(&documents).map(|(written, viewed)| (written.root, viewed.root)).collect();
    let is_whole = documents.len() == file.documents.len();
    let mut built = joined(file, Arena { documents, ..view }, of, &oddities);
    let mut links = Links::new(&mut built.arena, found.root().to_owned(), false);
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
    let mut scribe = Scribe::new(file, None, limits);
    let _within_limits = root(&mut scribe, &[]);
    let (view, of) = scribe.finish();
    (view, of, Vec::new())
}

/// What goes nowhere in the other files is known once they are written, and kept in the root by writing all again.
fn written<'a>(file: &Arena<'a>, found: &Links, limits: &Limits) -> Result<Written<'a>, Fault> {
    let pass = |left: &[NodeId]| {
        let mut scribe = Scribe::new(file, Some(found), limits);
        root(&mut scribe, left)?;
        let mut documents = Vec::new();
        for document in &file.documents {
            documents.push(Document { root: scribe.next(), ..document.clone() });
            outline(&mut scribe, document.root, Site::Data)?;
        }
        Ok((scribe, documents))
    };
    let (mut scribe, mut documents) = pass(&[])?;
    let left = scribe.unwritten(false);
    if !left.is_empty() {
        (scribe, documents) = pass(&left)?;
    }
    let (view, of) = scribe.finish();
    Ok((view, of, documents))
}

/// A value of another file, which is `site` by its place: rewritten from where a reference leads to it.
fn outline(scribe: &mut Scribe<'_, '_>, id: NodeId, site: Site) -> Result<(), Fault> {
    let site = scribe.from.entries.get(&id).copied().unwrap_or(site);
    match (site, scribe.from.kind(id)) {
        (Site::PathItem, _) => operations::path_item(scribe, id),
        (Site::Parameter, _) => parameter(scribe, id),
        (Site::Response, _) => {
            let produces = scribe.from.word(NodeId::ROOT, Word::Produces);
            responses::response(scribe, id, produces)
        }
        (Site::Header, _) => responses::header(scribe, id),
        (site, _) if site.is_schema() => schemas::schema(scribe, id),
        (_, kind @ (Kind::Array | Kind::Object)) => {
            scribe.open(kind, id)?;
            for child in scribe.from.children(id) {
                scribe.same_key(child);
                let site = site.child_in(scribe.from, scribe.from.key(child));
                outline(scribe, child, site)?;
            }
            scribe.close(id);
            Ok(())
        }
        _ => scribe.copy(id),
    }
}

/// A parameter, where it is one: fields of a form are written out wherever they are used.
fn parameter(scribe: &mut Scribe<'_, '_>, id: NodeId) -> Result<(), Fault> {
    match parameters::location(scribe, id).as_deref() {
        Some("body") => {
            let consumes = scribe.from.word(NodeId::ROOT, Word::Consumes);
            bodies::of_body(scribe, id, consumes)
        }
        Some("formData") => scribe.copy(id),
        _ => parameters::parameter(scribe, id),
    }
}
