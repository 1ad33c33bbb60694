// Two values as one YAML text with `-` and `+` lines: the changed members, the names that lead to them, and their short neighbours.
import { stringify } from "yaml";

/** Members that tell one element of a list from others. */
const NAMES = ["name", "in", "$ref", "url"];

/** Most lines shown of a member or an element that one side alone has. */
const MAX_LINES = 14;

/** Returns the lines of the difference. */
export function yamlDiff(before, after) {
  return diffOf(before, after, "");
}

function diffOf(before, after, indent) {
  if (isMap(before) && isMap(after)) return diffOfMaps(before, after, indent);
  if (Array.isArray(before) && Array.isArray(after)) return diffOfLists(before, after, indent);
  return [...mark("-", yaml(before), indent), ...mark("+", yaml(after), indent)];
}

function diffOfMaps(before, after, indent) {
  const names = [...Object.keys(before), ...Object.keys(after).filter((name) => !(name in before))];
  const changesHere = names.some((name) => !(name in before && name in after) || isLeafChange(before[name], after[name]));
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (!(name in after)) return mark("-", shortened(yaml({ [name]: old })), indent);
    if (!(name in before)) return mark("+", shortened(yaml({ [name]: now })), indent);
    if (isSame(old, now)) return changesHere && isShort(old) ? mark(" ", yaml({ [name]: old }), indent) : [];
    if (isLeafChange(old, now)) return [...mark("-", yaml({ [name]: old }), indent), ...mark("+", yaml({ [name]: now }), indent)];
    return [...mark(" ", [`${yaml(name)[0]}:`], indent), ...diffOf(old, now, `${indent}  `)];
  });
}

/** Elements at both ends that are the same are left out of a list of maps. Of those between, the ones at one position are compared. */
function diffOfLists(before, after, indent) {
  let start = 0;
  while (start < Math.min(before.length, after.length) && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const same = (elements) => elements.filter(isShort).flatMap((element) => mark(" ", yaml([element]), indent));
  const between = [];
  if (old.length === now.length && old.every((element, index) => isSameElement(element, now[index]))) {
    old.forEach((element, index) => between.push(...diffOfElements(element, now[index], indent)));
  } else {
    between.push(...old.flatMap((element) => mark("-", shortened(yaml([element])), indent)), ...now.flatMap((element) => mark("+", shortened(yaml([element])), indent)));
  }
  return [...same(before.slice(0, start)), ...between, ...same(end === 0 ? [] : before.slice(-end))];
}

/** Two elements of a list: the members that name them, then what differs. */
function diffOfElements(before, after, indent) {
  if (isSame(before, after)) return [];
  const lines = diffOfMaps(before, after, `${indent}  `);
  const names = NAMES.filter((name) => name in before && isSame(before[name], after[name]));
  const isShown = (name) => lines.some((line) => line.startsWith(` ${indent}  ${name}:`));
  const all = [...names.filter((name) => !isShown(name)).flatMap((name) => mark(" ", yaml({ [name]: before[name] }), `${indent}  `)), ...lines];
  // The first line that both sides have carries the dash.
  const first = all.findIndex((line) => line.startsWith(" "));
  return first < 0 ? [` ${indent}-`, ...all] : [` ${indent}- ${all[first].slice(indent.length + 3)}`, ...all.filter((_, index) => index !== first)];
}

function isLeafChange(before, after) {
  return !isSame(before, after) && !(isMap(before) && isMap(after)) && !(Array.isArray(before) && Array.isArray(after));
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** True for two maps whose naming members are the same. */
function isSameElement(before, after) {
  return isMap(before) && isMap(after) && NAMES.every((name) => isSame(before[name], after[name]));
}

function isMap(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a scalar, and for a reference. */
function isShort(value) {
  return typeof value !== "object" || value === null || (isMap(value) && JSON.stringify(Object.keys(value)) === '["$ref"]');
}

function yaml(value) {
  return stringify(value, { lineWidth: 0 }).trimEnd().split("\n");
}

function shortened(lines) {
  if (lines.length <= MAX_LINES) return lines;
  const shown = lines.slice(0, MAX_LINES - 1);
  const [space] = /^ */.exec(lines[MAX_LINES - 1]);
  return [...shown, `${space}# and ${lines.length - shown.length} more lines`];
}

function mark(sign, lines, indent) {
  return lines.map((line) => `${sign}${indent}${line}`);
}
