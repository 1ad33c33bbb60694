// Which files are OpenAPI descriptions: objects in JSON or YAML with the member `openapi` or `swagger`, wherever it stands in them.

const [QUOTE, BACKSLASH, BRACE, BRACKET, BRACE_END, BRACKET_END] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d];

export function isDescription(text: string): boolean {
  // Past comments, directives and the mark that a document begins.
  const start = /^\uFEFF?(?:\s|#[^\n]*(?:\n|$)|%[^\n]*(?:\n|$)|---(?=\s|$))*/.exec(text)?.[0].length ?? 0;
  if (text.charCodeAt(start) === BRACE) return hasMember(text, start);
  const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start).replace("\uFEFF", "");
  if (/\S/.test(indent)) return false;
  return new RegExp(`^\\uFEFF?${indent}(["']?)(?:openapi|swagger)\\1[ \\t]*:(?:\\s|$)`, "m").test(text);
}

/** Whether the object that begins here, in JSON or as YAML writes it in braces, has the member itself and not within another. */
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

/** Where the text in quotes ends that begins here. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
