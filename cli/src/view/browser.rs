//! Opens an address in the user's default browser.

use std::process::{Command, Stdio};

use crate::notes::note;

/// Program that opens an address, and the arguments before the address.
#[cfg(target_os = "macos")]
const OPENER: (&str, &[&str]) = ("open", &[]);
#[cfg(windows)]
const OPENER: (&str, &[&str]) = ("rundll32", &["url.dll,FileProtocolHandler"]);
#[cfg(not(any(target_os = "macos", windows)))]
const OPENER: (&str, &[&str]) = ("xdg-open", &[]);

/// Opens an address. Prints a note if that fails, because the printed address can be opened manually.
pub(super) fn open(address: String) {
    // Some openers run as long as the browser that they start.
    std::thread::spawn(move || {
        let (program, arguments) = OPENER;
        let mut command = Command::new(program);
        command.args(arguments).arg(address);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C in this terminal must not reach the browser.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let why = match command.status() {
            Ok(status) if status.success() => return,
            Ok(status) => format!("{program} ended with {status}"),
            Err(error) => format!("{program}: {error}"),
        };
        note(&format!("no browser could be opened ({why}); open the address manually"));
    });
}
