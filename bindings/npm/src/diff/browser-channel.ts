// A browser's worker as a comparison needs it.
import type { OpenChannel } from "./remote.js";

/** Opens the worker that `start` makes. */
export function channelBy(start: () => Worker): OpenChannel {
  return (receive, fail) => {
    const worker = start();
    worker.addEventListener("message", (event) => receive(event.data));
    worker.addEventListener("error", (event) => fail(new Error(event.message || "its script could not be loaded")));
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      hold: () => undefined,
      end: () => worker.terminate(),
    };
  };
}
