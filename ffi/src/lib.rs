//! Surface.
uniffi::setup_scaffolding!();
