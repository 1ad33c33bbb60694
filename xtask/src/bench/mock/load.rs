//! Runs `wrk` against one server, with one thread and eight keep-alive connections.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::bodies::Body;

const WARM_UP: &str = "-d3s";
const DURATION: &str = "-d8s";

/// The results of `wrk`.
pub(super) struct Load {
    pub(super) per_second: f64,
    pub(super) p99_ms: f64,
}

/// Sends the body repeatedly. A warm-up period at the start is not counted.
pub(super) fn run(port: u16, body: &Body, work: &Path) -> Result<Load> {
    let script = work.join("post.lua");
    let text = work.join("body");
    let Body { path, action, media_type, text: content } = body;
    std::fs::write(&text, content).with_context(|| format!("cannot write {}", text.display()))?;
    let action = action.map_or(String::new(), |action| format!("wrk.headers[\"SOAPAction\"] = '\"{action}\"'\n"));
    let lua = format!(
        "wrk.method = \"POST\"\nwrk.body = io.open(\"{}\", \"rb\"):read(\"*a\")\n\
         wrk.headers[\"Content-Type\"] = \"{media_type}\"\n{action}",
        text.display()
    );
    std::fs::write(&script, lua).with_context(|| format!("cannot write {}", script.display()))?;
    let url = format!("http://127.0.0.1:{port}{path}");
    wrk(&script, &url, WARM_UP)?;
    let printed = wrk(&script, &url, DURATION)?;
    ensure!(!printed.contains("Non-2xx"), "some requests were refused:\n{printed}");
    let value = |mark: &str| {
        let line = printed.lines().find_map(|line| line.trim().strip_prefix(mark));
        line.map(str::trim).with_context(|| format!("wrk printed no {mark}:\n{printed}"))
    };
    Ok(Load { per_second: value("Requests/sec:")?.parse()?, p99_ms: milliseconds(value("99%")?)? })
}

fn wrk(script: &Path, url: &str, duration: &str) -> Result<String> {
    let mut command = Command::new("wrk");
    let output = command.args(["-t1", "-c8", duration, "--latency", "-s"]).arg(script).arg(url).output();
    let output = output.context("cannot run wrk")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Parses a time in the format of `wrk`.
fn milliseconds(text: &str) -> Result<f64> {
    let units = [("us", 0.001), ("ms", 1.0), ("s", 1000.0), ("m", 60_000.0)];
    let (number, unit) =
        units.iter().find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor))).context("no time")?;
    Ok(number.parse::<f64>()? * unit)
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(milliseconds("12.50ms").ok(), Some(12.5));
        assert_eq!(milliseconds("500.00us").ok(), Some(0.5));
        assert_eq!(milliseconds("1.50s").ok(), Some(1500.0));
        assert!(milliseconds("much").is_err());
    }
}
