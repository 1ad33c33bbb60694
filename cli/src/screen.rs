//! Reports in colour. No colours are used if standard output is not a terminal, or if `NO_COLOR` is set.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use waybill_core::render::terminal::{Line, Tone};

use crate::charset;
use crate::failure::Failure;

/// Writes the lines to standard output.
pub(crate) fn show(lines: &[Line]) -> std::io::Result<()> {
    write(lines, anstream::stdout())
}

/// Writes the lines to standard error, because standard output holds a document.
pub(crate) fn show_beside(lines: &[Line]) -> std::io::Result<()> {
    write(lines, anstream::stderr())
}

fn write(lines: &[Line], out: impl Write) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(out);
    for line in lines {
        for (tone, text) in &line.pieces {
            let style = style(*tone);
            write!(out, "{style}{}{style:#}", charset::shown(text))?;
        }
        writeln!(out)?;
    }
    out.flush()
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

/// Writes a document to standard output without changes. `what` is its name in messages.
pub(crate) fn print_document(text: &[u8], what: &str) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        // A reader that closes the pipe early, such as `head`, is not an error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("{what} cannot be printed: {error}")).help("check where standard output goes"))
        }
        Ok(()) | Err(_) => Ok(ExitCode::SUCCESS),
    }
}
