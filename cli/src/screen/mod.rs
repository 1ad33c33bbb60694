//! Standard output and standard error. Everything that the command prints passes through here, so that no text from a
//! description, a repository, a build or a server moves the cursor or starts a command of a CI system.

mod annotation;
mod escape;

use std::io::{ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use waybill_core::render::terminal::{Line, Tone};

use crate::charset;
use crate::failure::Failure;
use escape::Escaper;

pub(crate) use annotation::Annotation;
pub(crate) use escape::{Syntax, escape_json};

/// Pieces of one line with their styles.
pub(crate) type Pieces = Vec<(Style, String)>;

/// A stream of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

impl Stream {
    /// Returns the stream with colours, if it is a terminal and `NO_COLOR` is not set.
    #[allow(clippy::disallowed_methods, reason = "all other code prints through this module")]
    fn styled(self) -> Box<dyn Write> {
        match self {
            Stream::Output => Box::new(AutoStream::auto(std::io::stdout().lock())),
            Stream::Error => Box::new(AutoStream::auto(std::io::stderr().lock())),
        }
    }

    /// Writes bytes as they are, and flushes them.
    #[allow(clippy::disallowed_methods, reason = "all other code prints through this module")]
    fn write(self, bytes: &[u8]) -> std::io::Result<()> {
        let mut out: Box<dyn Write> = match self {
            Stream::Output => Box::new(std::io::stdout().lock()),
            Stream::Error => Box::new(std::io::stderr().lock()),
        };
        out.write_all(bytes)?;
        out.flush()
    }
}

/// True if standard error is a terminal.
#[allow(clippy::disallowed_methods, reason = "all other code prints through this module")]
pub(crate) fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}

/// Prints the lines of a report to standard output.
pub(crate) fn show(lines: &[Line]) -> std::io::Result<()> {
    print_lines(Stream::Output, lines.iter().map(pieces))
}

/// Prints the lines of a report to standard error, because standard output holds a document.
pub(crate) fn show_beside(lines: &[Line]) -> std::io::Result<()> {
    print_lines(Stream::Error, lines.iter().map(pieces))
}

fn pieces(line: &Line) -> Pieces {
    line.pieces.iter().map(|(tone, text)| (style(*tone), text.clone())).collect()
}

/// Prints lines with styles.
pub(crate) fn print_lines(stream: Stream, lines: impl IntoIterator<Item = Pieces>) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(stream.styled());
    for line in lines {
        let mut escaper = Escaper::new(Syntax::Text);
        for (style, text) in line {
            let begin = escaper.text().len();
            escaper.push_on_line(&charset::shown(&text));
            write!(out, "{style}{}{style:#}", escaper.text().get(begin..).unwrap_or_default())?;
        }
        writeln!(out)?;
    }
    out.flush()
}

/// Prints a line without styles. Errors are ignored: the reader may be gone, and the work continues.
pub(crate) fn print_line(stream: Stream, line: &str) {
    let _ = stream.write((escape_line(line) + "\n").as_bytes());
}

/// Returns a line as [`print_line`] prints it, for callers that collect lines.
pub(crate) fn escape_line(line: &str) -> String {
    let mut escaper = Escaper::new(Syntax::Text);
    escaper.push_on_line(&charset::shown(line));
    escaper.into_text()
}

/// Prints lines without styles, and flushes them.
pub(crate) fn print_text(stream: Stream, text: &str) -> std::io::Result<()> {
    let mut escaper = Escaper::new(Syntax::Text);
    escaper.push(&charset::shown(text));
    stream.write(escaper.into_text().as_bytes())
}

/// Prints lines that [`escape_line`] returned.
pub(crate) fn print_escaped(lines: &str) -> std::io::Result<()> {
    Stream::Output.write(lines.as_bytes())
}

/// Replaces the current line of a terminal, such as a progress bar. `line` is Waybill's own.
pub(crate) fn redraw(line: &str) {
    let _ = Stream::Error.write(format!("\r\u{1b}[K{}", charset::shown(line)).as_bytes());
}

/// Prints a document to standard output, with escapes of its syntax. `what` is its name in messages.
pub(crate) fn print_document(text: &str, syntax: Syntax, what: &str) -> Result<ExitCode, Failure> {
    let mut escaper = Escaper::new(syntax);
    escaper.push(text);
    match Stream::Output.write(escaper.into_text().as_bytes()) {
        // A reader that closes the pipe early, such as `head`, is not an error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("{what} cannot be printed: {error}")).help("check where standard output goes"))
        }
        Ok(()) | Err(_) => Ok(ExitCode::SUCCESS),
    }
}

/// Only the eight basic colours are used, because every theme keeps them readable.
fn style(tone: Tone) -> Style {
    match tone {
        Tone::Plain => Style::new(),
        Tone::Strong => Style::new().bold(),
        Tone::Faint => Style::new().dimmed(),
        Tone::Breaking => AnsiColor::Red.on_default().bold(),
        Tone::Warning => AnsiColor::Yellow.on_default().bold(),
        Tone::Good => AnsiColor::Green.on_default().bold(),
    }
}
