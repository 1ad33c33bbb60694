// A report that a page was written with: nothing is compared, and nothing is sent anywhere.
import type { Excerpts, ReportJson } from "waybill/diff/slim";
import type { Example } from "../worker/protocol";
import type { Comparison } from "./backend";
import { writeMarkdown } from "./markdown";

/** What `waybill changelog --html` writes into a page. */
export interface EmbeddedReport {
  readonly report: ReportJson;
  readonly excerpts: Excerpts;
  readonly snippets: Readonly<Record<string, Example["snippets"]>>;
}

export function showEmbedded(embedded: EmbeddedReport): Comparison {
  const { report, excerpts, snippets } = embedded;
  const { changes, ...head } = report;
  return {
    loaded: Promise.resolve({ head, changes, milliseconds: null, identical: false, module: null }),
    excerpt: async (id) => excerpts[id] ?? null,
    rule: async () => null,
    async example(id) {
      const change = changes.find((other) => other.id === id);
      const code = snippets[id];
      return change?.witness && code ? { witness: change.witness, snippets: code } : (change?.no_witness ?? "");
    },
    replay: null,
    markdown: async () => changes.map((change) => writeMarkdown(change, change, null)).join("\n---\n\n"),
    json: async () => JSON.stringify(report),
    data: async () => embedded,
    close: () => undefined,
  };
}
