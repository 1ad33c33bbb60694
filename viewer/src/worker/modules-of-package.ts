// Where the WebAssembly files are in the npm package, written as bundlers look for it: they copy the files and put in their
// addresses. The comments keep this build from doing it, and do not outlive it.

export const MODULES = { diff: new URL(/* @vite-ignore */ "../wasm/diff.wasm", import.meta.url).href };
