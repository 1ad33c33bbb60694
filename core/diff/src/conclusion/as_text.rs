//! Definitions that a parameter, a header or a form field refers to, so that their values are strings there. For these
//! uses, a type change is judged by its effect on the strings. For all other uses, it is judged by the types.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Set;
use waybill_openapi::internal::{NodeId, ResolvedDescription, ValueFormat, ValuePart};
use waybill_openapi::schema::Direction;

use crate::model::{
    Affected, AsText, DefinitionPairId, DefinitionPairs, Facet, Fact, MessageSide as MessagePart, Owner, Relation,
    Replacements, TextFindings, TypeChange,
};
use crate::pairing::operation_pairing::OperationPairing;
use crate::pairing::sides::Sides;
use crate::reach::reached::direction_of;
use crate::reach::text_uses::{ComponentUses, TextUses, UsesByComponent};
use crate::reach::{Graph, Reach, Referrer};

/// Finds the operations that use the values of a fact only as strings.
pub(crate) fn mark_texts(
    facts: &mut [Fact],
    texts: &TextFindings,
    uses: &mut TextUses,
    of: ReachContext<'_, '_>,
    at: usize,
) {
    if texts.candidates.is_empty() {
        return;
    }
    let Some(fact) = facts.get(at) else { return };
    let Affected::DefinitionPair(definition_pair) = fact.affected else { return };
    let (old, new) = (of.sides.old, of.sides.new);
    let of_pair = texts.candidates.iter().filter(|candidate| candidate.definition_pair == definition_pair);
    let found = of_pair.copied().find_map(|candidate| {
        if candidate.is_reported_by(old, new, fact) {
            return Some((candidate, candidate.relation));
        }
        let is_inside = !candidate.null_alone
            && (fact.facet.limits_values() || fact.facet == Facet::Alternative)
            && candidate.contains_fact(old, new, fact);
        let is_reported = || facts.iter().any(|fact| candidate.is_reported_by(old, new, fact));
        (is_inside && (candidate.relation == Relation::Same || is_reported())).then_some((candidate, Relation::Same))
    });
    let Some((candidate, relation)) = found else { return };
    let ways = text_ways(of, &candidate, uses);
    if let Some(fact) = facts.get_mut(at).filter(|_| !ways.is_empty()) {
        fact.as_text = Some(AsText { relation, ways });
    }
}

/// Returns the operation pairs and directions that reach a candidate only as a string.
fn text_ways(of: ReachContext<'_, '_>, candidate: &TypeChange, uses: &mut TextUses) -> Vec<(usize, Option<Direction>)> {
    let ValueFormat::DependsOnUse(part) = ValueFormat::find(of.sides.old, candidate.old) else { return Vec::new() };
    let mut search = Search { of, candidate, uses, texts: Vec::new(), others: Vec::new() };
    let (mut waiting, mut seen) = (vec![(candidate.definition_pair, part)], Set::default());
    while let Some((definition_pair, part)) = waiting.pop() {
        if !seen.add((definition_pair, part.clone())) {
            continue;
        }
        let owners = of.definition_pairs.get(definition_pair).map(|pair| pair.owners.as_slice()).unwrap_or_default();
        for owner in owners {
            match *owner {
                Owner::Document => {}
                Owner::Operation { .. } => search.by_definition_pair(definition_pair, false),
                Owner::Component { old, new } => {
                    search.by_component((old, new), &part);
                }
                Owner::DefinitionPair(other) => waiting.extend(search.by_other(definition_pair, other, &part)),
            }
        }
    }
    let others = order::sorted_unique(search.others);
    order::sorted_unique(search.texts).into_iter().filter(|way| others.binary_search(way).is_err()).list()
}

/// The data needed to find the operations that reach a definition pair.
#[derive(Clone, Copy)]
pub(crate) struct ReachContext<'r, 'd> {
    pub(crate) sides: &'r Sides<'d>,
    pub(crate) pairing: &'r OperationPairing,
    pub(crate) definition_pairs: &'r DefinitionPairs,
    pub(crate) reach: &'r Reach,
    pub(crate) replacements: &'r Replacements,
}

/// A search for the operations that reach a definition.
struct Search<'s, 'd> {
    of: ReachContext<'s, 'd>,
    candidate: &'s TypeChange,
    uses: &'s mut TextUses,
    texts: Vec<(usize, Option<Direction>)>,
    others: Vec<(usize, Option<Direction>)>,
}

impl Search<'_, '_> {
    fn add(&mut self, way: (usize, Option<Direction>), is_text: bool) {
        if is_text { self.texts.push(way) } else { self.others.push(way) }
    }

    /// Adds all operations that reach a definition pair.
    fn by_definition_pair(&mut self, definition_pair: DefinitionPairId, is_text: bool) {
        let reached = self.of.reach.reached(definition_pair).map(|reached| reached.ways().to_vec()).unwrap_or_default();
        for way in reached {
            self.add(way, is_text);
        }
    }

