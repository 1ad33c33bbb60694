// The calls of the shared release vectors to a module of `waybill/releases`, in Node and in a page.

/** The function for each call of a vector, with the step's report and arguments. */
const CALLS = {
  readTag: ({ readTag }, _, { text }) => readTag(text),
  findPreviousTag: ({ findPreviousTag }, _, { tag, names }) => findPreviousTag(tag, names),
  requiredBump: ({ requiredBump }, report) => requiredBump(report),
  nextVersion: ({ nextVersion }, _, { previous, bumps }) => nextVersion(previous, bumps),
  writeChangelog: ({ writeChangelog }, report, { release, options }) => writeChangelog(report, release, options),
  keepHandWritten: ({ keepHandWritten }, _, { previous, generated }) => keepHandWritten(previous, generated),
  removeOperations: ({ removeOperations }, _, { description }) => removeOperations(description),
  writeComment: ({ writeComment }, report, options) => writeComment(report, options),
  writeFailedComment: ({ writeFailedComment }, _, { reason, options }) => writeFailedComment(reason, options),
  readCommentState: ({ readCommentState }, _, { text }) => readCommentState(text),
  writeModelRequests: ({ writeModelRequests }, report, options) => withoutBodies(writeModelRequests(report, options)),
  readModelResponse: ({ readModelResponse }, _, { provider, response, attempt }) => readModelResponse(provider, response, attempt),
  readModelFailure: ({ readModelFailure }, _, { reason, attempt }) => readModelFailure(reason, attempt),
  checkModelAnswer: ({ checkModelAnswer }, report, answer) => checkModelAnswer(report, answer),
  writeRewrittenChangelog: ({ writeRewrittenChangelog }, report, { release, model, answers, options }) => writeRewrittenChangelog(report, release, model, answers, options),
};

/**
 * Runs the steps of a vector and returns `{ gives }` or `{ fails }` for each. `report` is the one of the vector's descriptions.
 */
export function runReleaseVector(module, { scenario, report }) {
  const given = [];
  return scenario.steps.map((step) => {
    try {
      const result = CALLS[step.call](module, step.report ?? report ?? "", resolved(step.with, given));
      given.push(result);
      return { gives: inLines(result) };
    } catch (error) {
      if (!(error instanceof module.ReleaseError)) throw error;
      given.push(null);
      return { fails: { code: error.code, kind: error.kind } };
    }
  });
}

/** Replaces bodies by their lengths. */
function withoutBodies({ requests, ...rest }) {
  return { ...rest, requests: requests.map(({ body, ...request }) => ({ ...request, bodyBytes: new TextEncoder().encode(body).length })) };
}

/** Resolves `lines` and `step` in arguments to their texts. */
function resolved(value, given) {
  if (Array.isArray(value)) return value.map((item) => resolved(item, given));
  if (typeof value !== "object" || value === null) return value;
  if ("lines" in value) return value.lines.join("\n");
  if ("step" in value) return given[value.step - 1];
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, given)]));
}

/** Returns a result with multi-line texts as lists. */
function inLines(value) {
  if (typeof value === "string") return value.includes("\n") ? { lines: value.split("\n") } : value;
  if (Array.isArray(value)) return value.map(inLines);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inLines(member)]));
}
