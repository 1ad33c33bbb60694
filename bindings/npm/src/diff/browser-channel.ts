// Adapts a browser's worker to the interface that a comparison needs.
import type { OpenChannel } from "./remote.js";

/** Returns a function that opens the worker created by `start`. */
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
