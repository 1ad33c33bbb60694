// Compiles WebAssembly files that a page fetched or a host provides.

/** A WebAssembly module: compiled, the bytes of its file, or the response to a request for it. */
export type ModuleSource = WebAssembly.Module | BufferSource | Response;

/** Compiles a module, unless it is compiled already. `what` names the file in an error. */
export async function compiled(what: string, source: ModuleSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  return source instanceof Response ? compileFetched(what, source) : WebAssembly.compile(source);
}

/** Compiles a fetched file. `what` names the file in an error. */
export async function compileFetched(what: string, file: Response): Promise<WebAssembly.Module> {
  if (!file.ok) throw new Error(`${what} could not be fetched: status ${file.status} for ${file.url}`);
  // Streaming requires the media type `application/wasm`, which some static servers do not send.
  const streams = file.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
}
