//! The JSON types that a schema allows, through references and composition. They follow from `type`, `nullable`,
//! `enum`, `const`, `allOf`, `anyOf` and `oneOf` (JSON Schema 2020-12 section 6.1.1; OpenAPI 3.0.4 section 4.7.24 for
//! `nullable`).

use waybill_base::internal::table::Table;
use waybill_openapi::internal::conjuncts::{allows_anything, ignores_siblings, is_null, is_null_alternative};
use waybill_openapi::internal::{Kind, KnownKey, NodeId, Reference, ResolvedDescription, TypeSet, type_of};

/// Computes and caches the allowed types of one description's schemas.
#[derive(Debug)]
pub(crate) struct Types<'d> {
    description: &'d ResolvedDescription<'d>,
    known: Table<NodeId, Known>,
    open: Vec<NodeId>,
    met_itself: bool,
    /// Number of schemas that the current question has visited.
    looked_at: usize,
    /// Number of schemas beyond the first few that are left for all questions.
    further_schemas: usize,
    /// True if the current question hit a limit.
    is_cut: bool,
}

/// The cached result for a schema.
#[derive(Debug, Clone, Copy)]
struct Known {
    types: TypeSet,
    /// True if the result was computed inside a cycle. It is then valid only for a question about this schema itself.
    in_circle: bool,
    /// True if the search hit a limit, so that the schema may allow fewer types.
    is_cut: bool,
}

/// Formats whose numbers are integers (format registry of the OpenAPI Initiative).
const WHOLE: [&str; 8] = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"];
/// Maximum nesting depth of schemas before the search stops and allows any type. A file of the maximum depth cannot
/// contain more, because each branch takes two levels.
const MAX_DEPTH: usize = 150;
/// Maximum number of schemas per question before the search stops and allows any type. Cycles may be connected in
/// countless ways.
const MAX_SCHEMAS: usize = 10_000;
/// Number of schemas of a question that are not counted towards [`FURTHER_SCHEMAS`].
const FEW_SCHEMAS: usize = 300;
/// Number of schemas beyond the first few, for all questions together. When these are used up, questions get a few schemas only, so
/// that the cost stays linear.
const FURTHER_SCHEMAS: usize = 300_000;

