//! Opens an address in the browser that the system has chosen for this user.

use std::process::{Command, Stdio};

use crate::notes::note;

/// The program that opens an address, which stands behind what is here.
#[cfg(target_os = "macos")]
const OPENER: (&str, &[&str]) = ("open", &[]);
#[cfg(windows)]
const OPENER: (&str, &[&str]) = ("rundll32", &["url.dll,FileProtocolHandler"]);
#[cfg(not(any(target_os = "macos", windows)))]
const OPENER: (&str, &[&str]) = ("xdg-open", &[]);

/// Opens an address, and says where that failed: it is printed, and can be opened by hand.
pub(super) fn open(address: String) {
    // Some openers end with the browser that they start.
    std::thread::spawn(move || {
        let (program, arguments) = OPENER;
        let mut command = Command::new(program);
        command.args(arguments).arg(address);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C in this terminal is not meant for a browser.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let why = match command.status() {
            Ok(status) if status.success() => return,
            Ok(status) => format!("{program} ended with {status}"),
            Err(error) => format!("{program}: {error}"),
        };
        note(&format!("no browser was opened ({why}); open the address in one"));
    });
}
