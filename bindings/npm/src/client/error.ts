// The error of a client. It contains no secret. The API's response, which might contain one, is accessible but never printed.
// Driver failures have core's code, kind and message: see `driver-failure.ts`.
import type { ErrorKind } from "../error-kind.js";
import { spellFields } from "./field-spelling.js";
import type { ErrorFields, ErrorResponse, FailureStage, PathFamilyName, ProblemDetails, ProviderError, Retry } from "./wire.js";

const names: Partial<Record<ErrorKind, "AbortError" | "TimeoutError">> = { cancelled: "AbortError", deadline: "TimeoutError" };

/** The error of a failed call: the cause, who is responsible, and the remedy. */
export class WaybillError extends Error {
  /**
   * `AbortError` if the call was cancelled, `TimeoutError` if it timed out, also by `AbortSignal.timeout()`, as with `fetch`.
   * Otherwise `WaybillError`.
   */
  override readonly name: "WaybillError" | "AbortError" | "TimeoutError";
  /** Stable identifier, such as `api.forbidden`. */
  readonly code: string;
  readonly kind: ErrorKind;
  readonly retry: Retry;
  /** HTTP status of the response that caused the error, if there was one. */
  readonly status: number | undefined;
  /** The action that fixes the problem. */
  readonly remedy: string;
  /** The command that prints the page about this code. */
  readonly help: string;
  /** The request of the call that failed. */
  readonly stage: FailureStage | undefined;
  /** The path family that was called. */
  readonly pathFamily: PathFamilyName | undefined;
  /** Name of the environment. */
  readonly environment: string | undefined;
  /** The identity provider's error. */
  readonly provider: ProviderError | undefined;
  /** The API's error, if it is in the problem details format. */
  readonly problem: ProblemDetails | undefined;
  /** Id of the request in the server's log, if a request was sent. */
  readonly requestId: string | undefined;
  /** Evidence of the cause, one sentence each. */
  readonly evidence: readonly string[];
  /** True if `response` has the complete body. */
  readonly responseComplete: boolean | undefined;
  readonly #response: Response | undefined;

  constructor(fields: ErrorFields, options?: ErrorOptions) {
    super(spellFields(fields, fields.message), options);
    this.code = fields.code;
    this.kind = fields.kind;
    this.retry = fields.retry;
    this.status = fields.status;
    this.remedy = spellFields(fields, fields.remedy);
    this.help = fields.help;
    this.stage = fields.stage;
    this.pathFamily = fields.pathFamily;
    this.environment = fields.environment;
    this.provider = fields.provider;
    this.problem = fields.problem;
    this.requestId = fields.requestId;
    this.evidence = fields.evidence;
    const isTimeOut = fields.kind === "cancelled" && options?.cause instanceof Error && options.cause.name === "TimeoutError";
    this.name = isTimeOut ? "TimeoutError" : (names[fields.kind] ?? "WaybillError");
    this.responseComplete = fields.response?.complete;
    this.#response = fields.response && responseOf(fields.response);
  }

  /** The API's response, if the error is an API error, with at most the first 64 KiB of its body. Never a token response. */
  get response(): Response | undefined {
    return this.#response;
  }

  toJSON(): Omit<ErrorFields, "response"> & { readonly name: string } {
    const { name, code, kind, message, retry, remedy, help, status } = this;
    const { stage, pathFamily, environment, provider, problem, requestId, evidence } = this;
    return { name, code, kind, message, retry, remedy, help, status, stage, pathFamily, environment, provider, problem, requestId, evidence };
  }
}

function responseOf({ status, headers, body }: ErrorResponse): Response {
  // `Response` accepts statuses up to 599, HTTP has three digits. The error's `status` is the original one.
  return new Response(body as Uint8Array<ArrayBuffer>, { status: Math.min(status, 599), headers: headers as [string, string][] });
}
