//! A value that matches a schema: put together from what the schema says, and checked before anybody sees it.
//!
//! One schema, direction and seed always give the same value. What a schema lists comes first: `const`, `enum`, examples and
//! the default where they match; then what the name of a property suggests; then whatever satisfies the keywords.

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

/// How many bytes a sample may have: it is kept in memory, and sent as an answer.
const MAX_BYTES: usize = 1 << 20;

/// How many times a whole sample is tried, each time with other choices: which of them fail shows once the whole is
/// checked.
const MAX_ATTEMPTS: u64 = 12;

/// How many places are filled in all attempts together: alternatives that fail are filled in vain.
const MAX_PLACES: usize = 20_000;

/// How many steps all checks of one sample may take: each attempt is checked as a whole.
const MAX_STEPS: usize = 5_000_000;

/// How many alternatives within one another are looked through for the names of properties: they may lead to themselves.
const MAX_ALTERNATIVES_WITHIN: usize = 3;

/// How many names of properties are looked for, and in how many alternatives.
const MAX_NAMES: usize = 1_000;

/// What filling a place costs beside the checks, in their steps.
const STEPS_OF_A_PLACE: usize = 20;

/// What a sample is drawn from, beside its schema.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SampleOptions<'o> {
    /// Which way it is sent; without a direction `readOnly` and `writeOnly` mean nothing.
    pub direction: Option<Direction>,
    /// 0 takes the first of what there is to choose from, any other seed makes choices of its own.
    pub seed: u64,
    /// What the value is called, such as the name of a header: names suggest values. It may be empty.
    pub name: &'o str,
    /// The day that dates take for today, written `YYYY-MM-DD`; where it is empty, one of 2024.
    pub day: &'o str,
}

/// The names of the properties that a schema declares, those of its alternatives as well; the first thousand.
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

/// Why a schema has no sample.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no sample for `{pointer}`: {reason}")]
pub struct NoSample {
    /// JSON pointer (RFC 6901) of the place in the sample for which nothing was found.
    pub pointer: String,
    /// The schema of that place.
    pub schema: KeywordPlace,
    /// Why nothing was found, as a lower-case sentence without a full stop.
    pub reason: &'static str,
}

impl Validator {
    /// A value that matches a schema of a description, as JSON of at most 1 MiB; of the same options the same.
    ///
    /// # Errors
    /// A [`NoSample`] that says for which place nothing was found: the schema contradicts itself, or asks for what is not
    /// found in bounded work, such as a pattern that cannot be followed.
    pub fn sample(
        &mut self,
        description: &Description<'_>,
        schema: Schema,
        options: &SampleOptions<'_>,
    ) -> Result<String, NoSample> {
        self.sampler(&description.resolved, options, MAX_STEPS).find(schema.0, options.name, 0)
    }

    /// As [`Validator::sample`], at less cost: what may be left out is left out first. `work` says how many steps all such
    /// searches may take, and how many of them are left.
    ///
    /// # Errors
    /// As [`Validator::sample`]; with no `work` left nothing is known.
    pub fn find_small_sample(
        &mut self,
        description: &Description<'_>,
        schema: Schema,
        options: &SampleOptions<'_>,
        work: &mut usize,
    ) -> Result<String, NoSample> {
        let steps = MAX_STEPS.min(*work);
        let mut sampler = self.sampler(&description.resolved, options, steps);
        let found = sampler.find(schema.0, options.name, 1);
        let spent = steps - sampler.steps + (MAX_PLACES - sampler.places) * STEPS_OF_A_PLACE;
        *work = work.saturating_sub(spent);
        found
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

/// What puts a sample together.
struct Sampler<'s, 'd> {
    description: &'s ResolvedDescription<'d>,
    validator: &'s mut Validator,
    direction: Option<Direction>,
    seed: u64,
    /// What dates take for today.
    day: &'s str,
    /// Which attempt it is; every other one leaves out what is optional.
    attempt: u64,
    /// Which of several values in one place is wanted: elements of an array are to differ.
    variant: u64,
    places: usize,
    /// How many places were left when the attempt at hand began.
    places_before: usize,
    steps: usize,
    /// The steps from the root of the sample to the place at hand.
    path: Vec<String>,
    /// The schemas of the places around the one at hand.
    open: Vec<NodeId>,
    /// The keywords of the place at hand that left a choice, which has been made.
    taken: Vec<NodeId>,
    /// What discriminators ask for in the place at hand: a property and its value.
    tagged: Vec<(String, String)>,
    /// The place for which nothing was found, and its schema.
    failure: Option<(String, NodeId, &'static str)>,
}

impl Sampler<'_, '_> {
    /// The first whole sample that matches, as JSON.
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

    /// A value for a place inside of the one at hand.
    fn inside(&mut self, step: String, schemas: &[NodeId], name: &str) -> Option<Value> {
        self.path.push(step);
        let (taken, tagged) = (std::mem::take(&mut self.taken), std::mem::take(&mut self.tagged));
        let value = self.generate(schemas, name);
        (self.taken, self.tagged) = (taken, tagged);
        self.path.pop();
        value
    }

    /// Notes that nothing was found for the place at hand.
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
        let unknown = (String::new(), root, "none of the values that were tried matches the schema");
        let (pointer, schema, reason) = self.failure.clone().unwrap_or(unknown);
        let file = self.description.file_of(schema).map(str::to_owned);
        let reason = if self.is_spent() { "what was tried took more work than is allowed" } else { reason };
        NoSample { pointer, schema: KeywordPlace { file, pointer: self.description.pointer(schema) }, reason }
    }

    /// One of so many: the first where nothing asks for another one.
    fn pick(&self, count: usize) -> usize {
        let count = u64::try_from(count.max(1)).unwrap_or(1);
        usize::try_from((self.mixed().wrapping_add(self.variant)) % count).unwrap_or(0)
    }

    /// A number that depends on the seed, the attempt and the place; 0 at first for seed 0.
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
        // The last steps of SplitMix64, which spread what differs over all bits.
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^ (state >> 31)
    }

    fn written(&self, value: &Value) -> Option<String> {
        let mut json = String::new();
        value.write(self.description.arena(), MAX_BYTES, &mut json).then_some(json)
    }

    /// Whether a value surely matches all of some schemas.
    fn holds(&mut self, schemas: &[NodeId], value: &Value) -> bool {
        if let Value::Given(id) = value {
            return self.holds_in(schemas, (self.description.arena(), *id));
        }
        self.written(value).is_some_and(|json| self.holds_text(schemas, &json))
    }

    fn holds_text(&mut self, schemas: &[NodeId], json: &str) -> bool {
        // Reading takes its share.
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
