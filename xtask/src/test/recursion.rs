//! Finds functions of the core and the mock service that can call themselves, also through other functions. Each such circle needs
//! a function with a comment `// Depth: ...` that states the bound, because unbounded recursion over input ends the process.
//!
//! Calls are found by name: of `self`, `Self`, a type, a module, or a function without a path. Methods of other values and calls in
//! macros are not followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use syn::visit::{self, Visit};

use crate::repo::Repo;

/// Starts the comment that states the bound of a circle.
const MARK: &str = "// Depth: ";
/// Folders of the crates that read input of strangers.
const CRATES: [&str; 8] =
    ["core/access", "core/base", "core/diff", "core/forward", "core/openapi", "core/report", "core/src", "mock"];
/// Files that read nothing of strangers.
const NO_INPUT: [&str; 2] = ["build.rs", "tests.rs"];

pub(super) fn check(repo: &Repo) -> Result<String> {
    let mut complaints = Vec::new();
    let mut circles = 0;
    for folder in CRATES {
        let mut functions = Functions::default();
        functions.read_folder(&repo.path(folder), Path::new(folder))?;
        circles += functions.complain(&mut complaints);
    }
    if complaints.is_empty() {
        Ok(format!("{circles} circles of functions, each with its bound"))
    } else {
        bail!(
            "expected a comment `{MARK}...` in each circle of functions, and nowhere else:\n{}",
            complaints.join("\n")
        )
    }
}

/// A type, trait or file, and the name of one of its functions. Those of a trait for a type belong to `Type as Trait`.
type Name = (String, String);
/// Functions, each with those that it calls.
type Calls<'f> = BTreeMap<&'f Name, BTreeSet<&'f Name>>;

#[derive(Default)]
struct Function {
    /// File and line.
    place: String,
    calls: BTreeSet<Name>,
    is_marked: bool,
}

/// The functions of a crate.
#[derive(Default)]
struct Functions {
    found: BTreeMap<Name, Function>,
    text: String,
    file: String,
    /// Type or trait around the visited function.
    within: Option<String>,
    /// Trait that the type implements there.
    of_trait: Option<String>,
}

impl Functions {
    fn read_folder(&mut self, folder: &Path, shown: &Path) -> Result<()> {
        for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
            let path = entry?.path();
            let shown = shown.join(path.file_name().unwrap_or_default());
            if path.is_dir() {
                if !path.ends_with("tests") {
                    self.read_folder(&path, &shown)?;
                }
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !NO_INPUT.iter().any(|name| path.ends_with(name))
            {
                self.text = fs::read_to_string(&path)?;
                self.file = shown.display().to_string();
                let file = syn::parse_file(&self.text).with_context(|| format!("cannot parse {}", self.file))?;
                self.visit_file(&file);
            }
        }
        Ok(())
    }

    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let within = self.within.as_ref().unwrap_or(&self.file);
        let owner = self.of_trait.as_ref().map_or_else(|| within.clone(), |of_trait| format!("{within} as {of_trait}"));
        let mut locals = Locals::default();
        locals.visit_signature(signature);
        locals.visit_block(block);
        let mut calls =
            CallVisitor { file: &self.file, within: self.within.as_deref(), locals: locals.0, found: BTreeSet::new() };
        calls.visit_block(block);
        let calls = calls.found;
        let body = block.brace_token.span.open().byte_range().start..block.brace_token.span.close().byte_range().end;
        let is_marked = self.text.get(body).is_some_and(|body| body.contains(MARK));
        // Implementations of one type for several arguments have functions of one name.
        let function = self.found.entry((owner, signature.ident.to_string())).or_default();
        function.place = format!("{}:{}", self.file, signature.ident.span().start().line);
        function.calls.extend(calls);
        function.is_marked |= is_marked;
    }

    /// Adds a line for each circle without a bound and each bound without a circle. Returns the number of circles.
    fn complain(&self, complaints: &mut Vec<String>) -> usize {
        let all = circles(self.calls(|_| true));
        for (name, function) in self.found.iter().filter(|(_, function)| function.is_marked) {
            if !all.iter().any(|circle| circle.contains(name)) {
                complaints.push(format!("  {} does not call itself", shown(name, function)));
            }
        }
        for circle in circles(self.calls(|function| !function.is_marked)) {
            let members = self.found.iter().filter(|(name, _)| circle.contains(name));
            let names: Vec<String> = members.map(|(name, function)| shown(name, function)).collect();
            complaints.push(format!("  {} is not bounded", names.join(", ")));
        }
        all.len()
    }

    /// Returns the calls between selected functions.
    fn calls(&self, is_selected: impl Fn(&Function) -> bool) -> Calls<'_> {
        let mut by_name: BTreeMap<&str, Vec<&Name>> = BTreeMap::new();
        for name in self.found.keys() {
            by_name.entry(&name.1).or_default().push(name);
        }
        let selected: BTreeMap<&Name, &Function> =
            self.found.iter().filter(|(_, function)| is_selected(function)).collect();
        let resolve = |(owner, name): &Name| {
            resolve(owner, by_name.get(name.as_str())?).filter(|called| selected.contains_key(called))
        };
        selected.iter().map(|(name, function)| (*name, function.calls.iter().filter_map(resolve).collect())).collect()
    }
}

