// The worker: reads two descriptions, compares them, keeps the report, and replies to requests of the page.
import { type Comparer, CompareError, createComparer, type Excerpts, type ReportJson, type SyncReport } from "waybill/diff/slim";
import type { PageData } from "../model/backend";
import { areJson } from "./format";
import { findExample, type SearchInput, searchInput } from "./examples";
import { frameOf } from "./frame";
import { InputError, type LoadedDescription, loadDescription } from "./inputs";
import { FILES } from "./modules";
import type { ComparisonSettings, DescriptionInput, Example, Progress, ReadFailure, Reply, Request, Side, Task } from "./protocol";
import { replay } from "./replay";
import { findRule, pagesOf, withTexts } from "./rules";

/**
 * The descriptions and the result. The module that compared is not part of it, because its memory is larger than both
 * descriptions.
 */
interface Held {
  readonly previous: LoadedDescription;
  readonly current: LoadedDescription;
  readonly settings: ComparisonSettings;
  readonly json: ReportJson;
  readonly excerpts: Excerpts;
}

/** Number of changes in a message. The page handles such a portion in a few milliseconds. */
const PORTION = 100;
/** Minimum time between two progress messages, in milliseconds. */
const PAUSE = 100;

let held: Held | undefined;
/** Data that another worker compared. This worker searches for examples in it, or runs them. */
let received: SearchInput | undefined;

const send = (reply: Reply) => self.postMessage(reply);

self.addEventListener("message", ({ data }: MessageEvent<Request>) => void answer(data));

async function answer({ id, task }: Request): Promise<void> {
  if (task.type === "compare") return compare(task.previous, task.current, task.settings);
  try {
    send({ type: "result", id, value: await perform(task) });
  } catch (error) {
    send({ type: "error", id, message: error instanceof Error ? error.message : String(error) });
  }
}

async function compare(previousInput: DescriptionInput, currentInput: DescriptionInput, settings: ComparisonSettings): Promise<void> {
  const began = performance.now();
  const loaded: LoadedDescription[] = [];
  let side: Side | null = "previous";
  try {
    const tell = throttled((progress) => send({ type: "progress", progress }));
    // The module that the file names suggest is fetched while the descriptions are read.
    const expected = [previousInput, currentInput].some(({ name }) => /\.ya?ml$/i.test(name)) ? FILES.diff : FILES.diffJson;
    const early = load(expected);
    early.catch(() => undefined);
    const previous = await loadDescription("previous", previousInput, tell);
    loaded.push(previous);
    side = "current";
    const current = await loadDescription("current", currentInput, tell);
    loaded.push(current);
    side = null;
    send({ type: "progress", progress: { phase: "loading" } });
    const comparerOf = (module: string) => (module === expected ? early : load(module));
    let isJson = areJson(previous, current);
    let report: SyncReport;
    try {
      report = run(await comparerOf(isJson ? FILES.diffJson : FILES.diff), previous, current, settings, tell);
    } catch (error) {
      if (!isJson || !(error instanceof CompareError)) throw error;
      // YAML may begin like JSON. If a file is neither, the full module reports the error.
      isJson = false;
      report = run(await comparerOf(FILES.diff), previous, current, settings, tell);
    }
    const json = report.json();
    const { changes, ...head } = json;
    const module = isJson ? FILES.diffJson : FILES.diff;
    send({ type: "head", head, total: changes.length, milliseconds: performance.now() - began, identical: areIdentical(previous, current), module });
    for (let at = 0; at < changes.length; at += PORTION) send({ type: "changes", changes: changes.slice(at, at + PORTION) });
    // The page lists the changes meanwhile.
    held = { previous, current, settings, json, excerpts: report.excerpts() };
  } catch (error) {
    send({ type: "failed", failure: failureOf(error, side, loaded) });
  }
}

function load(module: string): Promise<Comparer> {
  return createComparer({ module: fetch(module) });
}

function run(comparer: Comparer, previous: LoadedDescription, current: LoadedDescription, settings: ComparisonSettings, onProgress?: (progress: Progress) => void): SyncReport {
  return comparer.compareSync(previous.root, current.root, {
    previousName: previous.name,
    currentName: current.name,
    previousFiles: previous.others,
    currentFiles: current.others,
    ...settings,
    ...(onProgress ? { onProgress } : {}),
  });
}

