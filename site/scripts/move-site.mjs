// Moves the built site to target/site. Astro cannot build there: it leaves files of its own in a folder outside the project.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { root } from "./addresses.mjs";

const built = fileURLToPath(new URL("../dist", import.meta.url));
const site = `${root}target/site`;

rmSync(site, { recursive: true, force: true });
cpSync(built, site, { recursive: true });
rmSync(built, { recursive: true });
