// `<waybill-changelog previous="…" current="…">`: a viewer inside another page. It does not affect the page's styles and address.
import { effect } from "@preact/signals";
import type { Verdict, WaybillChangelogElement } from "../../element";
import { Viewer } from "../model/viewer";
import { compareInWorkers } from "../model/worker-comparison";
import type { Host } from "../views/context";
import { mount } from "./mount";
import styles from "../style.css?inline";

/** Without a browser, for example in server-side rendering, the module can be imported and defines nothing. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const HOST: Host = { linkTo: () => null, template: null, canOpen: false, takesKeys: false, settings: null, isPage: false };

let sheet: CSSStyleSheet | undefined;

export class WaybillChangelog extends Base implements WaybillChangelogElement {
  static readonly observedAttributes = ["previous", "current"];

  static startWorker: () => Worker = () => new Worker(new URL(/* @vite-ignore */ "./worker.js", import.meta.url), { type: "module" });

  #viewer: Viewer | undefined;
  #takeAway: (() => void) | undefined;
  #isPlanned = false;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
    }
    root.adoptedStyleSheets = [sheet];
    const viewer = new Viewer(compareInWorkers(() => WaybillChangelog.startWorker()));
    this.#viewer = viewer;
    const unmount = mount(root, viewer, HOST);
    const stopTelling = effect(() => {
      const phase = viewer.phase.value;
      if (phase.type === "shown") this.#tell("compared", phase.report.head);
      if (phase.type === "failed") this.#tell("failed", phase.failure);
      if (phase.type === "empty" && viewer.inputs.value.current) this.#tell("failed", { code: "comparison.stopped", message: "the comparison was cancelled" });
    });
    this.#takeAway = () => {
      stopTelling();
      unmount();
      viewer.reset();
    };
    this.#plan();
  }

  disconnectedCallback(): void {
    this.#takeAway?.();
    this.#takeAway = undefined;
    this.#viewer = undefined;
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.#plan();
  }

  /** Cancels the running comparison. */
  cancel(): void {
    if (this.#viewer?.phase.value.type === "loading") this.#viewer.cancel();
  }

  /** Starts a comparison in a microtask, so that the page can set both attributes first. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      const [previous, current] = [this.getAttribute("previous"), this.getAttribute("current")];
      if (!this.#viewer || !previous || !current) return;
      const unreadable = [previous, current].find((address) => !URL.canParse(address, this.baseURI));
      if (unreadable !== undefined) return this.#viewer.fail("input.unreadable", `${unreadable} is no address`);
      const input = (address: string) => ({ type: "address" as const, name: nameOf(address), address: new URL(address, this.baseURI).href, others: {} });
      this.#viewer.compare(input(previous), input(current));
    });
  }

  #tell(type: "compared" | "failed", detail: Verdict | { readonly code: string; readonly message: string }): void {
    this.dispatchEvent(new CustomEvent(`waybill-${type}`, { detail, bubbles: true, composed: true }));
  }
}

function nameOf(address: string): string {
  return address.replace(/[?#].*$/, "").replace(/^[a-z]+:\/\/[^/]+\//i, "") || address;
}

if (globalThis.customElements && !customElements.get("waybill-changelog")) customElements.define("waybill-changelog", WaybillChangelog);
