// Instances of one WebAssembly module. A trapped instance is never entered again, because its memory may be inconsistent. Its
// users get a named error, and new users get a new instance.

/** The common part of all glue that wasm-bindgen generates. */
export interface Glue {
  initSync(module: { module: WebAssembly.Module }): unknown;
}

/** Thrown by the use of an instance that has trapped, now or earlier. */
export class TrapError extends Error {
  override readonly name = "TrapError";
}

/** An instance, and whether it has trapped. */
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

  /** Runs `work` in the instance. Errors from Rust pass through; a trap becomes a {@link TrapError}. */
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

/** The current instance for new users, replaced after a trap. */
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
