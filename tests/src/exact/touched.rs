//! Where two JSON texts differ, as the fewest places that hold everything that does.
//!
//! It knows nothing of descriptions: elements that stand before and behind whatever differs are paired.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::pointer::below;

/// The places that hold everything that differs, each on the sides that have it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Touched {
    /// Their JSON pointers in the old text.
    pub old: Vec<String>,
    /// Their JSON pointers in the new text.
    pub new: Vec<String>,
}

impl Touched {
    /// The places in which two texts differ.
    #[must_use]
    pub fn between(old: &Value, new: &Value) -> Touched {
        let mut touched = Touched::default();
        touched.compare(old, new, "");
        touched
    }

    fn compare(&mut self, old: &Value, new: &Value, at: &str) {
        match (old, new) {
            (old, new) if old == new => {}
            (Value::Object(old), Value::Object(new)) => self.members(old, new, at),
            (Value::Array(old), Value::Array(new)) => self.elements(old, new, at),
            _ => self.whole(at),
        }
    }

    fn whole(&mut self, at: &str) {
        self.old.push(at.to_owned());
        self.new.push(at.to_owned());
    }

    fn members(&mut self, old: &Map<String, Value>, new: &Map<String, Value>, at: &str) {
        let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for key in keys {
            let inner = below(at, key);
            match (old.get(key), new.get(key)) {
                (Some(old), Some(new)) => self.compare(old, new, &inner),
                (Some(_), None) => self.old.push(inner),
                (None, _) => self.new.push(inner),
            }
        }
    }

    fn elements(&mut self, old: &[Value], new: &[Value], at: &str) {
        let before = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let shorter = old.len().min(new.len()) - before;
        let behind = old.iter().rev().zip(new.iter().rev()).take(shorter).take_while(|(old, new)| old == new).count();
        let (left, right) = (before..old.len() - behind, before..new.len() - behind);
        let pointers = |range: std::ops::Range<usize>| range.map(|index| below(at, &index.to_string()));
        match (left.len(), right.len()) {
            (1, 1) => {
                if let (Some(old), Some(new)) = (old.get(before), new.get(before)) {
                    self.compare(old, new, &below(at, &before.to_string()));
                }
            }
            (0, _) => self.new.extend(pointers(right)),
            (_, 0) => self.old.extend(pointers(left)),
            _ => self.whole(at),
        }
    }
}
