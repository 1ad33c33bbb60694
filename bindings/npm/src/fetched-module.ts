// A WebAssembly file that a page has asked for.

/** Compiles what came; `what` names the file where it did not come. */
export async function compileFetched(what: string, file: Response): Promise<WebAssembly.Module> {
  if (!file.ok) throw new Error(`${what} could not be fetched: status ${file.status} for ${file.url}`);
  // Streaming asks for the media type `application/wasm`, which not every static server knows.
  const streams = file.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
}
