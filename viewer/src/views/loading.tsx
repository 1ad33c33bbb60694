// The progress in numbers, with a button to cancel.
import type { Progress } from "../worker/protocol";
import { useViewer } from "./context";

export function Loading({ progress }: { readonly progress: Progress | null }) {
  const { viewer } = useViewer();
  const { words, part } = describeProgress(progress);
  return (
    <div class="loading">
      <p id="progress-text">{words}</p>
      <div class="progress" role="progressbar" aria-label="Comparison" aria-valuetext={words} {...(part === null ? {} : { "aria-valuenow": Math.round(part * 100), "aria-valuemin": 0, "aria-valuemax": 100 })}>
        <div class={part === null ? "bar unknown" : "bar"} style={{ inlineSize: `${(part ?? 0.3) * 100}%` }} />
      </div>
      <button type="button" onClick={() => viewer.cancel()}>
        Cancel
      </button>
    </div>
  );
}

/** Shown after a cancelled comparison, if the reader cannot open other descriptions. */
export function Cancelled() {
  const { viewer } = useViewer();
  const { previous, current } = viewer.inputs.value;
  if (!previous || !current) return null;
  return (
    <p class="loading">
      The comparison was cancelled.{" "}
      <button type="button" onClick={() => viewer.compare(previous, current)}>
        Compare
      </button>
    </p>
  );
}

function describeProgress(progress: Progress | null): { words: string; part: number | null } {
  if (!progress) return { words: "Reading the descriptions", part: null };
  switch (progress.phase) {
    case "fetching": {
      const { side, done, total } = progress;
      const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
      return { words: `Fetching the ${side} description: ${megabytes(done)}${total === null ? "" : ` of ${megabytes(total)}`} MB`, part: total ? Math.min(1, done / total) : null };
    }
    case "loading":
      return { words: "Reading both descriptions", part: null };
    case "definitions":
    case "operations":
    case "report": {
      const { phase, done, total } = progress;
      const what = { definitions: "Comparing definitions", operations: "Comparing operations", report: "Writing the report" }[phase];
      return { words: `${what}: ${done.toLocaleString("en")} of ${total.toLocaleString("en")} steps`, part: total ? done / total : null };
    }
  }
}
