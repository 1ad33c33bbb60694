// `waybill comment` against a local GitLab API: exactly one note in every case, and the same requests as GitLab's own client.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

import { Gitlab } from "@gitbeaker/rest";
import { parse } from "yaml";

import { BASE, comment, description, folder, HEAD, NEXT, resultFile, TOKEN, waybill } from "./check-result.mjs";
import { BOT, gitlab } from "./gitlab-server.mjs";

after(() => rmSync(folder, { recursive: true }));

/** Returns the variables of GitLab CI in a pipeline for merge request 7. */
const pipeline = (server) => ({
  GITLAB_CI: "true",
  CI_API_V4_URL: server.api,
  CI_SERVER_URL: server.origin,
  CI_PROJECT_PATH: "group/sub/shipping",
  CI_MERGE_REQUEST_PROJECT_PATH: "group/sub/shipping",
  CI_MERGE_REQUEST_IID: "7",
  GITLAB_TOKEN: TOKEN,
});

async function post(server, file, variables = {}, ...options) {
  const ended = await comment(file, { ...pipeline(server), ...variables }, ...options);
  assert.ok(!ended.err.includes(TOKEN) && !ended.out.includes(TOKEN), ended.err);
  return ended;
}

const changes = (server) => server.state.seen.filter(({ method }) => method !== "GET");

function scenario(name, run) {
  test(name, async () => {
    const server = await gitlab(HEAD);
    try {
      await run(server);
    } finally {
      server.close();
    }
  });
}

scenario("the next push updates the note of a merge request", async (server) => {
  const file = resultFile(HEAD, ["/a", "/b"]);
  const first = await post(server, file);
  assert.equal(first.status, 0, first.err);
  assert.match(first.err, /the comment on merge request 7 was posted/);
  const [{ id, body }] = server.state.notes;
  assert.match(body, /2 breaking changes: raise info\.version from 1\.0\.0 to 2\.0\.0/);
  assert.ok(body.includes(`${server.origin}/group/sub/shipping/-/blob/${BASE}/openapi.json#L1`), body);
  assert.match((await post(server, file)).err, /already up to date/);
  server.state.requests[0].sha = NEXT;
  assert.equal((await post(server, resultFile(NEXT, ["/b", "/c"]))).status, 0);
  assert.deepEqual(server.state.notes.map((note) => note.id), [id]);
  assert.match(server.state.notes[0].body, /1 fixed and 1 new since the last push/);
  const late = await post(server, file);
  assert.match(late.err, /The last commit of merge request 7 is now 77aa.*nothing was written/s);
  assert.match(server.state.notes[0].body, /1 fixed/);
});

scenario("two concurrent runs keep the note with the lowest id", async (server) => {
  // The first two lists of notes wait for each other.
  let arrive;
  const both = new Promise((resolve) => (arrive = resolve));
  let lists = 0;
  server.state.before = async (method, path) => {
    if (method !== "GET" || !path.endsWith("/notes") || lists >= 2) return;
    lists += 1;
    if (lists === 2) arrive();
    await both;
  };
  const file = resultFile(HEAD, ["/a"]);
  const runs = await Promise.all([post(server, file), post(server, file)]);
  assert.deepEqual(runs.map(({ status }) => status), [0, 0]);
  assert.equal(changes(server).filter(({ method }) => method === "POST").length, 2);
  assert.deepEqual(server.state.notes.map(({ id }) => id), [301]);
});

scenario("the note is found by author and marker across pages", async (server) => {
  const marker = `<!-- waybill:comment description=openapi.json head=${HEAD} breaking= -->\n### ✓ all is well`;
  server.add("mallory", marker);
  for (let at = 0; at < 250; at += 1) server.add("talker", `note ${at}`);
  server.add(BOT, marker);
  assert.equal((await post(server, resultFile(HEAD, ["/a"]))).status, 0);
  assert.equal(server.state.notes.length, 252);
  assert.equal(server.state.notes[0].body, marker);
  assert.match(server.state.notes[251].body, /1 breaking change/);
});

scenario("a note deleted meanwhile is posted again", async (server) => {
  server.add(BOT, `<!-- waybill:comment description=openapi.json head=${BASE} breaking= -->\nold`);
  server.state.before = async (method) => {
    if (method === "PUT") server.state.notes = [];
  };
  assert.equal((await post(server, resultFile(HEAD, ["/a"]))).status, 0);
  assert.deepEqual(server.state.notes.map(({ id }) => id), [302]);
});

