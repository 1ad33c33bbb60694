//! Fixes a rejected request for the current description: adds what is missing, removes what is gone, and replaces
//! invalid values.

use serde_json::Value;
use waybill_openapi::internal::erased_path;
use waybill_openapi::operation::{Location, MediaType, Parameter};
use waybill_openapi::schema::{Schema, Validator, Violation};

use super::Endpoint;
use super::draft::{
    Argument, Body, Described, Draft, Extent, described, is_same, is_sent, is_valid, media_type, propose_body,
    sample_argument, sample_value,
};
use super::edit::{part_pointers, with, with_member, without};
use super::objections::{Objection, ValuePlace, judge, nearest};
use super::search::Search;

/// Maximum number of objections to fix.
const MAX_ROUNDS: usize = 24;

/// Returns the draft with the smallest changes that make the current description accept it.
pub(super) fn repair(search: &mut Search<'_, '_>, draft: &Draft) -> Option<Draft> {
    let (before, after) = (search.before, search.after);
    let mut draft = rename_path_parameters(before, after, draft);
    for _ in 0..MAX_ROUNDS {
        let opinion = judge(search.validator, after, &draft);
        if opinion.is_accepting() {
            return Some(draft);
        }
        let objection = opinion.objections.first()?;
        let mended = mend(search.validator, after, &draft, objection).filter(|mended| *mended != draft);
        draft = mended.or_else(|| replace(search.validator, after, &draft, objection))?;
    }
    None
}

/// Removes parts of the body that a complete sample does not have, such as members of a previous alternative.
pub(super) fn drop_leftovers(search: &mut Search<'_, '_>, draft: Draft) -> Draft {
    let at = search.after;
    let Some(body) = draft.body.clone() else { return draft };
    let Some((schema, _)) = schema_of(at, &draft, &ValuePlace::Body) else { return draft };
    let described = Described { schema: Some(schema), name: "" };
    let Some(whole) = sample_value(search.validator, at, described, (Extent::All, 0)) else { return draft };
    let mut draft = draft;
    let mut value = body.value;
    for pointer in part_pointers(&value).into_iter().rev().filter(|pointer| whole.pointer(pointer).is_none()) {
        let Some(smaller) = without(&value, &pointer) else { continue };
        let body = Body { media_type: body.media_type.clone(), value: smaller.clone() };
        let candidate = Draft { arguments: draft.arguments.clone(), body: Some(body) };
        if judge(search.validator, at, &candidate).is_accepting() {
            (draft, value) = (candidate, smaller);
        }
    }
    draft
}

/// Renames path parameters. They are identified by position, not by name.
pub(super) fn rename_path_parameters(before: Endpoint<'_>, after: Endpoint<'_>, draft: &Draft) -> Draft {
    let (_, old) = erased_path(&before.operation.path);
    let (_, new) = erased_path(&after.operation.path);
    let mut renamed = draft.clone();
    for argument in renamed.arguments.iter_mut().filter(|argument| argument.location == Location::Path) {
        let at = old.iter().position(|name| *name == argument.name);
        if let Some(name) = at.and_then(|at| new.get(at)) {
            (*name).clone_into(&mut argument.name);
        }
    }
    renamed
}

fn mend(validator: &mut Validator, at: Endpoint<'_>, draft: &Draft, objection: &Objection) -> Option<Draft> {
    let mut mended = draft.clone();
    match objection {
        Objection::MissingParameter { location, name } => {
            let parameter = find_parameter(at, *location, name)?;
            mended.arguments.push(sample_argument(validator, at, parameter)?);
        }
        Objection::UnknownParameter { location, name } => {
            let position = mended.arguments.iter().position(|argument| is_same(argument, *location, name))?;
            let moved = mended.arguments.remove(position);
            mended.arguments.extend(moved_argument(validator, at, &mended, moved));
        }
        Objection::MissingBody => {
            let content = media_type(&at.operation.body.as_ref()?.content)?;
            mended.body = Some(propose_body(validator, at, content)?);
        }
        Objection::UnknownBody => mended.body = None,
        Objection::MediaType { .. } => {
            let content = media_type(&at.operation.body.as_ref()?.content)?;
            let value = draft.body.as_ref().map(|body| body.value.clone());
            let value = value.filter(|value| is_valid(validator, at, content.schema, value));
            mended.body = Some(match value {
                Some(value) => Body { media_type: content.range.clone(), value },
                None => propose_body(validator, at, content)?,
            });
        }
        Objection::Value { place, violation } => {
            let (schema, name) = schema_of(at, draft, place)?;
            let value = value_at(&mut mended, place)?;
            let described = Described { schema: Some(schema), name: &name };
            let whole = sample_value(validator, at, described, (Extent::All, 0));
            *value = mend_value(value, violation, whole.as_ref())?;
        }
    }
    Some(mended)
}

