// The worker's side of a comparison: it holds one module and one report, and answers each request.
import { CompareError } from "./error.js";
import type { Answer, Notice, Request, Task } from "./protocol.js";
import { closed, Comparer, type LocalReport, type Watch } from "./sync.js";

/** Answers requests through `post`, which takes the objects to hand over as its second argument. */
export function serve(post: (answer: Answer | Notice, transfer: ArrayBuffer[]) => void): (request: Request) => void {
  const desk = new Desk();
  return ({ id, task }) => {
    try {
      const value = desk.do(task, (phase, done, total) => post({ id, progress: { phase, done, total } }, []));
      post({ id, ok: true, value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []);
    } catch (error) {
      post({ id, ok: false, failure: failureOf(error) }, []);
    }
  };
}

class Desk {
  #comparer: Comparer | undefined;
  #report: LocalReport | undefined;

  do(task: Task, watch: Watch): Uint8Array | string | null {
    switch (task.type) {
      case "load":
        this.#comparer = Comparer.of(task.module);
        return null;
      case "compare":
        this.#report = this.#comparer?.compare(task.previous, task.current, task.options, task.watched ? watch : undefined);
        return null;
      case "json":
        return this.#held().jsonBytes();
      case "render":
        return this.#held().render(task.format);
    }
  }

  #held(): LocalReport {
    if (!this.#report) throw closed();
    return this.#report;
  }
}

function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof CompareError) return { code: error.code, message: error.message };
  return { code: "comparison.failed", message: error instanceof Error ? error.message : "the comparison failed" };
}
