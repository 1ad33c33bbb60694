//! Callback URLs: the expression that reads the URL from the request (OpenAPI 3.1.1 sections 4.8.18 and 4.8.20.4).

use crate::facets::context::FacetContext;
use crate::model::{Affected, DisplayValue, Event, Facet, Fact, NodePair, Relation};
use crate::pairing::entry_pairs::pair_callback_expressions;

pub(in crate::facets) fn compare_callbacks(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { definition_pair, old, new } = pair;
    let alignment = pair_callback_expressions((context.sides.old, old), (context.sides.new, new));
    for (old, new) in alignment.pairs {
        if !context.sides.same_name(old, new) {
            context.claim(Some(old), Some(new));
            let event = Event::Changed(Relation::Incomparable);
            let fact =
                Fact::new(Facet::Callback, event, Some(old), Some(new), Affected::DefinitionPair(definition_pair));
            context.facts.push(fact.showing(DisplayValue::Key(old), DisplayValue::Key(new)));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::in_operation;

    fn callback(expressions: &[&str]) -> Value {
        let entries = expressions.iter().map(|expression| {
            ((*expression).to_owned(), json!({"post": {"responses": {"204": {"description": "Heard"}}}}))
        });
        in_operation(&json!({"callbacks": {"onMoved": Value::Object(entries.collect())}}))
    }

    #[test]
    fn a_callback_that_is_sent_elsewhere_is_the_same_callback() {
        let changed = Event::Changed(Relation::Incomparable);
        for (before, after, expected) in [
            (vec!["{$request.body#/url}"], vec!["{$request.query.url}"], vec![changed]),
            (vec!["{$request.body#/url}", "https://a"], vec!["https://a", "https://b"], vec![changed]),
            (vec!["https://a"], vec!["https://a", "https://b"], vec![Event::Added]),
            (vec!["https://a"], vec!["https://b", "https://c"], vec![Event::Removed, Event::Added, Event::Added]),
            (vec!["https://a", "https://b"], vec!["https://b", "https://a"], vec![]),
        ] {
            let found = examples::events(Facet::Callback, &callback(&before), &callback(&after));
            assert_eq!(found, expected, "{before:?} {after:?}");
        }
    }
}
