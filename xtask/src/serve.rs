//! Programs of this workspace that serve on loopback during the tests of a host.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail};

/// A running server. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct Server {
    process: Child,
    origin: String,
}

impl Server {
    /// Starts a program and waits until it prints its address.
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        // Its standard input stays open: the driver server ends when it closes.
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let mut lines = BufReader::new(process.stdout.take().context("the server has no output")?).lines();
        for line in lines.by_ref() {
            if let Some(origin) = origin(&line.context("the server's output broke off")?) {
                // Reads the rest of the output, so that the program never blocks on a full pipe.
                std::thread::spawn(move || lines.for_each(drop));
                return Ok(Self { process, origin });
            }
        }
        let _ = process.kill();
        bail!("{} ended without saying its address", program.display())
    }

    /// Returns `http://127.0.0.1:PORT`.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the loopback origin in a line.
fn origin(line: &str) -> Option<String> {
    let start = line.find("http://127.0.0.1:")?;
    let rest = line.get(start..)?;
    let port = rest.get("http://127.0.0.1:".len()..)?;
    let digits = port.find(|c: char| !c.is_ascii_digit()).unwrap_or(port.len());
    (digits > 0).then(|| rest.get(..rest.len() - port.len() + digits).map(str::to_owned)).flatten()
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn origin_is_found_anywhere_in_the_line() {
        assert_eq!(origin("listening on http://127.0.0.1:4711").as_deref(), Some("http://127.0.0.1:4711"));
        assert_eq!(origin("base_url: http://127.0.0.1:80/api/v1").as_deref(), Some("http://127.0.0.1:80"));
        assert_eq!(origin("http://127.0.0.1:"), None);
    }
}
