// A running `waybill dev`, the development platform on loopback, or `waybill mock`. It ends with its standard input.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Start the binary that WAYBILL_DEV names. Return its origin and a function to stop it. */
export const startDev = () => start("dev");
export const startMock = () => start("mock");

async function start(command) {
  if (!process.env.WAYBILL_DEV) throw new Error("WAYBILL_DEV is not set: it names the built `waybill` binary");
  const child = spawn(process.env.WAYBILL_DEV, [command, "--port", "0", "--until-stdin-closes"], { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.includes("\n")) break;
  }
  const [, origin] = /listening on (http:\S+)/.exec(text) ?? [];
  if (!origin) throw new Error(`waybill ${command} said no address`);
  return {
    origin,
    close: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** Returns its addresses and sample credentials. */
export async function devConfig(origin) {
  return (await fetch(`${origin}/_waybill/config`)).json();
}
