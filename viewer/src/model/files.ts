// Files that a reader drops or chooses. Finds the description's root document, and the paths of the other files from there.
import { type DescriptionInput, MAX_BYTES } from "../worker/protocol";
import { isDescription } from "./root-document";

/** A file with its path relative to the dropped item. */
export interface GivenFile {
  readonly path: string;
  readonly file: File;
}

/** Names of files that may contain a description or be referenced by one. Other files of a folder are ignored. */
const READABLE = /\.(json|ya?ml|txt)$|(^|\/)[^./]+$/i;

/** The candidates for the root document, and the selected one. */
export interface RootChoice {
  readonly given: readonly GivenFile[];
  readonly roots: readonly string[];
  readonly root: string;
}

/**
 * Returns the input for these files. `choice` is not null if several of them are descriptions. `wanted` is the path that the
 * reader chose.
 */
export async function inputOf(given: readonly GivenFile[], wanted?: string): Promise<{ readonly input: DescriptionInput; readonly choice: RootChoice | null }> {
  const [only] = given;
  if (!only) throw new Error("there is no file in it");
  const roots = given.length === 1 ? [only] : await findRoots(given);
  const root = roots.find(({ path }) => path === wanted) ?? roots[0];
  if (!root) throw new Error(`none of the ${given.length} files is an OpenAPI description: none has the member openapi or swagger`);
  const folder = root.path.slice(0, root.path.lastIndexOf("/") + 1);
  const others = given.filter(({ path }) => path !== root.path && READABLE.test(path)).map(({ path, file }) => [fromFolder(folder, path), file] as const);
  const input: DescriptionInput = { type: "files", name: root.path.slice(folder.length), root: root.file, others: Object.fromEntries(others) };
  return { input, choice: roots.length > 1 ? { given, roots: roots.map(({ path }) => path), root: root.path } : null };
}

/**
 * Returns the root documents among the files, those in the shallowest folder first. Within a folder, the usual name comes first.
 */
async function findRoots(given: readonly GivenFile[]): Promise<GivenFile[]> {
  const rank = ({ path }: GivenFile) => path.split("/").length * 2 - (/(^|\/)(openapi|swagger)\.[a-z]+$/i.test(path) ? 1 : 0);
  const candidates = given.filter(({ path, file }) => READABLE.test(path) && file.size <= MAX_BYTES).sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1));
  const roots: GivenFile[] = [];
  for (const candidate of candidates) if (isDescription(await candidate.file.text())) roots.push(candidate);
  return roots;
}

function fromFolder(folder: string, path: string): string {
  if (path.startsWith(folder)) return path.slice(folder.length);
  return "../".repeat(folder.split("/").length - 1) + path;
}

/** Returns the dropped files, including those in folders. Call it while the event is handled. */
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

/** Returns the files of a file chooser. */
export function filesOfInput(files: FileList | null): GivenFile[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}
