// Files that a description refers to and that are missing. They are not compared, and no mock service starts without them.
import type { ReportHead, Side } from "../worker/protocol";

/** Maximum number of names in a sentence. */
const NAMED = 3;

/** Returns the missing files of one side, each once, in order of discovery. */
export function missingFiles({ problems }: Pick<ReportHead, "problems">, side: Side): string[] {
  const own = problems.filter((problem) => problem.side === side && problem.code === "reference.external");
  // The message begins with the reference. Its fragment is a location in the file.
  const names = own.map(({ message }) => /^`([^`#]+)/.exec(message)?.[1]).filter((name) => name !== undefined);
  return [...new Set(names)];
}

/** Returns sentences about the missing files of both sides. Empty if no file is missing. */
export function describeMissing(head: Pick<ReportHead, "problems">): string[] {
  return (["previous", "current"] as const).flatMap((side) => {
    const names = missingFiles(head, side);
    if (names.length === 0) return [];
    const listed = names.slice(0, NAMED).map((name) => `\`${name.replaceAll("`", "'")}\``);
    const more = names.length - listed.length;
    const all = more > 0 ? `${listed.join(", ")} and ${more.toLocaleString("en")} more` : listed.length > 1 ? `${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}` : listed[0];
    return [`The ${side} description refers to ${names.length === 1 ? "a file that is" : `${names.length.toLocaleString("en")} files that are`} missing: ${all}.`];
  });
}
