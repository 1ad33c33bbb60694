// The documentation site. Its pages are written by scripts/write-content.mjs.
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import linksValidator from "starlight-links-validator";
import { sidebar } from "./scripts/sidebar.mjs";

/** Adds src/page.mjs to every page. */
const pageScript = {
  name: "page-script",
  hooks: { "astro:config:setup": ({ injectScript }) => injectScript("page", 'import "/src/page.mjs";') },
};

export default defineConfig({
  integrations: [
    starlight({
      title: "Waybill",
      description: "API client, OpenAPI diff and SOAP/REST mock for teams that integrate logistics platforms",
      sidebar: sidebar(),
      customCss: ["./src/styles/site.css"],
      plugins: [linksValidator()],
    }),
    pageScript,
  ],
  // The viewer's workers are modules.
  vite: { worker: { format: "es" } },
});
