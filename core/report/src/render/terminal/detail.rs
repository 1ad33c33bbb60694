//! Changes that need attention, by rule: every message with its location and affected endpoints, and once for each rule
//! the reason and the advice.

use waybill_base::internal::order::Listed as _;
use waybill_base::text::printable;

use super::Frame;
use super::line::{Line, Tone};
use crate::render::reach;
use crate::render::text::count;
use crate::{Change, JsonText, Level, Place, Report, Section};

/// Maximum number of entries for each rule.
const OF_A_RULE: usize = 5;
/// Maximum number of endpoints to name. The others are counted.
const NAMED: usize = 3;
/// Maximum number of characters of a value. Other formats contain the whole value.
const VALUE: usize = 160;
/// Width of the narrowest usual terminal.
const COLUMNS: usize = 80;

/// Returns the changes of a level. Added and removed endpoints are omitted, because they have their own lists.
pub(super) fn entries(report: &Report, level: Level, frame: Frame<'_>) -> Vec<Line> {
    let mut rules: Vec<(&str, Vec<&Change>)> = Vec::new();
    let of_level = |change: &&Change| change.level == level && change.section == Section::Modified;
    for change in report.changes.iter().filter(of_level) {
        match rules.iter_mut().find(|(rule, _)| *rule == change.rule) {
            Some((_, changes)) => changes.push(change),
            None => rules.push((change.rule, vec![change])),
        }
    }
    rules.iter().flat_map(|(rule, changes)| group(report, level, rule, changes, frame)).list()
}

fn group(report: &Report, level: Level, rule: &str, changes: &[&Change], frame: Frame<'_>) -> Vec<Line> {
    let tone = if level == Level::Breaking { Tone::Breaking } else { Tone::Warning };
    let title = Line::new(tone, format!("{level}[{rule}]"));
    let mut lines = vec![Line::default()];
    if let [only] = changes {
        lines.push(title.and(Tone::Strong, format!(": {}", printable(&only.message))));
        lines.extend(places(report, only));
        lines.extend(frame(only));
        lines.extend(values(only));
    } else {
        lines.push(title.and(Tone::Strong, format!(": {}", count(changes.len(), "change"))));
        for change in changes.iter().take(OF_A_RULE) {
            lines.push(Line::new(Tone::Plain, format!("  {}", printable(&change.message))));
            lines.extend(places(report, change));
            lines.extend(frame(change));
        }
        lines.extend(Line::left_out(changes.len(), OF_A_RULE));
    }
    if let Some(first) = changes.first() {
        let default = first.default_level.map_or_else(String::new, |level| format!("custom, {level} by default"));
        lines.extend(labelled("level", &default));
        lines.extend(labelled("why", first.why));
        lines.extend(labelled("help", first.help));
        lines.extend(labelled("callers", first.advice));
    }
    lines
}

/// Returns the locations, as `--> new.json:41:17 (was old.json:38:5)`, and the affected endpoints. Editors and
/// terminals open this form.
fn places(report: &Report, change: &Change) -> Vec<Line> {
    let place = |source: &str, place: &Place| {
        let Place { file, pointer: _, line, column } = place;
        format!("{}:{line}:{column}", file.as_deref().unwrap_or(source))
    };
    let new = change.new.as_ref().map(|new| place(&report.current.source, new));
    let old = change.old.as_ref().map(|old| place(&report.previous.source, old));
    let places = match (new, old) {
        (Some(new), Some(old)) => Some(format!("    --> {new} (was {old})")),
        (Some(only), None) | (None, Some(only)) => Some(format!("    --> {only}")),
        (None, None) => None,
    };
    let faint = |text: &str| Line::new(Tone::Faint, printable(text));
    match (places, reached(change)) {
        (Some(places), Some(reached)) if places.chars().count() + reached.chars().count() + 2 > COLUMNS => {
            vec![faint(&places), faint(&format!("        {reached}"))]
        }
        (Some(places), reached) => {
            vec![faint(&reached.map_or(places.clone(), |reached| format!("{places}  {reached}")))]
        }
        (None, _) => Vec::new(),
    }
}

fn values(change: &Change) -> Vec<Line> {
    let value = |label: &str, value: &Option<JsonText>| {
        let text = value.as_ref()?.as_str();
        let shown: String = text.chars().take(VALUE).collect();
        labelled(label, &if shown.len() < text.len() { shown + " …" } else { shown })
    };
    value("before", &change.before).into_iter().chain(value("after", &change.after)).list()
}

fn labelled(label: &str, text: &str) -> Option<Line> {
    let label = Line::new(Tone::Faint, format!("    = {:<9}", format!("{label}:")));
    (!text.is_empty()).then(|| label.and(Tone::Plain, printable(text)))
}

/// Returns the affected endpoints, unless the message names them.
fn reached(change: &Change) -> Option<String> {
    let names = reach::names(change);
    if names.iter().all(|name| change.message.contains(name)) {
        return None;
    }
    let hidden = names.len().saturating_sub(NAMED);
    let shown = names.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    Some(if hidden == 0 { format!("affects {shown}") } else { format!("affects {shown} and {hidden} more") })
}
