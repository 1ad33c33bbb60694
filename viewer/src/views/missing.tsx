// That files of a description are missing, and how to give them.
import { describeMissing } from "../model/missing-files";
import { useViewer } from "./context";
import { Sentence } from "./text";

/** Nothing where no file is missing; `without` is what cannot be done without them. */
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
