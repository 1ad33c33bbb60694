//! The output of a test run while it runs: one line for each step that ended, and the running steps.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use super::schedule::{Ended, Verdict};
use super::step::Step;

/// Time after which a running step is named if there is no terminal, so that a log shows what runs.
const NAMED_AFTER: Duration = Duration::from_secs(10);
/// Maximum time without a line if there is no terminal.
const LONGEST_SILENCE: Duration = Duration::from_secs(45);
/// Width of the line of running steps, which is redrawn in place.
const WIDTH: usize = 79;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    Terminal,
    Plain,
    #[cfg(test)]
    Nothing,
}

/// A progress display on standard output.
pub(super) struct Progress {
    output: Output,
    /// True while the last line on the terminal shows the running steps.
    is_drawn: bool,
    named: Vec<String>,
    last: Instant,
}

impl Progress {
    pub(super) fn new() -> Self {
        let output = if io::stdout().is_terminal() { Output::Terminal } else { Output::Plain };
        Self { output, is_drawn: false, named: Vec::new(), last: Instant::now() }
    }

    #[cfg(test)]
    pub(super) fn silent() -> Self {
        Self { output: Output::Nothing, is_drawn: false, named: Vec::new(), last: Instant::now() }
    }

    /// Prints the line of a step that ended, and the reason if it failed.
    pub(super) fn ended(&mut self, ended: &Ended<'_>) {
        self.print(&lines(ended));
    }

    /// Draws the running steps on a terminal. Otherwise names slow steps, and prints a line after a long silence.
    pub(super) fn tick(&mut self, running: &[(&Step, Instant)]) {
        match self.output {
            Output::Terminal => self.draw(&line_of_running(running)),
            Output::Plain => {
                for (step, start) in running {
                    if start.elapsed() >= NAMED_AFTER && !self.named.contains(&step.id) {
                        self.named.push(step.id.clone());
                        self.print(&format!("...     {}\n", step.id));
                    }
                }
                if self.last.elapsed() >= LONGEST_SILENCE && !running.is_empty() {
                    self.print(&format!("...     {}\n", line_of_running(running)));
                }
            }
            #[cfg(test)]
            Output::Nothing => {}
        }
    }

    fn print(&mut self, lines: &str) {
        match self.output {
            #[cfg(test)]
            Output::Nothing => return,
            Output::Terminal if self.is_drawn => print!("\r\x1b[K{lines}"),
            Output::Terminal | Output::Plain => print!("{lines}"),
        }
        let _ = io::stdout().flush();
        (self.is_drawn, self.last) = (false, Instant::now());
    }

    fn draw(&mut self, line: &str) {
        let line: String = line.chars().take(WIDTH).collect();
        print!("\r\x1b[K{line}");
        let _ = io::stdout().flush();
        self.is_drawn = !line.is_empty();
    }
}

fn line_of_running(running: &[(&Step, Instant)]) -> String {
    let each = running.iter().map(|(step, start)| format!("{} {} s", step.id, start.elapsed().as_secs()));
    each.collect::<Vec<_>>().join(", ")
}

/// Formats `ok   rust/tests        93.1 s   170.4 s cpu  1686 tests`, and the step's report.
fn lines(ended: &Ended<'_>) -> String {
    let (word, details) = match &ended.verdict {
        Verdict::Passed(report) => ("ok", report.as_str()),
        Verdict::Failed(why) => ("FAILED", why.as_str()),
        Verdict::NotRun(need) => return format!("not run {:<36} {need} did not pass\n", ended.id),
    };
    let count = ended.tests.map(|tests| format!("  {tests}")).unwrap_or_default();
    let (wall, processor) = (ended.wall.as_secs_f64(), ended.processor.as_secs_f64());
    let mut lines = format!("{word:<7} {:<32} {wall:>7.1} s {processor:>7.1} s cpu{count}\n", ended.id);
    for line in details.lines() {
        // Indented, so that no line of a log looks like one of ours.
        let _ = writeln!(lines, "        | {line}");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::count::Tests;

    #[test]
    fn line_has_name_times_count_and_report() {
        let ended = |verdict| Ended {
            id: "rust/tests",
            host: "rust",
            verdict,
            tests: Some(Tests { passed: 3, failed: 0, skipped: 0 }),
            wall: Duration::from_millis(1_250),
            processor: Duration::from_millis(2_500),
            runs_vectors: true,
        };
        assert_eq!(
            lines(&ended(Verdict::Passed("seed 1".to_owned()))),
            "ok      rust/tests                           1.2 s     2.5 s cpu  3 tests\n        | seed 1\n"
        );
        assert!(lines(&ended(Verdict::Failed("a\nb".to_owned()))).ends_with("        | a\n        | b\n"));
        assert!(lines(&ended(Verdict::NotRun("build/programs".to_owned()))).contains("build/programs did not pass"));
    }
}
