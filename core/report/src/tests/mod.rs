//! Reports of whole comparisons, held to what is known of all of them.

mod completeness;
mod equal;
mod equal_schemas;
mod excluded;
mod files;
mod messages;
mod mirrored;
mod misplaced;
mod pages;
mod placed;
mod referred;
mod swagger_files;
mod untrusted;
mod versions;
