// Accessibility checks with axe: rules of WCAG 2.2 A and AA, and its best practices.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Checks the whole page, or the part that a selector matches. */
export async function checkAccessibility(page, within = "html") {
  // Bypasses the page's policy, which would block the script of the check.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: source, allowUnsafeEvalBlockedByCSP: true });
  const { violations } = await page.evaluate((part) => window.axe.run(part, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }), within);
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`), []);
}