impl<'d> Types<'d> {
    pub(crate) fn new(description: &'d ResolvedDescription<'d>) -> Types<'d> {
        Types {
            description,
            known: Table::default(),
            open: Vec::new(),
            met_itself: false,
            looked_at: 0,
            further_schemas: FURTHER_SCHEMAS,
            is_cut: false,
        }
    }

    /// Returns the types that a schema allows, or any type if there is no schema.
    pub(crate) fn allowed(&mut self, schema: Option<NodeId>) -> TypeSet {
        schema.map_or(TypeSet::ANY, |schema| self.compute(schema, TypeSet::ANY))
    }

    /// Returns true if a schema certainly allows null. If the search hit a limit, a part of the schema may not allow
    /// it.
    pub(crate) fn surely_allows_null(&mut self, schema: NodeId) -> bool {
        self.allowed(Some(schema)).meets(TypeSet::NULL)
            && !self
                .follow_bare_references(schema)
                .is_some_and(|schema| self.known.get(&schema).is_some_and(|known| known.is_cut))
    }

    /// Computes the types of a schema. `in_circle` is the set that a recursive occurrence adds.
    fn compute(&mut self, schema: NodeId, in_circle: TypeSet) -> TypeSet {
        // Depth: `MAX_DEPTH` open schemas.
        if let Some(known) = self.known_types(schema) {
            return known;
        }
        let Some(schema) = self.follow_bare_references(schema) else { return TypeSet::ANY };
        match self.description.arena().kind(schema) {
            Kind::False => return TypeSet::NONE,
            Kind::Object => {}
            _ => return TypeSet::ANY,
        }
        if let Some(known) = self.known_types(schema) {
            return known;
        }
        self.looked_at = if self.open.is_empty() { 0 } else { self.looked_at + 1 };
        let most = if self.further_schemas > 0 { MAX_SCHEMAS } else { FEW_SCHEMAS };
        if self.looked_at > FEW_SCHEMAS {
            self.further_schemas = self.further_schemas.saturating_sub(1);
        }
        let is_in_circle = self.open.contains(&schema);
        if is_in_circle || self.open.len() >= MAX_DEPTH || self.looked_at >= most {
            self.met_itself = true;
            self.is_cut |= !is_in_circle;
            return if is_in_circle { in_circle } else { TypeSet::ANY };
        }
        let met_before = std::mem::take(&mut self.met_itself);
        self.open.push(schema);
        let types = self.composed(schema, in_circle);
        self.open.pop();
        // Inside a cycle, the set is only a part of the result and depends on the entry point.
        if !self.met_itself || self.open.is_empty() {
            self.known
                .insert(schema, Known { types, in_circle: self.met_itself, is_cut: self.met_itself && self.is_cut });
        }
        self.met_itself |= met_before;
        if self.open.is_empty() {
            (self.met_itself, self.is_cut) = (false, false);
        }
        types
    }

    /// Returns the cached types of a schema, if they are valid for the current question.
    fn known_types(&self, schema: NodeId) -> Option<TypeSet> {
        let known = self.known.get(&schema)?;
        (!known.in_circle || self.open.is_empty()).then_some(known.types)
    }

    /// Follows references as long as their siblings have no effect on types, and returns the last schema.
    fn follow_bare_references(&self, schema: NodeId) -> Option<NodeId> {
        let target = self.description.resolve(schema)?;
        let mut at = schema;
        while at != target && (ignores_siblings(self.description) || !self.has_siblings(at)) {
            let Some(Reference::Local(next)) = self.description.reference(at) else { break };
            at = next;
        }
        Some(at)
    }

    /// Returns true if a sibling of a reference restricts the types.
    fn has_siblings(&self, schema: NodeId) -> bool {
        const SAYING: [KnownKey; 8] = [
            KnownKey::Type,
            KnownKey::Nullable,
            KnownKey::AllOf,
            KnownKey::AnyOf,
            KnownKey::OneOf,
            KnownKey::Enum,
            KnownKey::Const,
            KnownKey::MultipleOf,
        ];
        SAYING.into_iter().any(|key| self.description.arena().member(schema, key).is_some())
    }

    fn composed(&mut self, schema: NodeId, in_circle: TypeSet) -> TypeSet {
        let description = self.description;
        let arena = description.arena();
        let mut types = declared_types(description, schema);
        if let Some(Reference::Local(target)) = description.reference(schema) {
            types = types.and(self.compute(target, in_circle));
        }
        if let Some(branches) = arena.member(schema, KnownKey::AllOf) {
            for branch in arena.children(branches) {
                types = types.and(self.compute(branch, TypeSet::ANY));
            }
        }
        for key in [KnownKey::AnyOf, KnownKey::OneOf] {
            if let Some(alternatives) = arena.member(schema, key) {
                let (mut any, mut with_null) = (TypeSet::NONE, 0);
                for alternative in arena.children(alternatives) {
                    let alternative = self.compute(alternative, TypeSet::NONE);
                    with_null += usize::from(alternative.meets(TypeSet::NULL));
                    any = any.or(alternative);
                }
                // No two alternatives of `oneOf` may match, and null matches all that allow it.
                let refused = key == KnownKey::OneOf && with_null > 1;
                types = types.and(if refused { any.without(TypeSet::NULL) } else { any });
            }
        }
        // Readers treat `nullable` beside `allOf`, `anyOf` and `oneOf` as allowing null, whatever those require. A list
        // of values still decides by itself (OpenAPI 3.0.4 section 4.7.24, `nullable`).
        if arena.is_true(schema, KnownKey::Nullable) {
            types = types.or(TypeSet::NULL);
        }
        if let Some(values) = arena.member(schema, KnownKey::Enum) {
            let values = arena.children(values).map(|value| type_of(arena, value)).fold(TypeSet::NONE, TypeSet::or);
            types = types.and(values);
        }
        if let Some(value) = arena.member(schema, KnownKey::Const) {
            types = types.and(type_of(arena, value));
        }
        if arena.member(schema, KnownKey::Not).is_some_and(|not| refuses_null(description, not)) {
            types = types.without(TypeSet::NULL);
        }
        // Multiples of an integer are integers, and a number without a fraction is an integer (JSON Schema 2020-12
        // section 4.2.3).
        let step = arena.member(schema, KnownKey::MultipleOf).filter(|&step| arena.kind(step) == Kind::Number);
        if step.is_some_and(|step| type_of(arena, step) == TypeSet::INTEGER)
            || arena.string_at(schema, KnownKey::Format).is_some_and(|format| WHOLE.contains(&&*format))
        {
            types = types.without(TypeSet::FRACTION);
        }
        types
    }
}

