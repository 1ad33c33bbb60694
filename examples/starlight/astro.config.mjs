// A site of one page, without a search index. For the changes it names a style, and has Vite build workers as modules.
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  site: "https://docs.example",
  integrations: [starlight({ title: "Parcels", pagefind: false, customCss: ["./src/styles/api-changes.css"] })],
  vite: { worker: { format: "es" } },
});
