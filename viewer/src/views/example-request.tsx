// A request that was accepted before and is rejected now, as code, and the responses of mock services of both descriptions.
import { useComputed } from "@preact/signals";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Change } from "waybill/diff/slim";
import { describeMissing } from "../model/missing-files";
import type { Example, MockAnswer, ReplayResult } from "../worker/protocol";
import { useViewer } from "./context";
import { Missing } from "./missing";
import { Sentence, visible } from "./text";

const LANGUAGES = [
  ["sh", "curl"],
  ["ts", "TypeScript"],
  ["kotlin", "Kotlin"],
  ["swift", "Swift"],
] as const;

export function ExampleRequest({ change }: { readonly change: Change }) {
  const { viewer } = useViewer();
  // The search ends when the change is closed, and starts again when it is opened.
  const isOpen = useComputed(() => viewer.view.value.change === change.id).value;
  const [state, setState] = useState<SearchState>({ type: "searching" });
  const search = useRef<AbortController | null>(null);
  const begin = () => {
    const controller = new AbortController();
    search.current = controller;
    setState({ type: "searching" });
    const show = (found: SearchState) => {
      if (!controller.signal.aborted) setState(found);
    };
    viewer.comparison?.example(change.id, controller.signal).then(
      (found) => show(typeof found === "string" ? { type: "none", reason: found || "no example was found" } : { type: "found", example: found }),
      (error: unknown) => show({ type: "none", reason: `the search for an example failed: ${error instanceof Error ? error.message : String(error)}` }),
    );
  };
  const stop = () => search.current?.abort();
  useEffect(() => {
    if (!isOpen || state.type !== "searching") return;
    begin();
    return stop;
  }, [isOpen, change]);
  switch (state.type) {
    case "searching":
      return <Waiting what="Searching for an example" isGoing={isOpen} stop={(seconds) => (stop(), setState({ type: "stopped", seconds }))} />;
    case "stopped":
      return (
        <p class="quiet">
          The search for an example was stopped after {state.seconds} s.{" "}
          <button type="button" onClick={begin}>
            Search again
          </button>
        </p>
      );
    case "none":
      return <p class="quiet">{visible(state.reason.charAt(0).toUpperCase() + state.reason.slice(1))}.</p>;
    case "found":
      return <Shown id={change.id} example={state.example} />;
  }
}

type SearchState =
  | { readonly type: "searching" }
  | { readonly type: "stopped"; readonly seconds: number }
  | { readonly type: "none"; readonly reason: string }
  | { readonly type: "found"; readonly example: Example };

/** The running work with its duration. Most of it ends within the first second. */
function Waiting({ what, isGoing, stop }: { readonly what: string; readonly isGoing: boolean; readonly stop: (seconds: number) => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!isGoing) return;
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, [isGoing]);
  return (
    <p class="quiet">
      {what}
      {seconds > 0 && (
        <>
          {" "}
          for {seconds} s{" "}
          <button type="button" onClick={() => stop(seconds)}>
            Stop
          </button>
        </>
      )}
    </p>
  );
}

function Shown({ id: change, example }: { readonly id: string; readonly example: Example }) {
  const { viewer } = useViewer();
  const id = useId();
  const [language, setLanguage] = useState<string>("sh");
  const [result, setResult] = useState<ReplayResult | string | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const { witness, snippets } = example;
  const replay = viewer.comparison?.replay;
  const phase = viewer.phase.value;
  const isMissing = replay && phase.type === "shown" && describeMissing(phase.report.head).length > 0;
  useEffect(() => () => running?.abort(), [running]);
  const run = async () => {
    const controller = new AbortController();
    const show = (shown: ReplayResult | string | null) => {
      if (controller.signal.aborted) return;
      setRunning(null);
      setResult(shown);
    };
    setRunning(controller);
    setResult(null);
    try {
      show((await replay?.(change, example, controller.signal)) ?? null);
    } catch (error) {
      show(`not sent: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const stop = (seconds: number) => {
    setRunning(null);
    setResult(`stopped after ${seconds} s: nothing is known of what both answer`);
  };
  const select = (at: number, tabs: HTMLElement | null) => {
    const next = LANGUAGES[(at + LANGUAGES.length) % LANGUAGES.length];
    if (!next) return;
    setLanguage(next[0]);
    (tabs?.children[(at + LANGUAGES.length) % LANGUAGES.length] as HTMLElement | undefined)?.focus();
  };
  const at = LANGUAGES.findIndex(([name]) => name === language);
  return (
    <section class="example" aria-label="Example">
      <p>
        <strong>{witness.refusal === null ? "This request was described before, and its values are no longer described" : "This request was accepted before and is refused now"}</strong>
        {witness.refusal !== null && (
          <>
            : <Sentence text={witness.refusal} />
          </>
        )}
      </p>
      <div
        role="tablist"
        aria-label="Language of the example"
        onKeyDown={(event) => {
          if (event.key === "ArrowRight") select(at + 1, event.currentTarget);
          if (event.key === "ArrowLeft") select(at - 1, event.currentTarget);
        }}
      >
        {LANGUAGES.map(([name, title]) => (
          <button key={name} type="button" role="tab" id={`${id}${name}`} aria-selected={name === language} aria-controls={`${id}panel`} tabIndex={name === language ? 0 : -1} onClick={() => setLanguage(name)}>
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${language}`} class="sides">
        <figure>
          <figcaption>The request before</figcaption>
          <pre tabIndex={0} aria-label="The request before">{visible(snippets.before[language] ?? "")}</pre>
        </figure>
        <figure>
          <figcaption>One in its place</figcaption>
          <pre tabIndex={0} aria-label="One in its place">{visible(snippets.after[language] ?? "")}</pre>
        </figure>
      </div>
      {isMissing && <Missing without="Without them the request cannot be run on both." />}
      {replay && !isMissing && (
        <p>
          <button type="button" data-key="x" disabled={running !== null} onClick={() => void run()}>
            Run on both
          </button>{" "}
          <span class="quiet">A mock service of each description answers, in this page.</span>
        </p>
      )}
      {running && <Waiting what="Sending the request to both" isGoing stop={stop} />}
      <div aria-live="polite">
        {typeof result === "string" && <p class="problem">{visible(result)}</p>}
        {result !== null && typeof result === "object" && (
          <>
          <p>{conclude(result)}</p>
          <div class="sides">
            <Answer title="The previous description" answer={result.before} />
            <Answer title="The current description" answer={result.after} />
          </div>
          </>
        )}
      </div>
    </section>
  );
}

/** States only the facts that a run shows. */
function conclude({ before, after }: ReplayResult): string {
  if (before.status >= 400) return "The mock service of the previous description did not accept it either: this run does not show the change.";
  return after.status >= 400 ? "The previous description accepts the request, and the current one refuses it." : "Both accept the request: a mock service does not check what changed here.";
}

function Answer({ title, answer }: { readonly title: string; readonly answer: MockAnswer }) {
  const { status, reason, violations, body } = answer;
  return (
    <figure class={status < 400 ? "answer good" : "answer bad"}>
      <figcaption>
        {title} answered <strong>{status}</strong>
      </figcaption>
      {reason && violations.length === 0 && <p><Sentence text={reason} /></p>}
      {violations.length > 0 && (
        <ul>
          {violations.map((violation, at) => (
            <li key={at}>
              <Sentence text={violation} />
            </li>
          ))}
        </ul>
      )}
      {body && (
        <pre tabIndex={0} aria-label="Body of the answer">
          {visible(body)}
        </pre>
      )}
    </figure>
  );
}
