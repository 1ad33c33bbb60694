//! JSON pointers (RFC 6901) as texts: one step down, all the steps up, which is in which.

/// The pointer of a member or an element.
pub(super) fn below(pointer: &str, step: &str) -> String {
    format!("{pointer}/{}", step.replace('~', "~0").replace('/', "~1"))
}

/// Whether a pointer leads to a place or to somewhere inside it.
pub(super) fn is_within(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether one of two places holds the other.
pub(super) fn is_near(one: &str, other: &str) -> bool {
    is_within(one, other) || is_within(other, one)
}

/// The place and everything around it, the whole text last.
pub(super) fn outwards(pointer: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(pointer), |at| at.rsplit_once('/').map(|(around, _)| around))
}

/// The object or list around a place; the whole text is around itself.
pub(super) fn around(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(around, _)| around)
}

/// The last step of a pointer, as a key.
pub(super) fn last(pointer: &str) -> String {
    pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~")
}

/// The first step inside `place` on the way to `pointer`.
pub(super) fn step_inside<'p>(pointer: &'p str, place: &str) -> Option<&'p str> {
    pointer.strip_prefix(place)?.strip_prefix('/')?.split('/').next()
}
