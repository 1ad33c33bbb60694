// What the release of an API changes for its callers: the version it asks for, and its changelog.
// Run it with two descriptions and their versions: node compare-releases.mjs old.json 1.4.0 new.json 1.5.0
import { readFileSync } from "node:fs";
import { compareSync } from "waybill/diff";
import { nextVersion, requiredBump, writeChangelog } from "waybill/releases";

const [previousFile, previous, currentFile, version] = process.argv.slice(2);
if (!version) {
  console.error("usage: node compare-releases.mjs PREVIOUS_FILE PREVIOUS_VERSION CURRENT_FILE CURRENT_VERSION");
  process.exit(2);
}

const comparison = compareSync(readFileSync(previousFile), readFileSync(currentFile), { previousName: previousFile, currentName: currentFile });
const report = comparison.json();
comparison.close();

console.log(`the next version: ${nextVersion(previous, [requiredBump(report)])}\n`);
process.stdout.write(writeChangelog(report, { version, previous }));
