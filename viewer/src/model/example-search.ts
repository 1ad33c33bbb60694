// The search for examples. It runs one search at a time and caches the results.
import type { Example } from "../worker/protocol";
import { type ReceivingWorker, Stopped } from "./receiving-worker";

/** Delay before a search in milliseconds, so that a reader who only passes a change starts none. */
const DELAY = 100;

export class ExampleSearch {
  readonly #worker: ReceivingWorker;
  readonly #found = new Map<string, Example | string>();

  constructor(worker: ReceivingWorker) {
    this.#worker = worker;
  }

  /** Returns the results so far by the change's id: an example, or the reason why there is none. */
  get found(): Readonly<Record<string, Example | string>> {
    return Object.fromEntries(this.#found);
  }

  /** Rejects with [`Stopped`] if the search is aborted. */
  async find(id: string, signal: AbortSignal): Promise<Example | string> {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    await new Promise((resolve) => setTimeout(resolve, DELAY));
    if (signal.aborted) throw new Stopped();
    const found = await this.#worker.perform<Example | string>({ type: "example", id }, signal);
    this.#found.set(id, found);
    return found;
  }
}
