//! Why a run stopped: what went wrong, where, and what to do next: printed in one shape by every subcommand.

use std::fmt;

use anstyle::{AnsiColor, Style};

/// What stopped a run.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    help: Option<String>,
}

impl Failure {
    /// What went wrong, as one lower-case sentence.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), help: None }
    }

    /// What to do next; starts with a verb.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (error, hint) = (AnsiColor::Red.on_default().bold(), AnsiColor::Cyan.on_default().bold());
        let bold = Style::new().bold();
        write!(f, "{error}error{error:#}{bold}: {}{bold:#}", self.message)?;
        if let Some(help) = &self.help {
            write!(f, "\n{hint}help{hint:#}: {help}")?;
        }
        Ok(())
    }
}
