// The typed mock client and its operations in WebAssembly.
import { type Crossed, receive, toJson } from "../client/crossing.js";
import { type Glue, instances } from "../client/instances.js";
import { named } from "../client/named.js";
import type { Lines, TransportFailure } from "../client/wire.js";
import type { Environment } from "../client/types.js";
import type { Instance } from "../instance.js";
import type { MockOperation, MockStep } from "./wire.js";

type ClientInRust = InstanceType<Glue["MockClient"]>;
/** Created only by a client. */
type CallInRust = ReturnType<ClientInRust["begin"]>;

export class MockClientHandle {
  readonly #instance: Instance<Glue>;
  readonly #handle: ClientInRust;

  constructor(environment: Environment) {
    this.#instance = instances.current();
    this.#handle = named(() => this.#instance.enter((glue) => new glue.MockClient(toJson(environment))));
  }

  /** `contents` are the bytes of the operation's files, in order. */
  begin(operation: MockOperation, contents: Uint8Array[]): MockCallHandle {
    const call = named(() => this.#instance.enter(() => this.#handle.begin(toJson(operation), contents, Date.now())));
    return new MockCallHandle(this.#instance, call);
  }
}

export class MockCallHandle {
  readonly #instance: Instance<Glue>;
  readonly #handle: CallInRust;

  constructor(instance: Instance<Glue>, handle: CallInRust) {
    this.#instance = instance;
    this.#handle = handle;
  }

  takeFirst(): MockStep {
    return this.#enter((call) => call.takeFirst());
  }

  onAnswer(status: number, headers: Lines, body: Uint8Array, complete: boolean): MockStep {
    return this.#enter((call) => call.onAnswer(status, toJson(headers), body, complete, Date.now()));
  }

  onFailure(failure: TransportFailure): MockStep {
    return this.#enter((call) => call.onFailure(toJson(failure), Date.now()));
  }

  onTime(): MockStep {
    return this.#enter((call) => call.onTime(Date.now()));
  }

  free(): void {
    if (!this.#instance.trapped) this.#instance.enter(() => this.#handle.free());
  }

  #enter(work: (call: CallInRust) => Crossed): MockStep {
    return receive(named(() => this.#instance.enter(() => work(this.#handle))));
  }
}
