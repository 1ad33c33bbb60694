//! Processes with a password share a login, and everything happens to them: no refresh token reaches Keycloak twice, at most
//! one exchange is made under each lock, and no call is lost that somebody could have served.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use super::super::Report;
use super::super::ledger::{Grant, now};
use super::exchanges::Point;
use super::judge::Seen;
use super::members::Fleet;
use super::plan::{NEW_KEY, OLD_KEY, Plan};
use super::{FleetRun, Setup, replays};

/// How far the clock of one process is from the others'.
const CLOCK_OFFSET_MS: i64 = 60_000;
/// Longer than the lock lives: what a process held before is another's when it wakes.
const FROZEN: Duration = Duration::from_secs(12);
/// How long the store is paused or read-only.
const STORE_DOWN: Duration = Duration::from_secs(2);
/// When the store meets its first fault, and how long after it the next: waits grow with failures in a row.
const STORE_FAULTS: (Duration, Duration) = (Duration::from_secs(8), Duration::from_secs(14));
/// When the first process is killed at a point of an exchange, and how long after it the next: the lock that it leaves lives for
/// ten seconds.
const KILLS: (Duration, Duration) = (Duration::from_secs(4), Duration::from_secs(17));
/// Between two restarts of processes that get other keys.
const BETWEEN_RESTARTS: Duration = Duration::from_millis(500);

/// Fewer exchanges prove nothing. A slow machine is given as long again for them, undisturbed.
const FEWEST_EXCHANGES: usize = 6;
const FEWEST_REFRESHES: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoreFault {
    Paused,
    ReadOnly,
    Restarted,
    Emptied,
}

impl StoreFault {
    const ALL: [Self; 4] = [Self::Emptied, Self::Paused, Self::Restarted, Self::ReadOnly];

    fn length(self) -> Duration {
        if matches!(self, Self::Paused | Self::ReadOnly) { STORE_DOWN } else { Duration::ZERO }
    }
}

