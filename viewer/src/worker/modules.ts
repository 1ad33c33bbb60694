// Where the WebAssembly files are, on the viewer's own pages. The build for the npm package has `modules-of-package.ts` in its place.
import diff from "waybill/diff.wasm?url";

export const MODULES = { diff: new URL(diff, import.meta.url).href };
