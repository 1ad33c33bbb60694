//! Samples: values that are generated from a schema and validated before they are returned.
//!
//! The same schema, direction and seed always give the same value. Matching listed values come first: `const`, `enum`, examples
//! and the default. Next are values suggested by the property's name, and last any value that satisfies the keywords.

mod arrays;
mod choices;
mod conjunction;
mod generate;
mod names;
mod numbers;
mod objects;
#[cfg(test)]
mod tests;
mod texts;
mod value;

use std::borrow::Cow;

use waybill_base::internal::table::Set;

use super::direction::Direction;
use super::findings::Verdict;
use super::outcome::KeywordPlace;
use super::validator::{Schema, Validator};
use crate::tree::{Arena, NodeId};
use crate::{Description, JsonText, KnownKey, ResolvedDescription};
use conjunction::Conjunction;
use value::Value;

/// Maximum size of a sample in bytes. It is kept in memory and sent as a response.
const MAX_BYTES: usize = 1 << 20;

/// Maximum number of attempts at a whole sample, each with other choices. Only the validation of the whole shows which choices
/// fail.
const MAX_ATTEMPTS: u64 = 12;

/// Maximum number of locations filled in all attempts together, including those of alternatives that fail.
const MAX_PLACES: usize = 20_000;

/// Maximum number of validation steps for one sample. Each attempt is validated as a whole.
const MAX_STEPS: usize = 5_000_000;

/// Maximum depth of nested alternatives searched for property names. They can be recursive.
const MAX_ALTERNATIVES_WITHIN: usize = 3;

/// Maximum number of property names, and of alternatives searched for them.
const MAX_NAMES: usize = 1_000;

/// Cost of filling a location without its validation, in validation steps.
const STEPS_OF_A_PLACE: usize = 20;

/// The options of a sample.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SampleOptions<'o> {
    /// The direction in which it is sent. Without one, `readOnly` and `writeOnly` are ignored.
    pub direction: Option<Direction>,
    /// Seed of the choices. 0 always takes the first option.
    pub seed: u64,
    /// Name of the value, such as that of a header, which suggests a value. Can be empty.
    pub name: &'o str,
    /// Today's date for date values, as `YYYY-MM-DD`. If it is empty, a day in 2024 is used.
    pub day: &'o str,
}

/// Returns the first thousand names of properties that a schema and its alternatives declare.
pub(super) fn property_names(description: &ResolvedDescription<'_>, schema: NodeId) -> Vec<String> {
    let mut roots = vec![schema];
    let mut found = Set::default();
    for _ in 0..MAX_ALTERNATIVES_WITHIN {
        let conjunction = Conjunction::collect(description, &roots);
        for property in conjunction.inside(description, KnownKey::Properties).into_iter().take(MAX_NAMES) {
            found.add(description.arena().key_text(property).to_owned());
        }
        let before = roots.len();
        for word in [KnownKey::OneOf, KnownKey::AnyOf] {
            for branch in conjunction.inside(description, word) {
                if roots.len() < MAX_NAMES && !roots.contains(&branch) {
                    roots.push(branch);
                }
            }
        }
        if roots.len() == before {
            break;
        }
    }
    found.entries().iter().map(|(name, ())| name.clone()).collect()
}

/// The reason why a schema has no sample.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no sample for `{pointer}`: {reason}")]
pub struct NoSample {
    /// JSON Pointer (RFC 6901) of the location in the sample for which no value was found.
    pub pointer: String,
    /// Schema of that location.
    pub schema: KeywordPlace,
    /// The reason, as a lower-case sentence without a full stop.
    pub reason: &'static str,
}

impl Validator {
    /// Generates a value that matches a schema of a description, as JSON of at most 1 MiB. The same options give the same value.
    ///
    /// # Errors
    /// A [`NoSample`] with the location for which no value was found. Either the schema contradicts itself, or a limit or an
    /// unsupported pattern prevented a result.
    pub fn sample(
        &mut self,
        description: &Description<'_>,
        schema: Schema,
        options: &SampleOptions<'_>,
    ) -> Result<String, NoSample> {
        let steps = self.steps_up_to(MAX_STEPS);
        let (found, spent) = self.search_sample(&description.resolved, schema, options, (0, steps));
        self.take_work(spent);
        found
    }

    /// Like [`Validator::sample`], but faster, because optional values are first omitted. `work` is the number of remaining steps
    /// of all such searches together.
    ///
    /// # Errors
    /// Like [`Validator::sample`]. If no `work` is left, an error does not mean that there is no sample.
    pub fn find_small_sample(
        &mut self,
        description: &Description<'_>,
        schema: Schema,
        options: &SampleOptions<'_>,
        work: &mut usize,
    ) -> Result<String, NoSample> {
        let steps = self.steps_up_to(MAX_STEPS.min(*work));
        let (found, spent) = self.search_sample(&description.resolved, schema, options, (1, steps));
        self.take_work(spent);
        *work = work.saturating_sub(spent);
        found
    }

    /// Searches from an attempt on, and returns the number of steps that this took.
    fn search_sample(
        &mut self,
        description: &ResolvedDescription<'_>,
        schema: Schema,
        options: &SampleOptions<'_>,
        (first, steps): (u64, usize),
    ) -> (Result<String, NoSample>, usize) {
        let mut sampler = self.sampler(description, options, steps);
        let found = sampler.find(schema.0, options.name, first);
        (found, steps - sampler.steps + (MAX_PLACES - sampler.places) * STEPS_OF_A_PLACE)
    }

