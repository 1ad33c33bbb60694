// JSON Patch (RFC 6902), as far as pages of rules use it: add, remove and replace.

/** Returns a copy of a document after a patch. */
export function applyPatch(document, patch) {
  const changed = structuredClone(document);
  for (const { op, path, value } of patch) {
    const tokens = path.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = tokens.pop();
    const target = tokens.reduce((node, token) => node?.[token], changed);
    if (target === undefined || !["add", "remove", "replace"].includes(op)) throw new Error(`${op} ${path} is not possible`);
    if (Array.isArray(target)) {
      const index = last === "-" ? target.length : Number(last);
      target.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
    } else if (op === "remove") {
      delete target[last];
    } else {
      target[last] = value;
    }
  }
  return changed;
}
