// Reads the descriptions in the worker, from dropped files, pasted text or addresses, and reports the progress.
import { type DescriptionInput, MAX_BYTES, type Progress, type Side } from "./protocol";

/** A description in memory. */
export interface LoadedDescription {
  readonly name: string;
  readonly root: Uint8Array<ArrayBuffer>;
  readonly others: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
}

/** Maximum time without data from a server, in milliseconds. */
const PATIENCE = 30_000;

/** The reason why an input could not be read, as a sentence for the reader. */
export class InputError extends Error {}

export async function loadDescription(side: Side, input: DescriptionInput, tell: (progress: Progress) => void): Promise<LoadedDescription> {
  switch (input.type) {
    case "text":
      return { name: input.name, root: new TextEncoder().encode(input.text), others: {} };
    case "files": {
      const bytes = async (file: Blob) => {
        checkSize(input.name, file.size);
        return new Uint8Array(await file.arrayBuffer());
      };
      const others = await Promise.all(Object.entries(input.others).map(async ([path, file]) => [path, await bytes(file)] as const));
      return { name: input.name, root: await bytes(input.root), others: Object.fromEntries(others) };
    }
    case "address": {
      const root = await fetchBytes(input.address, (done, total) => tell({ phase: "fetching", side, done, total }));
      const others = await Promise.all(Object.entries(input.others).map(async ([path, address]) => [path, await fetchBytes(address)] as const));
      return { name: input.name, root, others: Object.fromEntries(others) };
    }
  }
}

function checkSize(name: string, size: number): void {
  if (size > MAX_BYTES) throw new InputError(`${name} has ${Math.ceil(size / 1048576)} MB, and this page reads at most ${MAX_BYTES / 1048576} MB; compare it with the command line: waybill diff`);
}

async function fetchBytes(address: string, tell?: (done: number, total: number | null) => void): Promise<Uint8Array<ArrayBuffer>> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), PATIENCE);
  const listenOn = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), PATIENCE);
  };
  const failure = (reason: string) =>
    new InputError(`${address} could not be fetched: ${silence.signal.aborted ? `the server has sent nothing for ${PATIENCE / 1_000} seconds; try again, or download the file and drop it here` : reason}`);
  let done = 0;
  const chunks: Uint8Array[] = [];
  try {
    let response: Response;
    try {
      response = await fetch(address, { credentials: "same-origin", signal: silence.signal });
    } catch {
      throw failure("the server cannot be reached, or it does not allow this page to read it (CORS); download the file and drop it here");
    }
    if (!response.ok || !response.body) throw failure(`status ${response.status}`);
    const stated = Number(response.headers.get("content-length") ?? Number.NaN);
    // For a compressed response, this is the length of the compressed body.
    const total = Number.isFinite(stated) && !response.headers.has("content-encoding") ? stated : null;
    for (const reader = response.body.getReader(); ; ) {
      listenOn();
      const { done: ended, value } = await reader.read().catch(() => {
        throw failure(`the connection was lost after ${done.toLocaleString("en")} bytes`);
      });
      if (ended) break;
      chunks.push(value);
      done += value.byteLength;
      checkSize(address, done);
      tell?.(done, total);
    }
  } finally {
    clearTimeout(timer);
  }
  const whole = new Uint8Array(done);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
