//! Each vector names a mutant that it catches: core or mock is changed so in a copy of the workspace, and the vector must fail.
//!
//! A mutant whose text is not found once, that does not compile or is caught by nothing fails the run, so that no vector only
//! seems to test.

mod copy;
mod mutant;
mod program;
mod rows;
mod schemata;
mod seed;

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result, bail};

use super::steps::Steps;
use crate::command::tail;
use crate::repo::Repo;
use copy::Copy;
use mutant::{Mutant, Sources, mutants, sources};
use program::Program;
use schemata::{Schemata, weave};

/// A copy takes half a gigabyte on disk, and as much memory while it compiles.
const MOST_COPIES: usize = 4;

/// Runs every mutant, or those of the vectors that `only` names.
pub(super) fn run(steps: &mut Steps<'_>, only: &[&str]) {
    let repo = steps.repo;
    let planned = steps.check("rust", "mutants: one for each vector", || plan(repo, only));
    let Some((sources, mutants, schemata)) = planned else { return };
    let programs: BTreeSet<Program> = mutants.iter().map(|mutant| Program::for_vector(&mutant.vector)).collect();
    let side_by_side = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_COPIES);
    let alone: Vec<&Mutant> = mutants
        .iter()
        .enumerate()
        .filter(|(number, _)| !schemata.choosable.contains(number))
        .map(|(_, it)| it)
        .collect();
    let copies = steps.check("rust", "mutants: unchanged copies pass", || {
        let made = on_each((1..=side_by_side).collect(), |number| Copy::make(repo, number));
        let copies = made.into_iter().collect::<Result<Vec<Copy<'_>>>>()?;
        let pairs = programs.iter().zip(copies.iter().cycle()).collect();
        all_well(on_each(pairs, |(program, copy)| prepare(copy, *program, &schemata)))?;
        Ok(copies)
    });
    let Some(copies) = copies else { return };
    let copy_of = |vector: &str| {
        let position = programs.iter().position(|program| *program == Program::for_vector(vector)).unwrap_or_default();
        copies.iter().cycle().nth(position)
    };
    if mutants.iter().any(|mutant| !mutant.rows.is_empty()) {
        steps.check("rust", "mutants: vectors pass their rows", || {
            let of_rows = mutants.iter().filter(|mutant| !mutant.rows.is_empty());
            all_well(of_rows.map(|mutant| hold_rows(copy_of(&mutant.vector), mutant)))
        });
    }
    if !schemata.choosable.is_empty() {
        steps.check("rust", &format!("mutants: {} chosen by the run", schemata.choosable.len()), || {
            let numbers: Vec<usize> = schemata.choosable.iter().copied().collect();
            each_once(side_by_side, &numbers, |worker, number| {
                let mutant = mutants.get(*number).context("a mutant of this run")?;
                let copy = copy_of(&mutant.vector).context("a copy")?;
                try_chosen(copy, worker, *number, &mutant.vector)
            })
        });
    }
    if !alone.is_empty() {
        steps.check("rust", &format!("mutants: {} compiled alone", alone.len()), || {
            all_well(copies.iter().map(Copy::refresh))?;
            each_once(copies.len(), &alone, |worker, mutant| {
                let copy = copies.get(worker).context("a copy")?;
                copy.try_alone(mutant, &sources).with_context(|| mutant.vector.clone())
            })
        });
    }
}

/// The sources, the mutants of the vectors that `only` names, or of all, and the sources with mutants that a run can choose.
fn plan(repo: &Repo, only: &[&str]) -> Result<(Sources, Vec<Mutant>, Schemata)> {
    let sources = sources(repo)?;
    let mutants = mutants(repo, &sources, only)?;
    let schemata = weave(&sources, &mutants)?;
    Ok((sources, mutants, schemata))
}

/// Compiles a program that has all mutants in it, and sees that the vectors pass where none is chosen.
fn prepare(copy: &Copy<'_>, program: Program, schemata: &Schemata) -> Result<()> {
    let of_program = schemata.files.iter().filter(|(file, _)| file.starts_with(program.sources()));
    copy.change(&of_program.map(|(file, text)| (file.clone(), text.clone())).collect())?;
    if program == Program::Core {
        rows::show(&copy.tree())?;
    }
    copy.compile(program)?;
    let (output, passed) = copy.run(program, program.name(), None, None)?;
    if passed { Ok(()) } else { bail!("the vectors fail without any mutant\n{}", tail(&output)) }
}

/// Holds that a vector passes the rows of the token machine's table that it names.
fn hold_rows(copy: Option<&Copy<'_>>, mutant: &Mutant) -> Result<()> {
    let (output, _) = copy.context("a copy")?.run(Program::Core, "rows", Some(&mutant.vector), None)?;
    rows::hold(&mutant.vector, &mutant.rows, &output)
}

fn try_chosen(copy: &Copy<'_>, worker: usize, number: usize, vector: &str) -> Result<()> {
    let (_, survived) = copy.run(Program::for_vector(vector), &worker.to_string(), Some(vector), Some(number))?;
    noticed(survived).with_context(|| vector.to_owned())
}

/// An error where a vector passed with its mutant.
fn noticed(survived: bool) -> Result<()> {
    if survived {
        bail!("the vector does not notice its mutant");
    }
    Ok(())
}

/// Does something with each item once, some side by side; an error lists all that went wrong.
fn each_once<T: Sync>(workers: usize, items: &[T], act: impl Fn(usize, &T) -> Result<()> + Sync) -> Result<()> {
    let next = AtomicUsize::new(0);
    let results = on_each((0..workers).collect(), |worker| {
        let taken = std::iter::from_fn(|| items.get(next.fetch_add(1, Ordering::Relaxed)));
        all_well(taken.map(|item| act(worker, item)))
    });
    all_well(results)
}

/// An error that lists all errors there are.
fn all_well(results: impl IntoIterator<Item = Result<()>>) -> Result<()> {
    let errors: Vec<String> =
        results.into_iter().filter_map(|result| result.err().map(|error| format!("{error:#}"))).collect();
    if errors.is_empty() { Ok(()) } else { bail!("{}", errors.join("\n")) }
}

/// Does something with each item at the same time, and gives the results in the items' order.
fn on_each<T: Send, U: Send>(items: Vec<T>, act: impl Fn(T) -> U + Sync) -> Vec<U> {
    let act = &act;
    std::thread::scope(|scope| {
        let started: Vec<_> = items.into_iter().map(|item| scope.spawn(move || act(item))).collect();
        started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
