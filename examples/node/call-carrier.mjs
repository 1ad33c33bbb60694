// A carrier's rates from its WSDL files alone: one call that is answered, and one that is refused with the reason.
// In process: node call-carrier.mjs. Over a port: node call-carrier.mjs http://127.0.0.1:8080, where `waybill mock` listens.
import { readdirSync, readFileSync } from "node:fs";
import { createMock } from "waybill/mock";

const carrier = new URL("../../tests/mock/carriers/norrvik/", import.meta.url);
const origin = process.argv[2] ?? "http://carrier.example";
const call = process.argv[2] ? fetch : createMock().fetch;

const form = new FormData();
for (const path of readdirSync(carrier, { recursive: true }).filter((path) => /\.(wsdl|xsd)$/.test(path)).sort()) {
  form.append("file", new Blob([readFileSync(new URL(path, carrier))]), path);
}
const imported = await call(`${origin}/api/artifact/upload`, { method: "POST", body: form });
console.log(`  imported ${(await imported.text()).trim()}, from ${form.getAll("file").length} files`);

const request = readFileSync(new URL("requests/GetRates.xml", carrier), "utf8");
await show("answered", request, ["Product", "Total", "EstimatedDelivery"]);
await show("refused", request.replace(">2.250<", ">2.2505<"), []);

/** Prints the status, these elements of an answer, and what a refusal lists. */
async function show(expected, body, elements) {
  const headers = { "content-type": "text/xml; charset=utf-8", soapaction: "GetRates" };
  const answer = await call(`${origin}/soap/RateService/1.0`, { method: "POST", headers, body });
  const text = await answer.text();
  const shown = elements.map((name) => `${name} ${text.match(new RegExp(`:${name}\\b[^>]*>([^<]+)<`))?.[1]}`);
  const violations = [...text.matchAll(/<violation [^>]*path="([^"]*)"[^>]*>([^<]*)/g)].map(([, path, sentence]) => `${path}: ${sentence}`);
  console.log(`  GetRates  ${answer.status}  ${[...shown, ...violations].join(", ")}`);
  if (answer.ok !== (expected === "answered")) {
    console.error(text);
    process.exitCode = 1;
  }
}
