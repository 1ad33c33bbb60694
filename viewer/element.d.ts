// The types of `waybill/viewer`. Importing it defines the element `<waybill-changelog>`. Without a browser, the import does
// nothing.

/** The result of a comparison, as the `detail` of the event `waybill-compared`. */
export interface Verdict {
  readonly previous: { readonly version: string | null; readonly source: string; readonly operations: number };
  readonly current: { readonly version: string | null; readonly source: string; readonly operations: number };
  readonly verdict: { readonly required_bump: string | null; readonly declared_bump: string | null; readonly honoured: boolean | null; readonly sentence: string };
  readonly complete: boolean;
  readonly counts: Readonly<Record<"breaking" | "risky" | "additive" | "docs" | "unproved" | "unclassified" | "operations_affected", number>>;
}

/**
 * The element. It compares the descriptions at the addresses in its attributes `previous` and `current`, and shows the changes.
 */
export interface WaybillChangelogElement extends HTMLElement {
  /** Cancels the running comparison, if any. `waybill-failed` is then dispatched with the code `comparison.stopped`. */
  cancel(): void;
}

/** The class of the element. */
export declare class WaybillChangelog extends HTMLElement implements WaybillChangelogElement {
  static readonly observedAttributes: readonly string[];
  /**
   * Starts a worker. One compares, one keeps the result, one searches for examples, and one runs them. Replace it if the page's
   * policy requires Trusted Types, or if the page serves scripts from another place.
   */
  static startWorker: () => Worker;
  cancel(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "waybill-changelog": WaybillChangelogElement;
  }
  interface HTMLElementEventMap {
    "waybill-compared": CustomEvent<Verdict>;
    "waybill-failed": CustomEvent<{ readonly code: string; readonly message: string }>;
  }
}
