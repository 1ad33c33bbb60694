//! Values that are written as text, in parameters and headers: a number is a text as well, and a value by itself is
//! written as a list of one (OpenAPI 3.1.1 section 4.8.12.4), so that another type need not be another value there. A list
//! whose elements are joined is one text, too.

use super::forms::form;
use crate::diff::conjuncts::is_annotation;
use crate::diff::differ::Differ;
use crate::diff::fact::Relation;
use crate::diff::form::Form;
use crate::diff::inclusion::Side;
use crate::diff::types::TypeSet;
use crate::openapi::{Description, NodeId, Word};

const SCALARS: TypeSet = TypeSet::BOOLEAN.or(TypeSet::NUMBER).or(TypeSet::STRING);

/// A parameter or header that goes to `location`: notes how the texts of its values relate, and those of their elements,
/// where that is more than their types say.
pub(super) fn of_holder(differ: &mut Differ<'_>, (old, new): (NodeId, NodeId), location: &str) {
    let Some((left, right)) = plain(differ, (old, new), Word::Schema) else { return };
    let forms = (form(differ.sides.old, location, old), form(differ.sides.new, location, new));
    if forms.0 != forms.1 {
        return;
    }
    relate(differ, forms.0, left, right);
    if [left.types, right.types] == [TypeSet::ARRAY; 2]
        && let Some((one, other)) = plain(differ, (left.id, right.id), Word::Items)
        && one.types.or(other.types).within(SCALARS)
    {
        relate(differ, forms.0, one, other);
    }
}

#[derive(Debug, Clone, Copy)]
struct Schema {
    side: Side,
    id: NodeId,
    types: TypeSet,
}

/// The schemas under a word, where they differ and are written out: what others refer to is not text everywhere.
fn plain(differ: &mut Differ<'_>, (old, new): (NodeId, NodeId), word: Word) -> Option<(Schema, Schema)> {
    let (left, right) = differ.sides.word(old, new, word);
    let (left, right) = left.zip(right)?;
    let here = |description: &Description<'_>, schema| description.reference(schema).is_none();
    if differ.sides.equal(left, right) || !here(differ.sides.old, left) || !here(differ.sides.new, right) {
        return None;
    }
    let types = (differ.old_types.of(Some(left)), differ.new_types.of(Some(right)));
    let one = Schema { side: Side::Old, id: left, types: types.0 };
    Some((one, Schema { side: Side::New, id: right, types: types.1 }))
}

fn relate(differ: &mut Differ<'_>, form: Form, one: Schema, other: Schema) {
    if one.types == other.types {
        return;
    }
    if holds(differ, form, one, other) {
        differ.texts.insert((one.id, other.id), Relation::Narrowed);
    } else if holds(differ, form, other, one) {
        differ.texts.insert((one.id, other.id), Relation::Widened);
    }
}

