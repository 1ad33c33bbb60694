// Serialises values for paths, queries, headers and forms (OpenAPI 3.1.1, sections 4.8.12.4 and 4.8.15). Functions return
// undefined if the serialised value could not be parsed again.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isScalar = (value) => ["string", "number", "boolean"].includes(typeof value);
const percent = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the scalars of a flat list or object as strings; undefined for nested values, nulls and empty values. */
function flat(value, separators) {
  const scalars = Array.isArray(value) ? value : Object.entries(value).flat();
  const isFit = (scalar) => isScalar(scalar) && String(scalar) !== "" && !separators.some((found) => String(scalar).includes(found));
  return scalars.length > 0 && scalars.every(isFit) ? scalars.map(String) : undefined;
}

/** Returns a value as one string, in the styles `simple`, `label` and `matrix`, and for forms that are not exploded. */
function joined(value, separator, explode, encode) {
  if (isScalar(value)) return encode(String(value));
  const texts = flat(value, [separator, ",", "="]);
  if (!texts) return undefined;
  if (Array.isArray(value)) return texts.map(encode).join(separator);
  if (!explode) return texts.map(encode).join(separator);
  return Object.entries(value).map(([name, member]) => `${encode(name)}=${encode(String(member))}`).join(separator);
}

/** Returns the string that replaces a path parameter's braces. */
export function inPath({ name, style, explode, range }, value) {
  if (range) return percent(JSON.stringify(value));
  if (value === null || value === "") return undefined;
  if (style === "label") {
    const text = joined(value, explode ? "." : ",", explode, percent);
    return text === undefined || String(value).includes(".") ? undefined : `.${text}`;
  }
  if (style !== "matrix") return joined(value, ",", explode, percent);
  if (isScalar(value) || !explode) {
    const text = joined(value, ",", false, percent);
    return text && `;${name}=${text}`;
  }
  const texts = flat(value, [";", ",", "="]);
  if (!texts) return undefined;
  if (Array.isArray(value)) return texts.map((text) => `;${name}=${percent(text)}`).join("");
  return Object.entries(value).map(([key, member]) => `;${key}=${percent(String(member))}`).join("");
}

/** Returns a header's value, or a cookie's. */
export function inHeader({ explode, range }, value) {
  const text = range ? JSON.stringify(value) : value === null ? undefined : joined(value, ",", explode, (found) => found);
  return text !== undefined && text.trim() === text && /^[\x20-\x7e]+$/.test(text) ? text : undefined;
}

export function inCookie(parameter, value) {
  if (isScalar(value)) return percent(String(value));
  return parameter.explode ? undefined : joined(value, ",", false, percent);
}

/** Returns a query parameter, or a member of a form, as percent-encoded names and values. */
export function inQuery({ name, style, explode, range }, value) {
  if (range) return [[percent(name), percent(JSON.stringify(value))]];
  if (isScalar(value)) return [[percent(name), percent(String(value))]];
  if (value === null) return undefined;
  if (style === "deepObject") return deep(percent(name), value);
  if (style === "form" && explode) {
    const texts = flat(value, []);
    if (!texts) return undefined;
    if (Array.isArray(value)) return texts.map((text) => [percent(name), percent(text)]);
    return Object.entries(value).map(([key, member]) => [percent(key), percent(String(member))]);
  }
  const separator = { spaceDelimited: "%20", pipeDelimited: "%7C" }[style] ?? ",";
  const plain = { spaceDelimited: " ", pipeDelimited: "|" }[style] ?? ",";
  const texts = flat(value, [plain]);
  return texts && [[percent(name), texts.map(percent).join(separator)]];
}

/** Returns `name[member]=value` at any depth. Lists use positions, like clients of Stripe and of PHP. */
function deep(prefix, value) {
  if (isScalar(value)) return [[prefix, percent(String(value))]];
  if (value === null) return undefined;
  const members = Object.entries(value);
  const pairs = members.map(([name, member]) => deep(`${prefix}[${percent(name)}]`, member));
  return members.length > 0 && !pairs.includes(undefined) ? pairs.flat() : undefined;
}

/** Returns a body as bytes; undefined if this media type cannot represent the value, or cannot be written here. */
export function asBody(range, encoding, value) {
  const type = range.split(";")[0].trim().toLowerCase();
  if (type === "application/json" || type.endsWith("+json") || type === "*/*") return text(JSON.stringify(value), type === "*/*" ? "application/json" : range);
  if (type === "application/x-www-form-urlencoded") return isObject(value) ? form(encoding, value, range) : undefined;
  if (type === "multipart/form-data") return isObject(value) ? multipart(encoding, value) : undefined;
  if (type.startsWith("text/") && typeof value === "string") return text(value, range.includes("*") ? "text/plain" : range);
  return undefined;
}

const text = (content, type) => ({ bytes: Buffer.from(content), type });

/** True if a member is encoded like a query parameter, because `style`, `explode` or `allowReserved` is set. */
const isStyled = (encoding) => ["style", "explode", "allowReserved"].some((word) => encoding?.[word] !== undefined);

function form(encoding, value, range) {
  const pairs = Object.entries(value).map(([name, member]) => {
    const own = encoding[name];
    const isPlain = isScalar(member) || (Array.isArray(member) && member.length > 0 && member.every(isScalar));
    if (!isStyled(own) && !isPlain) return member === null ? undefined : [[percent(name), percent(JSON.stringify(member))]];
    const style = own?.style ?? "form";
    return inQuery({ name, style, explode: own?.explode ?? style === "form" }, member);
  });
  if (pairs.includes(undefined)) return undefined;
  return text(pairs.flat().map(([name, member]) => `${name}=${member}`).join("&"), range);
}

function multipart(encoding, value) {
  const boundary = "waybill-boundary";
  const parts = [];
  for (const [name, member] of Object.entries(value)) {
    for (const one of Array.isArray(member) ? member : [member]) {
      if (one === null) return undefined;
      const type = isScalar(one) ? "text/plain" : "application/json";
      const content = isScalar(one) ? String(one) : JSON.stringify(one);
      parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', "%22")}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`);
    }
    if (Array.isArray(member) && member.length === 0) return undefined;
  }
  return parts.length > 0 ? text(`${parts.join("")}--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`) : undefined;
}
