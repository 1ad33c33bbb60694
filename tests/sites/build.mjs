// Builds a site with a program that is installed here, and reports its output if it fails.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const programs = fileURLToPath(new URL("node_modules/.bin/", import.meta.url));

export function build(site, program, words) {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", NO_UPDATE_NOTIFIER: "1" };
  try {
    execFileSync(programs + program, words, { cwd: site, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    assert.fail(`${program} ${words.join(" ")}: ${error.stdout}\n${error.stderr}`);
  }
}
