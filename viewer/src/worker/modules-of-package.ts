// Where the files are in the npm package, written as bundlers look for it: they copy the files and put in their addresses. The
// comments keep this build from doing it, and do not outlive it.

export const FILES = {
  diff: new URL(/* @vite-ignore */ "../wasm/diff.wasm", import.meta.url).href,
  diffJson: new URL(/* @vite-ignore */ "../wasm/diff-json.wasm", import.meta.url).href,
  examples: new URL(/* @vite-ignore */ "../wasm/examples.wasm", import.meta.url).href,
  rules: new URL(/* @vite-ignore */ "../rules.json", import.meta.url).href,
};
