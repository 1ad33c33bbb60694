//! `waybill explain`: the page of an error code, of a note or of a rule.

use std::borrow::Cow;
use std::process::ExitCode;

use waybill_core::compat::rule_texts;
use waybill_core::error::code;

use crate::failure::Failure;
use crate::screen;

/// The pages, each with its id, in order; made by the build script.
mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}

use pages::{ERROR_PAGES, NOTE_PAGES, RULE_PAGES};

/// How many ids are named where one is not known.
const MAX_NAMED: usize = 3;

/// What `--help` shows below the options.
const EXAMPLES: &str = "Examples:

  waybill explain token.sign-in-again   an error's `help` names its code
  waybill explain token.kept            a note in a client's log
  waybill explain parameter-removed     reports name rules
  waybill explain                       every error code, with what to do";

/// Explain an error code, a note of a client, or a rule of the comparison: what happened, why, and what to do.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The code, the note's, or the rule's id; without it, all codes are listed.
    code: Option<String>,
}

/// Prints the page, or the list.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.code {
        Some(asked) => screen::print_document(find_page(asked)?.as_bytes(), "the page"),
        None => screen::print_document(list_codes().as_bytes(), "the list"),
    }
}

/// Returns the page of a compatibility rule, without its front matter.
pub(crate) fn rule_page(rule: &str) -> Option<&'static str> {
    RULE_PAGES
        .iter()
        .find(|(id, _)| *id == rule)
        .and_then(|(_, page)| page.split_once("\n---\n\n"))
        .map(|(_, body)| body)
}

fn find_page(asked: &str) -> Result<Cow<'static, str>, Failure> {
    let pages = || ERROR_PAGES.iter().chain(NOTE_PAGES).chain(RULE_PAGES);
    if let Some((id, page)) = pages().find(|(id, _)| id.eq_ignore_ascii_case(asked)) {
        let Some(body) = rule_page(id) else { return Ok(Cow::Borrowed(page)) };
        let level = rule_texts().find(|texts| texts.rule == *id).map(|texts| texts.level);
        let level = level.map(|level| format!("Level {level}, bump {}.\n\n", level.bump())).unwrap_or_default();
        let body = body.replacen("\n\n", &format!("\n\n{level}"), 1);
        return Ok(Cow::Owned(body));
    }
    let mut closest: Vec<&str> = pages().map(|(id, _)| *id).collect();
    closest
        .sort_by_cached_key(|id| (!id.starts_with(asked), !id.contains(asked), strsim::damerau_levenshtein(asked, id)));
    let named: Vec<String> = closest.iter().take(MAX_NAMED).map(|id| format!("`{id}`")).collect();
    let help = format!("the closest are {}; `waybill explain` lists all codes", named.join(", "));
    Err(Failure::new(format!("there is no error code, no note and no rule `{asked}`")).help(help))
}

fn list_codes() -> String {
    let width = code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or_default();
    let lines: Vec<String> =
        code::ALL.iter().map(|code| format!("{:width$}  {}", code.as_str(), code.remedy())).collect();
    lines.join("\n") + "\n"
}
