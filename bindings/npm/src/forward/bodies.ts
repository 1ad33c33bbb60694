// The two bodies of a forwarded request: the app's, with a size limit, and the platform's, searched for credentials.
import { driverFailure } from "../client/driver-failure.js";
import type { BodySearchHandle } from "./handles.js";

/** A flag: true if a body exceeded the list's limit. */
export interface Count {
  isOver: boolean;
}

/** Yields the app's body, up to `most` bytes. */
export async function* limitBody(body: AsyncIterable<Uint8Array>, most: number, count: Count): AsyncGenerator<Uint8Array> {
  let left = most;
  for await (const piece of body) {
    left -= piece.length;
    if (left < 0) {
      count.isOver = true;
      throw new RangeError("the body is longer than the list allows");
    }
    yield piece;
  }
}

/** Returns the platform's body up to the start of a credential. Calls `ended` once, for any end. */
export function searchBody(body: ReadableStream<Uint8Array>, search: BodySearchHandle, ended: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const end = (): void => {
    if (!isOver) ended();
    isOver = true;
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        // The app may have disconnected meanwhile, which ended the search.
        if (isOver) return;
        const { bytes, isCut } = done ? { bytes: search.finish(), isCut: false } : search.push(value);
        if (bytes.length > 0) controller.enqueue(bytes);
        if (isCut) throw driverFailure("credentialInBody");
        if (done) {
          end();
          return controller.close();
        }
        if (bytes.length > 0) return;
      }
    } catch (error) {
      end();
      reader.cancel().catch(() => undefined);
      controller.error(error);
    }
  };
  const cancel = (reason: unknown): Promise<void> => {
    end();
    return reader.cancel(reason);
  };
  // The stream has no read-ahead, so that a slow app slows the platform down.
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}
