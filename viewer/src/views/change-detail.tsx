// The details of a change: reason, advice, affected operations, values before and after, source lines and an example.
import { useEffect, useState } from "preact/hooks";
import type { Change, Excerpt, Place } from "waybill/diff/slim";
import { countReached, reachedNames } from "../model/entries";
import { writeMarkdown } from "../model/markdown";
import type { ExcerptPair, Rule } from "../worker/protocol";
import { useViewer } from "./context";
import { ExampleRequest } from "./example-request";
import { RulePage } from "./rule-page";
import { Code, Sentence, visible, Words } from "./text";

/** Number of names shown at first. */
const NAMES = 8;
/** Number of characters of a value shown at first. */
const VALUE = 2_000;

export function ChangeDetail({ change }: { readonly change: Change }) {
  const { viewer, host } = useViewer();
  const names = reachedNames(change);
  const isBreakingRequest = change.level === "breaking" && change.direction === "request";
  const copy = async (text: string, said: string) => {
    try {
      await navigator.clipboard.writeText(text);
      viewer.tell(said);
    } catch {
      viewer.tell("The browser does not let this page copy");
    }
  };
  const link = host.linkTo(change.id);
  const [rule, setRule] = useState<Rule | null>(null);
  useEffect(() => {
    let isWanted = true;
    viewer.textsOf(change).then((texts) => isWanted && setRule(texts), () => undefined);
    return () => {
      isWanted = false;
    };
  }, [change]);
  const { why, advice } = rule ?? change;
  return (
    <div class="detail">
      {change.accepted !== null && (
        <p>
          <strong>Accepted:</strong> <Words text={change.accepted} />
        </p>
      )}
      {why && (
        <p>
          <strong>Why it matters:</strong> <Sentence text={why} />
        </p>
      )}
      {advice && (
        <p>
          <strong>What to do as a caller:</strong> <Sentence text={advice} />
        </p>
      )}
      {change.operation?.notice && (
        <p>
          <strong>The description says:</strong> <Words text={change.operation.notice} />
        </p>
      )}
      {change.operation?.successor && (
        <p>
          <strong>Use instead:</strong> <Code>{`${change.operation.successor.method} ${change.operation.successor.path}`}</Code>
          {!change.operation.successor.named && " (likely)"}
        </p>
      )}
      {names.length > 0 && <Names names={names} count={countReached(change)} />}
      {(hasValue(change.before) || hasValue(change.after)) && (
        <div class="sides">
          <Value title="Before" value={change.before} />
          <Value title="After" value={change.after} />
        </div>
      )}
      <Source change={change} />
      {isBreakingRequest && <ExampleRequest change={change} />}
      <p class="row quiet">
        Rule <code>{change.rule}</code> · id <code>{change.id}</code>
        {link && (
          <>
            <a href={link} onClick={(event) => (event.preventDefault(), viewer.select(change.id), void copy(link, "Copied the link"))}>
              Copy link
            </a>
          </>
        )}
        <button type="button" data-key="m" onClick={() => void copy(writeMarkdown(change, rule ?? change, link), "Copied as Markdown")}>
          Copy as Markdown
        </button>
      </p>
      <RulePage id={change.rule} rule={rule ?? change} />
    </div>
  );
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function Names({ names, count }: { readonly names: readonly string[]; readonly count: string }) {
  const [isWhole, setIsWhole] = useState(names.length <= NAMES + 2);
  const listed = isWhole ? names : names.slice(0, NAMES);
  return (
    <div>
      <strong>Reaches {count}</strong>
      <ul class="names">
        {listed.map((name) => (
          <li key={name}>
            <Code>{name}</Code>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show all {names.length}
        </button>
      )}
    </div>
  );
}

function Value({ title, value }: { readonly title: string; readonly value: unknown }) {
  const [isWhole, setIsWhole] = useState(false);
  const text = hasValue(value) ? JSON.stringify(value, undefined, 2) : "";
  return (
    <figure class="value">
      <figcaption>{title}</figcaption>
      {text ? (
        <pre tabIndex={0} aria-label={title}>
          {visible(isWhole ? text : text.slice(0, VALUE))}
        </pre>
      ) : (
        <p class="quiet">not there</p>
      )}
      {!isWhole && text.length > VALUE && (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show all of it
        </button>
      )}
    </figure>
  );
}

function Source({ change }: { readonly change: Change }) {
  const { viewer } = useViewer();
  const [lines, setLines] = useState<ExcerptPair | null | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    const comparison = viewer.comparison;
    comparison?.excerpt(change.id).then((found) => isWanted && setLines(found), () => isWanted && setLines(null));
    return () => {
      isWanted = false;
    };
  }, [change]);
  if (lines === undefined) return <p class="quiet">Reading its source lines</p>;
  if (lines === null) return null;
  const phase = viewer.phase.value;
  const sources = phase.type === "shown" ? phase.report.head : null;
  return (
    <div class="sides">
      <Lines title="before" excerpt={lines.old} place={change.old} source={sources?.previous.source ?? ""} />
      <Lines title="after" excerpt={lines.new} place={change.new} source={sources?.current.source ?? ""} />
    </div>
  );
}

interface LinesProps {
  readonly title: string;
  readonly excerpt: Excerpt | null;
  readonly place: Place | null;
  readonly source: string;
}

function Lines({ title, excerpt, place, source }: LinesProps) {
  if (!excerpt || !place) return null;
  const { line, before, start, marked, end, after } = excerpt;
  const row = (number: number, text: string) => (
    <div key={number} class="line">
      <span class="number">{number}</span>
      {visible(text)}
    </div>
  );
  const name = `${place.file ?? source}:${place.line}:${place.column}`;
  return (
    <figure class="source">
      <figcaption>
        <span class="visually-hidden">Source lines {title}: </span>
        <code dir="ltr">{visible(name)}</code>
      </figcaption>
      <pre tabIndex={0} aria-label={`Source lines ${title}`}>
        {before.map((text, at) => row(line - before.length + at, text))}
        <div class="line marked">
          <span class="number">{line}</span>
          {visible(start)}
          <mark>{visible(marked)}</mark>
          {visible(end)}
        </div>
        {after.map((text, at) => row(line + 1 + at, text))}
      </pre>
    </figure>
  );
}
