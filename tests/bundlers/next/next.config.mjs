// Settings of Next.js: a static export, and the folder of the packages.
import { fileURLToPath } from "node:url";

export default {
  output: "export",
  distDir: "dist",
  turbopack: { root: fileURLToPath(new URL("..", import.meta.url)) },
};
