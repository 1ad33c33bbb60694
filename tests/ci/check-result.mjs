// The result of a check, as `waybill check` writes it, and runs of `waybill comment` with it.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const waybill = process.env.WAYBILL ?? fileURLToPath(new URL("../../target/debug/waybill", import.meta.url));

export const TOKEN = "canary-4417";
export const BASE = "a1b2c3d4e5f60718293a4b5c6d7e8f9001122334";
export const HEAD = "9d2e1f00112233445566778899aabbccddeeff00";
export const NEXT = "77aa1f00112233445566778899aabbccddeeff00";

/** A folder for the files of a test. */
export const folder = mkdtempSync(join(tmpdir(), "waybill-comment-"));

/** Returns a description with a GET on each path. */
export function description(paths) {
  const item = { get: { responses: { 200: { description: "done" } } } };
  return JSON.stringify({ openapi: "3.0.3", info: { title: "Shipping", version: "1.0.0" }, paths: Object.fromEntries(paths.map((path) => [path, item])) });
}

/** Writes the result of a check of `head` in which these paths were removed. Returns the file. */
export function resultFile(head, removed, changed = {}) {
  writeFileSync(join(folder, "old.json"), description(["/kept", ...removed]));
  writeFileSync(join(folder, "new.json"), description(["/kept"]));
  const report = JSON.parse(execFileSync(waybill, ["diff", "old.json", "new.json", "--format", "json"], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 }));
  const described = { name: "openapi.json", base_path: "openapi.json", head_path: "openapi.json", passed: false, report, failure: null };
  const result = { check_version: 1, tool: "waybill", base: BASE, head, compared: head, comparison: "merge-base", touched: true, passed: false, descriptions: [described], ...changed };
  const file = join(folder, `${head}-${removed.length}-${Object.keys(changed).length}.json`);
  writeFileSync(file, JSON.stringify(result));
  return file;
}

/** Runs `waybill comment` with only these environment variables. Returns its status and output. */
export function comment(file, variables, ...options) {
  const env = { PATH: process.env.PATH, NO_PROXY: "127.0.0.1", LC_ALL: "C.UTF-8", ...variables };
  return new Promise((ended) => {
    execFile(waybill, ["comment", file, ...options], { cwd: folder, env }, (error, out, err) => ended({ status: error ? error.code : 0, out, err }));
  });
}
