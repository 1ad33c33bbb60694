// Validates what a custom `fetch` resolves to. An invalid response fails one call, and never the client.
import { headersOf } from "./answer.js";
import { UnusableAnswerError } from "./failure.js";
import type { Lines } from "./wire.js";

/** Returns the response with its headers. Throws an `UnusableAnswerError` naming the missing part. */
export function checkAnswer(answer: unknown): { response: Response; headers: Lines } {
  if (typeof answer !== "object" || answer === null) throw new UnusableAnswerError("the client's `fetch` gave no Response");
  const response = answer as Response;
  // `Response.error()` has status 0. An interim response (1xx) is not the final one (RFC 9110 section 15.2).
  const isStatus = Number.isInteger(response.status) && response.status >= 200 && response.status <= 999;
  if (!isStatus) throw new UnusableAnswerError("the client's `fetch` gave a Response without the status of an answer");
  const headers = readHeaders(response);
  const { body } = response;
  if (body !== null && body !== undefined && typeof body.getReader !== "function") {
    throw new UnusableAnswerError("the client's `fetch` gave a Response whose body is no web stream");
  }
  if (response.bodyUsed || body?.locked) throw new UnusableAnswerError("the client's `fetch` gave a Response that was read already");
  return { response, headers };
}

function readHeaders(response: Response): Lines {
  try {
    return [...headersOf(response)];
  } catch {
    throw new UnusableAnswerError("the client's `fetch` gave a Response without Headers");
  }
}
