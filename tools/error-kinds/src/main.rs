//! Prints core's table of error codes as a TypeScript module. The npm package takes the kinds of its errors from it, even
//! before a WebAssembly file is loaded.

use waybill_core::error::code;

fn main() {
    println!("// Written by `cargo xtask build wasm` from `core/base/src/error/code.rs`.");
    println!("import type {{ ErrorKind }} from \"../error-kind.js\";\n");
    println!("/** Every error code, and whose fault such a failure is. */");
    println!("export const errorKinds: Readonly<Record<string, ErrorKind>> = {{");
    for code in code::ALL {
        println!("  \"{code}\": \"{}\",", code.kind().as_str());
    }
    println!("}};");
}
