// Detects OpenAPI descriptions: objects in JSON or YAML with a top-level member `openapi` or `swagger`, at any position.

const [QUOTE, BACKSLASH, BRACE, BRACKET, BRACE_END, BRACKET_END] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d];

export function isDescription(text: string): boolean {
  // Skips comments, directives and the document start marker.
  const start = /^\uFEFF?(?:\s|#[^\n]*(?:\n|$)|%[^\n]*(?:\n|$)|---(?=\s|$))*/.exec(text)?.[0].length ?? 0;
  if (text.charCodeAt(start) === BRACE) return hasMember(text, start);
  const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start).replace("\uFEFF", "");
  if (/\S/.test(indent)) return false;
  return new RegExp(`^\\uFEFF?${indent}(["']?)(?:openapi|swagger)\\1[ \\t]*:(?:\\s|$)`, "m").test(text);
}

/**
 * True if the object that starts here has the member itself, not in a nested object. The object is in JSON or in YAML flow style.
 */
function hasMember(text: string, start: number): boolean {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (depth === 1 && isNameAt(text, at)) return true;
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === BRACE || code === BRACKET) depth += 1;
    else if (code === BRACE_END || code === BRACKET_END) depth -= 1;
    if (depth === 0) return false;
  }
  return false;
}

function isNameAt(text: string, at: number): boolean {
  const quoted = text.charCodeAt(at) === QUOTE ? at + 1 : at;
  if (!text.startsWith("openapi", quoted) && !text.startsWith("swagger", quoted)) return false;
  return /^(?:"(?:openapi|swagger)"|openapi|swagger)\s*:/.test(text.slice(at, at + 40)) && !/\w/.test(text.charAt(at - 1));
}

/** Returns the position at which the quoted string that starts here ends. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
