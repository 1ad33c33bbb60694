//! The wasm-bindgen test runner, built from this workspace's lock file so that its version always matches.
fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
