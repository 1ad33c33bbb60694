// A browser and the served page for the tests of one file.
import { after, before } from "node:test";
import { launch, serve } from "./chromium.mjs";

/** Starts both before the file's tests and closes them afterwards. `browser` and `server` are set while tests run. */
export function useSite() {
  const site = {};
  before(async () => Object.assign(site, { browser: await launch(), server: await serve() }));
  after(async () => {
    await site.browser?.close();
    await site.server?.close();
  });
  return site;
}
