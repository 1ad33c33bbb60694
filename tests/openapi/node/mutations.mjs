// Alterations of a value, based on the schema of each location. Most violate one keyword, some none. The validators decide
// whether an altered value is valid.

import { lookUp } from "./description.mjs";

const UNKNOWN = "waybillUnknown";
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Returns alterations of a value: `kind`, the `pointer` of the altered location, and the altered `value`. */
export function mutations(document, schema, value) {
  const found = [];
  visit(document, [lookUp(document, schema)], value, "", (change) => change, found);
  return found;
}

/** `put` returns the whole with an altered value at this location; with `undefined` it omits the location. */
function visit(document, roots, value, pointer, put, found) {
  if (found.length > 4000 || pointer.split("/").length > 12) return;
  const schemas = [...applicable(document, roots)];
  for (const schema of schemas) {
    for (const [kind, altered, at] of ofPlace(schema, value)) found.push({ kind, pointer: pointer + (at ?? ""), value: put(altered) });
  }
  if (Array.isArray(value)) {
    value.slice(0, 3).forEach((element, at) => {
      const inner = schemas.flatMap((schema) => (at < (schema.prefixItems?.length ?? 0) ? [schema.prefixItems[at]] : [schema.items]));
      const putIn = (altered) => put(value.with?.(at, altered) ?? value.map((known, index) => (index === at ? altered : known)));
      visit(document, inner, element, `${pointer}/${at}`, putIn, found);
    });
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = schemas.flatMap((schema) => {
        const own = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties[name] : undefined;
        return [own ?? (isObject(schema.additionalProperties) ? schema.additionalProperties : undefined)];
      });
      const step = name.replaceAll("~", "~0").replaceAll("/", "~1");
      visit(document, inner, member, `${pointer}/${step}`, (altered) => put({ ...value, [name]: altered }), found);
    }
  }
}

/** Returns the schemas that apply or may apply to a location, through references, `allOf` and alternatives. */
function applicable(document, roots) {
  const found = new Set();
  const waiting = roots.filter(isObject);
  while (waiting.length > 0 && found.size < 60) {
    const schema = waiting.pop();
    if (found.has(schema)) continue;
    found.add(schema);
    if (typeof schema.$ref === "string" && schema.$ref.startsWith("#")) waiting.push(lookUp(document, schema.$ref));
    for (const word of ["allOf", "oneOf", "anyOf"]) waiting.push(...(Array.isArray(schema[word]) ? schema[word] : []));
    for (let at = waiting.length - 1; at >= 0; at -= 1) if (!isObject(waiting[at])) waiting.splice(at, 1);
  }
  return found;
}

const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value);
const OTHERS = ["not-a-value", 7, true, ["x"], { x: 1 }];

function* ofPlace(schema, value) {
  if (schema.type !== undefined) {
    const types = [schema.type].flat();
    const isAllowed = (other) => types.includes(typeOf(other)) || (typeOf(other) === "integer" && types.includes("number"));
    const other = OTHERS.find((candidate) => !isAllowed(candidate));
    if (other !== undefined) yield ["type", other];
    if (!types.includes("null")) yield ["null", null];
    if (types.includes("integer") && !types.includes("number")) yield ["fraction", 1.5];
  }
  if (Array.isArray(schema.enum)) yield ["enum", typeof schema.enum[0] === "number" ? 987654321 : "waybill-no-such-value"];
  if (schema.const !== undefined) yield ["const", "waybill-no-such-value"];
  if (typeof value === "number") yield* ofNumber(schema);
  if (typeof value === "string") yield* ofText(schema, value);
  if (Array.isArray(value)) yield* ofList(schema, value);
  if (isObject(value)) yield* ofObject(schema, value);
}

function* ofNumber(schema) {
  const isBound = (bound) => typeof bound === "number" && Math.abs(bound) < 2 ** 53;
  if (isBound(schema.minimum)) yield ["minimum", schema.minimum - (schema.exclusiveMinimum === true ? 0 : 1)];
  if (isBound(schema.maximum)) yield ["maximum", schema.maximum + (schema.exclusiveMaximum === true ? 0 : 1)];
  if (isBound(schema.exclusiveMinimum)) yield ["minimum", schema.exclusiveMinimum];
  if (isBound(schema.exclusiveMaximum)) yield ["maximum", schema.exclusiveMaximum];
}

function* ofText(schema, value) {
  if (schema.minLength > 0) yield ["minLength", [...value].slice(0, schema.minLength - 1).join("")];
  if (schema.maxLength < 100_000) yield ["maxLength", value.padEnd(schema.maxLength + 1, "x")];
  if (typeof schema.pattern === "string") yield ["pattern", "~ no ~ match ~"];
  if (typeof schema.format === "string") yield ["format", "no such thing"];
  // A string that looks like another type is still a string.
  yield ["looks-null", "null"];
  yield ["looks-true", "true"];
  yield ["looks-number", "12345"];
  yield ["looks-uuid", "3fa85f64-5717-4562-b3fc-2c963f66afa6"];
}

function* ofList(schema, value) {
  if (schema.minItems > 0) yield ["minItems", value.slice(0, schema.minItems - 1)];
  if (schema.maxItems < 200 && value.length > 0) {
    yield ["maxItems", Array.from({ length: schema.maxItems + 1 }, (_, at) => value[at % value.length])];
  }
  if (schema.uniqueItems === true && value.length > 0) yield ["uniqueItems", [...value, value[0]]];
}

function* ofObject(schema, value) {
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (!Object.hasOwn(value, name)) continue;
    const { [name]: left, ...rest } = value;
    yield ["required", rest];
  }
  if (schema.additionalProperties === false && !schema.patternProperties) yield ["unknown", { ...value, [UNKNOWN]: "x" }, `/${UNKNOWN}`];
}

/** Selects up to `most` alterations, of each kind in turn. The selection is deterministic. */
export function chosen(all, most) {
  const kinds = new Map();
  const seen = new Set();
  for (const mutation of all) {
    const key = `${mutation.pointer} ${JSON.stringify(mutation.value)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    kinds.set(mutation.kind, [...(kinds.get(mutation.kind) ?? []), mutation]);
  }
  const found = [];
  for (let round = 0; found.length < most && found.length < seen.size; round += 1) {
    for (const list of kinds.values()) if (round < list.length && found.length < most) found.push(list[round]);
  }
  return found;
}
