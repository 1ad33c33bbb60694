// Settings of webpack: an imported `.wasm` file is an address. `new URL(…)` and `new Worker(…)` need no setting.
import { fileURLToPath } from "node:url";

export default {
  mode: "production",
  target: ["web", "es2022"],
  context: fileURLToPath(new URL(".", import.meta.url)),
  entry: "./main.js",
  output: { path: fileURLToPath(new URL("dist", import.meta.url)), filename: "main.js", clean: true },
  module: { rules: [{ test: /\.wasm$/, type: "asset/resource" }] },
  performance: false,
};
