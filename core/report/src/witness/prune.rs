//! Less of a request: whatever can be left out of it while it still shows the change is noise to a reader.

use super::draft::{Body, Draft};
use super::edit::{part_pointers, without};
use super::search::{Search, smaller_drafts};

/// How often the whole is gone through: what can be left out may depend on what has been.
const MAX_ROUNDS: usize = 3;

/// The draft without what does not matter.
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
    while let Some(smaller) = smaller_drafts(&draft).into_iter().find(|smaller| search.is_showing(smaller)) {
        draft = smaller;
    }
    draft
}

fn prune_body(search: &mut Search<'_, '_>, draft: Draft) -> Draft {
    let Some(body) = draft.body.clone() else { return draft };
    let mut draft = draft;
    let mut value = body.value;
    // Backwards, elements keep their places while those behind them go.
    for pointer in part_pointers(&value).into_iter().rev() {
        let Some(smaller) = without(&value, &pointer) else { continue };
        let body = Body { media_type: body.media_type.clone(), value: smaller.clone() };
        let candidate = Draft { arguments: draft.arguments.clone(), body: Some(body) };
        if search.is_showing(&candidate) {
            (draft, value) = (candidate, smaller);
        }
    }
    draft
}
