//! The value of a leaf: fixed, from the request, a default, or generated from its type and name.

use std::cell::Cell;

use xsd_schema::ids::{NameId, TypeKey};

use super::SampleOptions;
use super::echo::Echo;
use super::generate::{Generator, Stuck};
use super::keys::Field;
use super::leaf::{self, Leaf, TRIES, keeps_white_space, read};
use super::words::LeafName;
use crate::credentials::is_credential_name;
use crate::xsd::types::{simple_type, text};

/// Maximum number of identifiers of the request that one leaf tries.
const ECHOED: usize = 100;

impl Generator<'_> {
    /// Returns the fixed value, the value of the request, the default, or a generated value.
    pub(super) fn value(
        &mut self,
        name: NameId,
        key: Option<TypeKey>,
        fixed: Option<&str>,
        default: Option<&str>,
    ) -> Result<String, Stuck> {
        let identifies = key.filter(|key| self.model.may_identify(self.set, *key));
        let value = self.find_value(name, key, fixed, default, identifies.is_some())?;
        if let Some(key) = identifies
            && let Some(read) = read(self.set, key, &value)
        {
            if !self.identifiers.admit(&read) {
                return Err(self.stuck("its identifier is already used"));
            }
            self.identifiers.write(&read, &self.path);
        }
        if let Some(name) = key.and_then(|key| simple_type(self.set, key)?.qualified_name(self.set, &value)) {
            return Ok(self.writer.qualified(&name.namespace, &name.local));
        }
        self.dates.note(&self.path, &value);
        if let Some(field) = self.model.key_fields.at(&self.path) {
            self.keys.note(field, &value);
        }
        Ok(value)
    }

    fn find_value(
        &self,
        name: NameId,
        key: Option<TypeKey>,
        fixed: Option<&str>,
        default: Option<&str>,
        identifies: bool,
    ) -> Result<String, Stuck> {
        if let Some(fixed) = fixed {
            return Ok(fixed.to_owned());
        }
        let local = text(self.set, name);
        let attribute = self.path.rsplit('/').next().is_some_and(|step| step.starts_with('@')).then_some(local);
        let spot = self.places.spot(attribute);
        let echo = self.style.echo.filter(|_| !is_credential_name(local));
        let echoed = echo.zip(spot).and_then(|(echo, spot)| echo.value(local, &self.path, spot));
        let Some(key) = key else {
            return Ok(echoed.map(str::trim).or(default).unwrap_or("text").to_owned());
        };
        let field = self.model.key_fields.at(&self.path);
        let SampleOptions { seed, day } = *self.options;
        let mut leaf = Leaf {
            name: &LeafName::new(local, &self.path),
            path: &self.path,
            seed,
            day,
            nice: self.style.nice,
            reports_trouble: self.reports_trouble,
            ships_on: echo.and_then(Echo::ships_on),
            date_beside: self.dates.beside(&self.path),
            asked: echo.map(Echo::asked).unwrap_or_default(),
            chosen: &self.model.chosen,
            identifiers: identifies.then_some(&self.identifiers),
            taken: None,
            tries: Cell::new(TRIES),
        };
        // An identifier of the request is repeated only once, so the next leaf uses the next one.
        let others = echo.filter(|_| identifies).map(|echo| echo.values(local)).unwrap_or_default();
        // The prefix of a qualified name has no meaning in another document.
        let echoed = echoed.filter(|_| !simple_type(self.set, key).is_some_and(|found| found.is_qualified()));
        let referred = field.and_then(|field| self.keys.referred(field, &self.expected));
        // White space around a value is significant only in strings.
        let spaced = echoed.filter(|_| keeps_white_space(self.set, key));
        // Different orders may have equal keys. If they must not, the next attempt uses different keys.
        let taken = field.and_then(|field| self.keys.taken(field));
        leaf.taken = taken.filter(|_| self.style.keys_differ);
        let others = others.iter().take(ECHOED).map(|other| other.trim());
        for echoed in [referred, spaced, echoed.map(str::trim)].into_iter().flatten().chain(others) {
            if leaf.admits(self.set, key, echoed) {
                return Ok(echoed.to_owned());
            }
        }
        if let Some(default) = default.filter(|default| taken.is_none_or(|taken| !taken.contains(*default))) {
            return Ok(default.to_owned());
        }
        leaf.taken = taken;
        self.make_up(key, leaf, field)
    }

    /// Generates a value of the type that matches its name.
    fn make_up(&self, key: TypeKey, mut leaf: Leaf<'_>, field: Option<Field>) -> Result<String, Stuck> {
        let mut value = leaf::value(self.set, key, &leaf);
        if value.is_none() && leaf.taken.take().is_some() {
            // Another field of the same key may distinguish the rows.
            value = field.and_then(|field| self.keys.repeated(field)).map(str::to_owned);
            leaf.tries.set(TRIES);
            value = value.or_else(|| leaf::value(self.set, key, &leaf));
        }
        value.ok_or_else(|| {
            let reason = format!("no value was found that is {}", crate::xsd::types::describe(self.set, key));
            // Another message or another location may have unused identifiers.
            Stuck { certain: leaf.identifiers.is_none(), ..self.stuck(&reason) }
        })
    }
}