/// Whether every text of `inner` is one of `outer`, which has a type that `inner` has not.
fn holds(differ: &mut Differ<'_>, form: Form, outer: Schema, inner: Schema) -> bool {
    let description = if outer.side == Side::Old { differ.sides.old } else { differ.sides.new };
    let only = |words: &[Word]| {
        let arena = description.arena();
        let says = |member| words.iter().any(|word| word.key() == arena.key(member));
        arena.children(outer.id).all(|member| says(member) || is_annotation(description, member))
    };
    let is_scalar = inner.types.within(SCALARS) && inner.types != TypeSet::NONE;
    if outer.types.within(SCALARS) {
        let is_text = outer.types.meets(TypeSet::STRING) && !inner.types.meets(TypeSet::STRING);
        let is_one = is_scalar || inner.types == TypeSet::ARRAY && form.is_joined();
        return is_text && is_one && only(&[Word::Type]);
    }
    let separable = form.is_repeated() || !inner.types.meets(TypeSet::STRING);
    if !is_scalar || outer.types != TypeSet::ARRAY || !separable {
        return false;
    }
    if !only(&[Word::Type, Word::Items, Word::UniqueItems]) {
        return false;
    }
    match description.arena().word(outer.id, Word::Items) {
        Some(items) => differ.inclusion.within((inner.side, inner.id), (outer.side, items)),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::diff::facets::examples::{events, in_operation};
    use crate::diff::{Event, Facet, Relation};

    fn with(members: &Value) -> Value {
        let mut parameter = json!({"name": "id", "in": "query"});
        for (name, value) in members.as_object().unwrap() {
            parameter[name] = value.clone();
        }
        in_operation(&json!({"parameters": [parameter]}))
    }

    #[test]
    fn a_parameter_takes_the_texts_it_took() {
        let list = |items: Value| json!({"type": "array", "items": items});
        for (before, after, expected) in [
            (json!({"type": "integer"}), json!({"type": "string"}), Relation::Widened),
            (json!({"type": "integer", "minimum": 1}), json!({"type": "string", "title": "a"}), Relation::Widened),
            (json!({"type": "boolean"}), json!({"type": "string"}), Relation::Widened),
            (json!({"type": "integer"}), json!({"type": "string", "format": "uuid"}), Relation::Incomparable),
            (json!({"type": "integer"}), json!({"type": "string", "maxLength": 3}), Relation::Incomparable),
            (json!({"type": "integer"}), json!({"type": "boolean"}), Relation::Incomparable),
            (json!({"type": "string"}), json!({"type": "object"}), Relation::Incomparable),
            (json!({"type": "string"}), list(json!({"type": "string"})), Relation::Widened),
            (json!({"enum": ["a"]}), list(json!({"enum": ["a", "b"]})), Relation::Widened),
            (json!({"enum": ["a", "c"]}), list(json!({"enum": ["a", "b"]})), Relation::Incomparable),
            (json!({"type": "string"}), list(json!({"type": "integer"})), Relation::Incomparable),
            (
                json!({"type": "string"}),
                json!({"type": "array", "items": {"type": "string"}, "minItems": 2}),
                Relation::Incomparable,
            ),
        ] {
            let (old, new) = (with(&json!({"schema": before})), with(&json!({"schema": after})));
            assert_eq!(events(Facet::Type, &old, &new), [Event::Changed(expected)], "{before} {after}");
            assert_eq!(events(Facet::Type, &new, &old), [Event::Changed(expected.mirrored())], "{after} {before}");
        }
    }

    #[test]
    fn an_element_is_a_text_as_a_value_by_itself_is() {
        let list = |items: Value| json!({"type": "array", "items": items});
        for (before, after, expected) in [
            (json!({"type": "integer"}), json!({"type": "string"}), Relation::Widened),
            (json!({"enum": [1, 2]}), json!({"type": "string"}), Relation::Widened),
            (json!({"type": "integer"}), json!({"type": "string", "maxLength": 3}), Relation::Incomparable),
            (json!({"type": "integer"}), list(json!({"type": "integer"})), Relation::Incomparable),
            (list(json!({"type": "integer"})), json!({"type": "string"}), Relation::Incomparable),
        ] {
            let (old, new) = (with(&json!({"schema": list(before)})), with(&json!({"schema": list(after)})));
            assert_eq!(events(Facet::Type, &old, &new), [Event::Changed(expected)], "{old} {new}");
            assert_eq!(events(Facet::Type, &new, &old), [Event::Changed(expected.mirrored())], "{new} {old}");
        }
    }

    #[test]
    fn a_list_whose_elements_are_joined_is_a_text() {
        for (form, expected) in [
            (json!({"in": "header"}), Relation::Widened),
            (json!({"in": "header", "explode": true}), Relation::Widened),
            (json!({"explode": false}), Relation::Widened),
            (json!({"style": "pipeDelimited"}), Relation::Widened),
            (json!({"style": "pipeDelimited", "explode": true}), Relation::Incomparable),
            (json!({"style": "deepObject", "explode": false}), Relation::Incomparable),
            (json!({}), Relation::Incomparable),
        ] {
            let with = |schema: Value| {
                let mut members = form.clone();
                members["schema"] = schema;
                with(&members)
            };
            let list = with(json!({"type": "array", "items": {"type": "integer"}, "maxItems": 4}));
            let (text, short) = (with(json!({"type": "string"})), with(json!({"type": "string", "maxLength": 4})));
            assert_eq!(events(Facet::Type, &list, &text), [Event::Changed(expected)], "{form}");
            assert_eq!(events(Facet::Type, &text, &list), [Event::Changed(expected.mirrored())], "{form}");
            assert_eq!(events(Facet::Type, &list, &short), [Event::Changed(Relation::Incomparable)], "{form}");
        }
    }

    #[test]
    fn a_text_that_may_hold_the_separator_is_no_list_of_one() {
        let list = |kind: &str| json!({"type": "array", "items": {"type": kind}});
        for (kind, expected) in [("string", Relation::Narrowed), ("integer", Relation::Widened)] {
            let with = |schema| with(&json!({"in": "header", "schema": schema}));
            let found = events(Facet::Type, &with(json!({"type": kind})), &with(list(kind)));
            assert_eq!(found, [Event::Changed(expected)], "{kind}");
        }
    }
}
