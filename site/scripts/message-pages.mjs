// Pages of error codes, of findings and of notes in a client's log.
import { rewriteLinks } from "./links.mjs";
import { plain, splitTitle, writePage } from "./page.mjs";

const LISTS = {
  errors: '<a href="/reference/errors/">All errors</a>',
  findings: '<a href="/reference/errors/#findings">All findings</a>',
  notes: '<a href="/notes/">All notes</a>',
};

/** Writes the page of a code. Returns its code and first sentence. */
export function writeMessagePage(path, slug, markdown) {
  const { title: code, rest } = splitTitle(rewriteLinks(markdown, path));
  const sentence = rest.split("\n\n")[0].replaceAll("\n", " ");
  const list = LISTS[slug.split("/")[0]];
  writePage(slug, { title: code, description: plain(sentence), prev: false, next: false }, `${rest.trim().replaceAll("```text", "```text wrap")}\n\n<p>${list}</p>`);
  return { code, sentence };
}

/** Writes the list of notes. Errors have one in docs/reference/errors.md. */
export function writeNoteList(notes) {
  const rows = notes.map(({ code, sentence }) => `| [\`${code}\`](/notes/${code}/) | ${sentence} |`);
  const introduction = "Clients write these notes to their log. No call failed because of one; `waybill explain CODE` prints its page.";
  writePage("notes", { title: "Notes" }, [introduction, ["| code | what happened |", "|---|---|", ...rows].join("\n")].join("\n\n"));
}
