// The instances of the client's WebAssembly file, which is read and compiled once, at import.
import { readFileSync } from "node:fs";
import { Instances } from "../instance.js";
import instantiate from "../wasm/client.js";

export type Glue = ReturnType<typeof instantiate>;

export const instances = new Instances(
  new WebAssembly.Module(readFileSync(new URL("../wasm/client.wasm", import.meta.url))),
  instantiate,
);
