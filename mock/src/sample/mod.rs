//! Synthesises the elements of a message that a schema admits: they repeat what the request said, look like logistics
//! where names say what they are, and are held to the schema before they are answered. The same request, seed and day
//! give the same bytes.

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

/// As many elements as an answer has for want of a reason to have more.
const ELEMENTS: u64 = 100;

/// Compiled schemas with what samples are made of. They can be sent to another thread and not be shared by two.
pub(crate) struct SampleSource {
    compiled: CompiledSchemas,
    /// The content of all types, read when the first sample is asked for.
    model: OnceCell<Model>,
}

impl SampleSource {
    pub(crate) fn new(compiled: CompiledSchemas) -> Self {
        Self { compiled, model: OnceCell::new() }
    }

    /// Makes ready for a request.
    pub(crate) fn open(&self) -> Sampler<'_> {
        Sampler { schemas: self.compiled.open(), model: &self.model }
    }

    /// [`CompiledSchemas::needs_recompiling`].
    pub(crate) fn needs_recompiling(&self) -> bool {
        self.compiled.needs_recompiling()
    }
}

/// Schemas while one request is answered: what is validated and sampled for it shares one validator.
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
    /// The texts of elements that validate against the roots as one message, each with the namespace declarations it needs.
    ///
    /// # Errors
    /// Where none is found within the budget: which leaf is to blame.
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
        // What references lead to is known now.
        let identifiers = Identifiers::expecting(sampling.identifiers);
        let mut sampling = Sampling { session, model: self.model, echo, options, identifiers };
        let texts = sampling.message(roots)?;
        match sampling.identifiers.dangling() {
            None => Ok(texts),
            Some((name, path)) => {
                Err(NoSample { path: path.to_owned(), reason: format!("nothing has the identifier `{name}`") })
            }
        }
    }
}

/// A message that is being synthesised.
struct Sampling<'a> {
    session: &'a Session<'a>,
    model: &'a OnceCell<Model>,
    echo: &'a Echo,
    options: &'a SampleOptions,
    /// Those of all its elements so far.
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
            // A member of its substitution group has another name, which is not what was asked for.
            return Err(NoSample { path: "/".to_owned(), reason: format!("{} is abstract", root.element()) });
        }
        // Each takes back a liberty of the one before.
        let styles = [
            Style { echo: Some(self.echo), keys_differ: false, nice: true, elements: ELEMENTS },
            Style { echo: None, keys_differ: false, nice: true, elements: ELEMENTS },
            Style { echo: None, keys_differ: false, nice: false, elements: ELEMENTS },
            Style { echo: None, keys_differ: false, nice: false, elements: 0 },
        ];
        let mut reason = None;
        // What refers to a key may stand before it: the attempt after it knows what the key will be.
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

/// What is wrong with a sample, if anything is. What it refers to may be in another element of the message.
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
