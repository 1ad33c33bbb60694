//! A description that has been read: immutable, shared by any number of comparisons, with its problems.

use super::arena::{Arena, Kind, NodeId};
use super::builder::Built;
use super::error::{Fault, Place, ReadProblem};
use super::grammar::Site;
use super::keys::Word;
use super::operations::{Contract, ContractKind, contracts};
use super::position::Lines;
use super::reference::{Reference, References, is_reference};

/// The versions of the specification this reader knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecVersion {
    /// Swagger 2.0, read in the shape of OpenAPI 3.0.
    V2_0,
    /// OpenAPI 3.0.x.
    V3_0,
    /// OpenAPI 3.1.x.
    V3_1,
    /// OpenAPI 3.2.x.
    V3_2,
}

/// How much a description holds, for comparison with other readers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Census {
    /// Operations of `paths`.
    pub operations: usize,
    /// Parameter objects, wherever they are written out (not references to them).
    pub parameters: usize,
    /// Schema objects, wherever they are written out (not references to them).
    pub schemas: usize,
}

/// One OpenAPI description.
#[derive(Debug)]
pub struct Description<'a> {
    name: String,
    arena: Arena<'a>,
    version: SpecVersion,
    references: References,
    contracts: Vec<Contract>,
    problems: Vec<ReadProblem>,
}

/// How many references may lead to one another before the chain counts as broken.
const LONGEST_CHAIN: usize = 64;

