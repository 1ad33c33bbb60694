//! The processes of a fleet as the system knows them: which of them has the other end of a connection, and their ends.

use std::fs;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::processes::{families, family, signal};

/// One life of one process: each time it is started it has another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instance {
    pub(super) process: usize,
    pub(super) life: u64,
}

/// Who runs now.
#[derive(Debug, Default)]
pub(super) struct Registry(Mutex<Vec<Member>>);

#[derive(Clone, Copy, Debug)]
struct Member {
    instance: Instance,
    id: u32,
    /// It was killed on purpose.
    is_killed: bool,
}

impl Registry {
    /// Puts a process that was started in the place of the one before.
    pub(super) fn enter(&self, instance: Instance, id: u32) {
        let mut members = self.members();
        members.retain(|member| member.instance.process != instance.process);
        members.push(Member { instance, id, is_killed: false });
    }

    /// Who has the end with the port `from` of a connection to the port `to`.
    pub(super) fn owner_of(&self, from: u16, to: u16) -> Option<Instance> {
        // The table may lack a connection while others in it end (it is read in pieces).
        let inode = (0..3).find_map(|_| inode_of(from, to))?;
        let socket = format!("socket:[{inode}]");
        let members = self.members().clone();
        let ids: Vec<u32> = members.iter().map(|member| member.id).collect();
        let has_it = |family: &[u32]| family.iter().any(|id| has_open(*id, &socket));
        let families = families(&ids);
        let found = members.iter().zip(&families).find(|(_, family)| has_it(family));
        found.map(|(member, _)| member.instance)
    }

    /// Kills it, if it is what runs now.
    pub(super) fn kill(&self, instance: Instance) {
        let id = {
            let mut members = self.members();
            let Some(member) = members.iter_mut().find(|member| member.instance == instance) else { return };
            member.is_killed = true;
            member.id
        };
        // What it started may end between the look and the kill.
        let _ = signal("KILL", &family(id));
    }

    pub(super) fn is_killed(&self, instance: Instance) -> bool {
        self.members().iter().any(|member| member.instance == instance && member.is_killed)
    }

    fn members(&self) -> MutexGuard<'_, Vec<Member>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of the socket with these ports on loopback (`proc_pid_net(5)`: local and remote address, and the inode as the
/// tenth field).
fn inode_of(from: u16, to: u16) -> Option<String> {
    let (from, to) = (format!(":{from:04X}"), format!(":{to:04X}"));
    // A JVM has sockets of the later kind for the earlier addresses too.
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|table| fs::read_to_string(table).unwrap_or_default());
    tables.iter().flat_map(|table| table.lines()).find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let fits = fields.get(1)?.ends_with(&from) && fields.get(2)?.ends_with(&to);
        fits.then(|| fields.get(9).map(|inode| (*inode).to_owned())).flatten()
    })
}

fn has_open(id: u32, file: &str) -> bool {
    let entries = fs::read_dir(format!("/proc/{id}/fd")).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read_link(entry.path()).ok()).any(|target| target.as_os_str() == file)
}
