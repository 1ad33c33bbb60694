// The driver: carries out the engine's steps over fetch. It makes no decisions; the engine says what to send, read and drop, and
// when to wake it.
import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";
import { type Lease, handOver } from "./answer.js";
import { checkAnswer } from "./checked-answer.js";
import { driverFailure, unknownVariant } from "./driver-failure.js";
import type { Engine } from "./engine.js";
import { WaybillError } from "./error.js";
import { failureOf } from "./failure.js";
import { readUpTo } from "./read-body.js";
import type { Outgoing, Prepared } from "./request.js";
import type { Credentials, Note } from "./types.js";
import type { Action, ErrorFields, Outcome, PathFamilyName, Send, Step, StoreResult } from "./wire.js";
import { SharedLogin } from "../store/shared-login.js";
import type { SharedStoreOptions } from "../store/types.js";

// Longer delays overflow Node's timers. The engine is woken earlier then, and sets the timer again.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
// Timers are a few milliseconds late on a busy machine. A later one means that the process was suspended.
const LATE_MS = 50;

/** Runs a function in the async context in which this was created, where tracers and loggers keep what a request belongs to. */
type RunInContext = ReturnType<typeof AsyncLocalStorage.snapshot>;

interface PendingCall {
  readonly runInContext: RunInContext;
  readonly pathFamily: PathFamilyName;
  readonly body: Outgoing | undefined;
  readonly signal: AbortSignal | undefined;
  readonly deadline: number | undefined;
  readonly resolve: (answer: Response) => void;
  readonly reject: (reason: unknown) => void;
  readonly onAbort: () => void;
}

export interface DriverOptions {
  readonly environment: string;
  readonly fetch: typeof globalThis.fetch;
  readonly onNote: ((note: Note) => void) | undefined;
  readonly sharedStore: SharedStoreOptions | undefined;
}

interface Exchange {
  readonly abort: AbortController;
  response?: Response;
}

export class Driver {
  readonly #engine: Engine;
  readonly #fetch: typeof globalThis.fetch;
  readonly #onNote: ((note: Note) => void) | undefined;
  readonly #shared: SharedLogin | undefined;
  readonly #environment: string;
  /** For what is no caller's own: token requests, the shared store and notes. */
  readonly #runInOwnContext = AsyncLocalStorage.snapshot();
  readonly #calls = new Map<number, PendingCall>();
  readonly #exchanges = new Map<number, Exchange>();
  readonly #leases = new Set<Lease>();
  readonly #whenClosed: Promise<void>;
  #markClosed: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wakeAt: number | undefined;
  #stopped: WaybillError | undefined;
  #exported: string | undefined;
  #closing = false;
  /** Steps to carry out, in order. A listener may cause a step while another is carried out. */
  readonly #steps: Step[] = [];
  #performing = false;

