// The caller's side of a comparison in a worker. Each report has its own worker, which ends with `close()` or the caller's
// signal.
import { dispose } from "../dispose.js";
import { UnknownVariantError } from "../unknown-variant.js";
import { CompareError } from "./error.js";
import type { Reply, Task } from "./protocol.js";
import { bytesOf, type CompareOptions, type CompareProgress, type Description, type DescriptionFiles, type Excerpts, parsed, type Report, type ReportFormat, type ReportJson } from "./report.js";
import { closed } from "./sync.js";

/** The part of a Node or browser worker that a comparison needs. */
export interface Channel {
  post(message: unknown, transfer: ArrayBuffer[]): void;
  /** Sets whether the worker keeps the process alive: only while it has work. */
  hold(busy: boolean): void;
  end(): void;
}

/** Opens a worker. `receive` gets its replies, and `fail` the reason if it dies. */
export type OpenChannel = (receive: (reply: Reply) => void, fail: (reason: Error) => void) => Channel;

export interface AsyncCompareOptions extends CompareOptions {
  /** Ends the worker and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * True to transfer the buffers of the descriptions and their files to the worker, not copies. The caller's buffers are detached
   * then.
   */
  readonly transfer?: boolean;
}

export async function compareRemotely(
  open: OpenChannel,
  module: WebAssembly.Module,
  previous: Description,
  current: Description,
  options: AsyncCompareOptions = {},
): Promise<Report> {
  const { signal, onProgress, previousName = "", currentName = "", exclude = {}, levels = {} } = options;
  signal?.throwIfAborted();
  const crossing = options.transfer ? handedOver : copied;
  const [old, now] = [crossing(previous), crossing(current)];
  const [previousFiles, currentFiles] = [filesBy(crossing, options.previousFiles), filesBy(crossing, options.currentFiles)];
  const report = new RemoteReport(open);
  const stop = () => report.end(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await report.ask({ type: "load", module });
    const named = { previousName, currentName, exclude, levels, previousFiles, currentFiles };
    const task: Task = { type: "compare", previous: old, current: now, options: named, watched: onProgress !== undefined };
    const buffers = [old, now, ...Object.values(previousFiles), ...Object.values(currentFiles)].map((bytes) => bytes.buffer);
    await report.ask(task, [...new Set(buffers)], onProgress);
    return report;
  } catch (error) {
    report.close();
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

type Crossing = (description: Description) => Uint8Array<ArrayBuffer>;

/** Returns a copy, so that the caller's buffer stays usable after the transfer. `slice` of a Buffer would not copy. */
function copied(description: Description): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytesOf(description));
}

/** Returns the caller's own bytes. Only a whole `ArrayBuffer` can be transferred; a part of a larger one is copied. */
function handedOver(description: Description): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(description);
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : copied(bytes);
}

function filesBy(crossing: Crossing, files: DescriptionFiles = {}): Record<string, Uint8Array<ArrayBuffer>> {
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [path, crossing(file)]));
}

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  readonly onProgress: AsyncCompareOptions["onProgress"];
}

class RemoteReport implements Report {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: { reason: unknown } | undefined;

  constructor(open: OpenChannel) {
    this.#channel = open(
      (reply) => this.#receive(reply),
      (reason) => this.#fail(reason),
    );
  }

  async json(): Promise<ReportJson> {
    return parsed((await this.ask({ type: "json" })) as Uint8Array);
  }

  async excerpts(): Promise<Excerpts> {
    return parsed((await this.ask({ type: "excerpts" })) as Uint8Array);
  }

  async render(format: ReportFormat): Promise<string> {
    return (await this.ask({ type: "render", format })) as string;
  }

  close(): void {
    this.end(closed());
  }

  [dispose](): void {
    this.close();
  }

  ask(task: Task, transfer: ArrayBuffer[] = [], onProgress?: AsyncCompareOptions["onProgress"]): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended.reason);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#channel.hold(true);
      this.#channel.post({ id, task }, transfer);
    });
  }

  end(reason: unknown): void {
    if (this.#ended) return;
    this.#ended = { reason };
    this.#channel.end();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #fail(reason: Error): void {
    this.end(new CompareError("worker.failed", `the comparison's worker failed: ${reason.message}`, { cause: reason }));
  }

  #receive(reply: Reply): void {
    switch (reply.type) {
      case "progress":
        return this.#progress(reply.id, reply.progress);
      case "done":
        return this.#settled(reply.id)?.resolve(reply.value);
      case "failed":
        return this.#settled(reply.id)?.reject(new CompareError(reply.failure.code, reply.failure.message));
      default:
        return this.#fail(new UnknownVariantError("a reply", reply));
    }
  }

  #progress(id: number, progress: CompareProgress): void {
    try {
      this.#waiting.get(id)?.onProgress?.(progress);
    } catch (error) {
      this.end(error);
    }
  }

  /** Removes and returns the waiter of a reply. */
  #settled(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#channel.hold(this.#waiting.size > 0);
    return waiting;
  }
}
