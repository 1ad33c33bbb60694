//! Tests of parsed descriptions.

mod yaml;
