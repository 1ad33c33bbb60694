//! The cost of starting `waybill mock` with a dozen WSDL files, until the first response of one of their services.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};

use super::super::goal;
use super::bodies;
use super::exchange::get;
use super::server::Server;
use crate::repo::Repo;

/// Number of starts. The best counts, because other load only adds time.
const STARTS: usize = 9;

/// Goals for the first response of one of twelve services, and for the memory at that time.
const GOAL_MILLISECONDS: f64 = 100.0;
const GOAL_MIB: f64 = 40.0;

/// Our own WSDL files with more than 100 KB.
const LARGE: [&str; 2] =
    ["tests/mock/carriers/tramonta/ShipService_v21.wsdl", "tests/mock/carriers/veldermeer/TrackAndTrace.wsdl"];

/// Measurements of several starts up to one event.
#[derive(Default)]
struct Moment {
    milliseconds: Vec<f64>,
    mib: Vec<f64>,
}

impl Moment {
    fn take(&mut self, began: Instant, server: &Server) -> Result<()> {
        self.milliseconds.push(began.elapsed().as_secs_f64() * 1000.0);
        self.mib.push(server.memory()?.peak_mib);
        Ok(())
    }

    fn sort(&mut self) {
        self.milliseconds.sort_by(f64::total_cmp);
        self.mib.sort_by(f64::total_cmp);
    }
}

/// Returns the minimum and the median of sorted values.
fn best_and_median(sorted: &[f64]) -> Option<(f64, f64)> {
    Some((*sorted.first()?, *sorted.get(sorted.len() / 2)?))
}

/// Prints the time from the start of the process to the first response of a large service, one of twelve.
pub(super) fn measure(repo: &Repo, program: &Path, work: &Path, fedex: &Path) -> Result<()> {
    let folder = seed(repo, work, fedex)?;
    let body = bodies::shipment(1);
    let (mut first, mut all) = (Moment::default(), Moment::default());
    for _ in 0..STARTS {
        let began = Instant::now();
        let mut server = Server::waybill(program, &folder, &["--quiet"])?;
        server.wait_until_answered(&body)?;
        first.take(began, &server)?;
        // For this list, the mock compiles all schemas and tries all operations.
        get(server.port, "/api/services")?;
        all.take(began, &server)?;
        server.stop();
    }
    println!("twelve WSDL files, from the start of the process, best of {STARTS} and median:");
    first.sort();
    let (best, median) = best_and_median(&first.milliseconds).context("there was no start")?;
    println!("  the first answer of ShipService   {}, median {median:.0} ms", goal(best, "ms", GOAL_MILLISECONDS));
    let (best, median) = best_and_median(&first.mib).context("there was no start")?;
    println!("  memory by then                    {}, median {median:.0} MiB", goal(best, "MiB", GOAL_MIB));
    all.sort();
    let times = best_and_median(&all.milliseconds).context("there was no start")?;
    let sizes = best_and_median(&all.mib).context("there was no start")?;
    println!(
        "  every operation of all tried      {:.0} ms, median {:.0} ms; {:.0} MiB, median {:.0} MiB",
        times.0, times.1, sizes.0, sizes.1
    );
    Ok(())
}

/// Creates a folder with the ten files of `FedEx` and two of ours.
fn seed(repo: &Repo, work: &Path, fedex: &Path) -> Result<std::path::PathBuf> {
    let mut files: Vec<_> = LARGE.iter().map(|path| repo.path(path)).collect();
    for entry in std::fs::read_dir(fedex).with_context(|| format!("cannot read {}", fedex.display()))? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    super::fill(&work.join("twelve"), &files)
}
