// Seals snapshots that leave the process, and opens records from the store, in WebAssembly.
import { receive, toJson } from "../client/crossing.js";
import { named } from "../client/named.js";
import { type Glue, instances } from "../client/instances.js";
import type { OpenedRecord } from "../client/wire.js";
import type { Instance } from "../instance.js";
import type { SealedRecord, SealingKey } from "./types.js";

const NONCE_BYTES = 24;

export class RecordSealer {
  readonly #instance: Instance<Glue>;
  readonly #handle: InstanceType<Glue["RecordSealer"]>;

  /** Without keys, for a trusted store. */
  constructor(keys: readonly SealingKey[] | undefined) {
    this.#instance = instances.current();
    this.#handle = named(() => this.#instance.enter((glue) => new glue.RecordSealer(keys?.map(({ id }) => id), (keys ?? []).map(({ bytes }) => bytes))));
  }

  seal(login: string, seq: number, snapshot: string): SealedRecord {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    return receive(named(() => this.#instance.enter(() => this.#handle.seal(login, seq, snapshot, nonce))));
  }

  open(login: string, record: SealedRecord): OpenedRecord {
    return receive(named(() => this.#instance.enter(() => this.#handle.open(login, toJson(record)))));
  }

  free(): void {
    if (!this.#instance.trapped) this.#instance.enter(() => this.#handle.free());
  }
}