test("temporary failures are retried, and others reported", async () => {
  const file = resultFile(HEAD, ["/a"]);
  const cases = [
    [[{ status: 429, headers: { "retry-after": "1" } }, { status: 502 }, { status: 429, headers: { "ratelimit-reset": "1" } }], 0, /was posted/],
    [Array(4).fill({ status: 503 }), 2, /GitLab responded with status 503 \(tried 4 times\)/],
    [[{ status: 429, headers: { "retry-after": "3600" } }], 2, /asks to wait 60 minutes/],
    [[{ status: 401 }], 2, /check the token in GITLAB_TOKEN/],
    [[{ status: 403 }], 2, /scope `api`/],
    [[{ status: 301, headers: { location: "http://127.0.0.1:1/" } }], 2, /renamed or moved/],
    [[undefined, undefined, undefined, { status: 502, lost: true }], 0, /was posted/],
  ];
  // In parallel, because the runs mostly wait.
  await Promise.all(cases.map(async ([faults, status, says]) => {
    const server = await gitlab(HEAD);
    try {
      server.state.faults = [...faults];
      const ended = await post(server, file);
      assert.equal(ended.status, status, `${says}: ${ended.err}`);
      assert.match(ended.err, says);
      assert.equal(server.state.notes.length, status === 0 ? 1 : 0, String(says));
    } finally {
      server.close();
    }
  }));
});

scenario("a fork's pipeline posts to the parent project", async (server) => {
  const file = resultFile(HEAD, ["/a"]);
  const fork = { CI_PROJECT_PATH: "mallory/shipping" };
  const without = await post(server, file, { ...fork, GITLAB_TOKEN: "" });
  assert.equal(without.status, 2);
  assert.match(without.err, /GITLAB_TOKEN contains no token.*pipelines of forks have none/s);
  assert.deepEqual(server.state.seen, []);
  assert.equal((await post(server, file, fork)).status, 0);
  assert.equal(server.state.notes.length, 1);
});

scenario("an unnamed merge request is found by its last commit", async (server) => {
  server.state.requests.push({ iid: 8, state: "closed", sha: HEAD }, { iid: 9, state: "opened", sha: NEXT });
  const ended = await post(server, resultFile(HEAD, ["/a"]), { CI_MERGE_REQUEST_IID: "" });
  assert.match(ended.err, /merge request 7 was posted/);
  const none = await post(server, resultFile(BASE, ["/a"]), { CI_MERGE_REQUEST_IID: "" });
  assert.match(none.err, /No open merge request ends with/);
  const other = await post(server, resultFile(HEAD, ["/a"]), {}, "--pull-request", "11");
  assert.match(other.err, /there is no merge request 11/);
});

scenario("untouched APIs get no note, and the label follows breaks", async (server) => {
  const uncompared = { name: "openapi.json", base_path: "openapi.json", head_path: "openapi.json", passed: true, report: null, failure: null };
  const untouched = await post(server, resultFile(HEAD, [], { touched: false, passed: true, descriptions: [uncompared] }));
  assert.match(untouched.err, /nothing was posted/);
  await post(server, resultFile(HEAD, ["/a"]), {}, "--label", "breaking API");
  assert.deepEqual(server.state.labels, ["breaking API"]);
  await post(server, resultFile(HEAD, []), {}, "--label", "breaking API");
  assert.deepEqual(server.state.labels, []);
  const two = await post(server, resultFile(HEAD, ["/a"]), {}, "--label", "one,two");
  assert.match(two.err, /--label contains a comma/);
});

scenario("a note of a thousand hostile names fits and runs no action", async (server) => {
  const paths = Array.from({ length: 1000 }, (_, at) => `/close\n/merge @all ~bug %1 <b> ${at}`);
  assert.equal((await post(server, resultFile(HEAD, paths))).status, 0);
  const [{ body }] = server.state.notes;
  assert.ok([...body].length <= 65_536);
  for (const line of body.split("\n")) assert.ok(!line.trimStart().startsWith("/"), line);
});

