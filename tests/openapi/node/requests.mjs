// Builds a request of an operation from values for its parameters and its body.

import { asBody, inCookie, inHeader, inPath, inQuery } from "./serialise.mjs";

/**
 * Returns the request, or the `reason` why it cannot be written. `values` has `parameters`, by location and name, and optionally
 * `body`.
 */
export function write(service, operation, values) {
  const [template, fragment] = operation.path.split("#");
  let path = template;
  const query = [];
  const headers = {};
  const cookies = [];
  for (const parameter of operation.parameters) {
    const key = `${parameter.in} ${parameter.name}`;
    if (!values.parameters.has(key)) continue;
    const value = values.parameters.get(key);
    const reason = `${key}: ${JSON.stringify(value)?.slice(0, 80)} cannot be written`;
    if (parameter.in === "path") {
      const text = inPath(parameter, value);
      if (!text) return { reason };
      path = path.replaceAll(`{${parameter.name}}`, () => text);
    } else if (parameter.in === "query") {
      const pairs = inQuery(parameter, value);
      if (!pairs) return { reason };
      query.push(...pairs.map((pair) => pair.join("=")));
    } else if (parameter.in === "header") {
      const text = inHeader(parameter, value);
      if (text === undefined) return { reason };
      headers[parameter.name] = text;
    } else if (parameter.in === "cookie") {
      const text = inCookie(parameter, value);
      if (text === undefined) return { reason };
      cookies.push(`${parameter.name}=${text}`);
    } else return { reason: `a parameter in ${parameter.in} is not written` };
  }
  if (cookies.length > 0) headers.cookie = cookies.join("; ");
  const [stem, own] = path.split("?");
  // A query in a path template repeats a declared parameter, or is a part of the path.
  const isDeclared = (pair) => operation.parameters.some(({ in: place, name }) => place === "query" && name === pair.split("=")[0]);
  query.unshift(...(own ?? "").split("&").filter((pair) => pair && !isDeclared(pair)));
  if (/[{}]/.test(stem + query.join("&"))) return { reason: "the path has a parameter that is not declared" };
  // The part after `#` in a path of AWS is a header that selects the operation. Usually it is also declared as a parameter.
  const [, header, meant] = /^([^=]+)=(.+)$/.exec(fragment ?? "") ?? [];
  if (header && !operation.parameters.some(({ name }) => name === header)) headers[header] = meant;
  let body;
  if (values.body) {
    const { range, encoding, value } = values.body;
    const written = asBody(range, encoding, value);
    if (!written) return { reason: `no body is written as ${range.split(";")[0]}` };
    headers["content-type"] = written.type;
    body = written.bytes;
  }
  const escaped = stem.replace(/[^\x21-\x7e]/g, (found) => encodeURIComponent(found));
  const target = `${service}${escaped}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  return { method: operation.method, target, headers, body };
}