  constructor(engine: Engine, { environment, fetch, onNote, sharedStore }: DriverOptions) {
    this.#engine = engine;
    this.#environment = environment;
    this.#fetch = fetch;
    this.#onNote = onNote;
    this.#shared = sharedStore && new SharedLogin(sharedStore, (note) => this.#notify(note));
    this.#whenClosed = new Promise((resolve) => {
      this.#markClosed = resolve;
    });
  }

  async begin({ call, body }: Prepared, signal: AbortSignal | undefined): Promise<Response> {
    // If there is no reason to wait, the call begins before `begin` returns.
    if (this.#isLate()) await this.#letIn();
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw driverFailure("cancelled", { cause: signal.reason });
      // One signal may end any number of calls. Node warns of a leak from the eleventh on.
      if (signal) setMaxListeners(0, signal);
      const begun = this.#give(() => this.#engine.begin(call, Date.now()));
      const onAbort = (): void => this.#input(() => this.#engine.cancel(begun.call, Date.now()));
      const runInContext = AsyncLocalStorage.snapshot();
      this.#calls.set(begun.call, { runInContext, pathFamily: call.route.type, body, signal, deadline: call.deadline, resolve, reject, onAbort });
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#perform(begun.step);
    });
  }

  setCredentials(credentials: Credentials): void {
    this.#perform(this.#give(() => this.#engine.setCredentials(credentials, Date.now())));
  }

  invalidate(tokens: boolean): void {
    this.#perform(this.#give(() => this.#engine.invalidate(tokens, Date.now())));
  }

  restore(snapshot: string): void {
    this.#perform(this.#give(() => this.#engine.restore(snapshot, Date.now())));
  }

  /** Returns the current tokens, or the last ones of a stopped client. */
  export(): string | undefined {
    return this.#stopped ? this.#exported : this.#give(() => this.#engine.export());
  }

  /** Fails calls and bodies. Resolves once a token exchange in flight has ended. */
  close(): Promise<void> {
    if (!this.#closing && !this.#stopped) {
      this.#closing = true;
      for (const lease of [...this.#leases]) lease.end(driverFailure("closed"));
      this.#input(() => this.#engine.close(Date.now()));
    }
    return this.#whenClosed;
  }

  /** Passes the engine an input of a waiting caller, who gets its error. */
  #give<T>(input: () => T): T {
    if (this.#stopped) throw this.#stopped;
    try {
      return input();
    } catch (error) {
      if (error instanceof WaybillError && error.code === "client.crashed") this.#stop(error);
      throw error;
    }
  }

  /** Passes the engine an input without a waiting caller. An error stops the client. */
  #input(input: () => Step): void {
    if (this.#stopped) return;
    try {
      this.#perform(this.#give(input));
    } catch (error) {
      this.#stop(error instanceof WaybillError ? error : driverFailure("crashed", { cause: error }));
    }
  }

  #perform(step: Step): void {
    this.#steps.push(step);
    if (this.#performing) return;
    this.#performing = true;
    try {
      for (let next = this.#steps.shift(); next; next = this.#steps.shift()) {
        this.#schedule(next.wakeAt);
        for (const action of next.actions) this.#contextOf(action)(() => this.#performAction(action));
      }
    } finally {
      this.#performing = false;
    }
    this.#holdProcess();
  }

  #contextOf(action: Action): RunInContext {
    const call = action.type === "send" && action.purpose.type === "call" ? this.#calls.get(action.purpose.call) : undefined;
    return call?.runInContext ?? this.#runInOwnContext;
  }

  #performAction(action: Action): void {
    if (this.#stopped) return;
    switch (action.type) {
      case "send":
        return void this.#send(action);
      case "read":
        return void this.#readBody(action.exchange, action.limit);
      case "abort":
        return this.#abort(action.exchange);
      case "lock":
        return this.#lock(action);
      case "save":
        return this.#giveStoreResult(action.ticket, this.#shared?.save(action.ticket, action.snapshot, action.expectedSeq));
      case "unlock":
        return this.#shared?.unlock(action.ticket);
      case "note":
        return this.#notify({ code: action.code, message: action.message });
      case "done":
        return this.#complete(action.call, action.outcome);
      case "closed":
        return this.#stop(driverFailure("closed"));
      default:
        return this.#stop(unknownVariant("an action", action));
    }
  }

  async #send(send: Send): Promise<void> {
    const { exchange: id, method, url, headers } = send;
    const exchange: Exchange = { abort: new AbortController() };
    this.#exchanges.set(id, exchange);
    const live = (): boolean => this.#exchanges.get(id) === exchange;
    const open = this.#openBody(send);
    if (!open) return;
    try {
      const init = { method, headers, body: open(), duplex: "half", redirect: "manual", signal: exchange.abort.signal };
      const response: unknown = await this.#fetch(url, init as RequestInit);
      if (!live()) return dropAnswer(response);
      const answer = checkAnswer(response);
      exchange.response = answer.response;
      this.#input(() => this.#engine.onHead(id, answer.response.status, answer.headers, Date.now()));
    } catch (error) {
      if (!live()) return;
      this.#exchanges.delete(id);
      const failure = failureOf(error);
      this.#input(() => this.#engine.onFailure(id, failure, Date.now()));
    }
  }

  /** Returns a function that opens the body, which may throw the caller's error. `undefined` if the client has ended. */
  #openBody({ body, purpose }: Send): (() => BodyInit | null) | undefined {
    switch (body.type) {
      case "bytes":
        return () => body.bytes;
      case "empty":
        return () => null;
      case "caller":
        return this.#openCallersBody(purpose);
      default:
        return void this.#stop(unknownVariant("a body", body));
    }
  }

  #openCallersBody(purpose: Send["purpose"]): (() => BodyInit | null) | undefined {
    switch (purpose.type) {
      case "token":
        return () => null;
      case "call":
        return () => this.#calls.get(purpose.call)?.body?.open() ?? null;
      default:
        return void this.#stop(unknownVariant("a purpose", purpose));
    }
  }

  async #readBody(id: number, limit: number): Promise<void> {
    const exchange = this.#exchanges.get(id);
    const { bytes, complete } = await readUpTo(exchange?.response?.body ?? null, limit);
    if (this.#exchanges.get(id) !== exchange) return;
    this.#input(() => this.#engine.onBody(id, bytes, complete, Date.now()));
    // The rest of the body, and of an upload that got an early response, is no longer needed.
    this.#abort(id);
  }

  #abort(id: number): void {
    const exchange = this.#exchanges.get(id);
    this.#exchanges.delete(id);
    exchange?.abort.abort();
  }

  #lock({ ticket, lease, knownSeq }: Extract<Action, { type: "lock" }>): void {
    const login = this.#give(() => this.#engine.loginDigest());
    if (login !== undefined) this.#giveStoreResult(ticket, this.#shared?.lock(ticket, login, lease, knownSeq));
  }

  /** Passes the shared store's result to the engine. */
  #giveStoreResult(ticket: number, asked: Promise<StoreResult> | undefined): void {
    const fail = (error: unknown): void => this.#stop(error instanceof WaybillError ? error : driverFailure("crashed", { cause: error }));
    asked?.then((result) => this.#input(() => this.#engine.onStore(ticket, result, Date.now())), fail);
  }

  #complete(id: number, outcome: Outcome): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.signal?.removeEventListener("abort", call.onAbort);
    switch (outcome.type) {
      case "failed":
        return call.reject(failed(outcome.error, call));
      case "response":
        return this.#handOver(call, outcome.exchange);
      default: {
        const crash = unknownVariant("an outcome", outcome);
        call.reject(crash);
        return this.#stop(crash);
      }
    }
  }

  /** Resolves a call with its response, which belongs to the caller from here on. */
  #handOver(call: PendingCall, id: number): void {
    const exchange = this.#exchanges.get(id);
    this.#exchanges.delete(id);
    if (!exchange?.response) return call.reject(driverFailure("closed"));
    const { abort, response } = exchange;
    const ended = (lease: Lease): void => void this.#leases.delete(lease);
    try {
      const { signal, deadline, pathFamily } = call;
      const { answer, lease } = handOver(response, { abort, signal, deadline, pathFamily, environment: this.#environment, ended });
      if (lease) this.#leases.add(lease);
      call.resolve(answer);
    } catch (error) {
      // A custom `fetch` may return an object that only looks like a response.
      abort.abort();
      call.reject(driverFailure("lostInBody", { cause: error }));
    }
  }

  /** An error of a listener, synchronous or asynchronous, must not fail a call or end the process. */
  #notify(note: Note): void {
    const inform = async (): Promise<void> => this.#onNote?.(note);
    inform().catch((error: unknown) => process.emitWarning(error instanceof Error ? error : "a listener of notes failed"));
  }

  #stop(reason: WaybillError): void {
    if (this.#stopped) return;
    this.#stopped = reason;
    clearTimeout(this.#timer);
    for (const id of [...this.#exchanges.keys()]) this.#abort(id);
    for (const lease of [...this.#leases]) lease.end(reason);
    for (const call of this.#calls.values()) call.reject(reason);
    this.#calls.clear();
    this.#exported = this.#exportLast();
    void Promise.resolve(this.#shared?.close()).then(this.#markClosed, this.#markClosed);
    this.#engine.free();
  }

  /** Returns the tokens of the ending engine. A failed engine has none to export. */
  #exportLast(): string | undefined {
    try {
      return this.#engine.export();
    } catch {
      return undefined;
    }
  }

  #schedule(wakeAt: number | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wakeAt = wakeAt;
    if (wakeAt === undefined) return;
    const delay = Math.min(Math.max(wakeAt - Date.now(), 0), LONGEST_TIMER_MS);
    // After the process was suspended, a response may be waiting in its socket. Node runs timers before it reads sockets, and
    // immediates after. So the response is handled before an input that tells the engine the time.
    this.#timer = setTimeout(() => setImmediate(() => this.#input(() => this.#engine.onTime(Date.now()))), delay);
  }

  #isLate(): boolean {
    return this.#wakeAt !== undefined && Date.now() - this.#wakeAt > LATE_MS;
  }

  /** Lets responses that arrived while the process was suspended be handled first. */
  #letIn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets the timer keep the process alive only while a call waits. */
  #holdProcess(): void {
    if (this.#calls.size > 0) this.#timer?.ref?.();
    else this.#timer?.unref?.();
  }
}

/** Drops a response that no call waits for, of any type. */
function dropAnswer(response: unknown): void {
  if (response instanceof Response) response.body?.cancel().catch(() => undefined);
}

function failed(error: ErrorFields, call: PendingCall): WaybillError {
  // If the caller's own body failed, that is the reason why there was no response.
  const ofBody = error.kind === "transport" && error.stage === "api" ? call.body?.failure() : undefined;
  if (ofBody) return ofBody;
  return error.kind === "cancelled" ? new WaybillError(error, { cause: call.signal?.reason }) : new WaybillError(error);
}
