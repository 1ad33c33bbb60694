// A choice of any two of a site's published releases, in either order.
import { useState } from "preact/hooks";
import { useViewer } from "./context";
import { visible } from "./text";

export function Published() {
  const { viewer, prefix } = useViewer();
  const apis = viewer.apis.value;
  const view = viewer.view.value;
  const [name, setName] = useState(view.description);
  const api = apis.find((other) => other.name === name) ?? apis[0];
  const versions = api?.descriptions.map(({ version }) => version) ?? [];
  const known = (version: string | null) => versions.find((other) => other === version);
  const [previous, setPrevious] = useState(known(view.previous) ?? api?.latest?.previous ?? versions[1] ?? "");
  const [current, setCurrent] = useState(known(view.current) ?? api?.latest?.current ?? versions[0] ?? "");
  if (!api) return null;
  const choose = (side: string, label: string, value: string, set: (value: string) => void) => (
    <span class="choice">
      <label for={`${prefix}published-${side}`}>{label}</label>
      <select id={`${prefix}published-${side}`} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {versions.map((version) => (
          <option key={version} value={version}>
            {visible(version)}
          </option>
        ))}
      </select>
    </span>
  );
  return (
    <form
      class="published row"
      aria-label="Published releases"
      onSubmit={(event) => {
        event.preventDefault();
        viewer.openPublished(api.name, previous, current);
      }}
    >
      {apis.length > 1 && (
        <span class="choice">
          <label for={`${prefix}published-name`}>API</label>
          <select
            id={`${prefix}published-name`}
            value={api.name ?? ""}
            onChange={({ currentTarget }) => {
              const chosen = apis.find((other) => (other.name ?? "") === currentTarget.value);
              setName(chosen?.name ?? null);
              setPrevious(chosen?.latest?.previous ?? "");
              setCurrent(chosen?.latest?.current ?? "");
            }}
          >
            {apis.map((other) => (
              <option key={other.name} value={other.name ?? ""}>
                {visible(other.name ?? "without a name")}
              </option>
            ))}
          </select>
        </span>
      )}
      {choose("previous", "From", previous, setPrevious)}
      {choose("current", "to", current, setCurrent)}
      <button type="submit">Compare</button>
    </form>
  );
}
