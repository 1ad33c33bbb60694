// Splits sentences into text and names in backticks. Names may contain backticks. A span ends at the first backtick that is
// followed by the end of a word, as in all other outputs of a report.

export interface Span {
  readonly text: string;
  readonly isCode: boolean;
}

/** Text after the end of a span: none, whitespace or punctuation. */
const END = /^(?:$|[\s,.;:)'’?!\]…])/;

export function splitSpans(sentence: string): Span[] {
  const spans: Span[] = [];
  let words = "";
  for (let at = 0; at < sentence.length; ) {
    const start = sentence.indexOf("`", at);
    const end = start < 0 ? -1 : endOfSpan(sentence, start + 1);
    if (end < 0) {
      words += sentence.slice(at);
      break;
    }
    words += sentence.slice(at, start);
    if (words) spans.push({ text: words, isCode: false });
    words = "";
    spans.push({ text: sentence.slice(start + 1, end), isCode: true });
    at = end + 1;
  }
  if (words) spans.push({ text: words, isCode: false });
  return spans;
}

/** Returns the position of the backtick that closes a span, or -1. */
function endOfSpan(sentence: string, start: number): number {
  const first = sentence.indexOf("`", start);
  for (let end = first; end >= 0; end = sentence.indexOf("`", end + 1)) if (END.test(sentence.charAt(end + 1))) return end;
  return first;
}
