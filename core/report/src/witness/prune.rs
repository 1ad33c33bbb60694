//! Removes everything from a request that is not needed to show the change.

use super::draft::{Body, Draft};
use super::edit::{part_pointers, without};
use super::search::{Search, smaller_drafts};

/// Maximum number of passes. A removal may allow further ones.
const MAX_ROUNDS: usize = 3;

/// Returns the draft without unnecessary parts.
pub(super) fn prune(search: &mut Search<'_, '_>, draft: Draft) -> Draft {
    let mut draft = draft;
    for _ in 0..MAX_ROUNDS {
        let before = draft.clone();
        let smaller = prune_whole(search, draft);
        draft = prune_body(search, smaller);
        if draft == before {
            break;
        }
    }
    draft
}

fn prune_whole(search: &mut Search<'_, '_>, draft: Draft) -> Draft {
    let mut draft = draft;
    loop {
        let tried = |smaller| {
            let is_showing = search.is_showing(&smaller);
            (is_showing || !search.is_over()).then_some((smaller, is_showing))
        };
        let found = smaller_drafts(&draft).map_while(tried).find(|(_, is_showing)| *is_showing);
        match found {
            Some((smaller, _)) => draft = smaller,
            None => return draft,
        }
    }
}

fn prune_body(search: &mut Search<'_, '_>, draft: Draft) -> Draft {
    let Some(body) = draft.body.clone() else { return draft };
    let mut draft = draft;
    let mut value = body.value;
    // In reverse order, removals do not shift the remaining elements.
    for pointer in part_pointers(&value).into_iter().rev() {
        let Some(smaller) = without(&value, &pointer) else { continue };
        let body = Body { media_type: body.media_type.clone(), value: smaller.clone() };
        let candidate = Draft { arguments: draft.arguments.clone(), body: Some(body) };
        if search.is_showing(&candidate) {
            (draft, value) = (candidate, smaller);
        } else if search.is_over() {
            break;
        }
    }
    draft
}
