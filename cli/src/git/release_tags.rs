//! Release tags: the tag of a version, its date, and suggestions if there is no such tag.

use waybill_core::release::{Date, Tag};

use super::{Commit, GitError, Repository, git};
use crate::failure::Failure;

/// A release tag, with its date and commit.
pub(crate) struct Release {
    pub(crate) tag: Tag,
    pub(crate) date: Date,
    pub(crate) commit: Commit,
}

/// The tags of a repository.
struct Tags {
    /// Release tags, with the date of the annotated tag or else of its commit.
    releases: Vec<(Tag, Option<Date>)>,
    names: Vec<String>,
}

impl Repository {
    /// Returns the release that `text` names, with or without the tag's `v`.
    pub(crate) fn release(&self, text: &str) -> Result<Release, Failure> {
        let tag = Tag::named_by(text).map_err(|reason| {
            let help = "pass a version or its tag, such as 1.4.0 or v1.4.0; `git tag --list 'v*'` lists the tags, and \
                        `waybill check --base REF --head REF` compares branches and commits";
            Failure::new(format!("`{text}` does not name a release: {reason}")).help(help)
        })?;
        let tags = self.tags()?;
        match tags.releases.iter().find(|(other, _)| *other == tag) {
            Some((_, Some(date))) => {
                let commit = self.commit(&format!("refs/tags/{tag}"))?;
                Ok(Release { tag, date: *date, commit: Commit { name: tag.to_string(), ..commit } })
            }
            Some((_, None)) => Err(Failure::new(format!("the tag {tag} and its commit have no date"))
                .help("check that the tag points to a commit: `git show --no-patch --end-of-options TAG`")),
            None => Err(self.missing(tag, &tags)),
        }
    }

    /// Returns the release with the next lower version, or `None` for the first release.
    pub(crate) fn release_before(&self, current: Tag) -> Result<Option<Release>, Failure> {
        if self.is_shallow() {
            let failure = Failure::new(format!("this clone is shallow, so the release before {current} is not known"));
            return Err(failure.help(
                "pass it as the first argument, or fetch all tags: `git fetch --tags --unshallow`, or `fetch-depth: 0` on GitHub",
            ));
        }
        let previous = current.find_previous(self.tags()?.names.iter().map(String::as_str));
        previous.map(|tag| self.release(&tag.to_string())).transpose()
    }

    fn missing(&self, tag: Tag, tags: &Tags) -> Failure {
        let Tags { releases, names } = tags;
        let bare = tag.version.to_string();
        if names.contains(&bare) {
            let reason = "release tags start with a lower-case v";
            return Failure::new(format!("there is a tag {bare}, but no tag {tag}: {reason}"))
                .help(format!("tag the same commit: `git tag {tag} refs/tags/{bare}`"));
        }
        if self.is_shallow() {
            return Failure::new(format!("there is no tag {tag} in this shallow clone")).help(format!(
                "fetch it with `git fetch --depth 1 origin tag {tag}`, or all with `git fetch --tags --unshallow`"
            ));
        }
        let failure = Failure::new(format!("there is no tag {tag} in this repository"));
        let closest = find_closest(tag, releases.iter().map(|(tag, _)| *tag).collect());
        match closest.iter().map(Tag::to_string).collect::<Vec<_>>().as_slice() {
            [] => failure.help("there are no release tags; fetch them with `git fetch --tags`"),
            [only] => failure.help(format!("the only release tag is {only}; `git fetch --tags` fetches new ones")),
            [first @ .., last] => failure.help(format!("the closest tags are {} and {last}", first.join(", "))),
        }
    }

    /// True if this is a shallow clone, which usually lacks most tags too.
    pub(super) fn is_shallow(&self) -> bool {
        git(self.root(), &["rev-parse", "--is-shallow-repository"]).is_ok_and(|said| said.starts_with(b"true"))
    }

    fn tags(&self) -> Result<Tags, Failure> {
        let format = "--format=%(refname)%00%(taggerdate:unix)%00%(committerdate:unix)%00%(*committerdate:unix)";
        let listed = git(self.root(), &["for-each-ref", format, "refs/tags"]).map_err(|error| match error {
            GitError::Missing(failure) => failure,
            GitError::Refused(said) => Failure::new("the repository's tags cannot be listed").note(said),
        })?;
        let listed = String::from_utf8_lossy(&listed);
        let (mut releases, mut names) = (Vec::new(), Vec::new());
        for (name, dates) in listed.lines().filter_map(|line| line.split_once('\0')) {
            let Some(name) = name.strip_prefix("refs/tags/") else { continue };
            names.push(name.to_owned());
            if let Ok(tag) = name.parse() {
                let date = dates.split('\0').find_map(|seconds| Date::from_unix_seconds(seconds.parse().ok()?));
                releases.push((tag, date));
            }
        }
        Ok(Tags { releases, names })
    }
}

/// Returns the releases before and after a missing one, and the one with the most similar spelling, in order.
fn find_closest(missing: Tag, mut tags: Vec<Tag>) -> Vec<Tag> {
    tags.sort();
    let after = tags.partition_point(|tag| *tag < missing);
    let beside = [after.checked_sub(1), Some(after)].into_iter().flatten().filter_map(|at| tags.get(at).copied());
    let mut closest: Vec<Tag> = beside.collect();
    let wanted = missing.to_string();
    let rest = tags.iter().filter(|tag| !closest.contains(tag));
    closest.extend(rest.min_by_key(|tag| strsim::damerau_levenshtein(&wanted, &tag.to_string())).copied());
    closest.sort();
    closest
}
