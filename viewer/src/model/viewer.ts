// The state of one viewer: inputs, progress, filters and selection.
import { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import type { Change } from "waybill/diff/slim";
import type { ComparisonSettings, DescriptionInput, Progress, ReadFailure, Rule, Side } from "../worker/protocol";
import { readFragment, START, type View } from "./address";
import { type Comparison, ComparisonError, type LoadedReport, type StartComparison } from "./backend";
import { type Entry, entryMaker } from "./entries";
import { type GivenFile, inputOf, type RootChoice } from "./files";
import { applyFilters, type Filters, NO_FILTERS } from "./filters";
import { type Group, groupEntries } from "./groups";
import { pluralOf } from "./levels";
import type { PublishedApi } from "./releases";
import { doInSlices } from "./slices";

export type Phase =
  | { readonly type: "empty" }
  | { readonly type: "loading"; readonly progress: Progress | null }
  | { readonly type: "failed"; readonly failure: ReadFailure }
  | { readonly type: "shown"; readonly report: LoadedReport };

export class Viewer {
  readonly phase: Signal<Phase> = signal({ type: "empty" });
  readonly view: Signal<View> = signal(START);
  /** All changes of the report, without filters. */
  readonly entries: Signal<readonly Entry[]> = signal([]);
  /** The reader's inputs, by side. */
  readonly inputs: Signal<Readonly<Record<Side, DescriptionInput | null>>> = signal({ previous: null, current: null });
  /** Ambiguous root documents, by side. The reader chooses the one to compare. */
  readonly choices: Signal<Readonly<Record<Side, RootChoice | null>>> = signal({ previous: null, current: null });
  /** The APIs that a site publishes. */
  readonly apis: Signal<readonly PublishedApi[]> = signal([]);
  /** Announcement for screen readers. */
  readonly announcement: Signal<string> = signal("");
  /** Notice that is visible for a few seconds, such as that something was copied. */
  readonly notice: Signal<string> = signal("");
  readonly filtered: ReadonlySignal<ReturnType<typeof applyFilters>>;
  readonly groups: ReadonlySignal<readonly Group[]>;
  /** The entries that match the filters. */
  readonly shown: ReadonlySignal<ReadonlySet<Entry>>;
  readonly #start: StartComparison | null;
  #comparison: Comparison | null = null;
  readonly #rules = new Map<string, Promise<Rule | null>>();

  /** Without `start`, it only shows the comparisons that are passed to `show`. */
  constructor(start: StartComparison | null) {
    this.#start = start;
    const filters = computed(() => this.view.value.filters);
    const grouping = computed(() => this.view.value.grouping);
    this.filtered = computed(() => applyFilters(this.entries.value, filters.value));
    this.groups = computed(() => groupEntries(this.entries.value, grouping.value, this.#summaries()));
    this.shown = computed(() => new Set(this.filtered.value.shown));
    effect(() => this.#announceCount());
    effect(() => this.#applyToEntries());
  }

  get comparison(): Comparison | null {
    return this.#comparison;
  }

  /** Sets one description from files. If several of them are root documents, the comparison waits for the reader. */
  async giveFiles(side: Side, given: readonly GivenFile[], wanted?: string): Promise<void> {
    const { input, choice } = await inputOf(given, wanted);
    this.give(side, input, choice);
  }

  /** Sets one description. If both are set, the comparison begins. */
  give(side: Side, input: DescriptionInput | null, choice: RootChoice | null = null): void {
    batch(() => {
      this.inputs.value = { ...this.inputs.value, [side]: input };
      this.choices.value = { ...this.choices.value, [side]: choice };
      // The open change belongs to another comparison.
      this.view.value = { ...this.view.value, change: null };
    });
    const { previous, current } = this.inputs.value;
    const isChosen = Object.values(this.choices.value).every((open) => open === null);
    if (previous && current && isChosen) this.compare(previous, current);
  }

  compare(previous: DescriptionInput, current: DescriptionInput, settings: ComparisonSettings = {}, origin: Origin = originOf(previous, current)): void {
    if (!this.#start) return;
    this.#comparison?.close();
    this.#comparison = null;
    const [before, after] = named(previous, current);
    batch(() => {
      this.inputs.value = { previous: before, current: after };
      this.view.value = { ...this.view.value, ...origin };
      this.phase.value = { type: "loading", progress: null };
    });
    try {
      const comparison = this.#start(before, after, settings, (progress) => {
        if (this.#comparison === comparison) this.phase.value = { type: "loading", progress };
      });
      void this.show(comparison);
    } catch (error) {
      // For example, a page whose policy requires Trusted Types rejects the address of the worker's script.
      this.fail("worker.failed", `the comparison could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Shows a comparison once its report is loaded. */
  async show(comparison: Comparison): Promise<void> {
    this.#comparison = comparison;
    try {
      const report = await comparison.loaded;
      const make = entryMaker(report.head.operations);
      const entries: Entry[] = [];
      const isWanted = () => this.#comparison === comparison;
      if (!(await doInSlices(report.changes, (change) => entries.push(make(change)), isWanted)) || !isWanted()) return;
      batch(() => {
        this.entries.value = entries;
        this.phase.value = { type: "shown", report };
        this.announcement.value = report.head.verdict.sentence;
      });
    } catch (error) {
      if (this.#comparison !== comparison) return;
      if (error instanceof ComparisonError) this.#showFailure(error.failure);
      else this.fail("comparison.failed", String(error));
    }
  }

  /** Announces the result of a key or a button to all readers. */
  tell(text: string): void {
    this.announcement.value = text;
    this.notice.value = text;
    setTimeout(() => {
      if (this.notice.value === text) this.notice.value = "";
    }, 4_000);
  }

  /** Shows the reason why there is no comparison. */
  fail(code: string, message: string): void {
    this.#showFailure({ side: null, code, message, frame: null });
  }

  #showFailure(failure: ReadFailure): void {
    this.phase.value = { type: "failed", failure };
    this.announcement.value = `Not compared: ${failure.message}`;
  }

  /** Cancels reading or comparing. The inputs stay. */
  cancel(): void {
    this.#comparison?.close();
    this.#comparison = null;
    this.phase.value = { type: "empty" };
    this.announcement.value = "The comparison was cancelled";
  }

  /** Returns to the start, to open other descriptions. */
  reset(): void {
    this.#comparison?.close();
    this.#comparison = null;
    batch(() => {
      this.inputs.value = { previous: null, current: null };
      this.choices.value = { previous: null, current: null };
      this.entries.value = [];
      this.view.value = START;
      this.phase.value = { type: "empty" };
    });
  }

  /** Opens two published descriptions. */
  openPublished(name: string | null, previous: string, current: string): boolean {
    const api = this.apis.value.find((other) => other.name === name) ?? this.apis.value[0];
    const find = (version: string) => api?.descriptions.find((description) => description.version === version);
    const [before, after] = [find(previous), find(current)];
    if (!api || !before || !after) return false;
    this.compare(before.input, after.input, api.settings, { description: api.name, previous, current });
    return true;
  }

  /** Returns the texts of a change's rule. The smaller module omits them from its reports. */
  async textsOf(change: Change): Promise<Rule> {
    const known = this.#rules.get(change.rule) ?? this.#comparison?.rule(change.rule) ?? Promise.resolve(null);
    this.#rules.set(change.rule, known);
    known.catch(() => this.#rules.delete(change.rule));
    const rule = await known;
    const { why, help, advice } = change;
    return { why: why || (rule?.why ?? ""), help: help || (rule?.help ?? ""), advice: advice || (rule?.advice ?? ""), page: rule?.page ?? "" };
  }

  setFilters(filters: Filters): void {
    this.view.value = { ...this.view.value, filters };
  }

  clearFilters(): void {
    this.setFilters(NO_FILTERS);
  }

  /** Opens a change and closes the one that is open. */
  select(id: string | null): void {
    if (this.view.value.change !== id) this.view.value = { ...this.view.value, change: id };
  }

  /** Returns the next or previous change in the order of the list that is shown and `wanted`. */
  step(by: 1 | -1, wanted: (entry: Entry) => boolean): string | null {
    const shown = this.shown.value;
    const all = this.groups.value.flatMap((group) => group.parts.flatMap((part) => part.entries));
    const steps = all.filter((entry) => (shown.has(entry) && wanted(entry)) || entry.change.id === this.view.value.change);
    const at = steps.findIndex(({ change }) => change.id === this.view.value.change);
    const next = at < 0 ? (by > 0 ? steps[0] : steps.at(-1)) : steps[at + by];
    return next && shown.has(next) && wanted(next) ? next.change.id : null;
  }

  readFragment(fragment: string): void {
    this.view.value = readFragment(fragment);
  }

  #summaries(): Map<string, string> {
    const phase = this.phase.value;
    const operations = phase.type === "shown" ? phase.report.head.operations : [];
    return new Map(operations.map(({ method, path, summary }) => [`${method} ${path}`, summary ?? ""]));
  }

  /** Shows and hides entries by the filters, from the top of the list, in slices. */
  #applyToEntries(): void {
    const shown = this.shown.value;
    const entries = untracked(() => this.groups.value).flatMap((group) => group.parts.flatMap((part) => part.entries));
    void doInSlices(entries, (entry) => (entry.isShown.value = shown.has(entry)), () => this.shown.peek() === shown);
  }

  #announceCount(): void {
    const { shown } = this.filtered.value;
    const all = this.entries.value.length;
    if (all > 0) this.announcement.value = shown.length === all ? pluralOf(all, "change") : `${shown.length} of ${pluralOf(all, "change")}`;
  }
}

/** The part of an address that opens the same two descriptions. Its members are null if there is none. */
type Origin = Pick<View, "description" | "previous" | "current">;

function originOf(previous: DescriptionInput, current: DescriptionInput): Origin {
  const isLinked = previous.type === "address" && current.type === "address";
  return { description: null, previous: isLinked ? previous.address : null, current: isLinked ? current.address : null };
}

/** Returns the two inputs with distinct names, so that messages are unambiguous. */
function named(previous: DescriptionInput, current: DescriptionInput): [DescriptionInput, DescriptionInput] {
  if (previous.name !== current.name) return [previous, current];
  return [{ ...previous, name: `previous/${previous.name}` }, { ...current, name: `current/${current.name}` }];
}
