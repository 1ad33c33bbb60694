//! Inputs of measurements, which tests use too.

pub mod generated;
