// Runs long work on the page's thread in slices. Between two slices the browser can paint, scroll and handle keys.

/** Length of a slice, in milliseconds. */
const SLICE = 10;

/** Calls `work` for each item. Stops early and resolves to `false` once `isWanted` returns false. */
export async function doInSlices<T>(items: readonly T[], work: (item: T) => void, isWanted: () => boolean): Promise<boolean> {
  let until = performance.now() + SLICE;
  for (const item of items) {
    if (performance.now() > until) {
      await pause();
      if (!isWanted()) return false;
      until = performance.now() + SLICE;
    }
    work(item);
  }
  return true;
}

/** Lets all other waiting tasks run first. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
