// Pages that show Waybill at work on examples/releases: a comparison in the reader's browser, and a changelog.
import { readFileSync } from "node:fs";
import { compareSync } from "waybill/diff";
import { writeChangelog } from "waybill/releases";
import { root } from "./addresses.mjs";
import { writeFile, writePage } from "./page.mjs";

const [PREVIOUS, CURRENT] = ["1.4.0", "1.5.0"];
const nameOf = (version) => `shipping-${version}.yaml`;

/** Writes both pages. */
export function writeExamples() {
  const [previous, current] = [PREVIOUS, CURRENT].map((version) => readFileSync(`${root}examples/releases/${nameOf(version)}`, "utf8"));
  writeFile(`releases/${nameOf(PREVIOUS)}`, previous);
  writeFile(`releases/${nameOf(CURRENT)}`, current);
  const sources = `[${nameOf(PREVIOUS)}](/releases/${nameOf(PREVIOUS)}) and [${nameOf(CURRENT)}](/releases/${nameOf(CURRENT)})`;
  writePage(
    "examples/comparison",
    { title: "A comparison in your browser", tableOfContents: false },
    `Your browser compares ${sources}. This is the element of [the viewer](/guides/viewer/), which any page can have.\n\n` +
      `<waybill-changelog class="not-content" previous="/releases/${nameOf(PREVIOUS)}" current="/releases/${nameOf(CURRENT)}"></waybill-changelog>`,
  );
  const comparison = compareSync(previous, current, { previousName: nameOf(PREVIOUS), currentName: nameOf(CURRENT) });
  const changelog = writeChangelog(comparison.json(), { version: CURRENT, previous: PREVIOUS, date: "2026-04-11" }, { name: "Shipping", frontMatter: "none" });
  comparison.close();
  const introduction =
    `The rest of this page is what \`waybill changelog ${PREVIOUS} ${CURRENT}\` writes about ${sources}. ` +
    "[Changelogs in a documentation site](/guides/changelog-sites/) says how to publish changelogs.";
  writePage("examples/changelog", { title: "A changelog" }, `${introduction}\n\n${changelog.replace(/^# .*\n/, "")}`);
}
