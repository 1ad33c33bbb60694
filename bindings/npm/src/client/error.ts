// The one error of a client. It holds no secret; the API's own answer, which might, is reachable but never printed.
// What goes wrong in the driver itself has core's code, kind and text: see `driver-failure.ts`.
import type { ErrorKind } from "../error-kind.js";
import { spellFields } from "./field-spelling.js";
import type { ErrorFields, ErrorResponse, FailureStage, PathFamilyName, ProblemDetails, ProviderError, Retry } from "./wire.js";

const names: Partial<Record<ErrorKind, "AbortError" | "TimeoutError">> = { cancelled: "AbortError", deadline: "TimeoutError" };

/** Why a call failed, whose fault it was, and what to do. */
export class WaybillError extends Error {
  /**
   * `AbortError` where the call was cancelled and `TimeoutError` where its time was up, also by `AbortSignal.timeout()`, as
   * `fetch` has it; else `WaybillError`.
   */
  override readonly name: "WaybillError" | "AbortError" | "TimeoutError";
  /** Stable identifier, such as `api.forbidden`. */
  readonly code: string;
  readonly kind: ErrorKind;
  readonly retry: Retry;
  /** The status of the answer that caused it, where there was one. */
  readonly status: number | undefined;
  /** What to do. */
  readonly remedy: string;
  /** The command that prints this code's page. */
  readonly help: string;
  /** Which of the call's requests failed. */
  readonly stage: FailureStage | undefined;
  /** The path family that was called. */
  readonly pathFamily: PathFamilyName | undefined;
  /** Name of the environment. */
  readonly environment: string | undefined;
  /** What the identity provider said. */
  readonly provider: ProviderError | undefined;
  /** What the API said of its error, as problem details. */
  readonly problem: ProblemDetails | undefined;
  /** The id by which the other side finds the request in its log, where one was sent. */
  readonly requestId: string | undefined;
  /** What shows the cause, a sentence each. */
  readonly evidence: readonly string[];
  /** Whether `response` has all of the answer's body. */
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

  /** The API's answer, where the failure is one; of its body the first 64 KiB. Never a token answer. */
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
  // What `Response` takes for a status ends at 599, and HTTP's three digits at 999; `status` of the error has it as it came.
  return new Response(body as Uint8Array<ArrayBuffer>, { status: Math.min(status, 599), headers: headers as [string, string][] });
}
