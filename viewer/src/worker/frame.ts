// The source lines around a location that a message contains as `file:line:column: …`.
import type { LoadedDescription } from "./inputs";
import type { CodeFrame } from "./protocol";

const AROUND = 2;
const SHOWN = 160;

/** Returns the message without the location, and the lines around it. The names of the two sides differ. */
export function frameOf(message: string, descriptions: readonly LoadedDescription[]): { side: number; text: string; frame: CodeFrame } | null {
  const [, file, lineText, columnText, text] = /^(.+?):(\d+):(\d+): (.*)$/s.exec(message) ?? [];
  if (file === undefined || text === undefined) return null;
  const side = descriptions.findIndex((description) => description.name === file || fileOf(description, file) !== undefined);
  const description = descriptions[side];
  if (!description) return null;
  const bytes = fileOf(description, file) ?? description.root;
  const [line, column] = [Number(lineText), Number(columnText)];
  const all = new TextDecoder().decode(bytes).split("\n");
  const first = Math.max(1, line - AROUND);
  const cut = (shown: string) => (column > SHOWN ? `…${shown.slice(column - SHOWN / 2, column + SHOWN / 2)}` : shown.slice(0, SHOWN));
  const isCut = column > SHOWN;
  const lines = all.slice(first - 1, line + AROUND).map((shown) => cut(shown.trimEnd()));
  return { side, text, frame: { file, line, column: isCut ? SHOWN / 2 + 1 : column, first, lines } };
}

function fileOf(description: LoadedDescription, file: string): Uint8Array | undefined {
  return Object.entries(description.others).find(([path]) => file.endsWith(path))?.[1];
}
