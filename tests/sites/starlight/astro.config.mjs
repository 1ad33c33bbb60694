// A minimal Starlight site for changelogs, without a search index.
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  site: "https://docs.example",
  integrations: [starlight({ title: "Changelogs", pagefind: false })],
});
