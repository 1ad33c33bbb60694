// The start view. Two descriptions can be dropped, chosen, pasted, linked, or taken from the site's releases.
import { useRef, useState } from "preact/hooks";
import { filesOfDrop, filesOfInput, type GivenFile } from "../model/files";
import type { Side } from "../worker/protocol";
import { useViewer } from "./context";
import { Published } from "./published";
import { visible } from "./text";

export function Opening() {
  const { viewer } = useViewer();
  const hasReleases = viewer.apis.value.length > 0;
  const { previous, current } = viewer.inputs.value;
  return (
    <section class="opening" aria-labelledby="opening-title">
      <h2 id="opening-title">Compare two OpenAPI descriptions</h2>
      <p class="quiet">They are compared in this page. Nothing is sent anywhere.</p>
      {hasReleases && <Published />}
      <div class="sides">
        <SideInput side="previous" title="Previous release" />
        <SideInput side="current" title="Current release" />
      </div>
      {previous && current && (
        <p>
          <button type="button" onClick={() => viewer.compare(previous, current)}>
            Compare
          </button>
        </p>
      )}
      <p>
        <button type="button" class="link" onClick={() => openSample(viewer)}>
          Try it with a sample pair
        </button>
      </p>
    </section>
  );
}

function SideInput({ side, title }: { readonly side: Side; readonly title: string }) {
  const { viewer, prefix } = useViewer();
  const [problem, setProblem] = useState("");
  const [isOver, setIsOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const input = viewer.inputs.value[side];
  const take = async (given: Promise<GivenFile[]> | GivenFile[]) => {
    try {
      setProblem("");
      await viewer.giveFiles(side, await given);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const choose = (chooser: HTMLInputElement) => {
    const given = filesOfInput(chooser.files);
    // Otherwise the same file could not be chosen again.
    chooser.value = "";
    if (given.length > 0) void take(given);
  };
  const id = `${prefix}${side}`;
  return (
    <fieldset
      class={isOver ? "side over" : "side"}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (event.dataTransfer) void take(filesOfDrop(event.dataTransfer));
      }}
    >
      <legend>{title}</legend>
      {input ? (
        <p class="given">
          <code dir="ltr">{visible(input.name)}</code>{" "}
          <button type="button" onClick={() => viewer.give(side, null)}>
            Remove<span class="visually-hidden"> the {side} description</span>
          </button>
        </p>
      ) : (
        <p class="quiet">Drop a file or a folder here, JSON or YAML, or</p>
      )}
      <RootDocument side={side} />
      <p class="choices">
        <button type="button" onClick={() => file.current?.click()}>
          Choose files<span class="visually-hidden"> of the {side} description</span>
        </button>
        <button type="button" onClick={() => folder.current?.click()}>
          Choose a folder<span class="visually-hidden"> of the {side} description</span>
        </button>
        <input ref={file} hidden type="file" multiple accept=".json,.yaml,.yml,.txt" data-side={side} onChange={({ currentTarget }) => choose(currentTarget)} />
        <input ref={folder} hidden type="file" {...{ webkitdirectory: true }} onChange={({ currentTarget }) => choose(currentTarget)} />
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const address = String(new FormData(event.currentTarget).get("address") ?? "").trim();
          const resolved = address === "" ? null : URL.parse(address, document.baseURI);
          if (!resolved || !/^https?:$/.test(resolved.protocol)) return setProblem("give an address that begins with https:// or http://");
          setProblem("");
          viewer.give(side, { type: "address", name: resolved.pathname.split("/").pop() || resolved.hostname, address: resolved.href, others: {} });
        }}
      >
        <label for={`${id}-address`}>Address</label>
        <input id={`${id}-address`} name="address" type="text" inputMode="url" autocomplete="off" placeholder="https://…/openapi.yaml" />
        <button type="submit">
          Open<span class="visually-hidden"> the {side} description</span>
        </button>
      </form>
      <details>
        <summary>Paste its text</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const text = String(new FormData(event.currentTarget).get("text") ?? "");
            if (text.trim() === "") return setProblem("the text is empty");
            setProblem("");
            viewer.give(side, { type: "text", name: `${side}.${/^\s*\{/.test(text) ? "json" : "yaml"}`, text });
          }}
        >
          <label for={`${id}-text`}>Text of the {side} description, JSON or YAML</label>
          <textarea id={`${id}-text`} name="text" rows={6} spellcheck={false} />
          <button type="submit">Take this text</button>
        </form>
      </details>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** The choice of the root document if the files of one side contain several descriptions. */
function RootDocument({ side }: { readonly side: Side }) {
  const { viewer, prefix } = useViewer();
  const choice = viewer.choices.value[side];
  if (!choice) return null;
  const id = `${prefix}${side}-root`;
  return (
    <p class="row">
      <label for={id}>
        {choice.roots.length} of the files are descriptions. Compare<span class="visually-hidden"> as the {side} description</span>
      </label>
      <select id={id} value={choice.root} onChange={({ currentTarget: { value } }) => void viewer.giveFiles(side, choice.given, value)}>
        {choice.roots.map((path) => (
          <option key={path} value={path}>
            {visible(path)}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Opens a small pair of descriptions as a demonstration. */
function openSample(viewer: ReturnType<typeof useViewer>["viewer"]): void {
  const text = (version: string, parcel: string, more: string) => `openapi: 3.1.0
info: { title: Parcels, version: ${version} }
paths:
  /parcels:
    post:
      summary: Send a parcel
      tags: [parcels]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
${parcel}
      responses:
        "201": { description: The parcel is on its way }
${more}`;
  const before = text("1.4.0", "              required: [weight]\n              properties:\n                weight: { type: number, maximum: 70 }\n                incoterm: { type: string }", "");
  const after = text(
    "1.5.0",
    "              required: [weight, incoterm]\n              properties:\n                weight: { type: number, maximum: 31.5 }\n                incoterm: { type: string, enum: [DAP, DDP] }",
    '  /parcels/{id}:\n    get:\n      summary: Find a parcel\n      tags: [parcels]\n      parameters:\n        - { name: id, in: path, required: true, schema: { type: string } }\n      responses:\n        "200": { description: The parcel }\n',
  );
  viewer.compare({ type: "text", name: "parcels-1.4.0.yaml", text: before }, { type: "text", name: "parcels-1.5.0.yaml", text: after });
}
