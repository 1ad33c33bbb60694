// A comparison in a worker, as the page holds it.
import type { Change } from "waybill/diff/slim";
import type { Example, ExcerptPair, Progress, Reply, ReplayResult, Rule, Task } from "../worker/protocol";
import { type Comparison, ComparisonError, type LoadedReport, type StartComparison } from "./backend";

/** Compares in the workers that `startWorker` starts, one for each comparison. */
export function compareInWorkers(startWorker: () => Worker): StartComparison {
  return (previous, current, exclude, tell) => new WorkerComparison(startWorker(), { type: "compare", previous, current, exclude }, tell);
}

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

class WorkerComparison implements Comparison {
  readonly loaded: Promise<LoadedReport>;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(worker: Worker, task: Task, tell: (progress: Progress) => void) {
    this.#worker = worker;
    this.loaded = new Promise((resolve, reject) => {
      let report: Omit<LoadedReport, "changes"> | undefined;
      let total = 0;
      const changes: Change[] = [];
      const finish = () => report && changes.length === total && resolve({ ...report, changes });
      worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
        switch (data.type) {
          case "progress":
            return tell(data.progress);
          case "head":
            report = { head: data.head, milliseconds: data.milliseconds, identical: data.identical, module: data.module };
            total = data.total;
            return finish();
          case "changes":
            changes.push(...data.changes);
            return finish();
          case "failed":
            return reject(new ComparisonError(data.failure));
          case "result":
            return this.#settle(data.id)?.resolve(data.value);
          case "error":
            return this.#settle(data.id)?.reject(new Error(data.message));
        }
      });
      worker.addEventListener("error", (event) => {
        const message = event.message || "the script of the worker could not be loaded";
        reject(new ComparisonError({ side: null, code: "worker.failed", message, frame: null }));
        for (const id of this.#waiting.keys()) this.#settle(id)?.reject(new Error(message));
      });
    });
    this.#post(task);
  }

  excerpt(id: string): Promise<ExcerptPair | null> {
    return this.#ask({ type: "excerpt", id });
  }

  rule(id: string): Promise<Rule | null> {
    return this.#ask({ type: "rule", id });
  }

  example(id: string): Promise<Example | string> {
    return this.#ask({ type: "example", id });
  }

  readonly replay = (id: string, example: Example): Promise<ReplayResult> => this.#ask({ type: "replay", id, example });

  markdown(): Promise<string> {
    return this.#ask({ type: "render", format: "markdown" });
  }

  json(): Promise<string> {
    return this.#ask({ type: "render", format: "json" });
  }

  data(): Promise<unknown> {
    return this.#ask({ type: "data" });
  }

  close(): void {
    this.#worker.terminate();
  }

  #ask<T>(task: Task): Promise<T> {
    return new Promise<unknown>((resolve, reject) => this.#waiting.set(this.#post(task), { resolve, reject })) as Promise<T>;
  }

  #post(task: Task): number {
    const id = ++this.#lastId;
    this.#worker.postMessage({ id, task });
    return id;
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
