//! Finds the problems of a description: broken references and suspicious source text.

use waybill_base::internal::order;

use super::description::{MAX_CHAIN, ResolvedDescription};
use super::error::ReadProblem;
use super::known_key::KnownKey;
use super::misplaced::describe_field;
use super::problem_code::{
    DESCRIPTION_PATHS, REFERENCE_CHAIN, REFERENCE_CIRCULAR, REFERENCE_EXTERNAL, REFERENCE_TARGET, REFERENCE_UNRESOLVED,
};
use super::ref_resolver::File;
use super::reference::{Absent, Reference, is_reference};
use super::reference_target::find_uncomparable_target;
use super::source_warning::{code_of, describe};
use super::uri;
use crate::tree::NodeId;

impl ResolvedDescription<'_> {
    pub(super) fn find_problems(&self) -> Vec<ReadProblem> {
        let mut found: Vec<(NodeId, &'static str, String)> = Vec::new();
        let warnings = &self.documents.warnings;
        if !warnings.is_empty() {
            let lines = self.lines();
            found.extend(
                warnings
                    .iter()
                    .map(|&(id, warning)| (id, code_of(warning), describe(warning, &self.documents, id, &lines))),
            );
        }
        found.extend(self.paths_that_are_none());
        for &member in self.references.members() {
            if let Some((code, message)) = self.broken(member) {
                found.push((member, code, message));
            }
        }
        found.extend(self.references.misplaced().iter().filter_map(|&member| self.unfollowed(member)));
        found.extend(self.references.absent().iter().filter_map(|absent| self.absent(absent)));
        if found.is_empty() {
            return Vec::new();
        }
        order::sort_by(&mut found, |(one, ..), (other, ..)| one.cmp(other));
        let lines = self.lines();
        let problem = |(id, code, message)| ReadProblem { code, message, place: self.place(id, &lines) };
        found.into_iter().map(problem).collect()
    }

    fn broken(&self, member: NodeId) -> Option<(&'static str, String)> {
        let text = || {
            let (file, written) = self.documents.written_in(member);
            let text = file.string(written).or_else(|| self.documents.string(member));
            uri::shown(&text.unwrap_or_default()).into_owned()
        };
        match self.target(member) {
            Reference::Local(target) => {
                let object = self.documents.parent(member)?;
                if self.references.misplaced().binary_search(&member).is_ok() {
                    return self.resolve(object).is_none().then(|| self.circle(object, &text()))?;
                }
                if let Some(message) = find_uncomparable_target(&self.documents, object, target, text) {
                    return is_reference(&self.documents, member).then_some((REFERENCE_TARGET, message));
                }
                let broken = self.resolve(object).is_none() && is_reference(&self.documents, member);
                broken.then(|| self.circle(object, &text()))?
            }
            Reference::Missing => is_reference(&self.documents, member).then(|| {
                let file = if text().starts_with('#') { "this file" } else { "the file it names" };
                (REFERENCE_UNRESOLVED, format!("`{}` does not resolve in {file}: correct or add it", text()))
            }),
            // Reported once for each file.
            Reference::External => None,
        }
    }

    /// Returns the problem of a misplaced reference that cannot be followed, unless it is broken.
    fn unfollowed(&self, member: NodeId) -> Option<(NodeId, &'static str, String)> {
        if self.target(member) == Reference::External || self.broken(member).is_some() {
            return None;
        }
        let (file, written) = self.documents.written_in(member);
        let message = format!(
            "`{}` cannot be followed {}, where OpenAPI allows no reference: replace it with the value that it refers to",
            uri::shown(&file.string(written).unwrap_or_default()),
            describe_field(file, written)
        );
        Some((member, REFERENCE_TARGET, message))
    }

    /// Reports a `paths` that is not an object. YAML that is truncated after `paths:` is valid, but would be a release without
    /// endpoints.
    fn paths_that_are_none(&self) -> Option<(NodeId, &'static str, String)> {
        let paths = self.documents.member(NodeId::ROOT, KnownKey::Paths)?;
        let message = "`paths` is not an object: check that the file is complete, or write `{}`";
        (!self.documents.is_object(paths)).then(|| (paths, DESCRIPTION_PATHS, message.to_owned()))
    }

    /// Returns the problem of references from `object` that form a cycle or too long a chain. Returns `None` if their target is
    /// missing.
    fn circle(&self, object: NodeId, text: &str) -> Option<(&'static str, String)> {
        let mut passed = vec![object];
        for _ in 0..=MAX_CHAIN {
            match self.reference(*passed.last()?) {
                Some(Reference::Local(target)) if passed.contains(&target) => {
                    let message = format!("`{text}` refers to itself: replace one of the references with a value");
                    return Some((REFERENCE_CIRCULAR, message));
                }
                Some(Reference::Local(target)) => passed.push(target),
                Some(Reference::Missing | Reference::External) | None => return None,
            }
        }
        let message = format!(
            "`{text}` is a chain of more than {MAX_CHAIN} references: refer to the target of the last one; if they \
             form a circle, replace one of them with a value"
        );
        Some((REFERENCE_CHAIN, message))
    }

    /// Returns the problem of a missing file. A file that was provided but is unreadable has its own problem.
    fn absent(&self, absent: &Absent) -> Option<(NodeId, &'static str, String)> {
        let (file, member) = self.documents.written_in(absent.member);
        let text = file.string(member).unwrap_or_default();
        let text = uri::shown(&text);
        let others = match absent.others {
            0 => String::new(),
            1 => ", and so is one more reference".to_owned(),
            others => format!(", and so are {others} more references"),
        };
        let message = match &absent.file {
            File::Wanted | File::Read(_) => format!(
                "`{text}` is in another file, which was not supplied{others}: supply `{}` with the description, or bundle the description into one file",
                uri::shown(&absent.uri)
            ),
            File::Refused(why) => format!("`{text}` is in a file that could not be loaded{others}: {why}"),
            File::Unreadable => return None,
        };
        Some((absent.member, REFERENCE_EXTERNAL, message))
    }
}