function compared(): Held {
  if (!held) throw new Error("nothing has been compared");
  return held;
}

async function perform(task: Exclude<Task, { type: "compare" }>): Promise<unknown> {
  if (task.type === "start") return null;
  if (task.type === "receive") received = await take<SearchInput>(task.port);
  if (task.type === "keep") held = await take<Held>(task.port);
  if (task.type === "receive" || task.type === "keep") return null;
  if (task.type === "example") return findExample(received ?? searchInput(compared()), task.id);
  if (task.type === "replay") return replay(received ?? searchInput(compared()), task.id, task.example);
  const whole = compared();
  switch (task.type) {
    case "excerpt":
      return whole.excerpts[task.id] ?? null;
    case "move":
      return move(whole, task.port);
    case "share":
      return task.port.postMessage(searchInput(whole));
    case "rule":
      return findRule(task.id);
    case "render":
      return task.format === "json" ? JSON.stringify(await withTexts(whole.json)) : renderMarkdown(whole);
    case "data":
      return pageData(whole, task.examples);
  }
}

/** Returns the data for a page with this report embedded, including the examples that were found so far. */
async function pageData(compared: Held, examples: Readonly<Record<string, Example | string>>): Promise<PageData> {
  const report = await withTexts(compared.json);
  const changes = report.changes.map((change) => {
    const found = examples[change.id];
    if (found === undefined) return change;
    return typeof found === "string" ? { ...change, no_witness: found } : { ...change, witness: found.witness, no_witness: null };
  });
  const snippets = Object.fromEntries(Object.entries(examples).flatMap(([id, found]) => (typeof found === "string" ? [] : [[id, found.snippets]])));
  return { data: { report: { ...report, changes }, excerpts: compared.excerpts, snippets }, rules: await pagesOf(changes) };
}

/** Receives data from another worker. */
function take<T>(port: MessagePort): Promise<T> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<T>) => {
      port.close();
      resolve(data);
    };
  });
}

/** Moves the compared data to another worker. */
function move(whole: Held, port: MessagePort): void {
  const buffers = [whole.previous, whole.current].flatMap(({ root, others }) => [root, ...Object.values(others)]).map(({ buffer }) => buffer);
  port.postMessage(whole, [...new Set(buffers)]);
  held = undefined;
}

async function renderMarkdown({ previous, current, settings }: Held): Promise<string> {
  return run(await load(FILES.diff), previous, current, settings).render("markdown");
}

function areIdentical(previous: LoadedDescription, current: LoadedDescription): boolean {
  const files = (description: LoadedDescription) => [["", description.root] as const, ...Object.entries(description.others).sort(([one], [other]) => (one < other ? -1 : 1))];
  const [old, now] = [files(previous), files(current)];
  return old.length === now.length && old.every(([path, bytes], at) => {
    const other = now[at];
    return other !== undefined && other[0] === path && bytes.byteLength === other[1].byteLength && bytes.every((byte, index) => byte === other[1][index]);
  });
}

function failureOf(error: unknown, side: Side | null, loaded: readonly LoadedDescription[]): ReadFailure {
  if (error instanceof InputError) return { side, code: "input.unreadable", message: error.message, frame: null };
  if (error instanceof CompareError) {
    const framed = frameOf(error.message, loaded);
    if (framed) return { side: framed.side === 0 ? "previous" : "current", code: error.code, message: framed.text, frame: framed.frame };
    return { side, code: error.code, message: error.message, frame: null };
  }
  const message = error instanceof Error ? error.message : String(error);
  const isRefused = error instanceof WebAssembly.CompileError || /Content Security Policy|wasm-unsafe-eval/i.test(message);
  if (isRefused) return { side: null, code: "module.refused", message, frame: null };
  return { side, code: "comparison.failed", message, frame: null };
}

/** Limits the rate of progress messages. The first one of each phase is always sent. */
function throttled(tell: (progress: Progress) => void): (progress: Progress) => void {
  let [last, phase] = [0, ""];
  return (progress) => {
    const now = performance.now();
    const named = progress.phase === "fetching" ? `${progress.phase} ${progress.side}` : progress.phase;
    if (named === phase && now - last < PAUSE) return;
    [last, phase] = [now, named];
    tell(progress);
  };
}
