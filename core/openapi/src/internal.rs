//! Items for the other crates of the core only. They may change in any release.

pub use crate::description::ResolvedDescription;
pub use crate::effective::{Effective, Origin};
pub use crate::forged::{find_forged, tell_apart};
pub use crate::grammar::ObjectKind;
pub use crate::instance::JsonText;
pub use crate::known_key::{KnownKey, is_extension};
pub use crate::media_range::MediaRange;
pub use crate::named_set::Named;
pub use crate::operations::{OperationEntry, OperationKind, erased_path};
pub use crate::problem_code::{find_problem_code, is_warning, missing_rename};
pub use crate::reference::Reference;
pub use crate::schema::access_mode::AccessMode;
pub use crate::schema::discriminator::tag_target;
pub use crate::serialization_style::SerializationStyle;
pub use crate::status::Status;
#[cfg(any(test, feature = "test-oracles"))]
pub use crate::tree::forge_string;
pub use crate::tree::{
    Arena, Decimal, Digest, EitherNode, FixedHasher, KeyId, Kind, NodeId, SourceLines, greatest_common_divisor,
    least_common_multiple, quote,
};
pub use crate::type_set::{TypeSet, names_known_types, type_of};
pub use crate::value_format::{TextFormat, ValueFormat, ValueLocation, ValuePart, is_whole_form, part_of};

use crate::Description;
use crate::operation::Operation;
use crate::schema::{Direction, Instance, Schema, Validator};

/// The role of each schema keyword.
pub mod keywords {
    pub use crate::keywords::{KeywordRole, bears_on, bounding, with_role};
}

/// The schemas that all apply to one value.
pub mod conjuncts {
    pub use crate::schema::conjuncts::{
        Conjuncts, MAX_OBJECTS, allows_anything, has_substance, ignores_siblings, is_annotation, is_note, is_null,
        is_null_alternative, lets_null_in, sole_alternatives,
    };
}

/// The values that a schema lists.
pub mod listed_values {
    pub use crate::schema::listed_values::{
        Tag, are_tags_apart, are_values_apart, closed_to, demanded, tags, value_nodes, values,
    };
}

/// Regular expressions.
pub mod pattern {
    pub use crate::schema::pattern::{Node, PatternProgram, Ranges, Refusal, contains, read, xsd};
}

/// Returns the form of the description that the comparison uses.
#[must_use]
pub fn resolved<'d, 'a>(description: &'d Description<'a>) -> &'d ResolvedDescription<'a> {
    &description.resolved
}

/// Returns the number of values in all files of a description, with the copies that YAML aliases make.
#[must_use]
pub fn value_count(description: &Description<'_>) -> usize {
    description.resolved.arena().len()
}

/// Returns the node of a schema.
#[must_use]
pub const fn node_of(schema: Schema) -> NodeId {
    schema.0
}

/// Returns the schema at a node.
#[must_use]
pub const fn schema_at(id: NodeId) -> Schema {
    Schema(id)
}

/// Returns the JSON Pointers (RFC 6901) of the values to which `wanted` applies when a request body is validated against
/// `schema`, without duplicates.
pub fn places_of(
    validator: &mut Validator,
    description: &Description<'_>,
    schema: Schema,
    body: &Instance<'_>,
    wanted: Schema,
) -> Vec<String> {
    validator.places_of(&description.resolved, schema, body, wanted, Some(Direction::Request))
}

/// Sets the number of steps of all further validations and samples together.
pub fn limit_work(validator: &mut Validator, steps: usize) {
    validator.limit_work(steps);
}

/// Takes steps for other work from those of all validations and samples. Returns false if none are left.
pub fn spend_work(validator: &mut Validator, steps: usize) -> bool {
    validator.spend_work(steps)
}

/// Returns the operation of `paths` with this method and path. Names of path parameters are ignored if no path is equal.
pub fn find_operation(description: &Description<'_>, method: &str, path: &str) -> Option<Operation> {
    crate::operation::find(&description.resolved, method, path)
}
