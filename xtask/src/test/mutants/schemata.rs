//! Compiles many mutants into one program, of which each run chooses one: changed functions contain their changed bodies too.
//!
//! Compiling takes nearly all the time of a mutant. A mutant outside the body of a run-time function, such as in a constant,
//! cannot be chosen at run time and is compiled by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use anyhow::{Context as _, Result};
use syn::visit::{self, Visit};

use super::mutant::{Mutant, Sources};

/// Environment variable with the number of the chosen mutant.
pub(super) const CHOICE: &str = "WAYBILL_MUTANT";

/// Returns code for the root of a crate, which the changed bodies call.
pub(super) fn chooser() -> String {
    format!(
        r#"
pub(crate) fn is_mutant(number: usize) -> bool {{
    static CHOSEN: std::sync::OnceLock<Option<usize>> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("{CHOICE}").ok()?.parse().ok()) == Some(number)
}}
"#
    )
}

/// Sources that contain mutants.
pub(super) struct Schemata {
    /// Files that differ from the checkout's.
    pub(super) files: Sources,
    /// Numbers of the mutants that a run can choose.
    pub(super) choosable: BTreeSet<usize>,
}

/// Adds to the sources the mutants that can be chosen at run time. Their numbers are their positions.
pub(super) fn weave(sources: &Sources, mutants: &[Mutant]) -> Result<Schemata> {
    let mut by_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, mutant) in mutants.iter().enumerate() {
        by_file.entry(&mutant.file).or_default().push(number);
    }
    let mut woven = Schemata { files: Sources::new(), choosable: BTreeSet::new() };
    for (file, numbers) in by_file {
        let text = sources.get(file).with_context(|| format!("{file} is gone"))?;
        let changes = numbers.iter().filter_map(|number| Some((*number, mutants.get(*number)?)));
        let changes = changes.map(|(number, mutant)| (number, mutant.range.clone(), mutant.replacement.as_str()));
        let (text, choosable) = weave_file(text, &changes.collect::<Vec<_>>()).with_context(|| format!("in {file}"))?;
        woven.files.insert(file.to_owned(), text);
        woven.choosable.extend(choosable);
    }
    Ok(woven)
}

/// A mutant's number, the range it changes, and the replacement.
type Change<'a> = (usize, Range<usize>, &'a str);

fn weave_file(text: &str, changes: &[Change<'_>]) -> Result<(String, Vec<usize>)> {
    let mut bodies = Bodies::default();
    bodies.visit_file(&syn::parse_file(text)?);
    bodies.0.sort_by_key(|body| body.start);
    let (mut woven, mut choosable, mut end) = (String::new(), Vec::new(), 0);
    for body in bodies.0 {
        let within = |range: &Range<usize>| body.start <= range.start && range.end <= body.end;
        let of_body: Vec<&Change<'_>> = changes.iter().filter(|(_, range, _)| within(range)).collect();
        if of_body.is_empty() {
            continue;
        }
        woven.push_str(&text[end..body.start]);
        for (number, range, replacement) in of_body {
            let (before, after) = (&text[body.start..range.start], &text[range.end..body.end]);
            let _ = write!(woven, "if crate::is_mutant({number}) {{{before}{replacement}{after}}} else ");
            choosable.push(*number);
        }
        let _ = write!(woven, "{{{}}}", &text[body.clone()]);
        end = body.end;
    }
    woven.push_str(&text[end..]);
    Ok((woven, choosable))
}

/// The bodies of the functions that can get another body at run time: those that are not `const` and do not return an
/// `impl` type. Functions inside functions belong to the outer ones.
#[derive(Default)]
struct Bodies(Vec<Range<usize>>);

impl Bodies {
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let mut opaque = Opaque(false);
        opaque.visit_return_type(&signature.output);
        if signature.constness.is_none() && !opaque.0 {
            let braces = block.brace_token.span;
            self.0.push(braces.open().byte_range().end..braces.close().byte_range().start);
        }
    }
}

impl<'ast> Visit<'ast> for Bodies {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, &function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, &function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, block);
        }
    }
}

/// True if a type contains `impl Trait`: two bodies would have two different types.
struct Opaque(bool);

impl<'ast> Visit<'ast> for Opaque {
    fn visit_type_impl_trait(&mut self, opaque: &'ast syn::TypeImplTrait) {
        self.0 = true;
        visit::visit_type_impl_trait(self, opaque);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn woven(text: &str, changes: &[(usize, &str, &str)]) -> (String, Vec<usize>) {
        let placed = changes.iter().map(|(number, find, replace)| {
            let start = text.find(find).unwrap();
            (*number, start..start + find.len(), *replace)
        });
        weave_file(text, &placed.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_function_has_its_changed_bodies_beside_its_own() {
        let (text, choosable) = woven("fn a(b: u8) -> u8 { b + 1 }\n", &[(4, "+", "-"), (7, "1", "2")]);
        assert_eq!(
            text,
            "fn a(b: u8) -> u8 {if crate::is_mutant(4) { b - 1 } else if crate::is_mutant(7) { b + 2 } else { b + 1 }}\n"
        );
        assert_eq!(choosable, [4, 7]);
    }

    #[test]
    fn code_that_cannot_be_switched_is_unchanged() {
        for text in [
            "const A: u8 = 1;\n",
            "const fn a() -> u8 { 1 }\n",
            "fn a() -> impl Iterator<Item = u8> { [1].into_iter() }\n",
            "fn a(b: [u8; 1]) {}\n",
        ] {
            assert_eq!(woven(text, &[(0, "1", "2")]), (text.to_owned(), Vec::new()));
        }
    }

    #[test]
    fn a_function_within_a_function_belongs_to_the_outer_one() {
        let (text, _) = woven("fn a() { fn b() -> u8 { 1 } }\n", &[(0, "1", "2")]);
        assert_eq!(text, "fn a() {if crate::is_mutant(0) { fn b() -> u8 { 2 } } else { fn b() -> u8 { 1 } }}\n");
    }
}
