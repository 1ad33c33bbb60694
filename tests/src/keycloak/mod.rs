//! The token machine against a real Keycloak, through a proxy that spoils exchanges: hosts make calls, everything is
//! recorded, and judges look for logins and calls that need not have been lost.
//!
//! Each host runs twice, with a password and with nothing but a refresh token, in a realm of its own each time. One host
//! makes fewer calls against other providers too: what they do with a token that comes twice is their own.

mod admin;
mod calls;
mod conformance;
mod connection;
mod faults;
mod fleet;
mod host;
mod ledger;
mod logins;
pub mod peers;
mod processes;
mod provider;
mod proxy;
mod replay;
mod run;
mod secrets;
mod server;
pub mod sharing;
mod tally;
mod timeline;
mod verdict;
pub(crate) mod wire;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::conformance::{Findings, Process, run};
use admin::Admin;
use conformance::Realms;
use faults::{Draw, Fault, LIFESPAN, draw_faults};
pub use fleet::FleetRun;
use provider::Provider;
use proxy::Proxy;
use run::Run;
use secrets::Secrets;
use server::Keycloak;
use verdict::Verdict;

/// What is to be run.
#[derive(Debug)]
pub struct Options {
    /// The Keycloak distribution, made ready by `kc.sh build`.
    pub keycloak: PathBuf,
    /// Where logs, ledgers and recordings go.
    pub work: PathBuf,
    /// Where all that is drawn comes from.
    pub seed: u64,
    /// The program `waybill`, whose `dev` answers as Keycloak does.
    pub waybill: PathBuf,
    /// The hosts by name, and the command that starts each.
    pub hosts: Vec<(String, Vec<String>)>,
    /// Fleets of processes that share a login; nothing else is run where there are any.
    pub fleets: Vec<FleetRun>,
    /// How long the fleet is run that everything happens to.
    pub fleet_length: Duration,
    /// How many processes the fleet of many has.
    pub fleet_size: usize,
    /// Other providers by name, and the command that starts each; the first host runs against them.
    pub providers: Vec<(String, Vec<String>)>,
}

/// What came of one thing that was run: a line that sums it up, and what must not have happened, a sentence each.
#[derive(Debug)]
pub struct Report {
    /// Its name, a colon, and numbers.
    pub line: String,
    /// Nothing where all is well.
    pub complaints: Vec<String>,
}

/// What runs beside others.
type Running = JoinHandle<io::Result<Report>>;

/// Calls that a run makes at least.
const CALLS: u64 = 500;
/// Calls that a run makes at least against another provider.
const CALLS_ELSEWHERE: u64 = 150;

/// A host, the provider it runs against, and how much of it.
struct Target<'a> {
    name: &'a str,
    command: &'a [String],
    admin: Arc<Admin>,
    faults: &'a [Fault],
    calls: u64,
}

/// Runs every host both ways, the first one against other providers too, and the conformance list against Keycloak and
/// `waybill dev`, all at once; judges each.
///
/// # Errors
/// Keycloak, another provider or a host cannot be started, or ended before its time.
pub fn prove(options: &Options) -> io::Result<Vec<Report>> {
    std::fs::create_dir_all(&options.work)?;
    let providers = start_providers(options)?;
    let mut running = Vec::new();
    let elsewhere = Fault::of_any_provider();
    // Keycloak takes its time to start: these run meanwhile.
    for ((name, _), provider) in options.providers.iter().zip(&providers) {
        let (admin, calls) = (Arc::new(provider.admin()), CALLS_ELSEWHERE);
        let (_, command) =
            options.hosts.first().ok_or_else(|| io::Error::other("no host runs against the providers"))?;
        running.extend(start(options, running.len(), &Target { name, command, admin, faults: &elsewhere, calls })?);
    }
    let keycloak = Keycloak::start(&options.keycloak, &options.work.join("keycloak.log"))?;
    let admin = Arc::new(keycloak.admin());
    let (number, lists) = (running.len(), hold_to_list(options, &admin));
    // Hosts that start while others are at work begin too late what has little time.
    let mut reports = joined(running)?;
    let mut running = lists;
    for (place, (name, command)) in options.hosts.iter().enumerate() {
        let target = Target { name, command, admin: Arc::clone(&admin), faults: &Fault::ALL, calls: CALLS };
        running.extend(start(options, number + 2 * place, &target)?);
    }
    reports.extend(joined(running)?);
    Ok(reports)
}

