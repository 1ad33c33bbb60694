// `waybill/releases` in Node: the module is read from disk once, at import.
import { readFileSync } from "node:fs";
import { functionsIn, instancesOf } from "./functions.js";

export { ReleaseError } from "./error.js";

const module = new WebAssembly.Module(readFileSync(new URL("../wasm/releases.wasm", import.meta.url)));

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
