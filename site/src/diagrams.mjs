// Draws Mermaid diagrams in the theme of the page, and again when the reader changes it.
import mermaid from "mermaid";

/** Replaces the text of each element by its diagram. */
export async function drawAll(elements) {
  const sources = [...elements].map((element) => element.textContent);
  await draw(elements, sources);
  const theme = new MutationObserver(() => draw(elements, sources));
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
}

async function draw(elements, sources) {
  // Mermaid measures texts outside the page's content, and has to know the font.
  const { fontFamily } = getComputedStyle(document.body);
  const isDark = document.documentElement.dataset.theme === "dark";
  mermaid.initialize({ startOnLoad: false, theme: isDark ? "dark" : "neutral", fontFamily, state: { nodeSpacing: 110 } });
  for (const [index, element] of [...elements].entries()) {
    const { svg } = await mermaid.render(`diagram-${index}`, sources[index]);
    element.innerHTML = svg;
    element.dataset.drawn = "";
  }
}
