//! Tests of the types that cross.

mod conversions;
mod json;
