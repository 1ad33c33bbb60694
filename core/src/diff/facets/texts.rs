//! Values that are written as text, in parameters and headers: a number is a text as well, and a value by itself is
//! written as a list of one (OpenAPI 3.1.1 section 4.8.12.4), so that another type need not be another value there.

use super::forms::form;
use crate::diff::conjuncts::is_annotation;
use crate::diff::differ::Differ;
use crate::diff::fact::Relation;
use crate::diff::form::Form;
use crate::diff::inclusion::Side;
use crate::diff::types::TypeSet;
use crate::openapi::{Description, NodeId, Word};

const SCALARS: TypeSet = TypeSet::BOOLEAN.or(TypeSet::NUMBER).or(TypeSet::STRING);

/// A parameter or header that goes to `location`: notes how the texts of its values relate, where that is more than
/// their types say.
pub(super) fn of_holder(differ: &mut Differ<'_>, (old, new): (NodeId, NodeId), location: &str) {
    let (Some(left), Some(right)) = differ.sides.word(old, new, Word::Schema) else { return };
    let here = |description: &Description<'_>, schema| description.reference(schema).is_none();
    if differ.sides.equal(left, right) || !here(differ.sides.old, left) || !here(differ.sides.new, right) {
        return;
    }
    let forms = (form(differ.sides.old, location, old), form(differ.sides.new, location, new));
    let types = (differ.old_types.of(Some(left)), differ.new_types.of(Some(right)));
    if forms.0 != forms.1 || types.0 == types.1 {
        return;
    }
    let one = Schema { side: Side::Old, id: left, types: types.0 };
    let other = Schema { side: Side::New, id: right, types: types.1 };
    if holds(differ, forms.0, one, other) {
        differ.texts.insert((left, right), Relation::Narrowed);
    } else if holds(differ, forms.0, other, one) {
        differ.texts.insert((left, right), Relation::Widened);
    }
}

#[derive(Debug, Clone, Copy)]
struct Schema {
    side: Side,
    id: NodeId,
    types: TypeSet,
}

/// Whether every text of a scalar `inner` is one of `outer`, which has a type that `inner` has not.
fn holds(differ: &mut Differ<'_>, form: Form, outer: Schema, inner: Schema) -> bool {
    let description = if outer.side == Side::Old { differ.sides.old } else { differ.sides.new };
    let only = |words: &[Word]| {
        let arena = description.arena();
        let says = |member| words.iter().any(|word| word.key() == arena.key(member));
        arena.children(outer.id).all(|member| says(member) || is_annotation(description, member))
    };
    if !inner.types.within(SCALARS) || inner.types == TypeSet::NONE {
        return false;
    }
    if outer.types.within(SCALARS) {
        let is_text = outer.types.meets(TypeSet::STRING) && !inner.types.meets(TypeSet::STRING);
        return is_text && only(&[Word::Type]);
    }
    let separable = form.is_repeated() || !inner.types.meets(TypeSet::STRING);
    if outer.types != TypeSet::ARRAY || !separable || !only(&[Word::Type, Word::Items, Word::UniqueItems]) {
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
    fn a_text_that_may_hold_the_separator_is_no_list_of_one() {
        let list = |kind: &str| json!({"type": "array", "items": {"type": kind}});
        for (kind, expected) in [("string", Relation::Incomparable), ("integer", Relation::Widened)] {
            let with = |schema| with(&json!({"in": "header", "schema": schema}));
            let found = events(Facet::Type, &with(json!({"type": kind})), &with(list(kind)));
            assert_eq!(found, [Event::Changed(expected)], "{kind}");
        }
    }
}
