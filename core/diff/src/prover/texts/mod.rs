//! The strings that values of a schema are serialized to, in parameters, headers, form fields and plain text. Different
//! types can have the same strings. A number is a string too, and a list of exactly one element is serialized like that
//! element (OpenAPI 3.1.1 section 4.8.12.4).

mod pieces;
mod reader;
mod writing;

use self::pieces::Texts;
use self::reader::Reader;
pub(crate) use self::reader::text_of;
use waybill_openapi::internal::{NodeId, SerializationStyle, TypeSet};

use self::writing::Writing;
use super::Prover;
use crate::model::{Relation, SchemaRef, Side};

/// The types whose values are serialized as one string each.
pub(crate) const SCALARS: TypeSet = TypeSet::BOOLEAN.or(TypeSet::NUMBER).or(TypeSet::STRING);

impl Prover<'_> {
    /// Returns the relation of the strings of two schemas, each in its style, if it is known. `lists` is true if lists
    /// are serialized too.
    pub(crate) fn relate_texts(
        &mut self,
        (old, new): (NodeId, NodeId),
        (before, after): (SerializationStyle, SerializationStyle),
        lists: bool,
    ) -> Option<Relation> {
        let old = self.writing((Side::Old, old), lists)?;
        let new = self.writing((Side::New, new), lists)?;
        old.relation(before, &new, after)
    }

    /// Returns true if a schema for plain text allows every string.
    pub(crate) fn allows_any_text(&mut self, schema: SchemaRef) -> bool {
        let types = self.types_of(schema.0).allowed(Some(schema.1));
        !types.meets(TypeSet::NULL) && self.writing(schema, false).is_some_and(|all| Texts::any().within(&all.one))
    }

    fn writing(&mut self, (side, schema): SchemaRef, lists: bool) -> Option<Writing> {
        let description = if side == Side::Old { self.old } else { self.new };
        Reader { description, subschemas: &mut self.subschemas, side, choices: 0 }.read(schema, lists)
    }
}
