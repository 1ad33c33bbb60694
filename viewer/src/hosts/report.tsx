// A page with an embedded report. It compares and fetches nothing.
import { writeFragment } from "../model/address";
import { type EmbeddedReport, type EmbeddedReports, showEmbedded } from "../model/embedded-report";
import { Viewer } from "../model/viewer";
import type { Host } from "../views/context";
import { followAddress } from "./address-bar";
import { mount } from "./mount";
import "../page.css";
import "../style.css";

const root = document.getElementById("viewer");
const data = JSON.parse(document.getElementById("waybill-data")?.textContent ?? "null") as EmbeddedReports | null;
if (root && data) {
  root.replaceChildren();
  document.title = data.title;
  // Change ids are unique only within a report. The address refers to the first one.
  data.comparisons.forEach(({ name, data: embedded }, at) => show(root, name, embedded, data.rules ?? {}, at === 0, data.comparisons.length > 1));
}

function show(into: HTMLElement, name: string | null, embedded: EmbeddedReport, rules: EmbeddedReports["rules"], isFirst: boolean, isNamed: boolean): void {
  const viewer = new Viewer(null);
  const section = document.createElement("section");
  if (isNamed && name !== null) {
    const title = document.createElement("h2");
    title.className = "api";
    title.textContent = name;
    section.append(title);
  }
  const place = document.createElement("div");
  section.append(place);
  into.append(section);
  const host: Host = {
    linkTo: (id) => (isFirst ? location.href.replace(/#.*$/, "") + writeFragment({ ...viewer.view.value, change: id }) : null),
    template: null,
    canOpen: false,
    takesKeys: isFirst,
    settings: null,
    isPage: isFirst,
  };
  if (isFirst) followAddress(viewer);
  void viewer.show(showEmbedded(embedded, rules));
  mount(place, viewer, host);
}
