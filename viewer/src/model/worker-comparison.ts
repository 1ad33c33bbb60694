// The page's side of a comparison in a worker.
import type { Change } from "waybill/diff/slim";
import type { Example, ExcerptPair, Progress, Reply, ReplayResult, Rule, Task } from "../worker/protocol";
import { type Comparison, ComparisonError, type LoadedReport, type PageData, type StartComparison } from "./backend";
import { ExampleSearch } from "./example-search";
import { ReceivingWorker } from "./receiving-worker";
import { WorkerCalls } from "./worker-calls";

/**
 * Compares in workers that `startWorker` starts: one compares, one keeps the result, one searches for examples, and one runs
 * them.
 */
export function compareInWorkers(startWorker: () => Worker): StartComparison {
  return (previous, current, settings, tell) => new WorkerComparison(startWorker, { type: "compare", previous, current, settings }, tell);
}

class WorkerComparison implements Comparison {
  readonly loaded: Promise<LoadedReport>;
  readonly #startWorker: () => Worker;
  readonly #worker: WorkerCalls;
  /** The worker that holds the comparison. */
  #keeper: Promise<WorkerCalls>;
  readonly #searching: ReceivingWorker;
  readonly #running: ReceivingWorker;
  readonly #search: ExampleSearch;
  #isClosed = false;

  constructor(startWorker: () => Worker, task: Task, tell: (progress: Progress) => void) {
    let [succeed, refuse] = [(_: LoadedReport) => {}, (_: ComparisonError) => {}];
    this.loaded = new Promise((resolve, reject) => ([succeed, refuse] = [resolve, reject]));
    let report: Omit<LoadedReport, "changes"> | undefined;
    let total = 0;
    const changes: Change[] = [];
    const finish = () => {
      if (!report || changes.length !== total) return;
      this.#keeper = this.#move();
      // The error is reported to the next request.
      this.#keeper.catch(() => undefined);
      succeed({ ...report, changes });
    };
    const take = (reply: Reply) => {
      switch (reply.type) {
        case "progress":
          return tell(reply.progress);
        case "head":
          report = { head: reply.head, milliseconds: reply.milliseconds, identical: reply.identical, module: reply.module };
          total = reply.total;
          return finish();
        case "changes":
          changes.push(...reply.changes);
          return finish();
        case "failed":
          return refuse(new ComparisonError(reply.failure));
      }
    };
    this.#startWorker = startWorker;
    this.#worker = new WorkerCalls(startWorker(), take, ({ message }) => refuse(new ComparisonError({ side: null, code: "worker.failed", message, frame: null })));
    this.#keeper = Promise.resolve(this.#worker);
    this.#searching = new ReceivingWorker(startWorker, this);
    this.#running = new ReceivingWorker(startWorker, this);
    this.#search = new ExampleSearch(this.#searching);
    this.#worker.post(task);
  }

  async ask<T>(task: Task, transfer?: Transferable[]): Promise<T> {
    return (await this.#keeper).ask<T>(task, transfer);
  }

  excerpt(id: string): Promise<ExcerptPair | null> {
    return this.ask({ type: "excerpt", id });
  }

  rule(id: string): Promise<Rule | null> {
    return this.ask({ type: "rule", id });
  }

  example(id: string, signal: AbortSignal): Promise<Example | string> {
    return this.#search.find(id, signal);
  }

  readonly replay = (id: string, example: Example, signal: AbortSignal): Promise<ReplayResult> => this.#running.perform({ type: "replay", id, example }, signal);

  markdown(): Promise<string> {
    return this.ask({ type: "render", format: "markdown" });
  }

  json(): Promise<string> {
    return this.ask({ type: "render", format: "json" });
  }

  data(): Promise<PageData> {
    return this.ask({ type: "data", examples: this.#search.found });
  }

  close(): void {
    this.#isClosed = true;
    this.#searching.close();
    this.#running.close();
    this.#worker.close();
    this.#keeper.then((worker) => worker.close(), () => undefined);
  }

  /**
   * Moves the compared data to a new worker, and ends the one that compared. Its module uses more memory than both descriptions,
   * and only ending a worker frees that at once. If no second worker can start, the first one stays.
   */
  async #move(): Promise<WorkerCalls> {
    let keeper: WorkerCalls | undefined;
    try {
      keeper = new WorkerCalls(this.#startWorker());
      await keeper.ask({ type: "start" });
    } catch {
      keeper?.close();
      return this.#worker;
    }
    if (this.#isClosed) return keeper;
    const { port1, port2 } = new MessageChannel();
    await Promise.all([keeper.ask({ type: "keep", port: port2 }, [port2]), this.#worker.ask({ type: "move", port: port1 }, [port1])]);
    this.#worker.close();
    return keeper;
  }
}
