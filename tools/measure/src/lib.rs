//! Inputs of measurements that tests use too.

pub mod generated;
