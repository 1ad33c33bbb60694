// The typed engine in WebAssembly. Errors from Rust are thrown as WaybillError, and a trap ends the client.
import type { Instance } from "../instance.js";
import { type Crossed, receive, toJson } from "./crossing.js";
import { named } from "./named.js";
import { type Glue, instances } from "./instances.js";
import { BodySearchHandle, ForwarderHandle } from "../forward/handles.js";
import type { Credentials, Environment } from "./types.js";
import type { Begun, Call, Lines, SharedStore, Step, StoreResult, TransportFailure, WireCall } from "./wire.js";

type Handle = InstanceType<Glue["Engine"]>;

export interface Config {
  readonly environments: readonly Environment[];
  readonly environment: string;
  readonly credentials: readonly Credentials[];
  readonly seed: number;
  readonly tokenTimeoutMs: number | undefined;
  readonly tokenRetryWaitMs: number | undefined;
  readonly sharedStore?: SharedStore | undefined;
}

export class Engine {
  readonly #instance: Instance<Glue>;
  readonly #handle: Handle;

  constructor(config: Config) {
    this.#instance = instances.current();
    this.#handle = named(() => this.#instance.enter((glue) => new glue.Engine(toJson(config))));
  }

  setCredentials(credentials: Credentials, now: number): Step {
    return this.#receive((engine) => engine.setCredentials(toJson(credentials), now));
  }

  invalidate(tokens: boolean, now: number): Step {
    return this.#receive((engine) => engine.invalidate(tokens, now));
  }

  begin(call: Call, now: number): Begun {
    const { body } = call;
    if (body.type !== "bytes") return this.#receive((engine) => engine.begin(toJson(call), undefined, now));
    const text = toJson({ ...call, body: { type: body.type } } satisfies WireCall);
    return this.#receive((engine) => engine.begin(text, body.bytes, now));
  }

  onHead(exchange: number, status: number, headers: Lines, now: number): Step {
    return this.#receive((engine) => engine.onHead(exchange, status, toJson(headers), now));
  }

  onBody(exchange: number, body: Uint8Array, complete: boolean, now: number): Step {
    return this.#receive((engine) => engine.onBody(exchange, body, complete, now));
  }

  onFailure(exchange: number, failure: TransportFailure, now: number): Step {
    return this.#receive((engine) => engine.onFailure(exchange, toJson(failure), now));
  }

  onStore(ticket: number, result: StoreResult, now: number): Step {
    return this.#receive((engine) => engine.onStore(ticket, toJson(result), now));
  }

  restore(snapshot: string, now: number): Step {
    return this.#receive((engine) => engine.restore(snapshot, now));
  }

  export(): string | undefined {
    return this.#enter((engine) => engine.export());
  }

  /** Returns the name of the login in a shared store, or `undefined` without a login. */
  loginDigest(): string | undefined {
    return this.#enter((engine) => engine.loginDigest());
  }

  onTime(now: number): Step {
    return this.#receive((engine) => engine.onTime(now));
  }

  cancel(call: number, now: number): Step {
    return this.#receive((engine) => engine.cancel(call, now));
  }

  close(now: number): Step {
    return this.#receive((engine) => engine.close(now));
  }

  /** Creates a forwarder in the engine's instance, so that both can use the same searches. */
  createForwarder(list: Uint8Array): ForwarderHandle {
    return new ForwarderHandle(this.#instance, named(() => this.#instance.enter((glue) => new glue.Forwarder(list))));
  }

  /** Starts a search for the current credentials. */
  searchBody(): BodySearchHandle {
    return new BodySearchHandle(this.#instance, this.#enter((engine) => engine.bodySearch()));
  }

  /** Adds the credentials that are current now to a search. */
  addCredentials(search: BodySearchHandle): void {
    this.#enter((engine) => search.use((handle) => engine.addCredentials(handle)));
  }

  free(): void {
    if (!this.#instance.trapped) this.#enter((engine) => engine.free());
  }

  #receive<T>(work: (engine: Handle) => Crossed): T {
    return receive<T>(this.#enter(work));
  }

  #enter<T>(work: (engine: Handle) => T): T {
    return named(() => this.#instance.enter(() => work(this.#handle)));
  }
}
