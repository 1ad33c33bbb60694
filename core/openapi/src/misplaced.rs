//! References at locations where OpenAPI allows none, such as in place of `content`, `responses` or an operation.
//!
//! Bundlers follow them, so each is replaced by the value that it refers to, and a problem of the description mentions it. Only
//! the outermost part of that value is copied. Its schemas, parameters and other parts that OpenAPI allows to be references
//! become references to the originals. So they are compared once for all uses, and recursive values have an end.

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::{Set, Table};

use super::copier::Copier;
use super::description::MAX_CHAIN;
use super::documents::Documents;
use super::error::{Fault, ReadProblem};
use super::grammar::ObjectKind;
use super::known_key::KnownKey;
use super::limits::Limits;
use super::object_kinds::KindsInOrder;
use super::problem_code::REFERENCE_MISPLACED;
use super::ref_resolver::{RefResolver, ReferenceTarget};
use super::uri;
use crate::tree::{KeyId, KeySet, Kind, NodeId, SourceLines};

/// Fields whose values can be any JSON value, also an object with a member `$ref`.
const ANY_VALUE: KeySet = KnownKey::key_set(&[
    KnownKey::Default,
    KnownKey::Const,
    KnownKey::Example,
    KnownKey::Examples,
    KnownKey::Value,
    KnownKey::DataValue,
    KnownKey::Parameters,
    KnownKey::RequestBody,
]);

/// Number of followed references that are listed one by one.
const LISTED: usize = 50;

/// Returns true if a `$ref` in `object` is a reference although OpenAPI allows none there.
pub(super) fn is_misplaced(documents: &Documents<'_>, object: NodeId, kind: ObjectKind) -> bool {
    let around = || documents.parent(object).map_or(ObjectKind::Data, |around| documents.object_kind(around));
    forbids_references(documents, object, kind, around)
}

/// Like [`is_misplaced`]. `around` returns the kind of the value that contains `object`.
fn forbids_references(
    documents: &Documents<'_>,
    object: NodeId,
    kind: ObjectKind,
    around: impl FnOnce() -> ObjectKind,
) -> bool {
    match kind {
        ObjectKind::Data => {}
        ObjectKind::MediaType => return !documents.has_media_type_references,
        ObjectKind::Header | ObjectKind::SecurityScheme => return documents.is_swagger,
        _ => return kind.forbids_references(),
    }
    let key = documents.key(object);
    let is_field = KnownKey::from_key(key).is_some() && !ANY_VALUE.has(key) && !documents.is_swagger;
    is_field && !around().is_value()
}

/// Returns the misplaced references among `members`, which are in document order.
pub(super) fn find_misplaced(documents: &Documents<'_>, members: &[NodeId]) -> Vec<NodeId> {
    let mut kinds = KindsInOrder::default();
    let mut is_misplaced = |id: NodeId| {
        let Some(object) = documents.parent(id) else { return false };
        let kind = kinds.kind(documents, object);
        let around = || documents.parent(object).map_or(ObjectKind::Data, |around| kinds.kind(documents, around));
        forbids_references(documents, object, kind, around)
    };
    let refers =
        |id: NodeId| documents.key(id) == KnownKey::Ref.key() || documents.key(id) == KnownKey::DynamicRef.key();
    members.iter().copied().filter(|&id| refers(id) && is_misplaced(id)).list()
}

/// Returns true if a Swagger 2.0 description has misplaced references, or references to values whose kind only follows from the
/// reference. Such a description is converted after its references are resolved.
pub(super) fn is_found_in_swagger(documents: &mut Documents<'_>) -> bool {
    let members = documents.visible_nodes_with_key(NodeId::ROOT, KnownKey::key_set(&[KnownKey::Ref]));
    let members: Vec<NodeId> = members.filter(|&member| documents.is_string(member)).list();
    let is_usual =
        |text: &str| ["#/definitions/", "#/parameters/", "#/responses/"].iter().any(|at| text.starts_with(at));
    let is_unusual = |&member: &NodeId| documents.string(member).is_some_and(|text| !is_usual(&text));
    if members.iter().any(is_unusual) {
        return true;
    }
    documents.is_swagger = true;
    let is_found = !find_misplaced(documents, &members).is_empty();
    documents.is_swagger = false;
    is_found
}

