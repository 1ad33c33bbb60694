// The mock service over HTTP: uploads files, and sends calls with any method.

import { Agent, request } from "node:http";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

const agent = new Agent({ keepAlive: true, maxSockets: 2 });

/** Imports a description. Returns the mock's error if it rejects it. */
export async function upload(origin, file) {
  const form = new FormData();
  form.append("file", new Blob([await readFile(file)]), basename(file));
  const answer = await fetch(`${origin}/api/artifact/upload`, { method: "POST", body: form });
  return answer.ok ? undefined : `${answer.status}: ${await answer.text()}`;
}

/** Returns the reasons why operations of a service are not served, by their names. */
export async function unserved(origin, { title, version }) {
  const services = await (await fetch(`${origin}/api/services`)).json();
  const own = services.find((service) => service.name === title && service.version === version);
  return new Map((own?.operations ?? []).filter((operation) => operation.unserved).map((operation) => [operation.name, operation.unserved]));
}

/** Sends a call. Returns status, type and bytes of the response. Retries if an idle connection was closed. */
export async function call(origin, request) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(origin, request);
    } catch (error) {
      if (attempt === 2) return { status: 0, type: "", body: Buffer.from(String(error)) };
    }
  }
}

function send(origin, { method, target, headers, body }) {
  return new Promise((done, failed) => {
    const sent = request(`${origin}/`, { method, path: target, headers: { ...headers, ...(body ? { "content-length": body.length } : {}) }, agent });
    sent.on("error", failed);
    sent.on("response", (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", failed);
      answer.on("end", () => done({ status: answer.statusCode, type: answer.headers["content-type"] ?? "", body: Buffer.concat(chunks) }));
    });
    sent.end(body);
  });
}
