// Formats JSON with one value per line. It does not change the tokens, because JavaScript cannot represent all numbers.

/** Returns the text with line breaks and indentation if it is JSON, and unchanged otherwise. */
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
