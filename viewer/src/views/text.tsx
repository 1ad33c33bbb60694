// Text from descriptions. Code spans become code, and invisible or bidirectional control characters are shown by number.
import { Fragment } from "preact";
import { splitSpans } from "../model/spans";

/** Control characters, bidirectional formatting and zero-width characters. */
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/g;

export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** A name or a value from a description. */
export function Code({ children }: { readonly children: string }) {
  return <code dir="ltr">{visible(children)}</code>;
}

/** A sentence with code spans in backticks. */
export function Sentence({ text }: { readonly text: string }) {
  return <bdi>{splitSpans(text).map((span, at) => (span.isCode ? <Code key={at}>{span.text}</Code> : <Fragment key={at}>{visible(span.text)}</Fragment>))}</bdi>;
}

/** Text of a description, such as a summary. */
export function Words({ text }: { readonly text: string }) {
  return <bdi>{visible(text)}</bdi>;
}
