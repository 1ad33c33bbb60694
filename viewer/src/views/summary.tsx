// The head of a report: verdict, counts, problems and actions.
import { useState } from "preact/hooks";
import type { LoadedReport } from "../model/backend";
import { LEVELS, MEANINGS, pluralOf, SYMBOLS } from "../model/levels";
import { shortenPaths } from "../model/paths";
import { type Theme, THEMES } from "../model/settings";
import { useViewer } from "./context";
import { Downloads } from "./downloads";
import { Missing } from "./missing";
import { Published } from "./published";
import { Sentence, visible, Words } from "./text";

export function Summary({ report }: { readonly report: LoadedReport }) {
  const { viewer, host } = useViewer();
  const { head, milliseconds, identical, changes } = report;
  const { previous, current, verdict, counts } = head;
  const [old, now] = shortenPaths(previous.source, current.source);
  const isPlain = changes.length === 0;
  return (
    <header class="summary">
      <p class="versions">
        <Version version={previous.version} source={previous.source} name={old} /> <span aria-hidden="true">→</span> <span class="visually-hidden">to</span> <Version version={current.version} source={current.source} name={now} />
      </p>
      <h2 class={verdict.honoured === false || counts.breaking > 0 ? "verdict bad" : "verdict"}>
        <Sentence text={verdict.sentence.charAt(0).toUpperCase() + verdict.sentence.slice(1)} />
      </h2>
      {isPlain && (
        <p class="nothing">
          {identical ? "The two descriptions are the same bytes." : head.complete ? "The two descriptions are written differently and mean the same." : "What could be read of the two descriptions means the same."}
        </p>
      )}
      <ul class="counts" aria-label="Changes by level">
        {LEVELS.filter((level) => counts[level] > 0).map((level) => (
          <li key={level} class={`level ${level}`} title={MEANINGS[level]}>
            <span aria-hidden="true">{SYMBOLS[level]}</span> {counts[level].toLocaleString("en")} {level}
          </li>
        ))}
        <li class="quiet">
          {pluralOf(counts.operations_affected, "operation")} affected, {current.operations.toLocaleString("en")} in the current release
        </li>
        {milliseconds !== null && <li class="quiet">compared in {milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`}</li>}
      </ul>
      <Problems report={report} />
      {head.excluded && (
        <p class="quiet">
          Left out:{" "}
          {head.excluded.map(({ by, value, previous: before, current: after }) => `${by}${value === null ? "" : ` ${visible(value)}`} (${before} before, ${after} after)`).join(", ")}
        </p>
      )}
      {head.levels && <p class="quiet">Custom levels: {head.levels.map(({ rule, level }) => `${rule} ${level}`).join(", ")}</p>}
      <div class="actions">
        <Downloads />
        {host.canOpen && (
          <button type="button" onClick={() => viewer.reset()}>
            Open others
          </button>
        )}
        {host.isPage && <ThemeButton />}
      </div>
      {host.canOpen && viewer.apis.value.length > 0 && (
        <details>
          <summary>Other releases</summary>
          <Published />
        </details>
      )}
    </header>
  );
}

function Version({ version, source, name }: { readonly version: string | null; readonly source: string; readonly name: string }) {
  return (
    <span class="version">
      <strong>{version === null ? "no version" : <Words text={version} />}</strong> <span class="quiet" title={name === source ? undefined : visible(source)}>{visible(name)}</span>
    </span>
  );
}

/** The parts that were not compared. They are shown first if the report is not complete. */
function Problems({ report: { head } }: { readonly report: LoadedReport }) {
  if (head.complete && head.problems.length === 0) return null;
  return (
    <details class="partly" open={head.problems.length <= 5}>
      <summary>Compared only in part: {pluralOf(head.problems.length, "place")} could not be read</summary>
      <ul>
        {head.problems.map(({ side, code, message, file, line, column }, at) => (
          <li key={at}>
            <code dir="ltr">
              {visible(file)}:{line}:{column}
            </code>{" "}
            ({side}): <Sentence text={message} /> <code class="quiet">{code}</code>
          </li>
        ))}
      </ul>
      <Missing without="What such files hold is not compared." />
    </details>
  );
}

const THEME_NAMES: Readonly<Record<Theme, string>> = { "light dark": "as the system", light: "light", dark: "dark" };

function ThemeButton() {
  const { host } = useViewer();
  const [theme, setTheme] = useState<Theme>(THEMES.find((known) => known === document.documentElement.style.colorScheme) ?? "light dark");
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "light dark";
  return (
    <button
      type="button"
      data-key="d"
      onClick={() => {
        document.documentElement.style.colorScheme = next;
        if (host.settings) host.settings.theme = next;
        setTheme(next);
      }}
    >
      Theme: {THEME_NAMES[theme]}
    </button>
  );
}
