// What Next.js has to know: the page is files alone, and where the packages are.
import { fileURLToPath } from "node:url";

export default {
  output: "export",
  distDir: "dist",
  turbopack: { root: fileURLToPath(new URL("..", import.meta.url)) },
};
