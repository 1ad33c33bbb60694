// The texts of a change's rule, and its page if it is available.
import type { Rule } from "../worker/protocol";
import { Sentence, visible } from "./text";

export function RulePage({ id, rule }: { readonly id: string; readonly rule: Pick<Rule, "help"> & Partial<Rule> }) {
  return (
    <details class="rule">
      <summary>About the rule</summary>
      {rule.help && (
        <p>
          <strong>For those who publish the description:</strong> <Sentence text={rule.help} />
        </p>
      )}
      {rule.page && <Page text={rule.page} />}
      <p class="quiet">
        On the command line: <code>waybill explain {id}</code>
      </p>
    </details>
  );
}

/** Renders a rule page, which consists of headings, paragraphs and code blocks. Links are rendered as their text. */
function Page({ text }: { readonly text: string }) {
  const blocks = text.split(/^```.*\n([\s\S]*?)^```$/m);
  return (
    <>
      {blocks.map((block, at) =>
        at % 2 ? (
          <pre key={at} tabIndex={0} aria-label="Example">
            {visible(block.trimEnd())}
          </pre>
        ) : (
          block
            .split(/\n{2,}/)
            .map((part) => part.trim())
            .filter((part) => part && !part.startsWith("# "))
            .map((part, inner) => {
              const words = part.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
              return words.startsWith("## ") ? <p key={inner} class="rule-heading">{words.slice(3)}</p> : <p key={inner}><Sentence text={words} /></p>;
            })
        ),
      )}
    </>
  );
}
