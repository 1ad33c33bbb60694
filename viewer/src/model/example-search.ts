// The search for examples, in a worker of its own: the worker that compared answers other questions meanwhile, and a search that
// takes long can be stopped. That worker hands over what it holds, so that the page never has the descriptions.
import type { Example } from "../worker/protocol";
import { WorkerCalls, WorkerFailure } from "./worker-calls";

/** A search begins after so many milliseconds: a reader who only passes a change starts none. */
const DELAY = 100;

/** That a search was ended before it was over. */
export class SearchStopped extends Error {}

export class ExampleSearch {
  readonly #startWorker: () => Worker;
  /** The worker that holds the comparison. */
  readonly #comparison: WorkerCalls;
  readonly #found = new Map<string, Example | string>();
  #worker: WorkerCalls | null = null;
  #received: Promise<unknown> = Promise.resolve();
  #isInPlace = false;

  constructor(startWorker: () => Worker, comparison: WorkerCalls) {
    this.#startWorker = startWorker;
    this.#comparison = comparison;
  }

  /** What has been found so far, by the id of the change: an example, or why there is none. */
  get found(): Readonly<Record<string, Example | string>> {
    return Object.fromEntries(this.#found);
  }

  /** Searches for one example at a time: a further search ends the one before. Rejects with [`SearchStopped`] where it is ended. */
  async find(id: string, signal: AbortSignal): Promise<Example | string> {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    await new Promise((resolve) => setTimeout(resolve, DELAY));
    if (signal.aborted) throw new SearchStopped();
    if (this.#worker?.isWaiting) this.close();
    const end = () => this.close();
    signal.addEventListener("abort", end, { once: true });
    try {
      const found = await this.#search(id);
      this.#found.set(id, found);
      return found;
    } finally {
      signal.removeEventListener("abort", end);
    }
  }

  /** Ends the worker, and the search that it does; the next one starts another. */
  close(): void {
    this.#worker?.close(new SearchStopped());
    this.#worker = null;
  }

  async #search(id: string): Promise<Example | string> {
    if (!this.#isInPlace) {
      try {
        const worker = (this.#worker ??= this.#start());
        await this.#received;
        return await worker.ask({ type: "example", id });
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error;
        // There is no second worker: the one that compared searches, and answers nothing else meanwhile.
        this.#worker = null;
        this.#isInPlace = true;
      }
    }
    return this.#comparison.ask({ type: "example", id });
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
