// Requests to a worker and its replies.
import type { Reply, Task } from "../worker/protocol";

/** The error of a worker whose script did not start or ended with an unexpected error. */
export class WorkerFailure extends Error {}

/** Performs tasks. */
export interface TaskRunner {
  ask<T>(task: Task, transfer?: Transferable[]): Promise<T>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

export class WorkerCalls implements TaskRunner {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  /** `take` gets all messages that are not the reply to a request. */
  constructor(worker: Worker, take: (reply: Reply) => void = () => undefined, fail: (error: WorkerFailure) => void = () => undefined) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      if (data.type === "result") this.#settle(data.id)?.resolve(data.value);
      else if (data.type === "error") this.#settle(data.id)?.reject(new Error(data.message));
      else take(data);
    });
    worker.addEventListener("error", (event) => {
      const error = new WorkerFailure(event.message || "the script of the worker could not be loaded");
      fail(error);
      this.#rejectAll(error);
    });
  }

  /** True while a request has no reply. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  ask<T>(task: Task, transfer: Transferable[] = []): Promise<T> {
    return new Promise<unknown>((resolve, reject) => this.#waiting.set(this.post(task, transfer), { resolve, reject })) as Promise<T>;
  }

  /** Sends a task that does not get a single reply. */
  post(task: Task, transfer: Transferable[] = []): number {
    const id = ++this.#lastId;
    this.#worker.postMessage({ id, task }, transfer);
    return id;
  }

  /** Ends the worker. Pending requests are rejected with `reason`. */
  close(reason: Error = new Error("the comparison was closed")): void {
    this.#worker.terminate();
    this.#rejectAll(reason);
  }

  #rejectAll(reason: Error): void {
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(reason);
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