/// A description without the misplaced references that can be followed.
pub(super) struct Followed<'a> {
    pub(super) documents: Documents<'a>,
    pub(super) links: RefResolver,
    /// A problem for each followed reference, up to a limit.
    pub(super) problems: Vec<ReadProblem>,
}

/// Replaces the misplaced references of a description by the values that they refer to. Those that cannot be followed are kept.
/// If the result exceeds a limit, all of them are kept.
pub(super) fn follow<'a>(mut documents: Documents<'a>, links: RefResolver, limits: &Limits) -> Followed<'a> {
    let mut expansion = Expansion {
        copier: Copier::new(&documents, limits),
        links: &links,
        homes: vec![None; documents.len()],
        copies: Vec::new(),
        entered: Vec::new(),
        followed: Vec::new(),
    };
    let roots: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(documents.other_roots()).list();
    let written = roots.iter().try_for_each(|&root| {
        let kind = if root == NodeId::ROOT { ObjectKind::Root } else { ObjectKind::Data };
        expansion.write(root, (kind, ObjectKind::Data), ORIGINAL)
    });
    let Expansion { copier, homes, copies, followed, .. } = expansion;
    let (arena, _) = copier.finish();
    if written.is_err() || followed.is_empty() {
        return Followed { documents, links, problems: Vec::new() };
    }
    let problems = describe(&documents, &followed);
    let home = |id: NodeId| homes.get(id.index()).copied().flatten();
    let roots: Vec<NodeId> = roots.iter().skip(1).filter_map(|&root| home(root)).list();
    let mut copied = Table::default();
    for (copy, origin) in copies {
        if let Some(origin) = home(origin) {
            copied.insert(copy, origin);
        }
    }
    documents.replace_values(arena, &roots, home, copied);
    let links = RefResolver::renewed(&mut documents, &links, |file| file.moved(home));
    Followed { documents, links, problems }
}

/// Returns the problems of the followed references.
fn describe(documents: &Documents<'_>, followed: &[NodeId]) -> Vec<ReadProblem> {
    let lines = SourceLines::new(documents);
    let mut problems = Vec::new();
    for (at, &member) in followed.iter().take(LISTED).enumerate() {
        let text = documents.string(member).unwrap_or_default();
        let left = followed.len() - LISTED.min(followed.len());
        let more = match left {
            left if left == 0 || at + 1 < LISTED => String::new(),
            1 => " (and so is one more reference)".to_owned(),
            left => format!(" (and so are {left} more references)"),
        };
        let message = format!(
            "`{}` is followed, although OpenAPI allows no reference {}{more}: replace it with the value that it refers to",
            uri::shown(&text),
            describe_field(documents, member)
        );
        problems.push(ReadProblem { code: REFERENCE_MISPLACED, message, place: documents.place(member, &lines) });
    }
    problems
}

/// Returns the name of the field that contains a member, for messages.
pub(super) fn describe_field(documents: &Documents<'_>, member: NodeId) -> String {
    let named = documents.ancestors(member).skip(1).find(|&id| documents.key(id) != KeyId::NONE);
    named.map_or_else(|| "here".to_owned(), |id| format!("in `{}`", documents.key_text(id)))
}

/// A description that is being copied, with its misplaced references replaced.
struct Expansion<'f, 'a> {
    copier: Copier<'f, 'a>,
    links: &'f RefResolver,
    /// The new id of each value, unless it was replaced.
    homes: Vec<Option<NodeId>>,
    /// The values that are in the description a second time, each with its origin.
    copies: Vec<(NodeId, NodeId)>,
    /// The targets of the references that are being replaced, outermost first.
    entered: Vec<NodeId>,
    /// The replaced references, in document order.
    followed: Vec<NodeId>,
}

