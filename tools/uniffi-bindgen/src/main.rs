//! Generates Kotlin or Swift sources of a native library into a folder: `uniffi-bindgen LANGUAGE LIBRARY CONFIG FOLDER`.

use anyhow::{Result, bail};
use uniffi_bindgen::bindings::{GenerateOptions, TargetLanguage, generate};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [language, library, config, folder] = arguments.as_slice() else {
        bail!("usage: uniffi-bindgen LANGUAGE LIBRARY CONFIG FOLDER")
    };
    let language = match language.as_str() {
        "kotlin" => TargetLanguage::Kotlin,
        "swift" => TargetLanguage::Swift,
        _ => bail!("no such language: {language}; there are kotlin and swift"),
    };
    generate(GenerateOptions {
        languages: vec![language],
        source: library.into(),
        config_override: Some(config.into()),
        out_dir: folder.into(),
        format: false,
        ..GenerateOptions::default()
    })
}
