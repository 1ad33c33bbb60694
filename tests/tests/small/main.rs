//! Small tests of what crosses crates, in one program: each would be linked with core and mock.

mod conformance;
mod driver_script;
mod driver_server;
mod error_pages;
mod example_lists;
mod random_descriptions;
mod shared_schema;
mod witnesses;