/// Returns the types that `type` and `nullable` of this schema alone allow.
pub(crate) fn declared_types(description: &ResolvedDescription<'_>, schema: NodeId) -> TypeSet {
    let arena = description.arena();
    let declared = match arena.member(schema, KnownKey::Type) {
        None if is_null_alternative(description, schema) => TypeSet::NULL,
        None => TypeSet::ANY,
        Some(id) if arena.is_array(id) => {
            let name = |id| TypeSet::named(&arena.string(id).unwrap_or_default());
            arena.children(id).map(name).fold(TypeSet::NONE, TypeSet::or)
        }
        Some(id) => TypeSet::named(&arena.string(id).unwrap_or_default()),
    };
    if arena.is_true(schema, KnownKey::Nullable) { declared.or(TypeSet::NULL) } else { declared }
}

/// Returns true if a `not` schema excludes null, and either nothing else or everything.
fn refuses_null(description: &ResolvedDescription<'_>, not: NodeId) -> bool {
    allows_anything(description, not) || is_null(description, not)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Relation;
    use waybill_openapi::internal::resolved;
    use waybill_openapi::{Limits, Loader};

    fn types_of(schema: &str) -> Vec<&'static str> {
        // Only one version has this keyword.
        let version = if schema.contains("nullable") { "3.0.3" } else { "3.1.0" };
        let text = format!(
            r##"{{"openapi":"{version}","components":{{"schemas":{{"S":{schema},"Loop":{{"oneOf":[{{"type":"string"}},{{"$ref":"#/components/schemas/Loop"}}]}}}}}}}}"##
        );
        let description = Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish();
        let description = resolved(&description);
        let schema = description.at_pointer("/components/schemas/S");
        let mut types = Types::new(description);
        types.allowed(schema).names()
    }

    #[test]
    fn keywords_narrow_and_alternatives_add() {
        for (schema, expected) in [
            ("{}", &["null", "boolean", "number", "string", "array", "object"][..]),
            ("true", &["null", "boolean", "number", "string", "array", "object"]),
            ("false", &[]),
            (r#"{"type":"string"}"#, &["string"]),
            (r#"{"type":["string","null"]}"#, &["null", "string"]),
            (r#"{"type":"string","nullable":true}"#, &["null", "string"]),
            (r#"{"type":["integer","number"]}"#, &["number"]),
            (r#"{"enum":["a",1]}"#, &["integer", "string"]),
            (r#"{"const":1.5}"#, &["number"]),
            (r#"{"type":["string","null"],"not":{"type":"null"}}"#, &["string"]),
            (r#"{"enum":[1.0,2e1]}"#, &["integer"]),
            (r#"{"type":"number","multipleOf":2}"#, &["integer"]),
            (r#"{"type":"number","multipleOf":0.5}"#, &["number"]),
            (r#"{"type":"number","format":"int32"}"#, &["integer"]),
            (r#"{"type":"number","format":"double"}"#, &["number"]),
            (r#"{"allOf":[{"type":["string","integer"]},{"type":["integer","null"]}]}"#, &["integer"]),
            (r#"{"oneOf":[{"type":"string"},{"type":"array"}]}"#, &["string", "array"]),
            (r##"{"$ref":"#/components/schemas/Loop"}"##, &["string"]),
            (r##"{"$ref":"#/components/schemas/Loop","type":["string","integer"]}"##, &["string"]),
            (r##"{"$ref":"#/components/schemas/Loop","type":"integer"}"##, &[]),
            (r#"{"type":"string","enum":["a"],"nullable":true}"#, &["string"]),
            (r#"{"type":"string","enum":["a",null],"nullable":true}"#, &["null", "string"]),
            (r#"{"allOf":[{"type":"string"}],"nullable":true}"#, &["null", "string"]),
            (r#"{"anyOf":[{"type":"string"},{"nullable":true}]}"#, &["null", "string"]),
            (r#"{"oneOf":[{"nullable":true,"description":"a"},{"type":"string"}]}"#, &["null", "string"]),
            (r#"{"anyOf":[{"nullable":true}]}"#, &["null", "boolean", "number", "string", "array", "object"]),
            (r#"{"oneOf":[{"type":["string","null"]},{"type":"null"}]}"#, &["string"]),
            (r#"{"anyOf":[{"type":["string","null"]},{"type":"null"}]}"#, &["null", "string"]),
        ] {
            assert_eq!(types_of(schema), expected, "{schema}");
        }
    }

    #[test]
    fn an_integer_is_less_than_a_number() {
        let [integer, number, string] = ["integer", "number", "string"].map(TypeSet::named);
        assert_eq!(Relation::of_types(integer, number), Relation::Widened);
        assert_eq!(Relation::of_types(number, integer), Relation::Narrowed);
        assert_eq!(Relation::of_types(number, string), Relation::Incomparable);
        assert_eq!(Relation::of_types(number, number), Relation::Same);
    }
}
