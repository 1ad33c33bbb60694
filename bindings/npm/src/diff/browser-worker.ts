// The comparison's worker in browsers.
import { serve } from "./serve.js";

const scope = self as unknown as { postMessage(message: unknown, transfer: ArrayBuffer[]): void };
const receive = serve((answer, transfer) => scope.postMessage(answer, transfer));
self.addEventListener("message", (event) => receive(event.data));
