//! Synthesis of the elements of a message. They repeat values of the request and contain realistic values for logistics
//! where their names allow it. They are validated before they are returned. The same request, seed and day give the
//! same bytes.

mod content;
mod dates;
mod decimal;
mod echo;
mod generate;
mod identifiers;
mod keys;
mod leaf;
mod leaf_value;
mod logistics;
mod model;
mod options;
mod particles;
mod pattern;
mod patterned;
mod places;
mod random;
mod room;
mod success;
mod wanted;
mod words;
mod writer;

use std::cell::OnceCell;
use std::ops::Deref;

pub(crate) use echo::Echo;
pub(crate) use options::{NoSample, SampleOptions, SampleRoot};

use crate::xml;
use crate::xsd::{CompiledSchemas, MessageElement, QName, Root, RootComponent, Schemas, Session};
use generate::{Generator, Stuck, Style};
use identifiers::Identifiers;
use keys::Keys;
use model::Model;
use particles::ElementTerm;

/// Maximum number of elements in a response, unless more are required.
const ELEMENTS: u64 = 100;

/// Compiled schemas with the data for samples. They are `Send` but not `Sync`.
pub(crate) struct SampleSource {
    compiled: CompiledSchemas,
    /// Content of all types, read for the first sample.
    model: OnceCell<Model>,
}

impl SampleSource {
    pub(crate) fn new(compiled: CompiledSchemas) -> Self {
        Self { compiled, model: OnceCell::new() }
    }

    /// Opens the schemas for a request.
    pub(crate) fn open(&self) -> Sampler<'_> {
        Sampler { schemas: self.compiled.open(), model: &self.model }
    }

    /// True if the schemas should be recompiled; see [`CompiledSchemas::needs_recompiling`].
    pub(crate) fn needs_recompiling(&self) -> bool {
        self.compiled.needs_recompiling()
    }
}

/// Schemas for one request. All its validations and samples share one validator.
pub(crate) struct Sampler<'a> {
    schemas: Schemas<'a>,
    model: &'a OnceCell<Model>,
}

impl<'a> Deref for Sampler<'a> {
    type Target = Schemas<'a>;

    fn deref(&self) -> &Schemas<'a> {
        &self.schemas
    }
}

impl Sampler<'_> {
    /// Returns elements that are valid for the roots as one message, each with its namespace declarations.
    ///
    /// # Errors
    /// Returns an error with the responsible leaf if no sample is found within the budget.
    pub(crate) fn sample(
        &self,
        roots: &[SampleRoot],
        echo: &Echo,
        options: &SampleOptions,
    ) -> Result<Vec<String>, NoSample> {
        let session = &self.session();
        let mut sampling = Sampling { session, model: self.model, echo, options, identifiers: Identifiers::default() };
        let texts = sampling.message(roots)?;
        if sampling.identifiers.dangling().is_none() {
            return Ok(texts);
        }
        // Now the targets of references are known.
        let identifiers = Identifiers::expecting(sampling.identifiers);
        let mut sampling = Sampling { session, model: self.model, echo, options, identifiers };
        let texts = sampling.message(roots)?;
        match sampling.identifiers.dangling() {
            None => Ok(texts),
            Some((name, path)) => {
                Err(NoSample { path: path.to_owned(), reason: format!("no declaration has the identifier `{name}`") })
            }
        }
    }
}

/// A message that is being synthesized.
struct Sampling<'a> {
    session: &'a Session<'a>,
    model: &'a OnceCell<Model>,
    echo: &'a Echo,
    options: &'a SampleOptions,
    /// Identifiers of all its elements so far.
    identifiers: Identifiers,
}

