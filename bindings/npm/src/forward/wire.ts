// The values exchanged with Rust for forwarding.
import type { Call, Lines } from "../client/wire.js";

export interface WireRequest {
  readonly requestId: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Lines;
  readonly hasBody: boolean;
}

export interface WireSession {
  readonly user: string;
  readonly claims: string;
}

export interface FailedCall {
  readonly code: string;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
  readonly status?: number | undefined;
  readonly response?: { readonly headers: Lines; readonly complete: boolean } | undefined;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: Lines;
}

export interface RefusedRequest {
  readonly head: AnswerHead;
  readonly body: Uint8Array;
  readonly log: string;
}

export type ReceivedWire =
  | { readonly type: "refused"; readonly refused: RefusedRequest }
  | { readonly type: "answered"; readonly head: AnswerHead }
  | { readonly type: "authorize"; readonly id: number; readonly user: string; readonly operation: string; readonly parameters: Lines };

export interface Permitted {
  readonly call: Call;
  readonly bodyBytes: number;
}

export type ForwardedAnswer =
  | { readonly type: "pass"; readonly head: AnswerHead }
  | { readonly type: "whole"; readonly head: AnswerHead; readonly body: Uint8Array }
  | { readonly type: "refused"; readonly refused: RefusedRequest };

export interface Searched {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}
