// Parts of pages that need a script. What draws them is loaded only by pages that have them.

const diagrams = document.querySelectorAll("pre.mermaid");
if (diagrams.length > 0) import("./diagrams.mjs").then(({ drawAll }) => drawAll(diagrams));

if (document.querySelector("waybill-changelog") !== null) import("waybill/viewer");

// A table that is wider than the page is scrolled, by keys too.
for (const table of document.querySelectorAll(".sl-markdown-content table")) {
  if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
}

for (const button of document.querySelectorAll("button.compare")) {
  button.addEventListener("click", async () => {
    await import("waybill/viewer");
    const element = document.createElement("waybill-changelog");
    element.className = "not-content";
    element.setAttribute("previous", button.dataset.previous);
    element.setAttribute("current", button.dataset.current);
    button.parentElement.replaceWith(element);
  });
}
