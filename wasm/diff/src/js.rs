//! The JavaScript values at the boundary, declared member by member.
//!
//! Only eight members are passed, so declarations are smaller than a generic serializer.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::wire::{Failure, Options};

#[wasm_bindgen]
extern "C" {
    /// The options of the caller. The types of the members are checked when they are read.
    #[derive(Debug)]
    type Given;

    #[wasm_bindgen(method, getter, structural, catch, js_name = previousName)]
    fn previous_name(this: &Given) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, getter, structural, catch, js_name = currentName)]
    fn current_name(this: &Given) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, getter, structural, catch, js_name = excludeTags)]
    fn exclude_tags(this: &Given) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, getter, structural, catch, js_name = excludePaths)]
    fn exclude_paths(this: &Given) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, getter, structural, catch, js_name = excludeInternal)]
    fn exclude_internal(this: &Given) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, getter, structural, catch)]
    fn levels(this: &Given) -> Result<JsValue, JsValue>;

    /// An array.
    type List;

    #[wasm_bindgen(method, getter, structural)]
    fn length(this: &List) -> u32;

    #[wasm_bindgen(method, structural, indexing_getter, catch)]
    fn get(this: &List, at: u32) -> Result<JsValue, JsValue>;

    /// A function that receives the progress of a comparison.
    #[wasm_bindgen(typescript_type = "Function")]
    #[derive(Debug)]
    pub type Watch;

    #[wasm_bindgen(method, structural, catch, js_name = call)]
    pub(crate) fn tell(this: &Watch, receiver: &JsValue, phase: &str, done: u32, total: u32) -> Result<(), JsValue>;

    #[wasm_bindgen(js_name = Object)]
    type Thrown;

    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Thrown;

    #[wasm_bindgen(method, setter, structural)]
    fn set_code(this: &Thrown, code: &str);

    #[wasm_bindgen(method, setter, structural)]
    fn set_message(this: &Thrown, message: &str);
}

/// Reads the options of a caller: `undefined`, or an object.
pub(crate) fn options(given: JsValue) -> Result<Options, Failure> {
    if given.is_undefined() {
        return Ok(Options::default());
    }
    if !given.is_object() {
        return Err(Failure::options());
    }
    let given = Given::from(given);
    Ok(Options {
        previous_name: name(given.previous_name())?,
        current_name: name(given.current_name())?,
        exclude_tags: names(given.exclude_tags())?,
        exclude_paths: names(given.exclude_paths())?,
        exclude_internal: flag(given.exclude_internal())?,
        levels: names(given.levels())?,
    })
}

/// Reads a list of names. It is empty if absent.
fn names(member: Result<JsValue, JsValue>) -> Result<Vec<String>, Failure> {
    let member = member.map_err(|_| Failure::options())?;
    if member.is_undefined() {
        return Ok(Vec::new());
    }
    if !member.is_array() {
        return Err(Failure::options());
    }
    let list = List::from(member);
    (0..list.length())
        .map(|at| list.get(at).ok().and_then(|name| name.as_string()).ok_or_else(Failure::options))
        .collect()
}

/// Reads a flag. It is false if absent.
fn flag(member: Result<JsValue, JsValue>) -> Result<bool, Failure> {
    match member {
        Ok(flag) if flag.is_undefined() => Ok(false),
        Ok(flag) => flag.as_bool().ok_or_else(Failure::options),
        Err(_) => Err(Failure::options()),
    }
}

/// Reads a name. It is empty if absent.
fn name(member: Result<JsValue, JsValue>) -> Result<String, Failure> {
    match member {
        Ok(name) if name.is_undefined() => Ok(String::new()),
        Ok(name) => name.as_string().ok_or_else(Failure::options),
        Err(_) => Err(Failure::options()),
    }
}

/// Converts a failure into the plain object that is thrown.
pub(crate) fn thrown(failure: &Failure) -> JsValue {
    let thrown = Thrown::new();
    thrown.set_code(failure.code);
    thrown.set_message(&failure.message);
    thrown.into()
}
