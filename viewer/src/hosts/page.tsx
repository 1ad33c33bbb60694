// The viewer's own page. The address contains the selection, and published releases next to the page can be opened.
import { effect } from "@preact/signals";
import workerAddress from "../worker/worker?worker&url";
import { readFragment, writeFragment } from "../model/address";
import { fetchComparisons, fetchReleases } from "../model/releases";
import { keptSettings } from "../model/settings";
import { Viewer } from "../model/viewer";
import { compareInWorkers } from "../model/worker-comparison";
import type { Host } from "../views/context";
import { followAddress, isSamePair } from "./address-bar";
import { mount } from "./mount";
import { trustAddress } from "./trusted-address";
import "../page.css";
import "../style.css";

const setting = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="waybill-${name}"]`)?.content ?? null;

const viewer = new Viewer(compareInWorkers(() => new Worker(trustAddress(workerAddress), { type: "module" })));

const settings = keptSettings();
document.documentElement.style.colorScheme = settings.theme;

const host: Host = {
  // A link to files that only this reader has would not work.
  linkTo: (id) => (viewer.view.value.previous === null ? null : location.href.replace(/#.*$/, "") + writeFragment({ ...viewer.view.value, change: id })),
  template: () => fetchText("report.html"),
  canOpen: true,
  takesKeys: true,
  settings,
  isPage: true,
};

followAddress(viewer, (before) => {
  const now = viewer.view.value;
  if (isSamePair(before, now)) return;
  if (now.previous !== null || now.current !== null || now.description !== null) return openChosen();
  // The pair was removed from the address: the default pair is shown.
  const [api] = viewer.apis.value;
  const isLatest = api?.latest && before.previous === api.latest.previous && before.current === api.latest.current && before.description === api.name;
  const { filters, grouping, change } = now;
  if (isLatest) viewer.view.value = { ...before, filters, grouping, change };
  else {
    viewer.reset();
    viewer.view.value = now;
    openChosen();
  }
});
const root = document.getElementById("viewer");
if (root) {
  root.replaceChildren();
  mount(root, viewer, host);
}
effect(() => {
  const phase = viewer.phase.value;
  document.title = phase.type === "shown" ? `${phase.report.head.verdict.sentence} · API changes` : "API changes";
});
// A file dropped outside the fields would replace the page.
for (const type of ["dragover", "drop"]) addEventListener(type, (event) => event.preventDefault());

void start();

async function start(): Promise<void> {
  const comparisons = setting("comparisons");
  const stream = setting("stream");
  // The command that serves this page runs as long as this connection is open.
  if (stream) new EventSource(stream);
  if ("serviceWorker" in navigator && !stream) void keepOffline();
  const apis = await (comparisons ? fetchComparisons(new URL(comparisons, location.href).href) : fetchReleases(new URL(setting("releases") ?? "releases.json", location.href).href)).catch((error: Error) => {
    viewer.fail("releases.unreadable", `the list of releases cannot be read: ${error.message}`);
    return null;
  });
  viewer.apis.value = apis ?? [];
  openChosen();
}

/** Opens the pair in the address, or the latest release of the first published API. */
function openChosen(): void {
  const { previous, current, description } = readFragment(location.hash);
  const apis = viewer.apis.value;
  const api = description === null ? apis[0] : apis.find(({ name }) => name === description);
  if (!api && description !== null) return viewer.fail("description.unknown", `there is no description ${description} here; there are ${apis.map(({ name }) => name).join(", ") || "none"}`);
  if (previous && current) {
    if (viewer.openPublished(description, previous, current)) return;
    if (URL.canParse(previous) && URL.canParse(current)) {
      const input = (address: string) => ({ type: "address" as const, name: new URL(address).pathname.split("/").pop() || address, address, others: {} });
      return viewer.compare(input(previous), input(current));
    }
  }
  if (!api) {
    if (previous ?? current) viewer.fail("release.unknown", `there is no release ${previous ?? current} here: this page has no list of releases`);
    return;
  }
  const versions = api.descriptions.map(({ version }) => version);
  const unknown = [previous, current].find((version) => version !== null && !versions.includes(version));
  if (unknown) return viewer.fail("release.unknown", `there is no release ${unknown} here; there are ${versions.join(", ")}`);
  if (api.latest && viewer.phase.value.type === "empty") viewer.openPublished(api.name, previous ?? api.latest.previous, current ?? api.latest.current);
}

/** Caches the page's own files and the module that a comparison loaded, so that the page opens offline. */
async function keepOffline(): Promise<void> {
  try {
    await navigator.serviceWorker.register(trustAddress(new URL("offline.js", location.href)));
    await navigator.serviceWorker.ready;
    effect(() => {
      const phase = viewer.phase.value;
      // It comes from the browser's HTTP cache, and the service worker stores it.
      if (phase.type === "shown" && phase.report.module) fetch(phase.report.module, { priority: "low" }).catch(() => undefined);
    });
  } catch {
    // Without a service worker, the page only works online.
  }
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(new URL(address, location.href));
  if (!response.ok) throw new Error(`${address} could not be fetched: status ${response.status}`);
  return response.text();
}
