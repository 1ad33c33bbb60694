// Reads an OpenAPI description without the mock: its operations with the locations of their schemas, and references resolved.

import { readFile } from "node:fs/promises";
import converter from "swagger2openapi";
import { parse } from "yaml";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Ignored header parameters (OpenAPI 3.1.1, section 4.8.12.1), and headers that HTTP itself sets. */
const IGNORED_HEADERS = ["accept", "content-type", "authorization", "content-length", "host", "connection", "transfer-encoding", "expect"];

/** Reads a file. Swagger 2.0 is converted by `swagger2openapi`. */
export async function read(file) {
  const text = await readFile(file, "utf8");
  const document = file.endsWith(".json") ? JSON.parse(text) : parse(text);
  if (!document.swagger) return document;
  return (await converter.convertObj(document, { patch: true, warnOnly: true })).openapi;
}

export const escape = (step) => step.replaceAll("~", "~0").replaceAll("/", "~1");
const unescape = (step) => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** Returns the value at a pointer (RFC 6901, with or without a leading `#`), or undefined. */
export function lookUp(document, pointer) {
  let found = document;
  for (const step of pointer.replace(/^#/, "").split("/").slice(1)) {
    let name = step;
    if (pointer.startsWith("#")) {
      try {
        name = decodeURIComponent(step);
      } catch {
        return undefined;
      }
    }
    found = found?.[unescape(name)];
  }
  return found;
}

/** Follows references to their end. Returns the node and its pointer. */
function resolve(document, node, pointer) {
  for (let depth = 0; typeof node?.$ref === "string"; depth += 1) {
    if (depth > 20 || !node.$ref.startsWith("#")) return [undefined, pointer];
    pointer = decodePointer(node.$ref);
    node = lookUp(document, node.$ref);
  }
  return [node, pointer];
}

function decodePointer(reference) {
  return reference.slice(1).split("/").map((step) => decodeURIComponent(step)).join("/");
}

/** Returns the operations of the paths: their names, and parameters, bodies and responses with pointers to their schemas. */
export function operations(document) {
  const found = [];
  for (const [path, entry] of Object.entries(document.paths ?? {})) {
    if (path.startsWith("x-")) continue;
    const [item, at] = resolve(document, entry, `/paths/${escape(path)}`);
    if (!item) continue;
    const own = METHODS.filter((method) => item[method]).map((method) => [method.toUpperCase(), item[method], `${at}/${method}`]);
    const others = Object.entries(item.additionalOperations ?? {});
    const added = others.map(([method, operation]) => [method, operation, `${at}/additionalOperations/${method}`]);
    for (const [method, operation, pointer] of [...own, ...added]) {
      found.push({
        method,
        path,
        parameters: parameters(document, item, at, operation, pointer),
        body: body(document, operation, pointer),
        responses: responses(document, operation, pointer),
      });
    }
  }
  return found;
}

function parameters(document, item, at, operation, pointer) {
  const found = new Map();
  for (const [list, base] of [[item.parameters, `${at}/parameters`], [operation.parameters, `${pointer}/parameters`]]) {
    for (const [index, entry] of (list ?? []).entries()) {
      const [parameter, place] = resolve(document, entry, `${base}/${index}`);
      if (!parameter?.name) continue;
      const ignored = parameter.in === "header" && IGNORED_HEADERS.includes(parameter.name.toLowerCase());
      if (ignored) continue;
      const [range] = Object.keys(parameter.content ?? {});
      const style = parameter.style ?? (["path", "header"].includes(parameter.in) ? "simple" : "form");
      found.set(`${parameter.in} ${parameter.name}`, {
        name: parameter.name,
        in: parameter.in,
        required: parameter.required === true || parameter.in === "path",
        style,
        explode: parameter.explode ?? style === "form",
        range,
        schema: schemaOf(range ? parameter.content[range] : parameter, range ? `${place}/content/${escape(range)}` : place),
      });
    }
  }
  return [...found.values()];
}

function body(document, operation, pointer) {
  const [found, place] = resolve(document, operation.requestBody, `${pointer}/requestBody`);
  return found && { required: found.required === true, content: content(found, place) };
}

function responses(document, operation, pointer) {
  const own = Object.entries(operation.responses ?? {}).filter(([status]) => !status.startsWith("x-"));
  return own.flatMap(([status, entry]) => {
    const [response, place] = resolve(document, entry, `${pointer}/responses/${status}`);
    return response ? [{ status, content: content(response, place) }] : [];
  });
}

function content(holder, pointer) {
  return Object.entries(holder.content ?? {}).map(([range, media]) => ({
    range,
    encoding: media?.encoding ?? {},
    schema: schemaOf(media, `${pointer}/content/${escape(range)}`),
  }));
}

const schemaOf = (holder, pointer) => (holder?.schema === undefined ? undefined : `${pointer}/schema`);
