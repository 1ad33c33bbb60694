// The addresses of the npm package's files, in the form that bundlers look for: they copy the files and insert their addresses.
// The comments prevent this build from doing so, and are not in its output.

export const FILES = {
  diff: new URL(/* @vite-ignore */ "../wasm/diff.wasm", import.meta.url).href,
  diffJson: new URL(/* @vite-ignore */ "../wasm/diff-json.wasm", import.meta.url).href,
  examples: new URL(/* @vite-ignore */ "../wasm/examples.wasm", import.meta.url).href,
  rules: new URL(/* @vite-ignore */ "../rules.json", import.meta.url).href,
};
