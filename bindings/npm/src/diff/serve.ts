// The worker's side of a comparison. It holds one module and one report, and replies to each request.
import type { Failure } from "../thrown.js";
import { UnknownVariantError } from "../unknown-variant.js";
import { CompareError } from "./error.js";
import type { Reply, Request, Task } from "./protocol.js";
import type { CompareProgress } from "./report.js";
import { closed, LocalComparer, type LocalReport } from "./sync.js";

/** Returns a handler that replies to requests through `post`. Its second argument is the list of objects to transfer. */
export function serve(post: (reply: Reply, transfer: ArrayBuffer[]) => void): (request: Request) => void {
  const held = new WorkerState();
  return ({ id, task }) => {
    try {
      const value = held.do(task, (progress) => post({ type: "progress", id, progress }, []));
      post({ type: "done", id, value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []);
    } catch (error) {
      post({ type: "failed", id, failure: failureOf(error) }, []);
    }
  };
}

/** The worker's state between two requests. */
class WorkerState {
  #comparer: LocalComparer | undefined;
  #report: LocalReport | undefined;

  do(task: Task, onProgress: (progress: CompareProgress) => void): Uint8Array | string | null {
    switch (task.type) {
      case "load":
        this.#comparer = LocalComparer.of(task.module);
        return null;
      case "compare":
        this.#report = this.#comparer?.compare(task.previous, task.current, task.watched ? { ...task.options, onProgress } : task.options);
        return null;
      case "json":
        return this.#held().jsonBytes();
      case "excerpts":
        return this.#held().excerptBytes();
      case "render":
        return this.#held().render(task.format);
      default:
        throw new UnknownVariantError("a task", task);
    }
  }

  #held(): LocalReport {
    if (!this.#report) throw closed();
    return this.#report;
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof CompareError) return { code: error.code, message: error.message };
  return { code: "comparison.failed", message: error instanceof Error ? error.message : "the comparison failed" };
}
