//! What a difference means to the two sides of an interface: levels and the direction they are judged in.
//!
//! Narrowing what callers send breaks them, and so does widening what they receive; the reverse adds.

mod level;

pub use level::{Direction, Level};
