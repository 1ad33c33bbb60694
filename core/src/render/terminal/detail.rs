//! What needs attention, in full: the message, the places in both descriptions, whom it reaches and what to do.

use super::{Line, Tone, more};
use crate::render::reach;
use crate::render::text::{count, printable};
use crate::report::{Change, JsonText, Level, Place, Report, Section};

/// Endpoints named; of a longer list the rest is a count.
const NAMED: usize = 3;

/// The changes of `level`, whole endpoints excepted: those have lists of their own.
pub(super) fn entries(report: &Report, level: Level, limit: usize) -> Vec<Line> {
    let of_level = |change: &&Change| change.level == level && change.section == Section::Modified;
    let changes: Vec<&Change> = report.changes.iter().filter(of_level).collect();
    let mut lines: Vec<Line> = changes.iter().take(limit).flat_map(|change| entry(report, change)).collect();
    if let Some(more) = more(changes.len(), limit) {
        lines.extend([Line::default(), more]);
    }
    lines
}

fn entry(report: &Report, change: &Change) -> Vec<Line> {
    let tone = if change.level == Level::Breaking { Tone::Breaking } else { Tone::Warning };
    let title = Line::of(tone, format!("{}[{}]", change.level, change.rule));
    let mut lines = vec![Line::default(), title.and(Tone::Strong, format!(": {}", printable(&change.message)))];
    lines.extend(place("-->", &report.current.source, change.new.as_ref()));
    lines.extend(place(if change.new.is_some() { "was" } else { "-->" }, &report.previous.source, change.old.as_ref()));
    let value = |value: &JsonText| printable(value.as_str()).into_owned();
    lines.extend(labelled("before", change.before.as_ref().map(value)));
    lines.extend(labelled("after", change.after.as_ref().map(value)));
    lines.extend(labelled("reaches", reached(change)));
    lines.extend(labelled("why", Some(change.why.to_owned())));
    lines.extend(labelled("help", Some(change.help.to_owned())));
    lines
}

fn place(mark: &str, source: &str, place: Option<&Place>) -> Option<Line> {
    let Place { pointer: _, line, column } = place?;
    Some(Line::of(Tone::Faint, printable(&format!("  {mark} {source}:{line}:{column}"))))
}

fn labelled(label: &str, text: Option<String>) -> Option<Line> {
    let text = text.filter(|text| !text.is_empty())?;
    Some(Line::of(Tone::Faint, format!("    = {:<9}", format!("{label}:"))).and(Tone::Plain, text))
}

/// The first few endpoints, webhooks and callbacks a change reaches.
fn reached(change: &Change) -> Option<String> {
    let names = reach::names(change);
    let hidden = names.len().saturating_sub(NAMED);
    let shown = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let rest = if hidden == 0 { String::new() } else { format!(" and {} more", count(hidden, "endpoint")) };
    (!names.is_empty()).then(|| printable(&(shown + &rest)).into_owned())
}
