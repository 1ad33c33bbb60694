// A WebAssembly file that a page has asked for, or that a host brings.

/** A WebAssembly module: compiled, the bytes of its file, or the response to a request for it. */
export type ModuleSource = WebAssembly.Module | BufferSource | Response;

/** Compiles what is not compiled yet; `what` names the file where it did not come. */
export async function compiled(what: string, source: ModuleSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  return source instanceof Response ? compileFetched(what, source) : WebAssembly.compile(source);
}

/** Compiles what came; `what` names the file where it did not come. */
export async function compileFetched(what: string, file: Response): Promise<WebAssembly.Module> {
  if (!file.ok) throw new Error(`${what} could not be fetched: status ${file.status} for ${file.url}`);
  // Streaming asks for the media type `application/wasm`, which not every static server knows.
  const streams = file.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
}
