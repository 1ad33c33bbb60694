//! Ends the processes of builds: their process groups and, on Linux, processes that left their group.
//!
//! On Linux, a process whose parent ended becomes a child of this one, so that daemons of a build are found too.

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{Orphans, end_leftovers};
#[cfg(target_os = "linux")]
pub(super) use linux::{Orphans, end_leftovers};
#[cfg(unix)]
pub(super) use unix::{ask_group_to_end, end_group, lead_a_group};
#[cfg(not(unix))]
pub(super) use windows::{ask_group_to_end, end_group, lead_a_group};

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Pid, Signal, kill_process_group};

    /// Gives the command a separate process group, which can be ended as a whole. Ctrl-C in a terminal does not reach it.
    pub(in crate::produce) fn lead_a_group(command: &mut Command) {
        command.process_group(0);
    }

    pub(in crate::produce) fn ask_group_to_end(group: u32) {
        signal(group, Signal::TERM);
    }

    pub(in crate::produce) fn end_group(group: u32) {
        signal(group, Signal::KILL);
    }

    fn signal(group: u32, signal: Signal) {
        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            // An error means that the group has already ended.
            let _ = kill_process_group(group, signal);
        }
    }
}

#[cfg(not(unix))]
mod windows {
    use std::process::{Command, Stdio};

    pub(in crate::produce) fn lead_a_group(_command: &mut Command) {}

    pub(in crate::produce) fn ask_group_to_end(process: u32) {
        end_group(process);
    }

    pub(in crate::produce) fn end_group(process: u32) {
        let mut command = Command::new("taskkill");
        command.args(["/T", "/F", "/PID", &process.to_string()]);
        // An error means that the process has already ended.
        let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::path::Path;

    /// Processes that left their group are not found on this system.
    #[derive(Debug)]
    pub(in crate::produce) struct Orphans;

    impl Orphans {
        pub(in crate::produce) fn watch() -> Orphans {
            Orphans
        }

        pub(in crate::produce) fn end(&self) {
            let Orphans = self;
        }
    }

    pub(in crate::produce) fn end_leftovers(_folder: &Path, _groups: &[u32]) {}
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

    /// Time limit for processes to end. Others wait for a device, and end when it responds.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// A process, as `/proc/<pid>/stat` has it (proc(5)).
    struct Process {
        id: i32,
        parent: i32,
        group: i32,
        terminal: i32,
    }

    fn processes() -> Vec<Process> {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter_map(|entry| {
                let id = entry.file_name().to_str()?.parse().ok()?;
                let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
                // The name in parentheses may contain anything. The other fields follow the last parenthesis.
                let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(1);
                let mut number = || fields.next()?.parse::<i32>().ok();
                let (parent, group, _session, terminal) = (number()?, number()?, number()?, number()?);
                Some(Process { id, parent, group, terminal })
            })
            .collect()
    }

    fn end(process: i32) {
        if let Some(id) = Pid::from_raw(process) {
            // An error means that the process has already ended.
            let _ = kill_process(id, Signal::KILL);
        }
    }

    /// Child processes that this process adopts when their parents end.
    #[derive(Debug)]
    pub(in crate::produce) struct Orphans {
        /// Child processes that existed before.
        own: BTreeSet<i32>,
    }

    impl Orphans {
        /// Starts to adopt processes.
        pub(in crate::produce) fn watch() -> Orphans {
            // If the kernel rejects this, only the process groups of builds are ended.
            let _ = set_child_subreaper(Some(getpid()));
            Orphans { own: children().collect() }
        }

        /// Ends all adopted processes. Must not be called while a build is running, because its shell is a child too.
        pub(in crate::produce) fn end(&self) {
            let begin = Instant::now();
            while begin.elapsed() < PATIENCE {
                let orphans: Vec<i32> = children().filter(|child| !self.own.contains(child)).collect();
                if orphans.is_empty() {
                    return;
                }
                for orphan in orphans {
                    end(orphan);
                    // This process then adopts their children.
                    let _ = waitpid(Pid::from_raw(orphan), WaitOptions::NOHANG);
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    fn children() -> impl Iterator<Item = i32> {
        let own = getpid().as_raw_nonzero().get();
        processes().into_iter().filter(move |process| process.parent == own).map(|process| process.id)
    }

    /// Ends processes that a killed run left: those in its folder, or with the folder in their environment, as in a shell's
    /// `PWD` or `OLDPWD`. The process groups of its builds are ended as a whole.
    ///
    /// A shell that a user opened there has a terminal and a group that is not a build's. It is not ended.
    pub(in crate::produce) fn end_leftovers(folder: &Path, groups: &[u32]) {
        let name = folder.as_os_str().as_encoded_bytes();
        let knows_folder = |process: &Process| {
            let about = Path::new("/proc").join(process.id.to_string());
            let stands_inside = std::fs::read_link(about.join("cwd")).is_ok_and(|at| at.starts_with(folder));
            let environment = || std::fs::read(about.join("environ")).unwrap_or_default();
            stands_inside || environment().windows(name.len()).any(|part| part == name)
        };
        let own = getpid().as_raw_nonzero().get();
        let is_build = |process: &Process| u32::try_from(process.group).is_ok_and(|group| groups.contains(&group));
        for process in processes().iter().filter(|process| process.id != own && knows_folder(process)) {
            if is_build(process) {
                super::end_group(process.group.unsigned_abs());
            } else if process.terminal == 0 {
                end(process.id);
            }
        }
    }
}
