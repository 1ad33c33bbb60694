//! The patterns a validator has met, each compiled once.

use crate::table::Table;
use crate::tree::Digest;

use super::pattern::{PatternProgram, Refusal};

/// How much room compiled patterns may take, in states and ranges, before all are given up: hundreds of usual ones.
const MAX_COMPILED_SIZE: usize = 200_000;

/// Compiled patterns by their text.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    known: Table<Digest, Result<PatternProgram, Refusal>>,
    room: usize,
}

impl Patterns {
    /// Whether a text matches, at the cost of some steps; `None` once there are none left.
    ///
    /// # Errors
    /// Why the pattern is not followed.
    pub(super) fn matches(
        &mut self,
        pattern: &str,
        text: &str,
        steps: &mut usize,
    ) -> Result<Option<bool>, &'static str> {
        self.compiled(Digest::hash(0, pattern.as_bytes()), &|| pattern.to_owned(), text, steps)
    }

    /// Whether a text matches the pattern of a format, at the cost of some steps; `None` once there are none left. The
    /// pattern is written out once.
    pub(super) fn check_format(
        &mut self,
        format: &str,
        written_out: &dyn Fn() -> String,
        text: &str,
        steps: &mut usize,
    ) -> Result<Option<bool>, &'static str> {
        self.compiled(Digest::hash(1, format.as_bytes()), written_out, text, steps)
    }

    fn compiled(
        &mut self,
        digest: Digest,
        pattern: &dyn Fn() -> String,
        text: &str,
        steps: &mut usize,
    ) -> Result<Option<bool>, &'static str> {
        if !self.known.has(&digest) {
            let machine = PatternProgram::compile(&pattern());
            let room = machine.as_ref().map_or(0, PatternProgram::size);
            if self.room + room > MAX_COMPILED_SIZE {
                self.known.clear();
                self.room = 0;
            }
            self.room += room;
            self.known.insert(digest, machine);
        }
        match self.known.get(&digest) {
            Some(Ok(machine)) => Ok(machine.matches(text, steps)),
            Some(Err(refusal)) => Err(refusal.reason()),
            None => Ok(None),
        }
    }
}
