//! Surface.
