// The search for examples: one at a time, and what was found is kept.
import type { Example } from "../worker/protocol";
import { type ReceivingWorker, Stopped } from "./receiving-worker";

/** A search begins after so many milliseconds: a reader who only passes a change starts none. */
const DELAY = 100;

export class ExampleSearch {
  readonly #worker: ReceivingWorker;
  readonly #found = new Map<string, Example | string>();

  constructor(worker: ReceivingWorker) {
    this.#worker = worker;
  }

  /** What has been found so far, by the id of the change: an example, or why there is none. */
  get found(): Readonly<Record<string, Example | string>> {
    return Object.fromEntries(this.#found);
  }

  /** Rejects with [`Stopped`] where the search is ended. */
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
