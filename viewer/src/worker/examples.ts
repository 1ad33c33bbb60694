// Looks for examples when the first one is wanted: the module for it is large, and few pages need it. The search is of all
// changes at once.
import type { ReportJson } from "waybill/diff/slim";
import { createExampleFinder, type ReportWithExamples } from "waybill/examples/slim";
import type { LoadedDescription } from "./inputs";
import { FILES } from "./modules";
import type { Example } from "./protocol";

let searched: Promise<ReportWithExamples> | undefined;
let found: ReportWithExamples | undefined;

/** The report with its examples, once they have been looked for. */
export function foundExamples(): ReportWithExamples | undefined {
  return found;
}

/** The example of a change, or why there is none. */
export async function findExample(report: ReportJson, previous: LoadedDescription, current: LoadedDescription, id: string): Promise<Example | string> {
  const { report: complete, snippets } = await findExamples(report, previous, current);
  const change = complete.changes.find((other) => other.id === id);
  const code = snippets[id];
  return change?.witness && code ? { witness: change.witness, snippets: code } : (change?.no_witness ?? "");
}

function findExamples(report: ReportJson, previous: LoadedDescription, current: LoadedDescription): Promise<ReportWithExamples> {
  searched ??= search(report, previous, current);
  searched.then((examples) => (found = examples), () => (searched = undefined));
  return searched;
}

async function search(report: ReportJson, previous: LoadedDescription, current: LoadedDescription): Promise<ReportWithExamples> {
  const finder = await createExampleFinder({ module: fetch(FILES.examples) });
  return finder.addExamples(report, previous.root, current.root, { previousName: previous.name, currentName: current.name, previousFiles: previous.others, currentFiles: current.others });
}