    fn by_component(&mut self, (old, new): (NodeId, NodeId), part: &ValuePart) {
        let ReachContext { sides, pairing, reach, .. } = self.of;
        let (in_old, in_new) = &mut *self.uses;
        let of_old = users(self.candidate, (sides.old, &reach.old, in_old), old, part);
        let of_new = users(self.candidate, (sides.new, &reach.new, in_new), new, part);
        let pairs = |users: Vec<(usize, MessagePart, bool)>, of: &dyn Fn(&OperationPairing, usize) -> Option<usize>| {
            let found = users.into_iter().filter_map(|(at, part, is_text)| Some((of(pairing, at)?, part, is_text)));
            found.collect::<Vec<_>>()
        };
        let mut all = pairs(of_old, &|pairing, at| pairing.pair_of_old(at));
        all.extend(pairs(of_new, &|pairing, at| pairing.pair_of_new(at)));
        for (pair, part, is_text) in all {
            let direction = direction_of(sides, pairing, pair, part);
            self.add((pair, direction), is_text);
        }
    }

    /// Follows another definition pair, in which the definition replaced another one. Returns the pairs whose format
    /// depends on their use.
    fn by_other(
        &mut self,
        definition_pair: DefinitionPairId,
        other: DefinitionPairId,
        part: &ValuePart,
    ) -> Vec<(DefinitionPairId, ValuePart)> {
        let sides = self.of.sides;
        let places = self.of.replacements.places(other, definition_pair);
        if places.is_empty() {
            self.by_definition_pair(other, false);
        }
        let mut open = Vec::new();
        for place in places {
            let manner = match place {
                (Some(old), _) => ValueFormat::inside(sides.old, old, part.clone()),
                (None, Some(new)) => ValueFormat::inside(sides.new, new, part.clone()),
                (None, None) => ValueFormat::Json,
            };
            match manner {
                ValueFormat::Text(text) => self.by_definition_pair(other, self.candidate.applies_to(text)),
                ValueFormat::Json => self.by_definition_pair(other, false),
                ValueFormat::DependsOnUse(part) => open.push((other, part)),
            }
        }
        open
    }
}

