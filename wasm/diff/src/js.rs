//! The JavaScript values at the boundary, declared member by member.
//!
//! Two members in and two out: a serialiser for values of any shape weighed more than what it carried.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::wire::{Failure, Options};

#[wasm_bindgen]
extern "C" {
    /// What the caller gives as options: of any type, until its members have been looked at.
    #[derive(Debug)]
    type Given;

    #[wasm_bindgen(method, getter, structural, catch, js_name = previousName)]
    fn previous_name(this: &Given) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, getter, structural, catch, js_name = currentName)]
    fn current_name(this: &Given) -> Result<JsValue, JsValue>;

    /// A function that is told how far a comparison is.
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

/// The options a caller gave: `undefined`, or an object.
pub(crate) fn options(given: JsValue) -> Result<Options, Failure> {
    if given.is_undefined() {
        return Ok(Options::default());
    }
    if !given.is_object() {
        return Err(Failure::options());
    }
    let given = Given::from(given);
    Ok(Options { previous_name: name(given.previous_name())?, current_name: name(given.current_name())? })
}

/// A name, empty where it is absent.
fn name(member: Result<JsValue, JsValue>) -> Result<String, Failure> {
    match member {
        Ok(name) if name.is_undefined() => Ok(String::new()),
        Ok(name) => name.as_string().ok_or_else(Failure::options),
        Err(_) => Err(Failure::options()),
    }
}

/// A failure as the plain object that is thrown.
pub(crate) fn thrown(failure: &Failure) -> JsValue {
    let thrown = Thrown::new();
    thrown.set_code(failure.code);
    thrown.set_message(&failure.message);
    thrown.into()
}
