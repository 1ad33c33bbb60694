// `waybill/releases` in browsers: the module is fetched and compiled once, at import. After that, its functions are synchronous.
// Bundlers look for `new URL(.., import.meta.url)` to copy the file.
import { compileFetched } from "../fetched-module.js";
import { functionsIn, instancesOf } from "./functions.js";

export { ReleaseError } from "./error.js";

const module = await compileFetched("the WebAssembly file for releases", await fetch(new URL("../wasm/releases.wasm", import.meta.url)));

export const {
  readTag,
  findPreviousTag,
  requiredBump,
  nextVersion,
  writeChangelog,
  keepHandWritten,
  removeOperations,
  writeComment,
  writeFailedComment,
  readCommentState,
  writeModelRequests,
  readModelResponse,
  readModelFailure,
  checkModelAnswer,
  writeRewrittenChangelog,
} = functionsIn(instancesOf(module));