/// Fixes one violation of a value. Missing parts come from `whole`, a valid value.
fn mend_value(value: &Value, violation: &Violation, whole: Option<&Value>) -> Option<Value> {
    let alternatives = violation.branches.len();
    // A mix of two alternatives would match neither.
    if alternatives > 1
        && let Some(part) = whole.and_then(|whole| whole.pointer(&violation.instance.pointer))
    {
        return with(value, &violation.instance.pointer, part.clone());
    }
    let violation = nearest(violation);
    let pointer = violation.instance.pointer.as_str();
    match violation.keyword.as_str() {
        "required" | "dependentRequired" => {
            let name = violation.expected.split('`').nth(1)?;
            let object = whole?.pointer(pointer)?;
            with_member(value, pointer, name, object.get(name)?.clone())
        }
        "additionalProperties" | "unevaluatedProperties" | "readOnly" | "writeOnly" | "false" => {
            without(value, pointer)
        }
        _ => match whole.and_then(|whole| whole.pointer(pointer)) {
            Some(part) if value.pointer(pointer) != Some(part) => with(value, pointer, part.clone()),
            _ => without(value, pointer),
        },
    }
}

/// Replaces a value that cannot be fixed.
fn replace(validator: &mut Validator, at: Endpoint<'_>, draft: &Draft, objection: &Objection) -> Option<Draft> {
    let Objection::Value { place, violation: _ } = objection else { return None };
    let (schema, name) = schema_of(at, draft, place)?;
    let described = Described { schema: Some(schema), name: &name };
    let sample = sample_value(validator, at, described, (Extent::Required, 0))?;
    let mut replaced = draft.clone();
    let value = value_at(&mut replaced, place)?;
    if *value == sample {
        return None;
    }
    *value = sample;
    Some(replaced)
}

/// Returns the value of a parameter that moved to another location.
fn moved_argument(validator: &mut Validator, at: Endpoint<'_>, draft: &Draft, moved: Argument) -> Option<Argument> {
    let mut parameters = at.operation.parameters.iter().filter(|parameter| is_sent(parameter));
    let parameter = parameters.find(|parameter| parameter.name.eq_ignore_ascii_case(&moved.name))?;
    let is_free = draft.argument(parameter.location, &parameter.name).is_none();
    let schema = described(parameter).schema;
    let is_taken = is_free && is_valid(validator, at, schema, &moved.value);
    is_taken.then(|| Argument { name: parameter.name.clone(), location: parameter.location, value: moved.value })
}

fn find_parameter<'a>(at: Endpoint<'a>, location: Location, name: &str) -> Option<&'a Parameter> {
    let mut parameters = at.operation.parameters.iter();
    parameters.find(|parameter| parameter.location == location && parameter.name == name)
}

fn schema_of(at: Endpoint<'_>, draft: &Draft, place: &ValuePlace) -> Option<(Schema, String)> {
    match place {
        ValuePlace::Parameter { location, name } => {
            let parameter = find_parameter(at, *location, name)?;
            Some((described(parameter).schema?, name.clone()))
        }
        ValuePlace::Body => {
            let sent = draft.body.as_ref()?;
            let is_sent = |content: &&MediaType| content.range.eq_ignore_ascii_case(&sent.media_type);
            Some((at.operation.body.as_ref()?.content.iter().find(is_sent)?.schema?, String::new()))
        }
    }
}

fn value_at<'d>(draft: &'d mut Draft, place: &ValuePlace) -> Option<&'d mut Value> {
    match place {
        ValuePlace::Body => draft.body.as_mut().map(|body| &mut body.value),
        ValuePlace::Parameter { location, name } => {
            let mut arguments = draft.arguments.iter_mut();
            arguments.find(|argument| is_same(argument, *location, name)).map(|argument| &mut argument.value)
        }
    }
}
