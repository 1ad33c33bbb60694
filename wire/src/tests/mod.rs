//! Tests of the types and their conversions.

mod conversions;
mod json;
