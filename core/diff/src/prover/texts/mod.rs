//! Which texts the values of a schema are written as, where they are text: in parameters, headers, fields of forms and plain
//! texts. Another type need not be another text: a number is a text as well, and a list of exactly one element is written as
//! that one (OpenAPI 3.1.1 section 4.8.12.4).

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

/// The types whose values are written as one text each.
pub(crate) const SCALARS: TypeSet = TypeSet::BOOLEAN.or(TypeSet::NUMBER).or(TypeSet::STRING);

impl Prover<'_> {
    /// How the texts of two schemas relate, each written in its style, where that is known; `lists` says whether lists are
    /// written too.
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

    /// Whether a schema, where it is plain text, leaves out no text.
    pub(crate) fn allows_any_text(&mut self, schema: SchemaRef) -> bool {
        let types = self.types_of(schema.0).allowed(Some(schema.1));
        !types.meets(TypeSet::NULL) && self.writing(schema, false).is_some_and(|all| Texts::any().within(&all.one))
    }

    fn writing(&mut self, (side, schema): SchemaRef, lists: bool) -> Option<Writing> {
        let description = if side == Side::Old { self.old } else { self.new };
        Reader { description, subschemas: &mut self.subschemas, side, choices: 0 }.read(schema, lists)
    }
}
