// Looks for examples of breaking changes when the first one is wanted: the module for it is large, and few pages need it.
import type { ReportJson } from "waybill/diff/slim";
import type { LoadedDescription } from "./inputs";
import type { Example } from "./protocol";

export async function findExample(report: ReportJson, _previous: LoadedDescription, _current: LoadedDescription, id: string): Promise<Example | null> {
  const witness = report.changes.find((change) => change.id === id)?.witness;
  return witness ? { witness, snippets: { before: {}, after: {} } } : null;
}