/// Returns the parts of operations that use a part of a component. The flag is true if the value is a string there.
fn users(
    candidate: &TypeChange,
    (description, graph, known): (&ResolvedDescription<'_>, &Graph, &mut UsesByComponent),
    component: NodeId,
    part: &ValuePart,
) -> Vec<(usize, MessagePart, bool)> {
    let (mut seen, mut seen_ways) = (Set::default(), Set::default());
    let (mut found, mut waiting) = (Vec::new(), vec![(component, UseFormat::Open(part.clone()))]);
    while let Some((component, at)) = waiting.pop() {
        if !seen.add((component, at.clone())) {
            continue;
        }
        if !known.has(&component) {
            known.insert(component, ComponentUses::find(description, graph, component));
        }
        let Some(uses) = known.get(&component) else { continue };
        // Names make no difference for these uses, so follow them once and not for each property.
        let is_followed = matches!(&at, UseFormat::Open(part) if !seen_ways.add((component, part.way())));
        let named = uses.named.iter().take(if is_followed { 0 } else { usize::MAX });
        for (by, place) in named.chain(&uses.others) {
            let at = match &at {
                UseFormat::Known(_) => at.clone(),
                UseFormat::Open(part) => match place.manner(description, part.clone()) {
                    ValueFormat::Text(text) => UseFormat::Known(candidate.applies_to(text)),
                    ValueFormat::Json => UseFormat::Known(false),
                    ValueFormat::DependsOnUse(part) => UseFormat::Open(part),
                },
            };
            match *by {
                Referrer::Component(other) => waiting.push((other, at)),
                Referrer::Part(operation_entry, part) => {
                    found.push((operation_entry, part, at == UseFormat::Known(true)));
                }
            }
        }
    }
    found
}

/// The format of a use of a definition, as far as known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum UseFormat {
    /// True if the value is a string.
    Known(bool),
    /// The format depends on the users of this part.
    Open(ValuePart),
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::AsText;
    use crate::facets::tests::examples::{description, found};
    use crate::{Direction, Event, Facet, Relation};

    /// A description that uses a definition in some locations.
    fn used(schema: &Value, places: &Value) -> Value {
        let mut members = json!({"components": {"schemas": {"S": schema}}, "paths": {"/a": {"post": places}}});
        let responses = members["paths"]["/a"]["post"].as_object_mut().unwrap().entry("responses");
        responses.or_insert(json!({"204": {"description": ""}}));
        description(&members)
    }

    fn judged(places: &Value, before: &Value, after: &Value) -> Vec<(Facet, Event, Option<AsText>)> {
        found(&used(before, places), &used(after, places), |fact| (fact.facet, fact.event, fact.as_text.clone()))
    }

    fn parameter() -> Value {
        json!({"name": "q", "in": "query", "schema": {"$ref": "#/components/schemas/S"}})
    }

    fn content(media: &str) -> Value {
        json!({"content": {media: {"schema": {"$ref": "#/components/schemas/S"}}}})
    }

    #[test]
    fn definition_is_text_only_where_it_is_serialized_as_text() {
        let (flag, words) = (json!({"type": "boolean"}), json!({"type": "string", "enum": ["true", "false"]}));
        let (sent, received) = ((0, Some(Direction::Request)), (0, Some(Direction::Response)));
        let response = |media: &str| json!({"200": content(media)});
        for (places, ways) in [
            (json!({"parameters": [parameter()]}), vec![sent]),
            (json!({"parameters": [parameter()], "responses": response("application/json")}), vec![sent]),
            (json!({"parameters": [parameter()], "responses": response("text/plain")}), vec![sent, received]),
            (json!({"parameters": [parameter()], "requestBody": content("application/json")}), vec![]),
            (json!({"requestBody": content("application/json")}), vec![]),
        ] {
            let as_text = Some(AsText { relation: Relation::Same, ways }).filter(|as_text| !as_text.ways.is_empty());
            let expected = [(Facet::Type, Event::Changed(Relation::Incomparable), as_text)];
            assert_eq!(judged(&places, &flag, &words), expected, "{places}");
        }
    }

    #[test]
    fn a_property_of_a_form_is_text() {
        let form = |kind: Value| json!({"type": "object", "properties": {"a": kind}});
        let (number, text) = (form(json!({"type": "integer"})), form(json!({"type": ["string", "null"]})));
        let ways = vec![(0, Some(Direction::Request))];
        for (media, is_text) in
            [("application/x-www-form-urlencoded", true), ("multipart/form-data", true), ("application/json", false)]
        {
            let as_text = is_text.then(|| AsText { relation: Relation::Widened, ways: ways.clone() });
            let expected = [(Facet::Type, Event::Changed(Relation::Incomparable), as_text)];
            assert_eq!(judged(&json!({"requestBody": content(media)}), &number, &text), expected, "{media}");
        }
    }

    #[test]
    fn shared_definition_is_text_only_if_every_form_field_is() {
        let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
        let of = |schema: Value, json_fields: &[&str]| {
            let form = json!({"type": "object", "properties": {"a": reference("S"), "b": reference("S")}});
            let as_json = |name: &&str| ((*name).to_owned(), json!({"contentType": "application/json"}));
            let encoding: serde_json::Map<String, Value> = json_fields.iter().map(as_json).collect();
            let content = json!({"multipart/form-data": {"schema": reference("Form"), "encoding": encoding}});
            let post = json!({"requestBody": {"content": content}, "responses": {"204": {"description": ""}}});
            let schemas = json!({"S": schema, "Form": form});
            description(&json!({"components": {"schemas": schemas}, "paths": {"/a": {"post": post}}}))
        };
        for (json_fields, is_text) in [(&[][..], true), (&["a"], false), (&["b"], false), (&["a", "b"], false)] {
            let (old, new) = (of(json!({"type": "integer"}), json_fields), of(json!({"type": "string"}), json_fields));
            let judged = found(&old, &new, |fact| (fact.facet, fact.as_text.is_some()));
            assert_eq!(judged, [(Facet::Type, is_text)], "{json_fields:?}");
        }
    }

    #[test]
    fn null_is_nothing_in_a_text_behind_a_reference() {
        let places = json!({"parameters": [parameter()]});
        let found = judged(&places, &json!({"type": ["string", "null"]}), &json!({"type": "string", "maxLength": 3}));
        let reported: Vec<_> = found.iter().map(|(facet, _, as_text)| (*facet, as_text.is_some())).collect();
        assert_eq!(reported, [(Facet::Type, true), (Facet::Length, false)]);
    }

    #[test]
    fn reference_to_another_definition_is_compared_as_text() {
        let of = |schema: Value| {
            let schemas = json!({"A": {"type": "integer"}, "B": {"type": "string"}});
            let parameters = json!([{"name": "q", "in": "query", "schema": schema}]);
            let operation = json!({"parameters": parameters, "responses": {"204": {"description": ""}}});
            description(&json!({"components": {"schemas": schemas}, "paths": {"/a": {"get": operation}}}))
        };
        let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
        let types = |old: &Value, new: &Value| {
            let all = found(old, new, |fact| (fact.facet, fact.event, fact.as_text.clone()));
            all.into_iter().filter(|(facet, ..)| *facet == Facet::Type).collect::<Vec<_>>()
        };
        let (a, b, number) = (of(reference("A")), of(reference("B")), of(json!({"type": "integer"})));
        let way = vec![(0, Some(Direction::Request))];
        let as_text = Some(AsText { relation: Relation::Widened, ways: way });
        assert_eq!(types(&a, &b), [(Facet::Type, Event::Changed(Relation::Incomparable), as_text)]);
        assert_eq!(types(&number, &b), [(Facet::Type, Event::Changed(Relation::Widened), None)]);
    }
}
