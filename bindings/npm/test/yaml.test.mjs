// Compares our YAML reader with the third-party `yaml`: over edge cases, generated values and published descriptions. The
// comparison must not find a difference between a text and the JSON of the other reader's result.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse, stringify } from "yaml";
import { compareSync } from "waybill/diff";

/** Fails if the comparison finds a difference between two texts. */
function same(left, right, what) {
  // A text that begins with a brace is read as YAML if its name says so.
  const report = compareSync(left, right, { currentName: "current.yaml" });
  try {
    assert.deepEqual(report.json().changes.map((change) => change.message), [], what);
  } finally {
    report.close();
  }
}

const head = 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\npaths: {}\n';

/** Returns the JSON of the other reader's result. */
const read = (text) => JSON.stringify(parse(text, { merge: true, logLevel: "silent" }));

/** Runs both readers on the output of the other reader's writer. No reader accepts a few of these texts, not even its own. */
function written(document, style, what) {
  const text = stringify(document, { aliasDuplicateObjects: false, ...style });
  let meant;
  try {
    meant = read(text);
  } catch {
    return false;
  }
  same(meant, text, `${what}, ${JSON.stringify(style)}`);
  return true;
}

test("awkward YAML is read the same by another reader", () => {
  const awkward = [
    "x: [yes, no, on, off, y, n, Yes, NO]",
    "x: [~, null, Null, NULL, nULL, true, True, TRUE, tRUE, false]",
    "x: [0o17, 0x1F, 017, 1e3, 1E+3, .5, 5., -0, +12, 1_000, 0b11, 12:30, 08]",
    "x: [2001-01-01, 2001-12-14t21:59:43.10-05:00, 1.2.3, 1.10, v1]",
    "x: {200: a, true: c, 2001-01-01: e, '404': f}",
    "x:\n  200: a\n  default: b\n  4XX: c",
    "x: &a {b: 1}\ny: *a\nz: [*a, *a]",
    "x: &a {b: 1, c: 2}\ny: {<<: *a, c: 3, d: 4}\nz:\n  <<: [*a, {e: 5}]",
    "x: |\n  a\n   b\n\n  c\n\ny: |-\n  a\n\nz: |+\n  a\n\n",
    "x: >\n  a\n  b\n\n  c\n   d\n  e\ny: >-\n  a\n  b\nz: >+\n  a\n\n",
    "x: |2\n    a\n   b\ny: >1-\n  a\n  b",
    "x: 'it''s\n  two\n\n  lines'\ny: \"a\\tb\\u00e9\\\n    c\\\n  \\  d\\x41\\N\\_\\L\\P\\e\\0\"",
    "x: a b\n  c\n\n  d # not this\ny: a#b\nz: 'a' # this",
    "x: {a, b: , c: [d, e: f, {g: h}], 'i':j, \"k\":l}",
    "x: [\n  a,\n  b,\n]\ny: {\n  c: d,\n}",
    "x:\n- a\n- - b\n  - c\n-\n  - d\n- e: f\n  g: h\n-\n- ''",
    "? x\n: a\n? y\n: - b\n  - c\n? >-\n  z\n: d",
    "x: !!str 12\ny: !!int '12'\nz: ! 12",
    "x:\ty\n# comment\n\n   # another\ny: a",
    "x: http://a.b/c?d=e&f#g\ny: a:b\nz: -1a\nw: --- a\nv: ?a",
    "x: @".replace("@", "'@'") + "\ny: \"`\"\nz: '%'",
    "x: é😀\n日本: 本",
    "x: [a, [], {}, [[]], [{}]]\ny: []\nz: {}",
    "x: \"\"\ny: ''\nz:",
  ];
  for (const text of awkward.flatMap((body) => [head + body + "\n", (head + body).replaceAll("\n", "\r\n")])) {
    same(read(text), text, text);
  }
  for (const text of ["%YAML 1.2\n---\n" + head + "...\n", "--- # here\n" + head, "\ufeff# mark\n" + head, "---\n" + head + "---\n"]) {
    same(JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} }), text, text);
  }
});

/** A small random number generator (mulberry32), with the same values in every run. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const pieces = [
  "a", "B", "0", "12", ".5", "1e3", "~", "null", "true", "no", " ", "  ", "\n", "\n\n", "\t", ":", ": ", " #", "#", "-", "- ", "?", "? ",
  ",", "[", "]", "{", "}", "&", "*", "!", "|", ">", "'", '"', "%", "@", "`", "\\", "é", "😀", "\u00a0", "\u2028", "\u0007", "\r", "\r\n",
  "---", "...", "<<", "=", "0x1F", "0o17", ".inf", "2001-01-01",
];

function value(roll, depth) {
  const text = () => Array.from({ length: roll(6) }, () => pieces[roll(pieces.length)]).join("");
  const kind = roll(depth > 4 ? 6 : 9);
  if (kind < 3) return text();
  if (kind === 3) return roll(2) === 0 ? roll(1000) - 500 : (roll(2_000_000) - 1_000_000) / 64;
  if (kind === 4) return [null, true, false][roll(3)];
  if (kind === 5) return pieces[roll(pieces.length)];
  if (kind === 6) return Array.from({ length: roll(4) }, () => value(roll, depth + 1));
  return Object.fromEntries(Array.from({ length: roll(5) }, () => [text(), value(roll, depth + 1)]));
}

/** Styles in which a value is written. */
const styles = [
  {},
  { collectionStyle: "flow" },
  { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" },
  { defaultStringType: "QUOTE_SINGLE", lineWidth: 20, minContentWidth: 1 },
  { defaultStringType: "BLOCK_LITERAL", indentSeq: false },
  { defaultStringType: "BLOCK_FOLDED", lineWidth: 30, indent: 4 },
];

test("generated values are read the same in every YAML style", () => {
  const roll = dice(20260101);
  let count = 0;
  for (let round = 0; round < 300; round += 1) {
    const document = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, "x-value": value(roll, 0) };
    for (const style of styles) count += written(document, style, `round ${round}`) ? 1 : 0;
  }
  assert.ok(count > 1500, `${count} texts were read`);
});

/** The available published descriptions with their texts. `cargo xtask test npm` fetches them. */
function* published(ending, most) {
  const folder = process.env.WAYBILL_CORPUS;
  if (!folder) return;
  for (const file of readdirSync(folder, { recursive: true }).sort()) {
    const path = join(folder, file);
    if (file.endsWith(ending) && statSync(path).size <= most) yield [file, readFileSync(path, "utf8")];
  }
}

test("published YAML is read the same by another reader", (t) => {
  let count = 0;
  for (const [file, text] of published(".yaml", Infinity)) {
    same(read(text), text, file);
    count += 1;
  }
  t.diagnostic(`${count} descriptions`);
});

test("published JSON converted to YAML is read the same", (t) => {
  let [files, count] = [0, 0];
  for (const [file, text] of published(".json", 400_000)) {
    files += 1;
    count += written(JSON.parse(text), styles[files % styles.length], file) ? 1 : 0;
  }
  assert.ok(count >= files * 0.9, `${count} of ${files} texts were read`);
  t.diagnostic(`${count} descriptions`);
});
