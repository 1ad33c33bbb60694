// The typed forwarder and its searches in WebAssembly.
import { type Crossed, receive, toJson } from "../client/crossing.js";
import { named } from "../client/named.js";
import type { Glue } from "../client/instances.js";
import type { Lines } from "../client/wire.js";
import type { Instance } from "../instance.js";
import type { FailedCall, ForwardedAnswer, Permitted, ReceivedWire, RefusedRequest, Searched, WireRequest, WireSession } from "./wire.js";

type ForwarderInRust = InstanceType<Glue["Forwarder"]>;
/** Created only by an engine. */
type SearchInRust = ReturnType<InstanceType<Glue["Engine"]>["bodySearch"]>;

export class ForwarderHandle {
  readonly #instance: Instance<Glue>;
  readonly #handle: ForwarderInRust;

  constructor(instance: Instance<Glue>, handle: ForwarderInRust) {
    this.#instance = instance;
    this.#handle = handle;
  }

  receive(request: WireRequest, session: WireSession | undefined, now: number): ReceivedWire {
    return this.#receive((forwarder) => forwarder.receive(toJson(request), session && toJson(session), now));
  }

  permit(id: number): Permitted {
    return this.#receive((forwarder) => forwarder.permit(id));
  }

  deny(id: number): RefusedRequest {
    return this.#receive((forwarder) => forwarder.deny(id));
  }

  refuseBody(id: number): RefusedRequest {
    return this.#receive((forwarder) => forwarder.refuseBody(id));
  }

  answer(id: number, status: number, headers: Lines, search: BodySearchHandle): ForwardedAnswer {
    return this.#receive((forwarder) => search.use((handle) => forwarder.answer(id, status, toJson(headers), handle)));
  }

  /** `body` is that of the failed call's response. */
  fail(id: number, failed: FailedCall, body: Uint8Array, search: BodySearchHandle): ForwardedAnswer {
    return this.#receive((forwarder) => search.use((handle) => forwarder.fail(id, toJson(failed), body, handle)));
  }

  end(id: number): void {
    if (!this.#instance.trapped) this.#enter((forwarder) => forwarder.end(id));
  }

  #receive<T>(work: (forwarder: ForwarderInRust) => Crossed): T {
    return receive<T>(this.#enter(work));
  }

  #enter<T>(work: (forwarder: ForwarderInRust) => T): T {
    return named(() => this.#instance.enter(() => work(this.#handle)));
  }
}

export class BodySearchHandle {
  readonly #instance: Instance<Glue>;
  readonly #handle: SearchInRust;

  constructor(instance: Instance<Glue>, handle: SearchInRust) {
    this.#instance = instance;
    this.#handle = handle;
  }

  push(piece: Uint8Array): Searched {
    return receive(this.#enter((search) => search.push(piece)));
  }

  finish(): Uint8Array {
    return this.#enter((search) => search.finish());
  }

  use<T>(work: (handle: SearchInRust) => T): T {
    return work(this.#handle);
  }

  free(): void {
    if (!this.#instance.trapped) this.#enter((search) => search.free());
  }

  #enter<T>(work: (search: SearchInRust) => T): T {
    return named(() => this.#instance.enter(() => work(this.#handle)));
  }
}
