// Published descriptions: those in the `releases.json` of a site, or those in the list that `waybill view` serves.
import type { ComparisonSettings, DescriptionInput } from "../worker/protocol";

/** A published description of one release. */
export interface PublishedDescription {
  readonly version: string;
  readonly input: DescriptionInput;
}

/** An API with its releases, the latest first. */
export interface PublishedApi {
  /** Name of the description, if there are several. */
  readonly name: string | null;
  readonly descriptions: readonly PublishedDescription[];
  readonly settings: ComparisonSettings;
  /** The pair that is opened by default. */
  readonly latest: { readonly previous: string; readonly current: string } | null;
}

interface IndexFile {
  readonly descriptions: readonly { readonly name: string | null; readonly version: string; readonly path: string; readonly files: readonly string[] }[];
  readonly releases: readonly { readonly name: string | null; readonly version: string; readonly previous: string }[];
}

interface ComparisonsFile {
  readonly comparisons: readonly ServedComparison[];
}

interface ServedComparison extends ComparisonSettings {
  readonly name: string | null;
  readonly previous: ServedDescription;
  readonly current: ServedDescription;
}

interface ServedDescription {
  readonly name: string;
  readonly path: string;
  readonly files: readonly string[];
}

/** Reads a site's `releases.json`; null if there is none. */
export async function fetchReleases(address: string): Promise<PublishedApi[] | null> {
  const file = await fetchJson<IndexFile>(address);
  if (!file) return null;
  if (!Array.isArray(file.descriptions) || !Array.isArray(file.releases)) throw new Error(`${address} lists no descriptions and releases`);
  // Entries of other versions of this file, and invalid ones, are skipped.
  const listed = file.descriptions.filter((entry) => entry && typeof entry.version === "string" && Array.isArray(entry.files) && [entry.path, ...entry.files].every((path) => isBelow(path)));
  const names = [...new Set(listed.map(({ name }) => name ?? null))];
  return names.map((name) => {
    const own = listed.filter((description) => (description.name ?? null) === name);
    const descriptions = own.map(({ version, path, files }) => {
      const named = path.replace(/^descriptions\/[^/]+\//, `${version}:`);
      return { version, input: inputAt(address, named, path, files) };
    });
    const release = file.releases.find((other) => other && (other.name ?? null) === name && descriptions.some(({ version }) => version === other.version) && descriptions.some(({ version }) => version === other.previous));
    return { name, descriptions: descriptions.sort((one, other) => compareVersions(other.version, one.version)), settings: {}, latest: release ? { previous: release.previous, current: release.version } : null };
  });
}

/** Reads the list that `waybill view` serves. Each comparison is an API with two descriptions. */
export async function fetchComparisons(address: string): Promise<PublishedApi[] | null> {
  const file = await fetchJson<ComparisonsFile>(address);
  if (!file) return null;
  return file.comparisons.map(({ name, previous, current, ...settings }) => {
    const input = (side: ServedDescription) => inputAt(address, side.name, side.path, side.files ?? []);
    // Both files may have the same name.
    const [before, after] = previous.name === current.name ? [`${previous.name} (previous)`, `${current.name} (current)`] : [previous.name, current.name];
    return { name, descriptions: [{ version: after, input: input(current) }, { version: before, input: input(previous) }], settings, latest: { previous: before, current: after } };
  });
}

function inputAt(index: string, name: string, path: string, files: readonly string[]): DescriptionInput {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const others = files.map((file) => [relativePath(folder, file), addressAt(index, file)]);
  return { type: "address", name, address: addressAt(index, path), others: Object.fromEntries(others) };
}

/** True if an entry is a path below the folder of its index. */
function isBelow(path: unknown): boolean {
  return typeof path === "string" && path.split("/").every((part) => part !== "" && part !== "..");
}

/** Returns the address of a path that is relative to an index. */
function addressAt(index: string, path: string): string {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), index).href;
}

/** Returns the path of a file relative to a folder. Both are relative to the same base. */
function relativePath(folder: string, file: string): string {
  const [from, to] = [folder.split("/").filter(Boolean), file.split("/")];
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}

/** Fetches a JSON file; null if there is none. */
async function fetchJson<T>(address: string): Promise<T | null> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return null;
  try {
    return (await response.json()) as T;
  } catch {
    throw new Error(`${address} is no JSON`);
  }
}

/** Compares versions by semantic versioning (section 11), if their parts are numbers. */
function compareVersions(one: string, other: string): number {
  const parts = (version: string) => version.replace(/^v/, "").split(/[.+-]/).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const [before, after] = [parts(one), parts(other)];
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [left, right] = [before[at], after[at]];
    if (left === right) continue;
    // A pre-release version has additional parts, which are not numbers.
    if (left === undefined) return typeof right === "number" ? -1 : 1;
    if (right === undefined) return typeof left === "number" ? 1 : -1;
    return typeof left === typeof right ? (left < right ? -1 : 1) : typeof left === "number" ? 1 : -1;
  }
  return 0;
}
