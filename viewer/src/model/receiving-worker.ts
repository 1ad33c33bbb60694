// A second worker that receives the compared data. The first worker can respond to other requests meanwhile, and long work can be
// aborted. The workers transfer the data between each other, so that the page never holds the descriptions.
import type { Task } from "../worker/protocol";
import { type TaskRunner, WorkerCalls, WorkerFailure } from "./worker-calls";

/** Thrown when work is aborted. */
export class Stopped extends Error {}

export class ReceivingWorker {
  readonly #startWorker: () => Worker;
  /** The holder of the comparison. */
  readonly #comparison: TaskRunner;
  #worker: WorkerCalls | null = null;
  #received: Promise<unknown> = Promise.resolve();
  #isInPlace = false;

  constructor(startWorker: () => Worker, comparison: TaskRunner) {
    this.#startWorker = startWorker;
    this.#comparison = comparison;
  }

  /** Performs a task. A new task aborts the previous one. Rejects with [`Stopped`] if it is aborted. */
  async perform<T>(task: Task, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw new Stopped();
    if (this.#worker?.isWaiting) this.close();
    const end = () => this.close();
    signal.addEventListener("abort", end, { once: true });
    try {
      return await this.#ask<T>(task);
    } finally {
      signal.removeEventListener("abort", end);
    }
  }

  /** Ends the worker and its task. The next task starts another worker. */
  close(): void {
    this.#worker?.close(new Stopped());
    this.#worker = null;
  }

  async #ask<T>(task: Task): Promise<T> {
    if (!this.#isInPlace) {
      try {
        const worker = (this.#worker ??= this.#start());
        await this.#received;
        return await worker.ask<T>(task);
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error;
        // If no second worker can start, the comparing one performs the task, and responds to nothing else meanwhile.
        this.#worker = null;
        this.#isInPlace = true;
      }
    }
    return this.#comparison.ask<T>(task);
  }

  #start(): WorkerCalls {
    let started: Worker;
    try {
      started = this.#startWorker();
    } catch (error) {
      throw new WorkerFailure(String(error));
    }
    const worker = new WorkerCalls(started);
    const { port1, port2 } = new MessageChannel();
    this.#received = Promise.all([worker.ask({ type: "receive", port: port2 }, [port2]), this.#comparison.ask({ type: "share", port: port1 }, [port1])]);
    return worker;
  }
}
