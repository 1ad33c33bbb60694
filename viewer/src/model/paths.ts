// Shortens file names for a report's head.

/** Removes the folders that two absolute paths have in common, because they do not distinguish them. */
export function shortenPaths(previous: string, current: string): readonly [string, string] {
  if (![previous, current].every((name) => /^(\/|[A-Za-z]:[\\/])/.test(name))) return [previous, current];
  const [old, now] = [previous, current].map((name) => name.split(/[\\/]/)) as [string[], string[]];
  let shared = 0;
  while (shared < Math.min(old.length, now.length) - 1 && old[shared] === now[shared]) shared += 1;
  return [old.slice(shared).join("/"), now.slice(shared).join("/")];
}
