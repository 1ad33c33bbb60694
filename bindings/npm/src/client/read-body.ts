// Reads bodies of untrusted length.

/** Reads the start of a body, up to `limit` bytes. `complete` is true if that is the whole body. */
export async function readUpTo(body: ReadableStream<Uint8Array> | null, limit: number): Promise<{ bytes: Uint8Array; complete: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = body?.getReader();
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!(value instanceof Uint8Array)) throw new TypeError("a body is made of bytes");
      chunks.push(value);
      length += value.length;
      if (length > limit) return { bytes: Buffer.concat(chunks).subarray(0, limit), complete: false };
    }
    return { bytes: Buffer.concat(chunks), complete: true };
  } catch {
    return { bytes: Buffer.concat(chunks), complete: false };
  }
}