/// True for copies, and the reference to the value around a copy. Elements of lists have none, and values inside them: a list
/// may get another element in front of them, so their positions do not identify them.
#[derive(Clone, Copy)]
struct Copied<'p>(bool, Option<&'p str>);

/// Not a copy.
const ORIGINAL: Copied<'_> = Copied(false, None);

impl Expansion<'_, '_> {
    /// Writes a value of this kind. The second kind is that of the value around it.
    fn write(&mut self, id: NodeId, kinds: (ObjectKind, ObjectKind), copied: Copied<'_>) -> Result<(), Fault> {
        // Depth: `Limits::depth`, because each level opens a container of the copy.
        let from = self.copier.from;
        let kind = if copied.0 { kinds.0 } else { from.kinds.get(&id).copied().unwrap_or(kinds.0) };
        if let Some((member, chain)) = self.find_targets(id, kind, kinds.1) {
            if !copied.0 {
                self.followed.push(member);
            }
            return self.replace(id, &chain, kind, copied);
        }
        let address = copied.1.and_then(|around| self.address(id, around));
        if let Some(address) = address.as_deref().filter(|_| self.can_refer(id, kind)) {
            return self.refer(id, address);
        }
        self.note(id, copied.0);
        match from.kind(id) {
            container @ (Kind::Array | Kind::Object) => {
                self.copier.open(container, id)?;
                self.write_children(id, kind, Copied(copied.0, address.as_deref()), &Set::default())?;
                self.copier.close(id);
                Ok(())
            }
            _ => self.copier.copy(id),
        }
    }

    /// Writes the values in a container, except members with one of these names. `copied` has the reference to the container.
    fn write_children(
        &mut self,
        id: NodeId,
        kind: ObjectKind,
        copied: Copied<'_>,
        except: &Set<KeyId>,
    ) -> Result<(), Fault> {
        let from = self.copier.from;
        for child in from.children(id) {
            let key = from.key(child);
            if key == KeyId::NONE || !except.has(&key) {
                self.copier.same_key(child);
                self.write(child, (from.child_kind(kind, key), kind), copied)?;
            }
        }
        Ok(())
    }

    /// Remembers the origin of the next value.
    fn note(&mut self, id: NodeId, is_copy: bool) {
        let next = self.copier.next();
        if is_copy {
            self.copies.push((next, id));
        } else if let Some(home) = self.homes.get_mut(id.index()) {
            *home = Some(next);
        }
    }

    /// Returns the `$ref` of a misplaced reference, and the values that it refers to: the last is not a reference. Returns `None`
    /// for other values, and for references that cannot be followed.
    fn find_targets(&self, id: NodeId, kind: ObjectKind, around: ObjectKind) -> Option<(NodeId, Vec<NodeId>)> {
        let from = self.copier.from;
        let reference = |id| from.member(id, KnownKey::Ref).filter(|&member| from.is_string(member));
        let first = reference(id).filter(|_| forbids_references(from, id, kind, || around))?;
        let (mut member, mut chain) = (first, Vec::new());
        loop {
            let ReferenceTarget::Node(target) = self.links.find(from, member) else { return None };
            let is_known = target == id || chain.contains(&target) || self.entered.contains(&target);
            if is_known || chain.len() >= MAX_CHAIN || !is_alike(kind, from.object_kind(target)) {
                return None;
            }
            chain.push(target);
            match reference(target) {
                Some(next) => member = next,
                None => break,
            }
        }
        let (last, before) = chain.split_last()?;
        let has_others = |id: NodeId| from.children(id).nth(1).is_some();
        let found = from.kind(*last);
        let is_whole = found == Kind::Object || !has_others(id) && !before.iter().any(|&id| has_others(id));
        (is_whole && accepts(kind, found)).then_some((first, chain))
    }

