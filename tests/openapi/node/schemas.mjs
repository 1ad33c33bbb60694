// The schemas of a description for JSON Schema validators: the whole document with each schema in its place, so that references
// still resolve. OpenAPI 3.0 is converted by `@openapi-contrib/openapi-schema-to-json-schema`.

import Ajv04 from "ajv-draft-04";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openapiSchemaToJsonSchema } from "@openapi-contrib/openapi-schema-to-json-schema";
import { lookUp } from "./description.mjs";

const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "dependentSchemas", "$defs"];
const SINGLE = ["not", "items", "additionalProperties", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties"];

/** Maps whose members have arbitrary names. */
const NAMED = ["paths", "schemas", "responses", "parameters", "requestBodies", "headers", "links", "callbacks", "content"];

/** Returns the JSON Schema dialect of a description's converted schemas. */
export const dialect = (document) => (/^3\.0/.test(document.openapi) ? "draft-04" : "2020-12");

/** Returns the document with its schemas converted for one direction. */
export function converted(document, direction) {
  const copy = structuredClone(document);
  const never = direction === "request" ? "readOnly" : "writeOnly";
  eachSchema(copy, (schema) => {
    // OpenAPI 3.0 has neither keyword, and identifiers in examples do not belong to schemas.
    for (const word of ["id", "example", ...(dialect(document) === "draft-04" ? ["$id", "examples"] : [])]) delete schema[word];
    demandNothingOneWay(copy, schema, never, [schema]);
  });
  return dialect(document) === "draft-04" ? replaceSchemas(copy, convert) : copy;
}

/** The converter drops required names that are not properties. They are kept under a name that it ignores. */
function convert(schema) {
  const { $schema, ...found } = openapiSchemaToJsonSchema(schema, {
    beforeTransform: (found) => (Array.isArray(found.required) ? { ...found, "x-required": found.required } : found),
    afterTransform: ({ "x-required": required, ...found }) => (required?.length ? { ...found, required } : found),
  });
  return found;
}

/** Removes properties from `required` that are never sent in this direction (OpenAPI 3.0.4, section 4.7.24.1). */
function demandNothingOneWay(document, schema, never, around) {
  if (Array.isArray(schema.allOf)) {
    for (const branch of schema.allOf) {
      if (branch && typeof branch === "object" && !branch.$ref) demandNothingOneWay(document, branch, never, [...around, branch]);
    }
  }
  if (!Array.isArray(schema.required)) return;
  schema.required = [...new Set(schema.required)].filter((name) => !around.some((holder) => isOneWay(document, holder, name, never, 0)));
  if (schema.required.length === 0) delete schema.required;
}

function isOneWay(document, schema, name, never, depth) {
  if (depth > 8 || !schema || typeof schema !== "object") return false;
  if (Object.hasOwn(schema.properties ?? {}, name) && says(document, schema.properties[name], never, 0)) return true;
  if (typeof schema.$ref === "string" && isOneWay(document, lookUp(document, schema.$ref), name, never, depth + 1)) return true;
  return ["allOf", "anyOf", "oneOf"].some((word) => (schema[word] ?? []).some?.((branch) => isOneWay(document, branch, name, never, depth + 1)));
}

function says(document, schema, never, depth) {
  if (depth > 8 || !schema || typeof schema !== "object") return false;
  if (schema[never] === true) return true;
  if (typeof schema.$ref === "string" && says(document, lookUp(document, schema.$ref), never, depth + 1)) return true;
  return (schema.allOf ?? []).some?.((branch) => says(document, branch, never, depth + 1)) ?? false;
}

/** Calls `visit` for every schema, including nested ones. */
function eachSchema(document, visit) {
  const within = (schema) => {
    if (!schema || typeof schema !== "object") return;
    visit(schema);
    for (const word of LISTS) if (Array.isArray(schema[word])) schema[word].forEach(within);
    for (const word of MAPS) if (schema[word] && typeof schema[word] === "object") Object.values(schema[word]).forEach(within);
    for (const word of SINGLE) within(schema[word]);
  };
  replaceSchemas(document, (schema) => (within(schema), schema));
}

/** Replaces each schema that is not nested in another one. */
function replaceSchemas(document, change) {
  const walk = (node, key) => {
    if (!node || typeof node !== "object") return;
    for (const [name, child] of Object.entries(node)) {
      if (["example", "examples"].includes(name) && !NAMED.includes(key)) {
        delete node[name];
        continue;
      }
      if (["default", "enum", "value"].includes(name) && !NAMED.includes(key)) continue;
      const isSchema = (name === "schema" || (key === "schemas" && !name.startsWith("$"))) && child && typeof child === "object";
      if (isSchema) node[name] = change(child);
      else walk(child, name);
    }
  };
  walk(document, "");
  return document;
}

/** Returns the validators of one converted document, by the pointers of its schemas. */
export function validators(document) {
  const options = { strict: false, allErrors: true, logger: false, unicodeRegExp: false, ignoreKeywordsWithRef: true, validateSchema: false, multipleOfPrecision: 9 };
  const is04 = dialect(document) === "draft-04";
  if (!is04) delete options.ignoreKeywordsWithRef;
  const ajv = is04 ? new (Ajv04.default ?? Ajv04)(options) : new (Ajv2020.default ?? Ajv2020)(options);
  (addFormats.default ?? addFormats)(ajv);
  // Identifiers were removed. A remaining `id` is the name of a component or a parameter.
  ajv.opts.schemaId = "$id";
  ajv.addSchema(document, "description");
  const known = new Map();
  return (pointer) => {
    if (!known.has(pointer)) {
      let validate;
      try {
        validate = ajv.compile({ $ref: reference(pointer) });
      } catch (error) {
        validate = error;
      }
      known.set(pointer, validate);
    }
    return known.get(pointer);
  };
}

/** Returns the reference to a pointer in the document. */
export function reference(pointer) {
  return `description#${pointer.split("/").map((step) => encodeURIComponent(step)).join("/")}`;
}
