//! A cache of compiled patterns.

use waybill_base::internal::table::Table;

use super::pattern::{PatternProgram, Refusal};

/// Maximum total size of compiled patterns, in states and ranges. Enough for hundreds of typical ones. The cache is cleared when
/// it is exceeded.
const MAX_COMPILED_SIZE: usize = 200_000;

/// Compiled patterns by pattern or format.
type Compiled = Table<String, Result<PatternProgram, Refusal>>;

/// Compiled patterns of `pattern` and `format`.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    by_text: Compiled,
    by_format: Compiled,
    room: usize,
}

impl Patterns {
    /// Matches a string against a pattern, and consumes steps. Returns `None` if no steps remain.
    ///
    /// # Errors
    /// The reason why the pattern is not supported.
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

    /// Matches a string against the pattern of a format, and consumes steps. Returns `None` if no steps remain. Calls
    /// `written_out` only if the format is not compiled yet.
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
