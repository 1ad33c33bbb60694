//! How a login scales with the processes that share it: what the store and the provider are asked, and how long a call waits
//! where the process dies that renews the token. Virtual time, real engines; `docs/guides/shared-logins.md` has the numbers.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking, and prints what it measured"
)]

mod fleet;
mod store;

use fleet::{CrashPoint, Fleet, Measured};

/// Milliseconds that a fleet runs: its tokens live a minute, so that they are renewed three times.
const RUN: i64 = 120_000;
/// Milliseconds with one renewal, for a fleet whose every call takes a while to simulate.
const SHORT_RUN: i64 = 40_000;

fn measure(processes: usize, crash: Option<CrashPoint>) -> Measured {
    let mut fleet = Fleet::new(processes, crash);
    fleet.run_until(if processes > 200 { SHORT_RUN } else { RUN });
    assert!(!fleet.is_crash_to_come(), "{crash:?} did not happen");
    fleet.measured()
}

#[test]
fn one_process_renews_and_the_others_take_its_token() {
    for processes in [2, 20, 200, 2_000] {
        let Measured { calls, failed, exchanges, commands, longest_wait, renewals, .. } = measure(processes, None);
        println!(
            "{processes} processes: {calls} calls, {exchanges} exchanges, {commands} commands to the store in {renewals} renewals, \
             longest wait {longest_wait} ms"
        );
        assert_eq!((failed, exchanges), (0, renewals), "one exchange for each renewal");
        // Each process asks for the lock, and again until the record is newer; the holder saves twice and unlocks.
        let each =
            f64::from(u32::try_from(commands).unwrap()) / f64::from(u32::try_from(renewals * processes).unwrap());
        assert!(each <= 3.5, "{each} commands for each process and renewal");
        assert!(longest_wait <= 1_500, "{longest_wait} ms");
    }
}

#[test]
fn between_renewals_nothing_is_asked_of_the_store() {
    let Measured { quiet_commands, .. } = measure(200, None);
    assert_eq!(quiet_commands, 0);
}

#[test]
fn lock_holder_crash_delays_others_only_briefly() {
    for crash in CrashPoint::ALL {
        for processes in [20, 200] {
            let Measured { failed, longest_wait, exchanges, renewals, .. } = measure(processes, Some(crash));
            println!(
                "{processes} processes, {crash:?}: longest wait {longest_wait} ms, {exchanges} exchanges, {renewals} renewals"
            );
            assert_eq!(failed, 0, "{crash:?}");
            // A token that is still good is used after two seconds, while the lock of the dead process lives on for ten.
            assert!(longest_wait <= 2_000, "{crash:?}: {longest_wait} ms");
        }
    }
}

#[test]
fn calls_without_token_wait_for_a_dead_process_lock_to_expire() {
    for processes in [20, 200] {
        let mut fleet = Fleet::new(processes, Some(CrashPoint::Locked)).crashing_at(0);
        fleet.run_until(30_000);
        let Measured { failed, longest_wait, .. } = fleet.measured();
        println!("{processes} processes, no token yet: longest wait {longest_wait} ms");
        assert_eq!(failed, 0);
        assert!((9_000..=12_500).contains(&longest_wait), "{longest_wait} ms");
    }
}
