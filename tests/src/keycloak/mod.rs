//! The token machine against a real Keycloak, through a proxy that spoils exchanges: hosts make calls, everything is
//! recorded, and judges look for logins and calls that need not have been lost.
//!
//! Each host runs twice, with a password and with nothing but a refresh token, in a realm of its own each time.

mod admin;
mod calls;
mod connection;
mod faults;
mod host;
mod ledger;
mod logins;
pub mod peers;
mod processes;
mod proxy;
mod replay;
mod run;
mod secrets;
mod server;
mod tally;
mod timeline;
mod verdict;
mod wire;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use admin::Admin;
use faults::{Draw, LIFESPAN, draw_faults};
use proxy::Proxy;
use run::Run;
use secrets::Secrets;
use server::Keycloak;
pub use verdict::Verdict;

/// What is to be run.
#[derive(Debug)]
pub struct Options {
    /// The Keycloak distribution, made ready by `kc.sh build`.
    pub keycloak: PathBuf,
    /// Where logs, ledgers and recordings go.
    pub work: PathBuf,
    /// Where all that is drawn comes from.
    pub seed: u64,
    /// The hosts by name, and the command that starts each.
    pub hosts: Vec<(String, Vec<String>)>,
}

/// Runs every host both ways at once, and judges each run.
///
/// # Errors
/// Keycloak or a host cannot be started, or ended before its time.
pub fn prove(options: &Options) -> io::Result<Vec<Verdict>> {
    std::fs::create_dir_all(&options.work)?;
    let keycloak = Keycloak::start(&options.keycloak, &options.work.join("keycloak.log"))?;
    let admin = Arc::new(keycloak.admin());
    let mut runs = Vec::new();
    for (number, (name, command)) in options.hosts.iter().enumerate() {
        for run in both_ways(options, &keycloak, &admin, number as u64, name)? {
            let (command, work) = (command.clone(), options.work.clone());
            runs.push(thread::spawn(move || {
                let ran = run.make(&command)?;
                let events = run.proxy.admin.events(&run.user.realm)?;
                Verdict::of(&run, &ran, &events, &work)
            }));
        }
    }
    let joined = runs.into_iter().map(|run| run.join().map_err(|_| io::Error::other("a run panicked"))?);
    joined.collect()
}

/// The two runs of a host: they have one configuration of two environments, and each serves one of them.
fn both_ways(
    options: &Options,
    keycloak: &Keycloak,
    admin: &Arc<Admin>,
    number: u64,
    host: &str,
) -> io::Result<[Run; 2]> {
    let seed = |way: u64| options.seed.wrapping_mul(100).wrapping_add(number * 2 + way) % (1 << 32);
    pair(&options.work, [seed(0), seed(1)], keycloak, admin, host)
}

/// Two runs, a seed each: with a password, and with a refresh token alone.
fn pair(work: &Path, seeds: [u64; 2], keycloak: &Keycloak, admin: &Arc<Admin>, host: &str) -> io::Result<[Run; 2]> {
    let proxy = |seed: u64| {
        let mut draw = Draw::new(seed);
        let plan = draw_faults(&mut draw);
        Proxy::start(keycloak.address, Arc::clone(admin), Arc::new(Secrets::default()), plan, draw)
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
