// What runs in the reader's browser: the element, a comparison, and one with a module and a worker that the page brings.
"use client";

import { useEffect, useState } from "react";
import { createComparer } from "waybill/diff/slim";
import "waybill/viewer";

export function Changes({ previous, current }) {
  const [counts, setCounts] = useState({});
  useEffect(() => {
    const read = async (path) => (await fetch(path)).text();
    const show = async () => {
      const pair = await Promise.all([read(previous), read(current)]);
      // The entry loads its WebAssembly file while it is imported, so it is imported where there is a browser.
      const { compare } = await import("waybill/diff");
      const compared = await count(compare(...pair));
      const worker = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });
      const module = fetch(new URL("waybill/diff.wasm", import.meta.url));
      const comparer = await createComparer({ module, worker });
      setCounts({ compared, byHand: await count(comparer.compare(...pair)) });
    };
    show().catch((error) => console.error(error));
  }, [previous, current]);
  return (
    <>
      <p>
        Compared: <output id="compared">{counts.compared}</output>
      </p>
      <p>
        By hand: <output id="by-hand">{counts.byHand}</output>
      </p>
      <waybill-changelog previous={previous} current={current} />
    </>
  );
}

async function count(comparing) {
  const report = await comparing;
  const { changes } = await report.json();
  report.close();
  return changes.length;
}
