// The error view: the affected side, the location and the remedy.
import type { CodeFrame, ReadFailure } from "../worker/protocol";
import { useViewer } from "./context";
import { Opening } from "./opening";
import { Sentence, visible } from "./text";

export function Failure({ failure }: { readonly failure: ReadFailure }) {
  const { host } = useViewer();
  const { side, code, message, frame } = failure;
  return (
    <>
      <section class="failure" role="alert">
        <h2>{code === "module.refused" ? "This page may not run WebAssembly" : side ? `The ${side} description cannot be read` : "The descriptions were not compared"}</h2>
        {code === "module.refused" ? (
          <p>
            The comparison is a WebAssembly module, and a policy of this site or browser refuses it. A site allows it with <code>'wasm-unsafe-eval'</code> in <code>script-src</code> of its Content-Security-Policy. The
            command line compares without a browser: <code>waybill diff previous.yaml current.yaml</code>.
          </p>
        ) : (
          <p>
            <Sentence text={message} />
          </p>
        )}
        {frame && <Frame frame={frame} />}
        <p class="quiet">
          <code>{code}</code>
        </p>
      </section>
      {host.canOpen && <Opening />}
    </>
  );
}

function Frame({ frame }: { readonly frame: CodeFrame }) {
  const { file, line, column, first, lines } = frame;
  return (
    <figure class="source">
      <figcaption>
        <code dir="ltr">
          {visible(file)}:{line}:{column}
        </code>
      </figcaption>
      <pre tabIndex={0} aria-label={`${visible(file)}, line ${line}`}>
        {lines.map((text, at) => (
          <div key={at} class={first + at === line ? "line marked" : "line"}>
            <span class="number">{first + at}</span>
            {visible(text)}
            {first + at === line && <div class="caret" aria-hidden="true">{`${" ".repeat(Math.max(0, column - 1))}^`}</div>}
          </div>
        ))}
      </pre>
    </figure>
  );
}