/// Runs fleets of processes that share a login through Redis, and nothing else.
///
/// # Errors
/// Keycloak, Redis or a host cannot be started.
pub fn prove_fleets(options: &Options) -> io::Result<Vec<Report>> {
    std::fs::create_dir_all(&options.work)?;
    let keycloak = Keycloak::start(&options.keycloak, &options.work.join("keycloak-fleet.log"))?;
    let setup = fleet::Setup {
        admin: Arc::new(keycloak.admin()),
        hosts: options.hosts.clone(),
        work: options.work.clone(),
        seed: options.seed,
        length: options.fleet_length,
        size: options.fleet_size,
    };
    fleet::run(&setup, &options.fleets)
}

/// What came of all that runs, once it is over.
fn joined(running: Vec<Running>) -> io::Result<Vec<Report>> {
    running.into_iter().map(|run| run.join().map_err(|_| io::Error::other("a run panicked"))?).collect()
}

fn start_providers(options: &Options) -> io::Result<Vec<Provider>> {
    let started = options.providers.iter().map(|(name, command)| {
        let log = options.work.join(format!("{name}.provider.log"));
        Provider::start(command, &log)
    });
    started.collect()
}

/// Starts both runs of a host against a provider, the first of them with this number.
fn start(options: &Options, number: usize, target: &Target<'_>) -> io::Result<Vec<Running>> {
    let seed = |way: usize| options.seed.wrapping_mul(100).wrapping_add((number + way) as u64) % (1 << 32);
    let running = pair(&options.work, [seed(0), seed(1)], target)?.into_iter().map(|run| {
        let (command, work) = (target.command.to_vec(), options.work.clone());
        thread::spawn(move || {
            let ran = run.make(&command)?;
            let events = run.proxy.admin.events(&run.user.realm)?;
            Verdict::judge(&run, &ran, &events, &work).map(Report::from)
        })
    });
    Ok(running.collect())
}

/// Both that the conformance list is for.
fn hold_to_list(options: &Options, admin: &Arc<Admin>) -> Vec<Running> {
    let (admin, waybill) = (Arc::clone(admin), options.waybill.clone());
    let keycloak = thread::spawn(move || {
        let mut realms = Realms::new(admin)?;
        run(|session_max_s| realms.make(session_max_s)).map(|findings| Report::new("list-keycloak", findings))
    });
    let dev = thread::spawn(move || {
        let findings = run(|session_max_s| Process::start(&waybill, session_max_s))?;
        Ok(Report::new("list-waybill-dev", findings))
    });
    vec![keycloak, dev]
}

impl Report {
    fn new(name: &str, findings: Findings) -> Self {
        let Findings { answers, differences } = findings;
        Self { line: format!("{name}: {answers} answers, {} differences", differences.len()), complaints: differences }
    }
}

impl From<Verdict> for Report {
    fn from(verdict: Verdict) -> Self {
        Self { line: verdict.to_string(), complaints: verdict.complaints }
    }
}

/// The two runs of a host, a seed each: with a password, and with a refresh token alone. They have one configuration of
/// two environments, and each serves one of them.
fn pair(work: &Path, seeds: [u64; 2], target: &Target<'_>) -> io::Result<[Run; 2]> {
    let Target { name: host, admin, faults, calls, .. } = target;
    let proxy = |seed: u64| {
        let mut draw = Draw::new(seed);
        let plan = draw_faults(&mut draw, faults);
        Proxy::start(admin.address, Arc::clone(admin), Arc::new(Secrets::default()), plan, Some(draw))
    };
    let (sandbox, production) = (proxy(seeds[0])?, proxy(seeds[1])?);
    let run = |seed: u64, kind: &str, proxy: &Arc<Proxy>, other: &Arc<Proxy>| {
        let name = format!("{host}-{kind}");
        let password = format!("canary-password-{seed}-{}", std::process::id());
        admin.create_realm(&name, LIFESPAN)?;
        let user = admin.create_user(&name, "ann", &password)?;
        Ok::<_, io::Error>(Run {
            with_password: kind == "password",
            seed,
            calls: *calls,
            proxy: Arc::clone(proxy),
            other: other.address.to_string(),
            user,
            password,
            log: work.join(format!("{name}.log")),
            name,
        })
    };
    Ok([run(seeds[0], "password", &sandbox, &production)?, run(seeds[1], "refresh-token", &production, &sandbox)?])
}
