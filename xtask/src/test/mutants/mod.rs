//! Mutation tests of the vectors. Each vector names a change of core or mock, made in a copy of the workspace, that it must
//! catch.
//!
//! A run fails if a mutant's text does not occur exactly once, if a mutant does not compile, or if its vector does not catch it.
//! This shows that each vector really tests something.

mod copy;
mod items;
mod mutant;
mod program;
mod rows;
mod schemata;
mod seed;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result, bail};

use super::step::{Load, Step};
use crate::command::{on_each, tail};
use crate::repo::Repo;
use copy::Copy;
use mutant::{Mutant, Sources, mutants, sources};
use program::Program;
use schemata::{Schemata, weave};

/// Maximum number of copies. Each takes half a gigabyte on disk, and as much memory while it compiles.
const MOST_COPIES: usize = 4;

/// Returns the steps for mutants chosen at run time, and for those compiled one by one.
pub(super) fn steps() -> Vec<Step> {
    let step = |step: Step| step.load(Load::AllCores);
    vec![
        step(Step::report("rust", "rust/mutants", |session| Plan::make(session.repo, &[])?.choose()))
            .needs(&["build/programs"])
            .deep(),
        step(Step::report("rust", "rust/mutants-compiled-alone", |session| {
            Plan::make(session.repo, &[])?.compile_alone()
        }))
        .needs(&["build/programs"])
        .deep(),
    ]
}

/// Runs all mutants, or those of the vectors in `only`.
pub(crate) fn run(repo: &Repo, only: &[&str]) -> Result<()> {
    let mutants = Plan::make(repo, only)?;
    println!("{}", mutants.choose()?);
    println!("{}", mutants.compile_alone()?);
    Ok(())
}

/// The mutants to try, and the copies of the workspace in which they are tried.
struct Plan<'a> {
    sources: Sources,
    mutants: Vec<Mutant>,
    schemata: Schemata,
    copies: Vec<Copy<'a>>,
    programs: BTreeSet<Program>,
}

impl<'a> Plan<'a> {
    /// Finds the mutants of the vectors in `only`, or of all, and makes the copies.
    fn make(repo: &'a Repo, only: &[&str]) -> Result<Self> {
        let sources = sources(repo)?;
        let mutants = mutants(repo, &sources, only)?;
        let schemata = weave(&sources, &mutants)?;
        let programs = mutants.iter().map(|mutant| Program::for_vector(&mutant.vector)).collect();
        let side_by_side = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_COPIES);
        let copies = on_each((1..=side_by_side).collect(), |number| Copy::make(repo, number));
        Ok(Self { sources, mutants, schemata, copies: copies.into_iter().collect::<Result<_>>()?, programs })
    }

    /// Runs the mutants that are compiled into one program, after checking that the unchanged program passes.
    fn choose(&self) -> Result<String> {
        let pairs = self.programs.iter().zip(self.copies.iter().cycle()).collect();
        all_well(on_each(pairs, |(program, copy)| prepare(copy, *program, &self.schemata)))
            .context("without a mutant")?;
        let of_rows = self.mutants.iter().filter(|mutant| !mutant.rows.is_empty());
        all_well(of_rows.map(|mutant| hold_rows(self.copy_of(&mutant.vector), mutant)))?;
        let numbers: Vec<usize> = self.schemata.choosable.iter().copied().collect();
        each_once(self.copies.len(), &numbers, |worker, number| {
            let mutant = self.mutants.get(*number).context("a mutant of this run")?;
            let copy = self.copy_of(&mutant.vector).context("a copy")?;
            try_chosen(copy, worker, *number, &mutant.vector)
        })?;
        Ok(format!("{} mutants caught", numbers.len()))
    }

    /// Compiles and runs the other mutants, one by one.
    fn compile_alone(&self) -> Result<String> {
        all_well(self.copies.iter().map(Copy::refresh))?;
        let chosen = &self.schemata.choosable;
        let alone = self.mutants.iter().enumerate().filter(|(number, _)| !chosen.contains(number));
        let alone: Vec<&Mutant> = alone.map(|(_, mutant)| mutant).collect();
        each_once(self.copies.len(), &alone, |worker, mutant| {
            let copy = self.copies.get(worker).context("a copy")?;
            copy.try_alone(mutant, &self.sources).with_context(|| mutant.vector.clone())
        })?;
        Ok(format!("{} mutants compiled alone and caught", alone.len()))
    }

    /// Returns the copy with the program of a vector.
    fn copy_of(&self, vector: &str) -> Option<&Copy<'a>> {
        let program = Program::for_vector(vector);
        let position = self.programs.iter().position(|known| *known == program).unwrap_or_default();
        self.copies.iter().cycle().nth(position)
    }
}

/// Compiles a program with all mutants in it, and checks that the vectors pass while none is chosen.
fn prepare(copy: &Copy<'_>, program: Program, schemata: &Schemata) -> Result<()> {
    let of_program = schemata.files.iter().filter(|(file, _)| program.has_source(file));
    copy.change(&of_program.map(|(file, text)| (file.clone(), text.clone())).collect())?;
    if program == Program::Core {
        rows::show(&copy.tree())?;
    }
    copy.compile(program)?;
    let (output, passed) = copy.run(program, program.name(), None, None)?;
    if passed { Ok(()) } else { bail!("the vectors fail without any mutant\n{}", tail(&output)) }
}

/// Checks that a vector passes the rows of the token machine's table that it names.
fn hold_rows(copy: Option<&Copy<'_>>, mutant: &Mutant) -> Result<()> {
    let (output, _) = copy.context("a copy")?.run(Program::Core, "rows", Some(&mutant.vector), None)?;
    rows::hold(&mutant.vector, &mutant.rows, &output)
}

fn try_chosen(copy: &Copy<'_>, worker: usize, number: usize, vector: &str) -> Result<()> {
    let (_, survived) = copy.run(Program::for_vector(vector), &worker.to_string(), Some(vector), Some(number))?;
    noticed(survived).with_context(|| vector.to_owned())
}

/// Fails if a vector passed with its mutant.
fn noticed(survived: bool) -> Result<()> {
    if survived {
        bail!("the vector does not notice its mutant");
    }
    Ok(())
}

/// Calls `act` once for each item, several in parallel. The error lists all failures.
fn each_once<T: Sync>(workers: usize, items: &[T], act: impl Fn(usize, &T) -> Result<()> + Sync) -> Result<()> {
    let next = AtomicUsize::new(0);
    let results = on_each((0..workers).collect(), |worker| {
        let taken = std::iter::from_fn(|| items.get(next.fetch_add(1, Ordering::Relaxed)));
        all_well(taken.map(|item| act(worker, item)))
    });
    all_well(results)
}

/// Combines all errors into one.
fn all_well(results: impl IntoIterator<Item = Result<()>>) -> Result<()> {
    let errors: Vec<String> =
        results.into_iter().filter_map(|result| result.err().map(|error| format!("{error:#}"))).collect();
    if errors.is_empty() { Ok(()) } else { bail!("{}", errors.join("\n")) }
}
