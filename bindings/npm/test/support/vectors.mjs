// The shared vectors of the repository, as this host runs them.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const root = new URL("../../../../tests/vectors/", import.meta.url);

/**
 * Returns the comparison cases that name `host`: `{ id, old, current, names, report, messages }`. Descriptions are bytes, named
 * by their files. `messages` contains the sentences that `report` omits: of the verdict, the changes and the problems.
 */
export function compareCases(host) {
  const folder = new URL("compare/", root);
  const messages = json(new URL("messages.json", root));
  return names(folder)
    .map((name) => ({ name, at: new URL(`${name}/`, folder) }))
    .map(({ name, at }) => ({ name, at, described: json(new URL("case.json", at)) }))
    .filter(({ described }) => described.hosts.includes(host))
    .map(({ name, at, described }) => ({
      id: `compare/${name}`,
      old: readFileSync(new URL(described.old, at)),
      current: readFileSync(new URL(described.new, at)),
      names: {
        previousName: described.old,
        currentName: described.new,
        exclude: described.exclude,
        levels: described.levels,
        previousFiles: files(at, described.old, described.old_files),
        currentFiles: files(at, described.new, described.new_files),
      },
      report: json(new URL("report.json", at)),
      messages: messages[name],
    }));
}

/** Returns the examples of the comparison cases, by case id and change id; null if core finds none. */
export function expectedExamples() {
  return Object.fromEntries(Object.entries(json(new URL("examples.json", root))).map(([name, examples]) => [`compare/${name}`, examples]));
}

/** Returns the further files of a description, by their paths from its folder. */
function files(at, root, paths = []) {
  return Object.fromEntries(paths.map((path) => [path, readFileSync(new URL(path, new URL(root, at)))]));
}

/**
 * Returns the mock vectors that name `host`: `{ id, scenario, files }`, with the texts of the files of `tests/` that they name.
 */
export function mockVectors(host) {
  return scenarios("mock", host).map(({ id, scenario }) => {
    const named = scenario.steps.flatMap((step) => [step, ...(step.import ?? []), ...(step.upload ?? [])]).flatMap(({ file }) => file ?? []);
    const files = Object.fromEntries(named.map((file) => [file, readFileSync(new URL(`../${file}`, root), "utf8")]));
    return { id, scenario, files };
  });
}

/** Returns the forward vectors that name `host`: `{ id, scenario, list }`, with the text of the allow-list that each names. */
export function forwardVectors(host) {
  return scenarios("forward", host).map(({ id, scenario }) => ({ id, scenario, list: readFileSync(new URL(`forward/${scenario.list}`, root), "utf8") }));
}

/**
 * Returns the release vectors that name `host`: `{ id, scenario, descriptions }`, with the `name` and `text` of each description,
 * if any.
 */
export function releaseVectors(host) {
  const read = (name) => ({ name, text: readFileSync(new URL(`releases/${name}`, root), "utf8") });
  return scenarios("releases", host).map(({ id, scenario }) => ({ id, scenario, descriptions: scenario.descriptions?.map(read) }));
}

/** Returns the store vectors that name `host`: `{ id, scenario }`. */
export function storeVectors(host) {
  return scenarios("store", host);
}

/** Returns the rewrite vectors that name `host`: `{ id, scenario, report }`. */
export function rewriteVectors(host) {
  return scenarios("rewrite", host).map(({ id, scenario }) => ({ id, scenario, report: json(new URL(`rewrite/${scenario.report}`, root)) }));
}

/** Returns the access scenarios that name `host`: `{ id, scenario }`. */
export function accessScenarios(host) {
  return scenarios("access", host);
}

function scenarios(kind, host) {
  const folder = new URL(`${kind}/`, root);
  return names(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ id: `${kind}/${name.replace(/\.json$/, "")}`, scenario: json(new URL(name, folder)) }))
    .filter(({ scenario }) => scenario.hosts.includes(host));
}

/** Returns a report as in the vectors: without the tool's version, and without sentences, which core's own test checks. */
export function comparable({ tool: _tool, verdict: { sentence: _sentence, ...verdict }, changes, problems, ...report }) {
  return { ...report, verdict, changes: changes.map(withoutSentences), problems: problems.map(withoutSentences) };
}

function withoutSentences({ message: _message, why: _why, help: _help, advice: _advice, no_witness: _noWitness, ...entry }) {
  return entry;
}

function names(folder) {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function json(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
