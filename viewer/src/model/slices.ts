// Long work on the page's thread, in slices: between two the browser paints, scrolls and takes keys.

/** Milliseconds of one slice. */
const SLICE = 10;

/** Does `work` for each item; ends early, with `false`, once `isWanted` says so. */
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

/** Lets everything else that waits go first. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
