// Validates every request that `waybill comment` sends to GitHub against GitHub's published description, with a third-party
// validator. WAYBILL_CORPUS is the folder of the published descriptions.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import validators from "openapi-request-validator";

import { comment, folder, HEAD, resultFile, TOKEN } from "./check-result.mjs";
import { github } from "./github-server.mjs";

after(() => rmSync(folder, { recursive: true }));

const RequestValidator = validators.default ?? validators;
const corpus = process.env.WAYBILL_CORPUS ?? join(homedir(), ".cache/waybill/corpus");
const description = JSON.parse(readFileSync(join(corpus, "octokit-openapi-23.0.0/github-23.json"), "utf8"));

/** Returns a value with its references resolved. */
function resolved(value) {
  if (Array.isArray(value)) return value.map(resolved);
  if (value === null || typeof value !== "object") return value;
  if (typeof value.$ref === "string") {
    return resolved(value.$ref.slice(2).split("/").reduce((inside, key) => inside[key.replaceAll("~1", "/").replaceAll("~0", "~")], description));
  }
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, resolved(inside)]));
}

/** Returns the operation of a request, with the values of its path. Paths without parameters have precedence. */
function operation(method, path) {
  const parts = path.split("/");
  const fits = ([template]) => {
    const pieces = template.split("/");
    return pieces.length === parts.length && pieces.every((piece, at) => piece.startsWith("{") || piece === parts[at]);
  };
  const found = Object.entries(description.paths).filter(([, item]) => item[method.toLowerCase()]).filter(fits);
  found.sort(([one], [other]) => one.split("{").length - other.split("{").length);
  const [[template, item]] = found.length ? found : assert.fail(`GitHub describes no ${method} ${path}`);
  const params = Object.fromEntries(template.split("/").flatMap((piece, at) => (piece.startsWith("{") ? [[piece.slice(1, -1), decodeURIComponent(parts[at])]] : [])));
  const parameters = resolved([...(item.parameters ?? []), ...(item[method.toLowerCase()].parameters ?? [])]);
  return { id: item[method.toLowerCase()].operationId, parameters, params, requestBody: resolved(item[method.toLowerCase()].requestBody) };
}

/** Converts strings to numbers where the description requires them. */
function coerced(values, parameters, place) {
  const isInteger = (name) => parameters.some((parameter) => parameter.in === place && parameter.name === name && parameter.schema.type === "integer");
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isInteger(name) && /^\d+$/.test(value) ? Number(value) : value]));
}

/** Returns the violations of the description in a request. */
function problems({ method, path, query, body, headers }) {
  const { id, parameters, params, requestBody } = operation(method, path);
  const validator = new RequestValidator({ parameters, requestBody, logger: { debug() {}, info() {}, warn() {}, error() {}, trace() {} } });
  const found = validator.validateRequest({ headers, body, params: coerced(params, parameters, "path"), query: coerced(query, parameters, "query") });
  const unknown = Object.keys(query).filter((name) => !parameters.some((parameter) => parameter.in === "query" && parameter.name === name));
  const bodiless = body !== undefined && !requestBody ? ["a body"] : [];
  return { id, found: [...(found?.errors ?? []), ...unknown, ...bodiless] };
}

test("each request is one that GitHub describes", async () => {
  const server = await github(HEAD);
  const variables = { GITHUB_REPOSITORY: "octo/shipping", GITHUB_TOKEN: TOKEN };
  const run = async (file, ...options) => {
    const ended = await comment(file, variables, "--api", server.origin, "--label", "breaking API", ...options);
    assert.equal(ended.status, 0, ended.err);
  };
  // A comment found by the last commit, posted, updated with an additional one of ours to remove, and without a breaking change.
  await run(resultFile(HEAD, ["/a"]));
  server.add(server.state.comments[0].body);
  await run(resultFile(HEAD, ["/a", "/b"]), "--pull-request", "7");
  await run(resultFile(HEAD, []), "--pull-request", "7");
  server.close();
  const ids = new Set();
  for (const request of server.state.seen) {
    const { id, found } = problems(request);
    assert.deepEqual(found, [], `${request.method} ${request.path}: ${JSON.stringify(found)}`);
    ids.add(id);
  }
  assert.deepEqual([...ids].sort(), [
    "issues/add-labels",
    "issues/create-comment",
    "issues/delete-comment",
    "issues/list-comments",
    "issues/remove-label",
    "issues/update-comment",
    "pulls/get",
    "repos/list-pull-requests-associated-with-commit",
  ]);
  // The validator rejects each of these invalid requests.
  const [create] = server.state.seen.filter(({ method, path }) => method === "POST" && path.endsWith("/comments"));
  const [list] = server.state.seen.filter(({ method, path }) => method === "GET" && path.endsWith("/comments"));
  for (const broken of [{ ...create, body: {} }, { ...create, body: { body: 7 } }, { ...create, path: create.path.replace("/7/", "/seven/") }, { ...list, query: { per_page: "many" } }, { ...list, query: { sort: "asc" } }]) {
    assert.notDeepEqual(problems(broken).found, [], JSON.stringify(broken));
  }
});
