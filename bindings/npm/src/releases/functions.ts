// The functions of `waybill/releases` over one WebAssembly module. Arguments and results are passed as JSON.
import { bytesOf, type Description } from "../diff/report.js";
import { Instances, TrapError } from "../instance.js";
import { type Failure, isFailure } from "../thrown.js";
import instantiate from "../wasm/releases.js";
import { ReleaseError } from "./error.js";
import type { CheckedAnswer, CommentState, GivenReport, ModelAttempt, ModelRequests, ModelStep, RewrittenChangelog } from "./types.js";

type Glue = ReturnType<typeof instantiate>;

/** The functions that `index.ts` declares. */
export type ReleaseFunctions = Omit<typeof import("./index.js"), "ReleaseError">;

/** An attempt as passed to Rust, which has no clock. */
export type TimedAttempt = ModelAttempt & { readonly failed: number; readonly now: number };

/** Returns the instances of a loaded module. */
export function instancesOf(module: WebAssembly.Module): Instances<Glue> {
  return new Instances(module, instantiate);
}

/** Returns the functions over these instances. They hold no state, so a crash affects no other call. */
export function functionsIn(instances: Instances<Glue>): ReleaseFunctions {
  /** The error to report after a crash. Requested first, because a trapped instance would not respond. */
  let crash: Failure | undefined;
  const ask = (work: (glue: Glue) => string): unknown => {
    const instance = instances.current();
    const crashed = crash ??= instance.enter((glue) => glue.crashed() as Failure);
    try {
      return JSON.parse(instance.enter(work));
    } catch (error) {
      if (isFailure(error)) throw new ReleaseError(error.code, error.message);
      if (!(error instanceof TrapError)) throw error;
      throw new ReleaseError(crashed.code, crashed.message, { cause: error });
    }
  };
  return {
    readTag: (text) => ask((glue) => glue.readTag(json({ text }))) as string,
    findPreviousTag: (tag, names) => ask((glue) => glue.findPreviousTag(json({ tag, names }))) as string | null,
    requiredBump: (report) => ask((glue) => glue.requiredBump(textOf(report))) as ReturnType<ReleaseFunctions["requiredBump"]>,
    nextVersion: (previous, bumps) => ask((glue) => glue.nextVersion(json({ previous, bumps }))) as string,
    writeChangelog: (report, release, options = {}) => ask((glue) => glue.writeChangelog(textOf(report), json({ release, options }))) as string,
    keepHandWritten: (previous, generated) => ask((glue) => glue.keepHandWritten(json({ previous, generated }))) as string,
    removeOperations: (description) => ask((glue) => glue.removeOperations(checked(description))) as string,
    writeComment: (report, options) => ask((glue) => glue.writeComment(textOf(report), json(options))) as string,
    writeFailedComment: (reason, options) => ask((glue) => glue.writeFailedComment(json({ reason, options }))) as string,
    readCommentState: (text) => ask((glue) => glue.readCommentState(json({ text }))) as CommentState | null,
    writeModelRequests: (report, options) => ask((glue) => glue.writeModelRequests(textOf(report), json(options))) as ModelRequests,
    readModelResponse: (provider, response, attempt) => ask((glue) => glue.readModelResponse(json({ provider, response, attempt: timed(attempt) }))) as ModelStep,
    readModelFailure: (reason, attempt) => ask((glue) => glue.readModelFailure(json({ reason, attempt: timed(attempt) }))) as ModelStep,
    checkModelAnswer: (report, answer) => ask((glue) => glue.checkModelAnswer(textOf(report), json(answer))) as CheckedAnswer,
    writeRewrittenChangelog: (report, release, model, answers, options = {}) =>
      ask((glue) => glue.writeRewrittenChangelog(textOf(report), json({ release, model, answers, options }))) as RewrittenChangelog,
  };
}

/** Returns an attempt with its defaults. */
function timed(attempt: ModelAttempt = {}): TimedAttempt {
  return { ...attempt, failed: attempt.failed ?? 0, now: attempt.now ?? Date.now() };
}

/** Returns the text of a report. Rust rejects a value that is not a report. */
function textOf(report: GivenReport): string {
  return typeof report === "string" ? report : json(report);
}

/** Returns a value as JSON. A value without JSON becomes `null`, which Rust rejects. */
function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    throw new ReleaseError("options.invalid", "what was given cannot be written as JSON", { cause: error });
  }
}

function checked(description: Description): Uint8Array {
  const isKnown = typeof description === "string" || description instanceof Uint8Array || description instanceof ArrayBuffer;
  if (!isKnown) throw new ReleaseError("options.invalid", "a description is a text, a Uint8Array or an ArrayBuffer");
  return bytesOf(description);
}
