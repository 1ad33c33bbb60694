// How documents become pages: links, tabs, patches and differences.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rewriteLinks } from "../scripts/links.mjs";
import { applyPatch } from "../scripts/json-patch.mjs";
import { withTabs } from "../scripts/tabs.mjs";
import { yamlDiff } from "../scripts/yaml-diff.mjs";

const from = "docs/guides/keys.md";

test("links to documents become links of the site", () => {
  assert.equal(rewriteLinks("[a](../getting-started/call.md#install)", from), "[a](/getting-started/call/#install)");
  assert.equal(rewriteLinks("[`a.b`](../../core/errors/token.unavailable.md)", from), "[`a.b`](/errors/token.unavailable/)");
  assert.equal(rewriteLinks("[rules](../../core/rules), [here](#here)", from), "[rules](/rules/), [here](#here)");
});

test("links to other files name the file", () => {
  assert.equal(rewriteLinks("[the plan](../../ARCHITECTURE.md#crates)", from), "the plan (`ARCHITECTURE.md`)");
  assert.equal(rewriteLinks("[`examples/proxy`](../../examples/proxy)", from), "`examples/proxy`");
});

test("code has no links", () => {
  for (const code of ["`[a](b.md)`", "```md\n[a](b.md)\n```", "```md\n[a](b.md)\n```\n\n```\n[c](d.md)\n```"]) assert.equal(rewriteLinks(code, from), code);
});

test("sections for languages become tabs", () => {
  assert.equal(withTabs("a\n\n## Node\n\nb\n\n## Next\n\nc\n"), undefined);
  const tabs = withTabs("a\n\n## Node\n\nb\n\n## Rust\n\nc\n\n## Next\n\nd\n");
  assert.match(tabs, /a\n\n<Tabs syncKey="language">\n<TabItem label="Node">\n\nb\n\n<\/TabItem>\n<TabItem label="Rust">\n\nc\n\n<\/TabItem>\n<\/Tabs>\n\n## Next/);
});

test("a difference has the changed lines, their parents and their short neighbours", () => {
  const before = { a: { b: { type: "string", maxLength: 35, deep: { x: 1 } }, other: 1 }, c: [{ name: "p", in: "query", s: { t: 1 } }, { name: "q" }] };
  const after = applyPatch(before, [
    { op: "replace", path: "/a/b/maxLength", value: 20 },
    { op: "add", path: "/c/0/s/u~1v", value: "1" },
    { op: "remove", path: "/a/b/deep" },
  ]);
  assert.deepEqual(yamlDiff(before, after), [
    " a:", "   b:", "     type: string", "-    maxLength: 35", "+    maxLength: 20", "-    deep:", "-      x: 1",
    " c:", "   - name: p", "     in: query", "     s:", "       t: 1", '+      u/v: "1"',
  ]);
});

test("added and removed elements are shown alone", () => {
  assert.deepEqual(yamlDiff({ e: ["a", "b"] }, { e: ["a", "c", "b"] }), [" e:", "   - a", "+  - c", "   - b"]);
  assert.deepEqual(yamlDiff({ p: [{ n: 1 }, { n: 2 }] }, { p: [{ n: 2 }] }), [" p:", "-  - n: 1"]);
});
