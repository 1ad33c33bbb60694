// Instances of one WebAssembly module. An instance that trapped is never entered again: its memory may be half-written.
// Whoever held it gets a named error, and the next newcomer gets a fresh instance.

/** What every glue of wasm-bindgen has. */
export interface Glue {
  initSync(module: { module: WebAssembly.Module }): unknown;
}

/** Thrown by the use of an instance that has trapped, now or earlier. */
export class TrapError extends Error {
  override readonly name = "TrapError";
}

/** One instance and whether it can still be entered. */
export class Instance<G extends Glue> {
  readonly #glue: G;
  #trapped = false;

  constructor(module: WebAssembly.Module, instantiate: () => G) {
    this.#glue = instantiate();
    this.#glue.initSync({ module });
  }

  get trapped(): boolean {
    return this.#trapped;
  }

  /** Enters the instance; what Rust throws passes through, a trap becomes a {@link TrapError}. */
  enter<T>(work: (glue: G) => T): T {
    if (this.#trapped) throw new TrapError("this WebAssembly instance has trapped before");
    try {
      return work(this.#glue);
    } catch (error) {
      // V8 reports an exhausted WebAssembly stack as a RangeError.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#trapped = true;
      throw new TrapError(`the WebAssembly instance has trapped: ${error.message}`);
    }
  }
}

/** The instance that newcomers share, replaced once it has trapped. */
export class Instances<G extends Glue> {
  readonly #module: WebAssembly.Module;
  readonly #instantiate: () => G;
  #current: Instance<G> | undefined;

  constructor(module: WebAssembly.Module, instantiate: () => G) {
    this.#module = module;
    this.#instantiate = instantiate;
  }

  current(): Instance<G> {
    if (!this.#current || this.#current.trapped) this.#current = new Instance(this.#module, this.#instantiate);
    return this.#current;
  }
}
