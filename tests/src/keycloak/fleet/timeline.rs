//! Everything of a run in the order of its time, a line each, for whoever looks into a complaint. Tokens have their names.

use std::collections::BTreeMap;

use super::super::ledger::{Grant, Ledger};
use super::monitor::{Asked, Script};
use super::record::FleetRecord;
use super::registry::Instance;

/// The lines, with the time in milliseconds first.
pub(super) fn write(
    record: &FleetRecord,
    ledger: &Ledger,
    senders: &BTreeMap<usize, Instance>,
    asked: &[Asked],
) -> String {
    let mut lines: Vec<(i64, String)> = record.events.clone();
    for (at, instance, code) in &record.notes {
        lines.push((*at, format!("{}: note {code}", name(Some(*instance)))));
    }
    for call in &record.failed {
        lines.push((call.ended, format!("process {}: a call of {} failed, {}", call.process, call.began, call.code)));
    }
    for (place, request) in ledger.tokens.iter().enumerate() {
        let grant = match &request.grant {
            Grant::Password => "password",
            Grant::Refresh(token) => token,
        };
        let sender = name(senders.get(&place).copied());
        lines.push((
            request.at,
            format!("{sender}: exchange with {grant}, answered {:?} at {}", request.answered, request.ended),
        ));
    }
    for Asked { at, script, owner, sender, wrote } in asked {
        // Locks that are renewed say nothing.
        if *script != Script::Renew {
            let what = if *wrote && *script == Script::Save { "which wrote" } else { "" };
            lines.push((*at, format!("{}: {script:?} {owner} {what}", name(*sender))));
        }
    }
    lines.sort();
    let lines: Vec<String> = lines.into_iter().map(|(at, line)| format!("{at} {line}")).collect();
    lines.join("\n") + "\n"
}

fn name(instance: Option<Instance>) -> String {
    instance
        .map_or_else(|| "somebody".to_owned(), |Instance { process, life }| format!("process {process}, life {life}"))
}
