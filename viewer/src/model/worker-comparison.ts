// A comparison in a worker, as the page holds it.
import type { Change } from "waybill/diff/slim";
import type { Example, ExcerptPair, Progress, Reply, ReplayResult, Rule, Task } from "../worker/protocol";
import { type Comparison, ComparisonError, type LoadedReport, type PageData, type StartComparison } from "./backend";
import { ExampleSearch } from "./example-search";
import { ReceivingWorker } from "./receiving-worker";
import { WorkerCalls } from "./worker-calls";

/** Compares in the workers that `startWorker` starts: one for each comparison, another where examples are searched for, and one that runs them. */
export function compareInWorkers(startWorker: () => Worker): StartComparison {
  return (previous, current, exclude, tell) => new WorkerComparison(startWorker, { type: "compare", previous, current, exclude }, tell);
}

class WorkerComparison implements Comparison {
  readonly loaded: Promise<LoadedReport>;
  readonly #worker: WorkerCalls;
  readonly #searching: ReceivingWorker;
  readonly #running: ReceivingWorker;
  readonly #search: ExampleSearch;

  constructor(startWorker: () => Worker, task: Task, tell: (progress: Progress) => void) {
    let [succeed, refuse] = [(_: LoadedReport) => {}, (_: ComparisonError) => {}];
    this.loaded = new Promise((resolve, reject) => ([succeed, refuse] = [resolve, reject]));
    let report: Omit<LoadedReport, "changes"> | undefined;
    let total = 0;
    const changes: Change[] = [];
    const finish = () => report && changes.length === total && succeed({ ...report, changes });
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
    this.#worker = new WorkerCalls(startWorker(), take, ({ message }) => refuse(new ComparisonError({ side: null, code: "worker.failed", message, frame: null })));
    this.#searching = new ReceivingWorker(startWorker, this.#worker);
    this.#running = new ReceivingWorker(startWorker, this.#worker);
    this.#search = new ExampleSearch(this.#searching);
    this.#worker.post(task);
  }

  excerpt(id: string): Promise<ExcerptPair | null> {
    return this.#worker.ask({ type: "excerpt", id });
  }

  rule(id: string): Promise<Rule | null> {
    return this.#worker.ask({ type: "rule", id });
  }

  example(id: string, signal: AbortSignal): Promise<Example | string> {
    return this.#search.find(id, signal);
  }

  readonly replay = (id: string, example: Example, signal: AbortSignal): Promise<ReplayResult> => this.#running.perform({ type: "replay", id, example }, signal);

  markdown(): Promise<string> {
    return this.#worker.ask({ type: "render", format: "markdown" });
  }

  json(): Promise<string> {
    return this.#worker.ask({ type: "render", format: "json" });
  }

  data(): Promise<PageData> {
    return this.#worker.ask({ type: "data", examples: this.#search.found });
  }

  close(): void {
    this.#searching.close();
    this.#running.close();
    this.#worker.close();
  }
}
