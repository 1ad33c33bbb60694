// The types of `waybill/viewer`. Importing it defines the element `<waybill-changelog>`; where there is no browser it does nothing.

/** What a comparison found, as the event `waybill-compared` tells it. */
export interface Verdict {
  readonly previous: { readonly version: string | null; readonly source: string; readonly operations: number };
  readonly current: { readonly version: string | null; readonly source: string; readonly operations: number };
  readonly verdict: { readonly required_bump: string | null; readonly declared_bump: string | null; readonly honoured: boolean | null; readonly sentence: string };
  readonly complete: boolean;
  readonly counts: Readonly<Record<"breaking" | "risky" | "additive" | "docs" | "unproved" | "unclassified" | "operations_affected", number>>;
}

/** The element: it compares the descriptions at the addresses of its attributes `previous` and `current`, and shows what changed. */
export interface WaybillChangelogElement extends HTMLElement {
  /** Ends the comparison that is going, if any: `waybill-failed` is told with the code `comparison.stopped`. */
  cancel(): void;
}

/** The class of the element. */
export declare class WaybillChangelog extends HTMLElement implements WaybillChangelogElement {
  static readonly observedAttributes: readonly string[];
  /** Starts a worker: one compares, one keeps what came of it, and one each searches for examples and runs them. A page whose policy wants Trusted Types, or that serves scripts elsewhere, puts its own in. */
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
