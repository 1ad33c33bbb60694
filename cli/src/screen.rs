//! A terminal's colours for the report's tones; where standard output is no terminal, or `NO_COLOR` is set, none.

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

/// Writes the lines to standard error, where standard output holds a document.
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

/// The eight basic colours alone, because every theme has chosen them to be readable.
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

/// Writes a document to standard output as it is; `what` is what messages call it.
pub(crate) fn print_document(text: &[u8], what: &str) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        // A reader that has seen enough, such as `head`, is no failure.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("{what} cannot be printed: {error}")).help("see where standard output goes"))
        }
        Ok(()) | Err(_) => Ok(ExitCode::SUCCESS),
    }
}