impl<'a> Description<'a> {
    pub(super) fn new(
        name: String,
        built: Built<'a>,
        version: SpecVersion,
        supplied: &[(String, Option<String>)],
    ) -> Description<'a> {
        let references = References::new(&built.arena);
        let mut description =
            Description { name, arena: built.arena, version, references, contracts: Vec::new(), problems: Vec::new() };
        description.contracts = contracts(&description);
        description.problems = description.find_problems(&built.duplicates, &built.lone_surrogates, supplied);
        description
    }

    /// The name the description was read under.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of the specification it is written in.
    #[must_use]
    pub fn spec_version(&self) -> SpecVersion {
        self.version
    }

    /// `info.version` as written.
    #[must_use]
    pub fn release(&self) -> Option<String> {
        let version = self.arena.word(self.arena.word(NodeId::ROOT, Word::Info)?, Word::Version)?;
        match self.arena.string(version) {
            Some(text) => Some(text.into_owned()),
            None if self.arena.kind(version) == Kind::Number => Some(self.arena.written(version).to_owned()),
            None => None,
        }
    }

    /// What could be read only in part.
    #[must_use]
    pub fn problems(&self) -> &[ReadProblem] {
        &self.problems
    }

    /// Counts what it holds.
    #[must_use]
    pub fn census(&self) -> Census {
        let mut census = Census { operations: self.operations(), ..Census::default() };
        self.count(NodeId::ROOT, Site::Root, &mut census);
        census
    }

    fn count(&self, id: NodeId, site: Site, census: &mut Census) {
        if site.is_referable() && self.arena.word(id, Word::Ref).is_some() {
            return;
        }
        census.parameters += usize::from(site == Site::Parameter);
        census.schemas += usize::from(site.is_schema() && self.arena.is_object(id));
        if !matches!(site, Site::Data | Site::Docs | Site::Set | Site::Required) {
            // `x-webhooks` is read, but is no part of what the specification defines.
            let extension = |child: &NodeId| site == Site::Root && self.arena.key(*child) == Word::XWebhooks.key();
            for child in self.arena.children(id).filter(|child| !extension(child)) {
                self.count(child, site.child(self.arena.key(child)), census);
            }
        }
    }

    /// How many operations its `paths` hold.
    #[must_use]
    pub fn operations(&self) -> usize {
        self.contracts.iter().filter(|contract| contract.kind == ContractKind::Path).count()
    }

    pub(crate) fn arena(&self) -> &Arena<'a> {
        &self.arena
    }

    pub(crate) fn contracts(&self) -> &[Contract] {
        &self.contracts
    }

    /// The `$ref` members, in document order.
    pub(crate) fn references(&self) -> &[NodeId] {
        self.references.members()
    }

    /// What the `$ref` of `object` leads to; `None` where it has none.
    pub(crate) fn reference(&self, object: NodeId) -> Option<Reference> {
        let member = self.arena.word(object, Word::Ref).filter(|&member| self.arena.is_string(member))?;
        Some(self.references.get(&self.arena, member))
    }

    /// Whether some reference names this place, and it is not there.
    pub(crate) fn dangles(&self, pointer: &str) -> bool {
        self.references.dangles(pointer)
    }

    /// What the `$ref` member `id` leads to.
    pub(crate) fn target(&self, member: NodeId) -> Reference {
        self.references.get(&self.arena, member)
    }

    /// The object a value stands for, references followed; `None` where they lead nowhere or in a circle.
    pub(crate) fn resolve(&self, id: NodeId) -> Option<NodeId> {
        let mut at = id;
        for _ in 0..LONGEST_CHAIN {
            match self.reference(at) {
                None => return Some(at),
                Some(Reference::Local(target)) => at = target,
                Some(Reference::Missing | Reference::External) => return None,
            }
        }
        None
    }

    /// Whether a value is an entry of a section of the components.
    pub(crate) fn is_component(&self, id: NodeId) -> bool {
        let components = self.arena.parent(id).and_then(|section| self.arena.parent(section));
        components.is_some_and(|components| {
            self.arena.key(components) == Word::Components.key() && self.arena.parent(components) == Some(NodeId::ROOT)
        })
    }

    /// Where lines begin, for [`Description::place`].
    pub(crate) fn lines(&self) -> Lines {
        Lines::new(&self.arena.source)
    }

    /// The place of a node.
    pub(crate) fn place(&self, id: NodeId, lines: &Lines) -> Place {
        let (file, id) = self.arena.written_in(id);
        let (line, column) = lines.locate(&self.arena.source, file.offset(id));
        Place { pointer: file.pointer(id), line, column }
    }

    /// What a node was made of: values made of one are changed by one change.
    pub(crate) fn cause(&self, id: NodeId) -> NodeId {
        self.arena.written_in(id).1
    }

    /// `consumes` or `produces` of the whole of a Swagger 2.0 description, where a node was made of a value in it.
    pub(crate) fn shared_list(&self, id: NodeId) -> Option<&'static str> {
        let origins = self.arena.origins.as_deref()?;
        origins.shared(origins.of(id)?)
    }

    fn find_problems(
        &self,
        duplicates: &[NodeId],
        surrogates: &[NodeId],
        supplied: &[(String, Option<String>)],
    ) -> Vec<ReadProblem> {
        let mut found: Vec<(NodeId, &'static str, String)> = Vec::new();
        for &id in duplicates {
            let message = format!("`{}` is there twice; the last one is compared: keep one", self.arena.key_text(id));
            found.push((id, "description.duplicate-key", message));
        }
        for &id in surrogates {
            let message = "the text holds half of a surrogate pair, which is no character: correct the escape";
            found.push((id, "description.lone-surrogate", message.to_owned()));
        }
        found.extend(self.merge_keys());
        found.extend(self.paths_that_are_none());
        for &member in self.references.members() {
            if let Some((code, message)) = self.broken(member, supplied) {
                found.push((member, code, message));
            }
        }
        if found.is_empty() {
            return Vec::new();
        }
        found.sort_by_key(|(id, ..)| *id);
        let lines = self.lines();
        let problem = |(id, code, message)| ReadProblem { code, message, place: self.place(id, &lines) };
        found.into_iter().map(problem).collect()
    }

    fn broken(&self, member: NodeId, supplied: &[(String, Option<String>)]) -> Option<(&'static str, String)> {
        let text = || {
            let (file, member) = self.arena.written_in(member);
            file.string(member).unwrap_or_default()
        };
        match self.target(member) {
            Reference::Local(_) => {
                let object = self.arena.parent(member)?;
                let circle = self.resolve(object).is_none() && is_reference(&self.arena, member);
                let message = || format!("`{}` leads back to itself: give one of the references a value", text());
                circle.then(|| ("reference.circular", message()))
            }
            Reference::Missing => is_reference(&self.arena, member).then(|| {
                ("reference.unresolved", format!("`{}` is nowhere in this file: correct or add it", text()))
            }),
            Reference::External => is_reference(&self.arena, member).then(|| {
                let text = text();
                let uri = text.split('#').next().unwrap_or_default();
                let why = supplied.iter().find(|(name, _)| name == uri).and_then(|(_, why)| why.as_deref());
                let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
                let message = format!(
                    "`{text}` is in another file, which this version does not read{why}: bundle the description into one file"
                );
                ("reference.external", message)
            }),
        }
    }

    /// YAML that ends after `paths:` is whole to its reader, and a release without any endpoint to ours.
    fn paths_that_are_none(&self) -> Option<(NodeId, &'static str, String)> {
        let paths = self.arena.word(NodeId::ROOT, Word::Paths)?;
        let message = "`paths` holds no paths, it is not even an object: see whether the file is whole, or write `{}`";
        (!self.arena.is_object(paths)).then(|| (paths, "description.paths", message.to_owned()))
    }

    fn merge_keys(&self) -> Vec<(NodeId, &'static str, String)> {
        let Some(key) = self.arena.keys().find("<<") else { return Vec::new() };
        let all = (0..super::keys::position(self.arena.len())).map(NodeId);
        let message = "`<<` is no part of YAML 1.2 and is not merged: write the members out";
        let problem = |id| (id, "description.merge-key", message.to_owned());
        all.filter(|&id| self.arena.key(id) == key).map(problem).collect()
    }
}