/// Returns the called function among those of its name: that of the owner, or the only one outside of types for calls without a path.
fn resolve<'f>(owner: &str, named: &[&'f Name]) -> Option<&'f Name> {
    let find = |is_owner: &dyn Fn(&str) -> bool| named.iter().find(|(other, _)| is_owner(other)).copied();
    let module = [format!("/{owner}.rs"), format!("/{owner}/mod.rs")];
    let mut in_files = named.iter().filter(|(other, _)| is_file(other));
    let only = in_files.next().filter(|_| in_files.next().is_none() && is_file(owner)).copied();
    find(&|other| other == owner)
        .or_else(|| find(&|other| other.strip_prefix(owner).is_some_and(|rest| rest.starts_with(" as "))))
        .or_else(|| find(&|other| module.iter().any(|end| other.ends_with(end))))
        .or(only)
}

/// True if the owner of a function is a file, and not a type or trait.
fn is_file(owner: &str) -> bool {
    owner.contains('/')
}

/// Returns the sets of functions that can all call each other.
fn circles(mut calls: Calls<'_>) -> Vec<BTreeSet<&Name>> {
    // Functions that lead to no circle are most of them.
    loop {
        let ends: BTreeSet<&Name> =
            calls.iter().filter(|(_, called)| called.is_empty()).map(|(name, _)| *name).collect();
        if ends.is_empty() {
            break;
        }
        calls.retain(|name, _| !ends.contains(name));
        for called in calls.values_mut() {
            called.retain(|name| !ends.contains(name));
        }
    }
    let reached: Calls<'_> = calls.keys().map(|name| (*name, reach(&calls, name))).collect();
    let mut found = BTreeSet::new();
    for (name, names) in &reached {
        let is_around = |other: &&&Name| reached.get(**other).is_some_and(|names| names.contains(name));
        found.insert(names.iter().filter(is_around).copied().collect::<BTreeSet<&Name>>());
    }
    found.remove(&BTreeSet::new());
    found.into_iter().collect()
}

/// Returns the functions that a function calls, directly or through others.
fn reach<'f>(calls: &Calls<'f>, name: &'f Name) -> BTreeSet<&'f Name> {
    let mut reached = BTreeSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        let called = calls.get(name).into_iter().flatten();
        open.extend(called.filter(|called| reached.insert(**called)));
    }
    reached
}

fn shown((owner, name): &Name, function: &Function) -> String {
    if is_file(owner) { format!("{} {name}", function.place) } else { format!("{} {owner}::{name}", function.place) }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !module.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let mut names = TypeName(None);
        names.visit_type(&item.self_ty);
        self.within = names.0;
        self.of_trait =
            item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last()).map(|last| last.ident.to_string());
        visit::visit_item_impl(self, item);
        (self.within, self.of_trait) = (None, None);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.within = Some(item.ident.to_string());
        visit::visit_item_trait(self, item);
        self.within = None;
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
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

/// The first name in a type, without references and arguments.
struct TypeName(Option<String>);

impl<'ast> Visit<'ast> for TypeName {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0 = self.0.take().or_else(|| path.segments.last().map(|last| last.ident.to_string()));
    }
}

/// Names of values in a function, which may be those of functions too.
#[derive(Default)]
struct Locals(BTreeSet<String>);

impl<'ast> Visit<'ast> for Locals {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.insert(pattern.ident.to_string());
    }
}

struct CallVisitor<'a> {
    file: &'a str,
    within: Option<&'a str>,
    locals: BTreeSet<String>,
    found: BTreeSet<Name>,
}

impl<'ast> Visit<'ast> for CallVisitor<'_> {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match segments.as_slice() {
            [name] if self.locals.contains(name) => {}
            [name] => drop(self.found.insert((self.file.to_owned(), name.clone()))),
            [.., owner, name] => {
                let owner = if owner == "Self" { self.within.unwrap_or_default() } else { owner };
                self.found.insert((owner.to_owned(), name.clone()));
            }
            [] => {}
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let is_own = matches!(&*call.receiver, syn::Expr::Path(receiver) if receiver.path.is_ident("self"));
        if let Some(owner) = self.within.filter(|_| is_own) {
            self.found.insert((owner.to_owned(), call.method.to_string()));
        }
        visit::visit_expr_method_call(self, call);
    }
}
