// JSON with one value a line. Nothing else of it changes: numbers that JavaScript cannot hold stay as they were written.

/** The text with line ends and spaces, where it is JSON; else the text. */
export function indentJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  return tokens
    .map((token, at) => {
      const isEmpty = /[[{]/.test(tokens[at - 1] ?? "") && (tokens[at - 1]?.length ?? 0) === 1;
      switch (token) {
        case "{":
        case "[":
          depth += 1;
          return /^[\]}]$/.test(tokens[at + 1] ?? "") ? token : token + line();
        case "}":
        case "]":
          depth -= 1;
          return isEmpty ? token : line() + token;
        case ",":
          return token + line();
        case ":":
          return ": ";
        default:
          return token;
      }
    })
    .join("");
}