/// What is under way, and what comes whatever is drawn, each after so much time.
struct Disturbances {
    /// Until when the store is disturbed.
    store: Option<(Instant, StoreFault)>,
    store_faults: VecDeque<(Duration, StoreFault)>,
    /// Kills at a point of an exchange.
    points: VecDeque<(Duration, Point)>,
    /// Keys that processes hold from then on.
    keys: VecDeque<(Duration, [(&'static str, u8); 2])>,
    /// Processes that are to be restarted with other keys, and when the next one is.
    restarts: VecDeque<usize>,
    next_restart: Instant,
}

impl Disturbances {
    /// Kills and faults begin at another one with each seed, as many as there is time for; the new key is added after a third of
    /// the time, and made the first after two thirds.
    fn new(seed: u64, length: Duration) -> Self {
        let keys = [(length / 3, [OLD_KEY, NEW_KEY]), (length * 2 / 3, [NEW_KEY, OLD_KEY])];
        Self {
            store: None,
            store_faults: spread(seed, &StoreFault::ALL, STORE_FAULTS, length),
            points: spread(seed, &Point::ALL, KILLS, length),
            keys: keys.into(),
            restarts: VecDeque::new(),
            next_restart: Instant::now(),
        }
    }

    fn is_over(&self) -> bool {
        self.restarts.is_empty() && self.store.is_none()
    }
}

/// Each of these once, the first and every further one after so much time, until the end is near.
fn spread<T: Copy>(
    seed: u64,
    all: &[T],
    (from, between): (Duration, Duration),
    length: Duration,
) -> VecDeque<(Duration, T)> {
    let first = usize::try_from(seed % all.len() as u64).unwrap_or_default();
    let times = (0..).map(|number| from + between * number).take_while(|at| *at + between / 2 < length);
    times.zip(all.iter().copied().cycle().skip(first).take(all.len())).collect()
}

/// Runs it, and judges it.
pub(super) fn run(setup: &Setup) -> io::Result<Report> {
    let plan = Plan { clock_offset_ms: CLOCK_OFFSET_MS, ..Plan::new(FleetRun::Shared.name(), setup.hosts.clone()) };
    let mut fleet = Fleet::start(setup, plan)?;
    let disturbances = Disturbances::new(setup.seed, setup.length);
    let points: Vec<Point> = disturbances.points.iter().map(|(_, point)| *point).collect();
    disturb(&mut fleet, disturbances, setup.length)?;
    let end = Instant::now() + setup.length;
    while Instant::now() < end && !has_shown_enough(&fleet, &points) {
        fleet.step()?;
    }
    fleet.recover()?;
    let key = fleet.redis.key_id()?;
    let seen = Seen::gather(&mut fleet)?;
    Ok(judge(&fleet, &seen, &key, &points))
}

/// Whether enough was exchanged, and somebody was killed at each of these points.
fn has_shown_enough(fleet: &Fleet, points: &[Point]) -> bool {
    let (_, kills_at) = fleet.exchanges.seen();
    let ledger = fleet.proxy.ledger();
    let refreshes = ledger.tokens.iter().filter(|request| request.grant != Grant::Password).count();
    refreshes >= FEWEST_REFRESHES
        && ledger.tokens.len() >= FEWEST_EXCHANGES
        && points.iter().all(|point| kills_at.contains_key(point))
}

/// Has calls made, and something happen to a process every two to four seconds, beside what comes in any case.
fn disturb(fleet: &mut Fleet, mut under_way: Disturbances, length: Duration) -> io::Result<()> {
    let started = Instant::now();
    let mut next = started + Duration::from_secs(5);
    while started.elapsed() < length || !under_way.is_over() {
        fleet.step()?;
        end_store_fault(fleet, &mut under_way)?;
        let elapsed = started.elapsed();
        if let Some((_, fault)) = under_way.store_faults.pop_front_if(|(after, _)| elapsed >= *after) {
            disturb_store(fleet, &mut under_way, fault)?;
        }
        if let Some((_, point)) = under_way.points.pop_front_if(|(after, _)| elapsed >= *after) {
            kill_at(fleet, point);
        }
        if let Some((_, held)) = under_way.keys.pop_front_if(|(after, _)| elapsed >= *after) {
            fleet.set_keys(&held);
            fleet.record.note_event("processes get other keys from now on".to_owned());
            under_way.restarts = (0..fleet.size()).collect();
        }
        if Instant::now() >= under_way.next_restart
            && let Some(process) = under_way.restarts.pop_front()
        {
            fleet.restart(process)?;
            fleet.record.rotations += 1;
            under_way.next_restart = Instant::now() + BETWEEN_RESTARTS;
        }
        if Instant::now() >= next && elapsed < length {
            disturb_process(fleet, elapsed + FROZEN < length)?;
            next = Instant::now() + Duration::from_millis(2_000 + fleet.draw.below(2_000));
        }
    }
    Ok(())
}

fn end_store_fault(fleet: &mut Fleet, under_way: &mut Disturbances) -> io::Result<()> {
    if let Some((until, fault)) = under_way.store
        && Instant::now() >= until
    {
        match fault {
            StoreFault::Paused => fleet.redis.resume()?,
            StoreFault::ReadOnly => fleet.redis.set_read_only(false)?,
            StoreFault::Restarted | StoreFault::Emptied => {}
        }
        under_way.store = None;
        fleet.record.end_outage(now());
    }
    Ok(())
}

/// Kills somebody, or freezes it where there is time for that.
fn disturb_process(fleet: &mut Fleet, may_freeze: bool) -> io::Result<()> {
    let process = usize::try_from(fleet.draw.below(fleet.size() as u64)).unwrap_or_default();
    if fleet.draw.below(3) == 0 && may_freeze {
        fleet.freeze(process, FROZEN);
        return Ok(());
    }
    fleet.record.kills += 1;
    fleet.restart(process)
}

fn kill_at(fleet: &mut Fleet, point: Point) {
    fleet.record.note_event(format!("whoever renews next is killed {}", point.name()));
    fleet.exchanges.kill_at(point);
}

fn disturb_store(fleet: &mut Fleet, under_way: &mut Disturbances, fault: StoreFault) -> io::Result<()> {
    fleet.record.note_event(format!("the store meets a fault: {fault:?}"));
    fleet.record.begin_outage(now());
    match fault {
        StoreFault::Paused => fleet.redis.pause()?,
        StoreFault::ReadOnly => fleet.redis.set_read_only(true)?,
        StoreFault::Restarted => fleet.redis.restart()?,
        StoreFault::Emptied => {
            fleet.redis.empty()?;
            fleet.record.losses.push(now());
        }
    }
    under_way.store = Some((Instant::now() + fault.length(), fault));
    Ok(())
}

fn judge(fleet: &Fleet, seen: &Seen, key: &str, points: &[Point]) -> Report {
    let (excused, lost) = fleet.record.sort_failures();
    let mut complaints = seen.common_complaints(&fleet.record);
    complaints.extend(lost);
    complaints.extend(replays::without_cause(&replays::find(seen, &fleet.record), &[]));
    if seen.reuses > 0 {
        complaints.push(format!("Keycloak saw {} reuses of a refresh token", seen.reuses));
    }
    complaints.extend(seen.unlocked_exchanges(&fleet.record));
    if key != NEW_KEY.0 {
        complaints.push(format!("the record is sealed with the key {key}, and not with the new one"));
    }
    if fleet.record.notes().contains_key("store.unreadable") {
        complaints.push("a process could not read a record, though all hold its key".to_owned());
    }
    let (logins, refreshes) = seen.exchanges();
    if refreshes < FEWEST_REFRESHES || refreshes + logins < FEWEST_EXCHANGES {
        complaints.push(format!("{refreshes} refreshes and {logins} logins prove nothing"));
    }
    for point in points {
        if !seen.kills_at.contains_key(point) {
            complaints.push(format!("no process was killed {}", point.name()));
        }
    }
    let name = FleetRun::Shared.name();
    let line = format!("{name}: {}; {excused} calls failed for a reason", seen.summary(&fleet.record));
    Report { line, complaints }
}
