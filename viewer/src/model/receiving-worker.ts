// A further worker, which is given what the first one compared: the first answers other questions meanwhile, and work that takes
// long can be ended. Workers hand this over to each other, so that the page never has the descriptions.
import type { Task } from "../worker/protocol";
import { type TaskRunner, WorkerCalls, WorkerFailure } from "./worker-calls";

/** That work was ended before it was over. */
export class Stopped extends Error {}

export class ReceivingWorker {
  readonly #startWorker: () => Worker;
  /** What holds the comparison. */
  readonly #comparison: TaskRunner;
  #worker: WorkerCalls | null = null;
  #received: Promise<unknown> = Promise.resolve();
  #isInPlace = false;

  constructor(startWorker: () => Worker, comparison: TaskRunner) {
    this.#startWorker = startWorker;
    this.#comparison = comparison;
  }

  /** Does one task at a time: a further one ends the one before. Rejects with [`Stopped`] where it is ended. */
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

  /** Ends the worker, and what it does; the next task starts another. */
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
        // There is no second worker: the one that compared does it, and answers nothing else meanwhile.
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
