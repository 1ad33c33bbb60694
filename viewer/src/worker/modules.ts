// The addresses of the files that the worker loads, on the viewer's own pages. The build for the npm package uses
// `modules-of-package.ts` in place of this file.
import diffJson from "waybill/diff-json.wasm?url";
import diff from "waybill/diff.wasm?url";
import examples from "waybill/examples.wasm?url";
import rules from "waybill/rules.json?url";

const at = (address: string) => new URL(address, import.meta.url).href;

export const FILES = { diff: at(diff), diffJson: at(diffJson), examples: at(examples), rules: at(rules) };