impl<'a> Sampling<'a> {
    fn model(&self) -> &'a Model {
        self.model.get_or_init(|| Model::new(self.session.schemas.set()))
    }

    fn message(&mut self, roots: &[SampleRoot]) -> Result<Vec<String>, NoSample> {
        let sample = |SampleRoot { root, optional }: &SampleRoot| match self.element(root) {
            Err(_) if *optional => Ok(String::new()),
            result => result,
        };
        roots.iter().map(sample).collect()
    }

    fn element(&mut self, root: &Root) -> Result<String, NoSample> {
        let schemas = self.session.schemas;
        let unknown = || NoSample { path: "/".to_owned(), reason: format!("{} is not declared", root.element()) };
        let resolved = schemas.resolve(root).ok_or_else(unknown)?;
        if let RootComponent::Element(key) = resolved
            && schemas.set().arenas.get_element(key).is_some_and(|declaration| declaration.is_abstract)
        {
            // A member of its substitution group would not have the requested name.
            return Err(NoSample { path: "/".to_owned(), reason: format!("{} is abstract", root.element()) });
        }
        // Each style has fewer features than the previous one.
        let styles = [
            Style { echo: Some(self.echo), keys_differ: false, nice: true, elements: ELEMENTS },
            Style { echo: None, keys_differ: false, nice: true, elements: ELEMENTS },
            Style { echo: None, keys_differ: false, nice: false, elements: ELEMENTS },
            Style { echo: None, keys_differ: false, nice: false, elements: 0 },
        ];
        let mut reason = None;
        // A reference may precede its key, so the second attempt uses the keys of the first one.
        let attempts: &[bool] = if self.model().key_fields.is_empty() { &[false] } else { &[false, true] };
        let mut keys = Keys::default();
        for style in styles {
            for keys_differ in attempts {
                let before = self.identifiers.mark();
                match self.write(root, resolved, Style { keys_differ: *keys_differ, ..style }, &mut keys) {
                    Ok(text) => match first_violation(self.session, &text, root) {
                        None => return Ok(text),
                        Some(found) => reason = Some(found),
                    },
                    Err(Stuck { path, reason: said, .. }) => reason = Some(NoSample { path, reason: said }),
                }
                self.identifiers.rewind(before);
            }
        }
        Err(reason.unwrap_or_else(unknown))
    }

    fn write(
        &mut self,
        root: &Root,
        resolved: RootComponent,
        style: Style<'_>,
        keys: &mut Keys,
    ) -> Result<String, Stuck> {
        let schemas = self.session.schemas;
        let set = schemas.set();
        let QName { namespace, local } = root.element();
        let term = match resolved {
            RootComponent::Element(key) => {
                let declaration = set.arenas.get_element(key);
                let name =
                    declaration.and_then(|declaration| declaration.name).unwrap_or_else(|| set.name_table.add(local));
                let namespace = declaration.and_then(|declaration| declaration.target_namespace);
                ElementTerm { name, namespace, declaration: Some(key), type_key: None }
            }
            RootComponent::Type(key) => {
                let namespace = (!namespace.is_empty()).then(|| set.name_table.add(namespace));
                ElementTerm { name: set.name_table.add(local), namespace, declaration: None, type_key: Some(key) }
            }
        };
        let identifiers = std::mem::take(&mut self.identifiers);
        let mut generator = Generator::new(local, set, self.model(), self.options, style, identifiers);
        generator.expected = std::mem::take(keys);
        let result = generator.element(&term, style.elements);
        *keys = generator.keys;
        self.identifiers = generator.identifiers;
        result.map(|_| generator.writer.finish())
    }
}

/// Returns the first violation in a sample, if any. Missing targets of references are ignored, because they may be in
/// another element of the message.
fn first_violation(session: &Session<'_>, text: &str, root: &Root) -> Option<NoSample> {
    let tree = match xml::parse(text) {
        Ok(tree) => tree,
        Err(error) => return Some(NoSample { path: "/".to_owned(), reason: error.to_string() }),
    };
    let element = MessageElement { node: tree.root_element(), root: root.clone() };
    let found = session.validate(&[element]).into_iter().flatten();
    let first = found.into_iter().find(|violation| violation.rule != "cvc-id.1")?;
    Some(NoSample { path: first.path, reason: first.message })
}

#[cfg(test)]
mod tests;
