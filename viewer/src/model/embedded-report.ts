// A report that is embedded in the page. The page compares and sends nothing.
import type { Excerpts, ReportJson } from "waybill/diff/slim";
import type { Example } from "../worker/protocol";
import type { Comparison } from "./backend";
import { writeMarkdown } from "./markdown";

/** The data that `waybill changelog --html` writes into a page. */
export interface EmbeddedReport {
  readonly report: ReportJson;
  readonly excerpts: Excerpts;
  readonly snippets: Readonly<Record<string, Example["snippets"]>>;
}

/** The embedded reports of a page, with the rule pages of their changes by the rules' ids. */
export interface EmbeddedReports {
  readonly title: string;
  readonly comparisons: readonly { readonly name: string | null; readonly data: EmbeddedReport }[];
  readonly rules: Readonly<Record<string, string>>;
}

export function showEmbedded(embedded: EmbeddedReport, rules: EmbeddedReports["rules"]): Comparison {
  const { report, excerpts, snippets } = embedded;
  const { changes, ...head } = report;
  return {
    loaded: Promise.resolve({ head, changes, milliseconds: null, identical: false, module: null }),
    excerpt: async (id) => excerpts[id] ?? null,
    async rule(id) {
      const page = rules[id];
      // The change itself contains the other texts.
      return page === undefined ? null : { why: "", help: "", advice: "", page };
    },
    async example(id) {
      const change = changes.find((other) => other.id === id);
      const code = snippets[id];
      return change?.witness && code ? { witness: change.witness, snippets: code } : (change?.no_witness ?? "");
    },
    replay: null,
    markdown: async () => changes.map((change) => writeMarkdown(change, change, null)).join("\n---\n\n"),
    json: async () => JSON.stringify(report),
    data: async () => ({ data: embedded, rules }),
    close: () => undefined,
  };
}