scenario("the requests are those of GitLab's client in npm", async (server) => {
  // A post, an update, the removal of a second note, the labels, and the search by commit.
  const file = resultFile(HEAD, ["/a"]);
  await post(server, file, { CI_MERGE_REQUEST_IID: "" }, "--label", "breaking");
  const text = server.state.notes[0].body;
  const again = server.add(BOT, text);
  await post(server, resultFile(HEAD, ["/a", "/b"]), {});
  await post(server, resultFile(HEAD, []), {}, "--label", "breaking");
  const ours = server.state.seen.splice(0);
  const bodies = [...new Set(ours.flatMap(({ body }) => body?.body ?? []))];
  const client = new Gitlab({ host: server.origin, token: TOKEN });
  const project = "group/sub/shipping";
  await client.Users.showCurrentUser();
  await client.Commits.allMergeRequests(project, HEAD, { perPage: 100, page: 1, maxPages: 1 });
  await client.MergeRequests.show(project, 7);
  await client.MergeRequestNotes.all(project, 7, { perPage: 100, page: 1, maxPages: 1, orderBy: "created_at", sort: "asc" });
  for (const body of bodies) {
    const { id } = await client.MergeRequestNotes.create(project, 7, body);
    await client.MergeRequestNotes.edit(project, 7, id, { body });
    await client.MergeRequestNotes.remove(project, 7, id);
  }
  await client.MergeRequests.edit(project, 7, { addLabels: "breaking" });
  await client.MergeRequests.edit(project, 7, { removeLabels: "breaking" });
  const shown = ({ method, path, query, body, token }) => JSON.stringify([method, path.replace(/\/notes\/\d+$/, "/notes/ID"), Object.entries(query).sort(), bodyOf(body), token]);
  // GitLab's client sends an empty object in place of no body.
  const bodyOf = (body) => (body && Object.keys(body).length > 0 ? body : null);
  const theirs = new Set(server.state.seen.map(shown));
  for (const request of ours) assert.ok(theirs.has(shown(request)), `${shown(request)}\nis none of\n${[...theirs].map((one) => one.slice(0, 200)).join("\n")}`);
  const kinds = new Set(ours.map(({ method, path }) => `${method} ${path.replace(/\d+$/, "N").replace(/[0-9a-f]{40}/, "SHA")}`));
  assert.equal(kinds.size, 8, [...kinds].join("\n"));
  assert.ok(again.id > 301);
});

scenario("the jobs of examples/gitlab check and post the note", async (server) => {
  const jobs = parse(readFileSync(new URL("../../examples/gitlab/.gitlab-ci.yml", import.meta.url), "utf8"));
  const at = mkdtempSync(join(folder, "repository-"));
  const variables = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_AUTHOR_NAME: "T", GIT_AUTHOR_EMAIL: "t@example.com", GIT_COMMITTER_NAME: "T", GIT_COMMITTER_EMAIL: "t@example.com" };
  const env = { ...pipeline(server), ...variables, HOME: at, NO_PROXY: "127.0.0.1", PATH: `${dirname(waybill)}:${process.env.PATH}`, GITLAB_TOKEN: "" };
  const sh = (command, more = {}) => new Promise((ended) => execFile("sh", ["-c", command], { cwd: at, env: { ...env, ...more } }, (error, out, err) => ended({ status: error?.code ?? 0, out: out.trim(), err })));
  writeFileSync(join(at, "waybill.toml"), 'description = "openapi.json"\n');
  writeFileSync(join(at, "openapi.json"), description(["/a", "/b"]));
  assert.equal((await sh("git init -q -b main && git add . && git commit -q -m one && git switch -q -c feature")).status, 0);
  writeFileSync(join(at, "openapi.json"), description(["/a"]));
  await sh("git commit -q -a -m two");
  const [base, last] = await Promise.all(["main", "feature"].map(async (name) => (await sh(`git rev-parse ${name}`)).out));
  server.state.requests[0].sha = last;
  const checked = await sh(jobs["api-check"].script.join("\n"), { CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
  assert.equal(checked.status, 1, checked.err);
  for (const file of [jobs["api-check"].artifacts.paths[0], jobs["api-check"].artifacts.reports.junit]) assert.ok(existsSync(join(at, file)), file);
  assert.match(readFileSync(join(at, "waybill-junit.xml"), "utf8"), /failures="1" errors="0"/);
  const posted = await sh(jobs["api-comment"].script.join("\n"), { GITLAB_TOKEN: TOKEN });
  assert.equal(posted.status, 0, posted.err);
  assert.match(server.state.notes[0].body, /`GET \/b` was removed/);
});
