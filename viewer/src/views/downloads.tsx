// Downloads of the report, and a copy of the shown changes to the clipboard.
import { useRef, useState } from "preact/hooks";
import { writeMarkdown } from "../model/markdown";
import { fillTemplate } from "../model/template";
import { useViewer } from "./context";

export function Downloads() {
  const { viewer, host } = useViewer();
  const [problem, setProblem] = useState("");
  const menu = useRef<HTMLDetailsElement>(null);
  const comparison = viewer.comparison;
  if (!comparison) return null;
  const attempt = (work: () => Promise<void>) => () => {
    setProblem("");
    if (menu.current) menu.current.open = false;
    work().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  const template = host.template;
  return (
    <>
      <details class="menu" ref={menu} onKeyDown={({ key, currentTarget }) => key === "Escape" && (currentTarget.open = false)}>
        <summary>Download</summary>
        <div>
          <button type="button" onClick={attempt(async () => save("changes.md", "text/markdown", await comparison.markdown()))}>
            Markdown
          </button>
          <button type="button" onClick={attempt(async () => save("changes.json", "application/json", await comparison.json()))}>
            JSON
          </button>
          {template && (
            <button type="button" onClick={attempt(async () => save("changes.html", "text/html", fillTemplate(await template(), await comparison.data())))}>
              HTML
            </button>
          )}
        </div>
      </details>
      <button
        type="button"
        onClick={attempt(async () => {
          const { shown } = viewer.filtered.value;
          const entries = await Promise.all(shown.map(async ({ change }) => writeMarkdown(change, await viewer.textsOf(change), host.linkTo(change.id))));
          await navigator.clipboard.writeText(entries.join("\n---\n\n"));
          viewer.tell(`Copied ${shown.length} changes as Markdown`);
        })}
      >
        Copy shown as Markdown
      </button>
      {problem && <span role="alert">{problem}</span>}
    </>
  );
}

function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
