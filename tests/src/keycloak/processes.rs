//! Signals to a program with all that it started, wherever those processes live: they are found by their parents.
//!
//! A script that starts the real program does not pass on every signal.

use std::fs;
use std::io;
use std::process::Command;

/// A process and all that it started, the first first.
pub(super) fn family(id: u32) -> Vec<u32> {
    descendants(id, &parents())
}

/// The same for each of several.
pub(super) fn families(ids: &[u32]) -> Vec<Vec<u32>> {
    let parents = parents();
    ids.iter().map(|id| descendants(*id, &parents)).collect()
}

fn descendants(id: u32, parents: &[(u32, u32)]) -> Vec<u32> {
    let mut members = vec![id];
    let mut next = 0;
    while let Some(parent) = members.get(next).copied() {
        members.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(child, _)| *child));
        next += 1;
    }
    members
}

/// Every process with its parent (`proc_pid_stat(5)`: the parent is the second field after the name in parentheses).
fn parents() -> Vec<(u32, u32)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter_map(|id| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        Some((id, fields.split_whitespace().nth(1)?.parse().ok()?))
    })
    .collect()
}

/// Sends all of them a signal.
pub(super) fn signal(name: &str, processes: &[u32]) -> io::Result<()> {
    let ids: Vec<String> = processes.iter().map(ToString::to_string).collect();
    let status = Command::new("sh").args(["-c", &format!("kill -{name} {}", ids.join(" "))]).status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("cannot send {name} to the host"))) }
}