    fn sampler<'s, 'd>(
        &'s mut self,
        description: &'s ResolvedDescription<'d>,
        options: &SampleOptions<'s>,
        steps: usize,
    ) -> Sampler<'s, 'd> {
        Sampler {
            description,
            validator: self,
            direction: options.direction,
            seed: options.seed,
            day: if options.day.is_empty() { names::DAY } else { options.day },
            attempt: 0,
            variant: 0,
            places: MAX_PLACES,
            places_before: MAX_PLACES,
            steps,
            path: Vec::new(),
            open: Vec::new(),
            taken: Vec::new(),
            tagged: Vec::new(),
            failure: None,
        }
    }
}

/// The state of generating a sample.
struct Sampler<'s, 'd> {
    description: &'s ResolvedDescription<'d>,
    validator: &'s mut Validator,
    direction: Option<Direction>,
    seed: u64,
    /// Today's date for date values.
    day: &'s str,
    /// Number of the attempt. Odd attempts omit optional values.
    attempt: u64,
    /// Number of the variant, for locations that need several different values, such as elements of an array.
    variant: u64,
    places: usize,
    /// Value of `places` at the start of the current attempt.
    places_before: usize,
    steps: usize,
    /// The path from the root of the sample to the current location.
    path: Vec<String>,
    /// The schemas of the enclosing locations.
    open: Vec<NodeId>,
    /// The keywords of the current location for which a choice has been made.
    taken: Vec<NodeId>,
    /// Properties of the current location, with the values that discriminators require.
    tagged: Vec<(String, String)>,
    /// The location for which no value was found, its schema, and the reason.
    failure: Option<(String, NodeId, &'static str)>,
}

impl Sampler<'_, '_> {
    /// Returns the first complete sample that matches, as JSON.
    fn find(&mut self, root: NodeId, name: &str, first: u64) -> Result<String, NoSample> {
        for attempt in first..MAX_ATTEMPTS {
            self.attempt = attempt;
            self.places_before = self.places;
            let value = self.generate(&[root], name);
            let written = value.and_then(|value| self.written(&value));
            if let Some(json) = written.filter(|json| self.holds_text(&[root], json)) {
                return Ok(json);
            }
            if self.is_spent() {
                break;
            }
        }
        Err(self.no_sample(root))
    }

    fn is_spent(&self) -> bool {
        self.places == 0 || self.steps == 0
    }

    /// Generates a value for a location inside the current one.
    fn inside(&mut self, step: String, schemas: &[NodeId], name: &str) -> Option<Value> {
        self.path.push(step);
        let (taken, tagged) = (std::mem::take(&mut self.taken), std::mem::take(&mut self.tagged));
        let value = self.generate(schemas, name);
        (self.taken, self.tagged) = (taken, tagged);
        self.path.pop();
        value
    }

    /// Stores that no value was found for the current location.
    fn fail(&mut self, schema: Option<NodeId>, reason: &'static str) {
        if self.failure.is_none() {
            self.failure = schema.map(|schema| (self.pointer(), schema, reason));
        }
    }

    fn pointer(&self) -> String {
        let escaped = |step: &String| format!("/{}", step.replace('~', "~0").replace('/', "~1"));
        self.path.iter().map(escaped).collect()
    }

    fn no_sample(&self, root: NodeId) -> NoSample {
        let unknown = (String::new(), root, "no value was found that matches the schema");
        let (pointer, schema, reason) = self.failure.clone().unwrap_or(unknown);
        let file = self.description.file_of(schema).map(str::to_owned);
        let reason = if self.is_spent() { "what was tried took more work than is allowed" } else { reason };
        NoSample { pointer, schema: KeywordPlace { file, pointer: self.description.pointer(schema) }, reason }
    }

    /// Selects one of `count` options. It is the first one, unless the seed, the attempt or the variant requires another.
    fn pick(&self, count: usize) -> usize {
        let count = u64::try_from(count.max(1)).unwrap_or(1);
        usize::try_from((self.mixed().wrapping_add(self.variant)) % count).unwrap_or(0)
    }

    /// Returns a number that depends on the seed, the attempt and the location. It is 0 in the first attempts with seed 0.
    fn mixed(&self) -> u64 {
        let attempt = self.attempt / 2;
        if self.seed == 0 {
            return attempt;
        }
        let mut state = self.seed.wrapping_add(attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for step in &self.path {
            for byte in step.bytes() {
                state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        // The final steps of SplitMix64, which distribute differences over all bits.
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^ (state >> 31)
    }

    fn written(&self, value: &Value) -> Option<String> {
        let mut json = String::new();
        value.write(self.description.arena(), MAX_BYTES, &mut json).then_some(json)
    }

    /// Returns true if a value certainly matches all of some schemas.
    fn holds(&mut self, schemas: &[NodeId], value: &Value) -> bool {
        if let Value::Given(id) = value {
            return self.holds_in(schemas, (self.description.arena(), *id));
        }
        self.written(value).is_some_and(|json| self.holds_text(schemas, &json))
    }

    fn holds_text(&mut self, schemas: &[NodeId], json: &str) -> bool {
        // Parsing consumes steps too.
        self.steps = self.steps.saturating_sub(json.len() / 16);
        let Ok(text) = JsonText::read("sample", Cow::Borrowed(json.as_bytes()), MAX_BYTES, 256) else { return false };
        self.holds_in(schemas, (text.arena(), NodeId::ROOT))
    }

    fn holds_in(&mut self, schemas: &[NodeId], (arena, instance): (&Arena<'_>, NodeId)) -> bool {
        let (description, direction) = (self.description, self.direction);
        schemas.iter().all(|&schema| {
            let verdict = self.validator.test(description, schema, (arena, instance), direction, &mut self.steps);
            verdict == Verdict::Valid
        })
    }
}
