// Validates files before they are passed to Rust, where a value of another type would trap.
import { MockError } from "./error.js";
import type { MockFile } from "./types.js";

/** A file whose bytes are known. */
export interface CheckedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Returns the files. Throws a {@link MockError} if one is invalid. */
export function checkFiles(files: readonly MockFile[]): CheckedFile[] {
  if (!Array.isArray(files)) throw refused("files is an array of { path, content }");
  return files.map((file: MockFile | null | undefined, at) => {
    const path = checkText(`files[${at}].path`, file?.path);
    const bytes = bytesOf(file?.content);
    if (bytes === undefined) throw refused(`files[${at}].content is a text, a Uint8Array or an ArrayBuffer`);
    return { path, bytes };
  });
}

export function checkText(name: string, value: unknown): string {
  if (typeof value !== "string") throw refused(`${name} is a text`);
  return value;
}

export function checkOptionalText(name: string, value: unknown): string | undefined {
  return value === undefined ? undefined : checkText(name, value);
}

/** True if a file begins like XML, in an encoding that has the byte of `<` among the first four. */
export function isXml({ bytes }: CheckedFile): boolean {
  return bytes.subarray(0, 4).includes("<".charCodeAt(0));
}

/**
 * Returns the bytes of a file. A string is already decoded: a byte order mark shows that it is UTF-8 now, whatever encoding its
 * XML declaration names.
 */
function bytesOf(content: unknown): Uint8Array | undefined {
  if (typeof content === "string") return new TextEncoder().encode(content.startsWith("<") ? `\uFEFF${content}` : content);
  if (ArrayBuffer.isView(content)) return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  return content instanceof ArrayBuffer ? new Uint8Array(content) : undefined;
}

function refused(sentence: string): MockError {
  return new MockError("import.refused", sentence);
}
