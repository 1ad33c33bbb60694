// Files that a reader drops or chooses: which of them is the description, and where the others are from there.
import type { DescriptionInput } from "../worker/protocol";

/** A file with its path from what was dropped. */
export interface GivenFile {
  readonly path: string;
  readonly file: File;
}

/** The beginning of a file that is looked at for what it is. */
const LOOKED_AT = 65_536;

/** Files that no description is, and nothing refers to. */
const READABLE = /\.(json|ya?ml)$/i;

/** The input that files make: the one that says that it is a description is the root document. */
export async function inputOf(given: readonly GivenFile[]): Promise<DescriptionInput> {
  const [only] = given;
  if (!only) throw new Error("there is no file in it");
  const root = given.length === 1 ? only : await findRoot(given);
  if (!root) throw new Error(`none of the ${given.length} files is an OpenAPI description: none begins with the member openapi or swagger`);
  const folder = root.path.slice(0, root.path.lastIndexOf("/") + 1);
  const others = given.filter(({ path }) => path !== root.path && READABLE.test(path)).map(({ path, file }) => [fromFolder(folder, path), file] as const);
  return { type: "files", name: root.path.slice(folder.length), root: root.file, others: Object.fromEntries(others) };
}

async function findRoot(given: readonly GivenFile[]): Promise<GivenFile | undefined> {
  // The document that is nearest to what was dropped, and of several there the one with the usual name.
  const rank = ({ path }: GivenFile) => path.split("/").length * 2 - (/(^|\/)(openapi|swagger)\.[a-z]+$/i.test(path) ? 1 : 0);
  const candidates = given.filter(({ path }) => READABLE.test(path)).sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1));
  for (const candidate of candidates) {
    const beginning = await candidate.file.slice(0, LOOKED_AT).text();
    if (/^\uFEFF?\s*\{?\s*["']?(openapi|swagger)["']?\s*:/m.test(beginning)) return candidate;
  }
  return undefined;
}

function fromFolder(folder: string, path: string): string {
  if (path.startsWith(folder)) return path.slice(folder.length);
  return "../".repeat(folder.split("/").length - 1) + path;
}

/** The files of a drop, folders walked through. Has to be called while the event is handled. */
export async function filesOfDrop(transfer: DataTransfer): Promise<GivenFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const loose = [...transfer.files];
  if (entries.every((entry) => entry === null)) return loose.map((file) => ({ path: file.name, file }));
  const found: GivenFile[] = [];
  await Promise.all(entries.map((entry) => entry && walk(entry, "", found)));
  return found;
}

async function walk(entry: FileSystemEntry, folder: string, found: GivenFile[]): Promise<void> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path, file });
    return;
  }
  if (entry.name === "node_modules" || entry.name.startsWith(".")) return;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const inner of some) await walk(inner, `${path}/`, found);
  }
}

/** The files of a file chooser. */
export function filesOfInput(files: FileList | null): GivenFile[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}
