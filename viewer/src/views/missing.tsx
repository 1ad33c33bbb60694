// A message about missing files of a description, and how to provide them.
import { describeMissing } from "../model/missing-files";
import { useViewer } from "./context";
import { Sentence } from "./text";

/** Renders nothing if no file is missing. `without` describes the consequence. */
export function Missing({ without }: { readonly without: string }) {
  const { viewer, host } = useViewer();
  const phase = viewer.phase.value;
  const sentences = phase.type === "shown" ? describeMissing(phase.report.head) : [];
  if (sentences.length === 0) return null;
  return (
    <p class="missing">
      {sentences.map((text) => (
        <span key={text}>
          <Sentence text={text} />{" "}
        </span>
      ))}
      {without} {host.canOpen ? "Drop or choose the whole folder of the description." : "Bundle the description into one file."}
    </p>
  );
}
