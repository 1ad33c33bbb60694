//! Who got the lock when, worked out from what the store was asked, and the exchanges that were made under each.

use std::collections::{BTreeMap, BTreeSet};

use super::super::ledger::TokenRequest;
use super::monitor::{Asked, Script};
use super::registry::Instance;

/// How long a lock lives that nobody renews.
const LIFE_MS: i64 = 10_000;

/// A lock that somebody got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Holding {
    pub(super) at: i64,
    pub(super) owner: String,
    pub(super) sender: Option<Instance>,
}

/// All locks that were given, in their order; a store that loses what it holds loses the lock.
pub(super) fn given(asked: &[Asked], losses: &[i64]) -> Vec<Holding> {
    let mut held: Option<(String, i64)> = None;
    let mut last = i64::MIN;
    let mut holdings = Vec::new();
    for Asked { at, script, owner, sender, wrote } in asked {
        if losses.iter().any(|lost| (last..*at).contains(lost)) {
            held = None;
        }
        last = *at;
        held.take_if(|(_, until)| *at >= *until);
        let is_own = held.as_ref().is_some_and(|(holder, _)| holder == owner);
        match script {
            Script::Lock if held.is_none() && *wrote => {
                held = Some((owner.clone(), at + LIFE_MS));
                holdings.push(Holding { at: *at, owner: owner.clone(), sender: *sender });
            }
            // The store ends a lock by its own clock, which may be some milliseconds before what is worked out here.
            Script::Save if *wrote && !is_own => {
                held = Some((owner.clone(), at + LIFE_MS));
                holdings.push(Holding { at: *at, owner: owner.clone(), sender: *sender });
            }
            Script::Lock | Script::Renew if is_own => held = Some((owner.clone(), at + LIFE_MS)),
            Script::Unlock if is_own => held = None,
            _ => {}
        }
    }
    holdings
}

/// Exchanges that were made under no lock, or under one that another was made under, a sentence each.
pub(super) fn judge(
    holdings: &[Holding],
    exchanges: &[TokenRequest],
    senders: &BTreeMap<usize, Instance>,
) -> Vec<String> {
    let (mut used, mut complaints) = (BTreeSet::new(), Vec::new());
    for (place, request) in exchanges.iter().enumerate() {
        let Some(sender) = senders.get(&place) else { continue };
        let own = holdings.iter().rev().find(|holding| holding.sender == Some(*sender) && holding.at <= request.at);
        let at = request.at;
        match own {
            None => complaints.push(format!("{sender:?} sent an exchange at {at} and never had the lock")),
            Some(holding) if !used.insert(&holding.owner) => {
                complaints.push(format!("{sender:?} sent two exchanges under one lock, the second at {at}"));
            }
            Some(_) => {}
        }
    }
    // A process that is killed at random may be gone before it could be found.
    let unknown = exchanges.len().saturating_sub(senders.len());
    if unknown > exchanges.len().div_ceil(10) || unknown > 0 && senders.is_empty() {
        complaints.push(format!("of {} exchanges only {} have a known sender", exchanges.len(), senders.len()));
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::super::super::faults::Fault;
    use super::super::super::ledger::{Got, Grant, TokenRequest};
    use super::super::monitor::{Asked, Script};
    use super::super::registry::Instance;
    use super::{given, judge};

    const ANN: Instance = Instance { process: 0, life: 0 };
    const BOB: Instance = Instance { process: 1, life: 0 };

    fn asked(at: i64, sender: Instance, script: Script, owner: &str) -> Asked {
        Asked { at, script, owner: owner.to_owned(), sender: Some(sender), wrote: true }
    }

    fn exchange(at: i64) -> TokenRequest {
        TokenRequest { at, grant: Grant::Password, fault: Fault::None, answered: None, got: Got::Answer, ended: at }
    }

    #[test]
    fn a_lock_is_given_where_it_is_free_or_over() {
        let log = [
            asked(0, ANN, Script::Lock, "a"),
            asked(10, BOB, Script::Lock, "b"),
            asked(5_000, ANN, Script::Renew, "a"),
            asked(14_000, BOB, Script::Lock, "b"),
            asked(15_001, BOB, Script::Lock, "b"),
            asked(15_002, BOB, Script::Unlock, "b"),
            asked(15_003, ANN, Script::Lock, "c"),
        ];
        let owners = |losses: &[i64]| given(&log, losses).into_iter().map(|it| (it.at, it.owner)).collect::<Vec<_>>();
        let (a, b, c) = ((0, "a".to_owned()), "b".to_owned(), (15_003, "c".to_owned()));
        assert_eq!(owners(&[]), [a.clone(), (15_001, b.clone()), c.clone()]);
        assert_eq!(owners(&[5]), [a, (10, b.clone()), (14_000, b), c]);
    }

    #[test]
    fn save_proves_the_lock_even_if_the_old_one_seemed_valid() {
        let log = [
            asked(0, ANN, Script::Lock, "a"),
            asked(9_998, BOB, Script::Lock, "b"),
            asked(10_005, BOB, Script::Save, "b"),
        ];
        let times: Vec<i64> = given(&log[..2], &[]).into_iter().map(|it| it.at).collect();
        assert_eq!(times, [0], "who only asked had it not");
        let times: Vec<i64> = given(&log, &[]).into_iter().map(|it| it.at).collect();
        assert_eq!(times, [0, 10_005]);
        let refused = Asked { wrote: false, ..log[2].clone() };
        assert_eq!(given(&[log[0].clone(), refused], &[]).len(), 1);
    }

    #[test]
    fn one_exchange_of_ten_may_have_an_unknown_sender() {
        let known = |count| (0..count).map(|place| (place, ANN)).collect();
        let complains =
            |count, known| judge(&[], &vec![exchange(0); count], &known).iter().any(|it| it.contains("known sender"));
        assert!(!complains(9, known(8)));
        assert!(complains(9, known(7)));
        assert!(!complains(20, known(18)));
        assert!(complains(20, known(17)));
        assert!(complains(1, known(0)));
    }

    #[test]
    fn one_exchange_is_made_under_each_lock() {
        let holdings = given(&[asked(0, ANN, Script::Lock, "a"), asked(10_000, BOB, Script::Lock, "b")], &[]);
        let senders = |senders: &[Instance]| senders.iter().copied().enumerate().collect();
        let exchanges = [exchange(1), exchange(10_001)];
        assert_eq!(judge(&holdings, &exchanges, &senders(&[ANN, BOB])), [""; 0]);
        assert_eq!(judge(&holdings, &exchanges, &senders(&[ANN, ANN])).len(), 1);
        assert_eq!(judge(&holdings, &exchanges, &senders(&[BOB, BOB])).len(), 1);
    }
}
