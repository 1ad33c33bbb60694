// The state of one viewer: what is opened, how far it is, what is shown of it and what is selected.
import { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import type { Change, Exclusions } from "waybill/diff/slim";
import type { DescriptionInput, Progress, ReadFailure, Rule, Side } from "../worker/protocol";
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
  /** The changes of the report, before filters. */
  readonly entries: Signal<readonly Entry[]> = signal([]);
  /** What the reader gave, by side. */
  readonly inputs: Signal<Readonly<Record<Side, DescriptionInput | null>>> = signal({ previous: null, current: null });
  /** Files of which several are descriptions, by side: the reader says which one is compared. */
  readonly choices: Signal<Readonly<Record<Side, RootChoice | null>>> = signal({ previous: null, current: null });
  /** What a site publishes. */
  readonly apis: Signal<readonly PublishedApi[]> = signal([]);
  /** What a screen reader is told. */
  readonly announcement: Signal<string> = signal("");
  /** What everybody is told for a few seconds, such as that something was copied. */
  readonly notice: Signal<string> = signal("");
  readonly filtered: ReadonlySignal<ReturnType<typeof applyFilters>>;
  readonly groups: ReadonlySignal<readonly Group[]>;
  /** What the filters let through. */
  readonly shown: ReadonlySignal<ReadonlySet<Entry>>;
  readonly #start: StartComparison | null;
  #comparison: Comparison | null = null;
  readonly #rules = new Map<string, Promise<Rule | null>>();

  /** Without a way to compare, it shows what `show` is given. */
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

  /** Takes files as one description. Where several of them could be meant nothing is compared until the reader asks for it. */
  async giveFiles(side: Side, given: readonly GivenFile[], wanted?: string): Promise<void> {
    const { input, choice } = await inputOf(given, wanted);
    this.give(side, input, choice);
  }

  /** Takes one description; with both, the comparison begins. */
  give(side: Side, input: DescriptionInput | null, choice: RootChoice | null = null): void {
    batch(() => {
      this.inputs.value = { ...this.inputs.value, [side]: input };
      this.choices.value = { ...this.choices.value, [side]: choice };
      // What was open is a change of something else.
      this.view.value = { ...this.view.value, change: null };
    });
    const { previous, current } = this.inputs.value;
    const isChosen = Object.values(this.choices.value).every((open) => open === null);
    if (previous && current && isChosen) this.compare(previous, current);
  }

  compare(previous: DescriptionInput, current: DescriptionInput, exclude: Exclusions = {}, origin: Origin = originOf(previous, current)): void {
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
      const comparison = this.#start(before, after, exclude, (progress) => {
        if (this.#comparison === comparison) this.phase.value = { type: "loading", progress };
      });
      void this.show(comparison);
    } catch (error) {
      // A page whose policy wants Trusted Types refuses the address of a worker's script, for one.
      this.fail("worker.failed", `the comparison could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Shows a comparison once it has its report. */
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

  /** Tells everybody what came of a key or a button. */
  tell(text: string): void {
    this.announcement.value = text;
    this.notice.value = text;
    setTimeout(() => {
      if (this.notice.value === text) this.notice.value = "";
    }, 4_000);
  }

  /** Says why nothing is compared. */
  fail(code: string, message: string): void {
    this.#showFailure({ side: null, code, message, frame: null });
  }

  #showFailure(failure: ReadFailure): void {
    this.phase.value = { type: "failed", failure };
    this.announcement.value = `Not compared: ${failure.message}`;
  }

  /** Ends what is being read or compared; what was given stays. */
  cancel(): void {
    this.#comparison?.close();
    this.#comparison = null;
    this.phase.value = { type: "empty" };
    this.announcement.value = "The comparison was cancelled";
  }

  /** Back to the start, to open something else. */
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

  /** Opens two descriptions of those that are published. */
  openPublished(name: string | null, previous: string, current: string): boolean {
    const api = this.apis.value.find((other) => other.name === name) ?? this.apis.value[0];
    const find = (version: string) => api?.descriptions.find((description) => description.version === version);
    const [before, after] = [find(previous), find(current)];
    if (!api || !before || !after) return false;
    this.compare(before.input, after.input, api.exclude, { description: api.name, previous, current });
    return true;
  }

  /** What is written about a change's rule: the smaller module leaves it out of its reports. */
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

  /** Opens a change, or closes the one that is open. */
  select(id: string | null): void {
    if (this.view.value.change !== id) this.view.value = { ...this.view.value, change: id };
  }

  /** The change before or after the open one in the order of the list, among those that are shown and `wanted`. */
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

  /** Hides and shows entries as the filters say: those at the top first, and never all at once. */
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

/** What an address has to name so that the same two descriptions are opened by it; null where it cannot. */
type Origin = Pick<View, "description" | "previous" | "current">;

function originOf(previous: DescriptionInput, current: DescriptionInput): Origin {
  const isLinked = previous.type === "address" && current.type === "address";
  return { description: null, previous: isLinked ? previous.address : null, current: isLinked ? current.address : null };
}

/** Two inputs with names that tell them apart, so that messages say which one they mean. */
function named(previous: DescriptionInput, current: DescriptionInput): [DescriptionInput, DescriptionInput] {
  if (previous.name !== current.name) return [previous, current];
  return [{ ...previous, name: `previous/${previous.name}` }, { ...current, name: `current/${current.name}` }];
}