    /// Writes the value that a misplaced reference refers to, together with the members beside the reference.
    fn replace(&mut self, id: NodeId, chain: &[NodeId], kind: ObjectKind, copied: Copied<'_>) -> Result<(), Fault> {
        let from = self.copier.from;
        let Some(&last) = chain.last() else { return Ok(()) };
        let depth = self.entered.len();
        self.entered.extend(chain);
        self.note(id, copied.0);
        match from.kind(last) {
            Kind::Object => {
                self.copier.open(Kind::Object, id)?;
                let mut names = Set::default();
                names.add(KnownKey::Ref.key());
                let address = copied.1.and_then(|around| self.address(id, around));
                self.write_children(id, kind, Copied(copied.0, address.as_deref()), &names)?;
                let mut before = id;
                for &target in chain {
                    for member in from.children(before) {
                        names.add(from.key(member));
                    }
                    let address = self.links.address(from, target);
                    self.write_children(target, kind, Copied(true, Some(&address)), &names)?;
                    before = target;
                }
                self.copier.close(id);
            }
            Kind::Array => {
                self.copier.open(Kind::Array, id)?;
                self.write_children(last, kind, Copied(true, None), &Set::default())?;
                self.copier.close(id);
            }
            _ => {
                self.copies.push((self.copier.next(), last));
                self.copier.copy(last)?;
            }
        }
        self.entered.truncate(depth);
        Ok(())
    }

    /// Returns true if a value is replaced by a reference to it. References are copied as they are. Swagger 2.0 is converted
    /// later, depending on where a value is, so only its schemas are not copied.
    fn can_refer(&self, id: NodeId, kind: ObjectKind) -> bool {
        let from = self.copier.from;
        // The schema of a file has a meaning in responses only.
        let is_file = || from.string_at(id, KnownKey::Type).is_some_and(|name| name == "file");
        let may_refer = if from.is_swagger { kind.is_schema() && !is_file() } else { kind.is_referable() };
        // The meaning of a media type depends on its name and location.
        if !may_refer || kind == ObjectKind::MediaType || !from.is_object(id) {
            return false;
        }
        let mut members = from.children(id).map(|member| from.key(member));
        members.next() != Some(KnownKey::Ref.key()) || members.next().is_some()
    }

    /// Returns a reference to a member, from the reference to its object. Returns `None` for elements.
    fn address(&self, id: NodeId, around: &str) -> Option<String> {
        let from = self.copier.from;
        if from.key(id) == KeyId::NONE {
            return None;
        }
        if self.links.is_resource(from, id) {
            return Some("#".to_owned());
        }
        let mut step = String::new();
        from.push_step(id, &mut step);
        Some(format!("{around}{}", step.replace('%', "%25")))
    }

    /// Writes a reference to a value.
    fn refer(&mut self, id: NodeId, address: &str) -> Result<(), Fault> {
        self.note(id, true);
        self.copier.open(Kind::Object, id)?;
        self.copier.key(KnownKey::Ref.text(), id);
        self.note(id, true);
        self.copier.text(address, id)?;
        self.copier.close(id);
        Ok(())
    }
}

/// Returns true if a value of the kind `found` can be at a location of this kind: its own location has no meaning, or both are
/// the same, or both are maps or lists of the same kind of value.
fn is_alike(kind: ObjectKind, found: ObjectKind) -> bool {
    let entry = |kind: ObjectKind| kind.child(KeyId::NONE).referred();
    found.has_no_meaning() || found == kind || entry(found) == entry(kind) && !entry(kind).has_no_meaning()
}

/// Returns true if a value of this type can be at a location of this kind.
fn accepts(kind: ObjectKind, found: Kind) -> bool {
    let is_text = matches!(found, Kind::Text | Kind::Escaped | Kind::Pooled);
    match kind {
        ObjectKind::Data => true,
        ObjectKind::Set => found == Kind::Array || is_text,
        ObjectKind::NonAssertingSchemaMap => matches!(found, Kind::Array | Kind::Object),
        ObjectKind::Parameters
        | ObjectKind::Servers
        | ObjectKind::Security
        | ObjectKind::Tags
        | ObjectKind::Branches
        | ObjectKind::Alternatives
        | ObjectKind::Tuple
        | ObjectKind::PrefixEncodings
        | ObjectKind::Required => found == Kind::Array,
        _ => found == Kind::Object,
    }
}
