// Links between files of the repository become links of the site. Links to other files lead to the forge, if its address is known.
import { addressOf, resolve } from "./addresses.mjs";

/** Address of the repository's files on a forge, such as `https://forge.example/waybill/blob/main`. */
const forge = process.env.WAYBILL_FORGE?.replace(/\/$/, "");

/** A block of code, code in a line, or a link with its text and target. */
const PARTS = /^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2 *$|(`+)(?!`)[\s\S]*?\3|\[((?:[^[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)/gm;

/** Rewrites the links of a document, whose path is given from the repository's root. */
export function rewriteLinks(markdown, from) {
  return markdown.replace(PARTS, (part, _indent, _fence, _ticks, text, target) => {
    if (target === undefined || target.startsWith("#") || /^[a-z]+:/i.test(target)) return part;
    const [file, anchor] = target.split("#");
    const { path, slug } = resolve(from, file);
    if (slug !== undefined) return `[${text}](${addressOf(slug)}${anchor === undefined ? "" : `#${anchor}`})`;
    if (forge !== undefined) return `[${text}](${forge}/${path}${anchor === undefined ? "" : `#${anchor}`})`;
    return text.replaceAll("`", "") === path ? text : `${text} (\`${path}\`)`;
  });
}