/// The version of the specification a document names.
pub(super) fn version_of(arena: &Arena<'_>) -> Result<SpecVersion, Fault> {
    const EXPECTED: &str = "expected OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0";
    let root = NodeId::ROOT;
    let fault = |code, id: NodeId, message: String| {
        Err(Fault { pointer: arena.pointer(id), ..Fault::new(code, arena.offset(id), message) })
    };
    if !arena.is_object(root) {
        let found = if arena.is_array(root) { "an array" } else { "a single value" };
        let message = format!("expected an object with the member `openapi` or `swagger`, found {found}");
        return fault("description.root", root, message);
    }
    // A number is taken for the version it looks like: YAML makes one of `swagger: 2.0`.
    let text = |id| arena.string(id).map_or_else(|| arena.written(id).to_owned(), std::borrow::Cow::into_owned);
    let shown = |id| text(id).chars().take(20).collect::<String>();
    if let Some(openapi) = arena.word(root, Word::Openapi) {
        let written = text(openapi);
        return match written.strip_prefix("3.").and_then(|rest| rest.split('.').next()) {
            Some("0") => Ok(SpecVersion::V3_0),
            Some("1") => Ok(SpecVersion::V3_1),
            Some("2") => Ok(SpecVersion::V3_2),
            _ => fault("description.version", openapi, format!("{EXPECTED}, found {:?}", shown(openapi))),
        };
    }
    if let Some(swagger) = arena.word(root, Word::Swagger) {
        return match text(swagger).as_str() {
            "2.0" | "2" => Ok(SpecVersion::V2_0),
            _ => fault("description.version", swagger, format!("{EXPECTED}, found Swagger {:?}", shown(swagger))),
        };
    }
    if let Some(old) = arena.keys().find("swaggerVersion").and_then(|key| arena.get(root, key)) {
        let message = format!("{EXPECTED}, found Swagger {:?}: convert it to one of them", shown(old));
        return fault("description.version", old, message);
    }
    let message = "expected the member `openapi` with the version of the specification, such as 3.0.3, or `swagger` \
                   with 2.0, found neither";
    fault("description.version", root, message.to_owned())
}
