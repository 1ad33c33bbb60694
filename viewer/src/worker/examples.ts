// Searches for the example of one change. Its module is large and few pages need it, so the first search loads it.
import type { ReportJson } from "waybill/diff/slim";
import { createExampleFinder, type ExampleFinder } from "waybill/examples/slim";
import type { LoadedDescription } from "./inputs";
import { FILES } from "./modules";
import type { Example } from "./protocol";

/** The input of a search: both descriptions, and the report with only those changes that can have an example. */
export interface SearchInput {
  readonly report: ReportJson;
  readonly previous: LoadedDescription;
  readonly current: LoadedDescription;
}

export function searchInput({ json, previous, current }: { readonly json: ReportJson; readonly previous: LoadedDescription; readonly current: LoadedDescription }): SearchInput {
  const changes = json.changes.filter(({ level, direction }) => level === "breaking" && direction === "request");
  return { report: { ...json, changes }, previous, current };
}

let finder: Promise<ExampleFinder> | undefined;

/** Returns the example of a change, or the reason why there is none. */
export async function findExample({ report, previous, current }: SearchInput, id: string): Promise<Example | string> {
  finder ??= createExampleFinder({ module: fetch(FILES.examples) });
  finder.catch(() => (finder = undefined));
  const options = { previousName: previous.name, currentName: current.name, previousFiles: previous.others, currentFiles: current.others, changes: [id] };
  const { report: complete, snippets } = await (await finder).addExamples(report, previous.root, current.root, options);
  const change = complete.changes.find((other) => other.id === id);
  const code = snippets[id];
  return change?.witness && code ? { witness: change.witness, snippets: code } : (change?.no_witness ?? "");
}
