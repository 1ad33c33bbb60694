// Compares the types of values exchanged with Rust to the declarations that Rust's tests generate in `tests/wire/`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

test("the wire types match those of Rust", () => {
  const compiler = path("../node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "--project", path("wire/tsconfig.json")], { encoding: "utf8" });
  assert.equal(status, 0, `what differs, with \`value\` of the side that has more:\n${stdout}`);
});

test("every file of declarations is compared", () => {
  const kept = readdirSync(path("../../../tests/wire")).filter((name) => name.endsWith(".d.ts"));
  assert.ok(kept.length > 0);
  const compared = readdirSync(path("wire")).filter((name) => name.endsWith(".ts")).map((name) => readFileSync(path(`wire/${name}`), "utf8")).join("\n");
  for (const name of kept) assert.ok(compared.includes(`/tests/wire/${name.replace(/\.d\.ts$/, ".js")}"`), `tests/wire/${name} is held against nothing`);
});
