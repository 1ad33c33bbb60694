//! Tests of whole comparisons, and of properties that every report has.

mod completeness;
mod equal;
mod equal_schemas;
mod excluded;
mod files;
mod hidden;
mod messages;
mod mirrored;
mod misplaced;
mod pages;
mod periods;
mod placed;
mod referred;
mod renamed_properties;
mod renames;
mod replaced;
mod successors;
mod sunsets;
mod swagger_files;
mod untrusted;
mod versions;
