//! An element that a schema admits, made up: it repeats what the request said, looks like logistics where names say what
//! they are, and is held to the schema before it is answered. The same request, seed and day give the same bytes.

mod content;
mod dates;
mod decimal;
mod echo;
mod generate;
mod leaf;
mod logistics;
mod model;
mod pattern;
mod random;
mod words;
mod writer;

use thiserror::Error;

pub(crate) use echo::Echo;
pub(crate) use model::Model;

use generate::{Generator, Stuck, Style};
use model::ElementTerm;

use crate::xml;
use crate::xsd::{CompiledSchemas, QName, Resolved, Root, Session};

/// As many elements as an answer has for want of a reason to have more.
const ELEMENTS: u64 = 100;

/// What decides a sample besides its schema and the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SampleOptions {
    /// Another seed gives other digits.
    pub(crate) seed: u64,
    /// The day that dates are around, counted from 1970-01-01, in UTC.
    pub(crate) day: i64,
}

/// Why no sample was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}: {reason}")]
pub(crate) struct NoSample {
    /// The way to the leaf that is to blame.
    pub(crate) path: String,
    /// A sentence without its full stop.
    pub(crate) reason: String,
}

/// See [`Session::sample`].
pub(crate) fn sample(
    session: &Session<'_>,
    root: &Root,
    echo: &Echo,
    options: &SampleOptions,
) -> Result<String, NoSample> {
    let schemas = session.schemas;
    let unknown = || NoSample { path: "/".to_owned(), reason: format!("{} is not declared", root.element()) };
    let resolved = schemas.resolve(root).ok_or_else(unknown)?;
    if let Resolved::Element(key) = resolved
        && schemas.set().arenas.get_element(key).is_some_and(|declaration| declaration.is_abstract)
    {
        // A member of its substitution group has another name, which is not what was asked for.
        return Err(NoSample { path: "/".to_owned(), reason: format!("{} is abstract", root.element()) });
    }
    // Each takes back a liberty of the one before.
    let styles = [
        Style { echo: Some(echo), nice: true, elements: ELEMENTS },
        Style { echo: None, nice: true, elements: ELEMENTS },
        Style { echo: None, nice: false, elements: ELEMENTS },
        Style { echo: None, nice: false, elements: 0 },
    ];
    let mut reason = None;
    for style in styles {
        match write(schemas, root, resolved, options, style) {
            Ok(text) => match first_violation(session, &text, root) {
                None => return Ok(text),
                Some(found) => reason = Some(found),
            },
            Err(Stuck { path, reason: said, .. }) => reason = Some(NoSample { path, reason: said }),
        }
    }
    Err(reason.unwrap_or_else(unknown))
}

/// What is wrong with a sample, if anything is.
fn first_violation(session: &Session<'_>, text: &str, root: &Root) -> Option<NoSample> {
    let tree = match xml::parse(text) {
        Ok(tree) => tree,
        Err(error) => return Some(NoSample { path: "/".to_owned(), reason: error.to_string() }),
    };
    let first = session.validate(tree.root_element(), root).into_iter().next()?;
    Some(NoSample { path: first.path, reason: first.message })
}

fn write(
    schemas: &CompiledSchemas,
    root: &Root,
    resolved: Resolved,
    options: &SampleOptions,
    style: Style<'_>,
) -> Result<String, Stuck> {
    let set = schemas.set();
    let QName { namespace, local } = root.element();
    let term = match resolved {
        Resolved::Element(key) => {
            let declaration = set.arenas.get_element(key);
            let name =
                declaration.and_then(|declaration| declaration.name).unwrap_or_else(|| set.name_table.add(local));
            let namespace = declaration.and_then(|declaration| declaration.target_namespace);
            ElementTerm { name, namespace, declaration: Some(key), type_key: None }
        }
        Resolved::Type(key) => {
            let namespace = (!namespace.is_empty()).then(|| set.name_table.add(namespace));
            ElementTerm { name: set.name_table.add(local), namespace, declaration: None, type_key: Some(key) }
        }
    };
    let mut generator = Generator::new(set, schemas.model(), options, style);
    generator.element(&term, style.elements)?;
    Ok(generator.writer.finish())
}

#[cfg(test)]
mod tests;
