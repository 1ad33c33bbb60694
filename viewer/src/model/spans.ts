// Sentences that quote names between backticks. Names may hold backticks too: a span ends at the first one that is followed by
// what follows a word in a sentence, as in every other output of a report.

export interface Span {
  readonly text: string;
  readonly isCode: boolean;
}

/** What ends a quotation: nothing, a space, or punctuation. */
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

/** Where the backtick is that closes a span; -1 where there is none. */
function endOfSpan(sentence: string, start: number): number {
  const first = sentence.indexOf("`", start);
  for (let end = first; end >= 0; end = sentence.indexOf("`", end + 1)) if (END.test(sentence.charAt(end + 1))) return end;
  return first;
}
