// Sections for languages, one after another, become tabs. On a forge they are headings.

const LANGUAGES = ["Node", "Kotlin", "Swift", "Rust"];

/** Returns the document as MDX, with sections named after languages as tabs. Undefined if there are not two in a row. */
export function withTabs(markdown) {
  const sections = markdown.split(/^(?=## )/m);
  const languageOf = (section) => LANGUAGES.find((language) => section?.startsWith(`## ${language}\n`));
  if (!sections.some((section, index) => languageOf(section) && languageOf(sections[index + 1]))) return undefined;
  const parts = sections.map((section, index) => {
    const language = languageOf(section);
    if (language === undefined) return section;
    const body = section.slice(section.indexOf("\n")).trim();
    const start = languageOf(sections[index - 1]) ? "" : '<Tabs syncKey="language">\n';
    const end = languageOf(sections[index + 1]) ? "" : "</Tabs>\n\n";
    return `${start}<TabItem label="${language}">\n\n${body}\n\n</TabItem>\n${end}`;
  });
  return `import { TabItem, Tabs } from "@astrojs/starlight/components";\n\n${parts.join("")}`;
}
