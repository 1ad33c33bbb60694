//! Metrics of this process, from Linux's `/proc`. Other systems have no such metrics.

use std::fs;
use std::time::Duration;

use waybill_mock::service::ProcessFigures;

/// Unit of times in `/proc`: `sysconf(_SC_CLK_TCK)` is 100 on every current Linux.
const TICKS_PER_SECOND: f64 = 100.0;

pub(super) fn figures() -> ProcessFigures {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is a name in parentheses, which may hold anything.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3).and_then(|text| text.parse::<f64>().ok());
    let cpu_ticks = field(14).zip(field(15)).map(|(user, system)| user + system);
    ProcessFigures {
        start_time_seconds: field(22).zip(boot_time()).map(|(ticks, boot)| boot + ticks / TICKS_PER_SECOND),
        cpu_time: cpu_ticks.and_then(|ticks| Duration::try_from_secs_f64(ticks / TICKS_PER_SECOND).ok()),
        resident_memory_bytes: resident_memory(),
        open_fds: fs::read_dir("/proc/self/fd").ok().and_then(|entries| u64::try_from(entries.count()).ok()),
    }
}

fn boot_time() -> Option<f64> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
}

fn resident_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
