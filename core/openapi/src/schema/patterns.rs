//! The patterns a validator has met, each compiled once.

use waybill_base::internal::table::Table;

use super::pattern::{PatternProgram, Refusal};

/// How much room compiled patterns may take, in states and ranges, before all are given up: hundreds of usual ones.
const MAX_COMPILED_SIZE: usize = 200_000;

/// Compiled patterns, by what they were compiled from.
type Compiled = Table<String, Result<PatternProgram, Refusal>>;

/// Compiled patterns, those of `pattern` and those of `format`.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    by_text: Compiled,
    by_format: Compiled,
    room: usize,
}

impl Patterns {
    /// Matches a string against a pattern, at the cost of some steps. Returns `None` once there are none left.
    ///
    /// # Errors
    /// Why the pattern is not followed.
    pub(super) fn matches(
        &mut self,
        pattern: &str,
        text: &str,
        steps: &mut usize,
    ) -> Result<Option<bool>, &'static str> {
        if !self.by_text.has(pattern) {
            let program = self.compile(pattern);
            self.by_text.insert(pattern.to_owned(), program);
        }
        run(self.by_text.get(pattern), text, steps)
    }

    /// Matches a string against the pattern of a format, at the cost of some steps. Returns `None` once there are none
    /// left. The pattern is written out once.
    pub(super) fn check_format(
        &mut self,
        format: &str,
        written_out: &dyn Fn() -> String,
        text: &str,
        steps: &mut usize,
    ) -> Result<Option<bool>, &'static str> {
        if !self.by_format.has(format) {
            let program = self.compile(&written_out());
            self.by_format.insert(format.to_owned(), program);
        }
        run(self.by_format.get(format), text, steps)
    }

    fn compile(&mut self, pattern: &str) -> Result<PatternProgram, Refusal> {
        let program = PatternProgram::compile(pattern);
        let room = program.as_ref().map_or(0, PatternProgram::size);
        if self.room + room > MAX_COMPILED_SIZE {
            self.by_text.clear();
            self.by_format.clear();
            self.room = 0;
        }
        self.room += room;
        program
    }
}

fn run(
    compiled: Option<&Result<PatternProgram, Refusal>>,
    text: &str,
    steps: &mut usize,
) -> Result<Option<bool>, &'static str> {
    match compiled {
        Some(Ok(program)) => Ok(program.matches(text, steps)),
        Some(Err(refusal)) => Err(refusal.reason()),
        None => Ok(None),
    }
}
