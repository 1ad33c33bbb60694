// Converts descriptions with other people's converters, and writes pairs of the original and the result.
// usage: node converters.mjs MODULES OUT DESCRIPTION...
// MODULES has a node_modules folder with the converters. OUT gets CONVERTER/DESCRIPTION/old and /new, with the root in openapi.json.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, out, ...files] = process.argv.slice(2);
const require = createRequire(pathToFileURL(join(resolve(modules), "package.json")));
const swagger2openapi = require("swagger2openapi");
const { upgrade } = await import(pathToFileURL(require.resolve("@scalar/openapi-upgrader")));
const run = (script, ...words) => spawnSync(process.execPath, [join(modules, "node_modules", script), ...words], { encoding: "utf8" });

const clone = (value) => JSON.parse(JSON.stringify(value));
const is = (description, version) => String(description.swagger ?? description.openapi).startsWith(version);

// Each gets a description and its file, and returns the converted one, or writes it to a folder; undefined where it does not apply.
const converters = {
  "swagger2openapi": async (description) =>
    is(description, "2.") ? (await swagger2openapi.convertObj(clone(description), { patch: true, warnOnly: true })).openapi : undefined,
  "scalar-to-3.0": async (description) => (is(description, "2.") ? upgrade(clone(description), "3.0") : undefined),
  "scalar-to-3.1": async (description) => (is(description, "3.0") ? upgrade(clone(description), "3.1") : undefined),
  "scalar-to-3.2": async (description) => (is(description, "3.1") ? upgrade(clone(description), "3.2") : undefined),
  "apiture-to-3.0": async (description, file, folder) => {
    if (!is(description, "3.1")) return undefined;
    run("@apiture/openapi-down-convert/lib/src/cli.js", "--input", file, "--output", join(folder, "openapi.json"));
    return folder;
  },
  "redocly-bundle": async (description, file, folder) => {
    run("@redocly/cli/bin/cli.js", "bundle", file, "--output", join(folder, "openapi.json"));
    return folder;
  },
  "redocly-split": async (description, file, folder) => {
    if (is(description, "2.")) return undefined;
    run("@redocly/cli/bin/cli.js", "split", file, "--outDir", folder);
    return folder;
  },
};

for (const [name, convert] of Object.entries(converters)) {
  for (const file of files) {
    const description = JSON.parse(readFileSync(file, "utf8"));
    const folder = join(out, name, basename(file, ".json"));
    const [old, current] = ["old", "new"].map((side) => join(folder, side));
    mkdirSync(old, { recursive: true });
    mkdirSync(current, { recursive: true });
    const converted = await convert(description, file, current).catch((error) => void console.error(`${name} ${file}: ${error.message}`));
    if (converted === undefined) {
      rmSync(folder, { recursive: true });
      continue;
    }
    writeFileSync(join(old, "openapi.json"), JSON.stringify(description));
    if (typeof converted === "object") writeFileSync(join(current, "openapi.json"), JSON.stringify(converted));
  }
}
