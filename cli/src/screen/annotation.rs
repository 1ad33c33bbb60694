//! Annotations of GitHub Actions: the only workflow commands that Waybill prints, apart from `--format github`.
//!
//! Values are escaped like in GitHub's toolkit (`@actions/core`, `command.ts`).

use std::fmt::Write as _;

use waybill_core::render::printable;

use super::Stream;
use super::escape::{Escaper, Syntax};

/// One workflow command.
#[derive(Debug)]
pub(crate) struct Annotation(String);

impl Annotation {
    /// Creates an annotation. `kind` is `error`, `warning` or `notice`, which [`Syntax::Commands`] lets pass.
    pub(crate) fn new(kind: &'static str, properties: &[(&'static str, &str)], message: &str) -> Annotation {
        let mut written = format!("::{kind}");
        for (at, (name, value)) in properties.iter().enumerate() {
            // Writing into a String does not fail.
            let _ = write!(written, "{}{name}={}", if at == 0 { ' ' } else { ',' }, escape_property(value));
        }
        written.extend(["::", &escape_data(message), "\n"]);
        let mut escaper = Escaper::new(Syntax::Commands);
        escaper.push(&written);
        Annotation(escaper.into_text())
    }

    /// Prints the annotation. GitHub reads both streams. Errors are ignored: the reader may be gone, and the work
    /// continues.
    pub(crate) fn print(&self, stream: Stream) {
        let _ = stream.write(self.0.as_bytes());
    }
}

fn escape_data(text: &str) -> String {
    printable(text).replace('%', "%25")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_ends_its_command_or_its_property() {
        let Annotation(line) = Annotation::new(
            "error",
            &[("file", "a,b:c%\n::error::"), ("title", "##[error]x")],
            "50 %\r\n::add-mask::x ##vso[task.complete]",
        );
        assert_eq!(
            line,
            "::error file=a%2Cb%3Ac%25 %3A%3Aerror%3A%3A,title=##\\u{5b}error]x\
             ::50 %25  ::add-mask::x ##vso\\u{5b}task.complete]\n"
        );
    }
}
