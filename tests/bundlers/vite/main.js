// A page bundled by Vite: the element, a comparison, and one with the page's own module and worker.
import { compare } from "waybill/diff";
import module from "waybill/diff.wasm?url";
import { createComparer } from "waybill/diff/slim";
import "waybill/viewer";

const read = async (path) => (await fetch(path)).text();
const [previous, current] = await Promise.all([read("old.yaml"), read("new.yaml")]);

async function count(comparing) {
  const report = await comparing;
  const { changes } = await report.json();
  report.close();
  return changes.length;
}

document.querySelector("#compared").value = await count(compare(previous, current));

const worker = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const comparer = await createComparer({ module: fetch(module), worker });
document.querySelector("#by-hand").value = await count(comparer.compare(previous, current));
