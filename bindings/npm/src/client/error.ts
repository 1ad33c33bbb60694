// The one error of a client. It holds no secret; the API's own answer, which might, is reachable but never printed.
// What goes wrong in the driver itself has core's code, kind and text: see `driver-failure.ts`.
import type { ErrorKind } from "../error-kind.js";
import type { ErrorFields, ErrorResponse, FailureStage, PathFamilyName, ProblemDetails, ProviderError, Retry } from "./wire.js";

/** Why a call failed, whose fault it was, and what to do. */
export class WaybillError extends Error {
  override readonly name = "WaybillError";
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
  readonly #response: ErrorResponse | undefined;

  constructor(fields: ErrorFields, options?: ErrorOptions) {
    super(fields.message, options);
    this.code = fields.code;
    this.kind = fields.kind;
    this.retry = fields.retry;
    this.status = fields.status;
    this.remedy = fields.remedy;
    this.help = fields.help;
    this.stage = fields.stage;
    this.pathFamily = fields.pathFamily;
    this.environment = fields.environment;
    this.provider = fields.provider;
    this.problem = fields.problem;
    this.requestId = fields.requestId;
    this.evidence = fields.evidence;
    this.#response = fields.response;
  }

  /** The API's answer, where the failure is one. */
  get response(): ErrorResponse | undefined {
    return this.#response;
  }

  toJSON(): Omit<ErrorFields, "response"> & { readonly name: string } {
    const { name, code, kind, message, retry, remedy, help, status } = this;
    const { stage, pathFamily, environment, provider, problem, requestId, evidence } = this;
    return { name, code, kind, message, retry, remedy, help, status, stage, pathFamily, environment, provider, problem, requestId, evidence };
  }
}
