//! Generates the glue of a WebAssembly file that cargo built, and writes both to a folder: `wasm-glue FILE FOLDER`.

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [file, folder] = arguments.as_slice() else { bail!("usage: wasm-glue FILE FOLDER") };
    Bindgen::new().input_path(file).no_modules(true)?.typescript(true).remove_name_section(true).generate(folder)
}
