// The values exchanged with Rust for the mock service's client.
import type { ErrorFields, Lines } from "../client/wire.js";
import type { InvocationPage, ListedService, MetricSample, MockHealth, SeedReport, SoapReply, UploadedService } from "./types.js";

/** A file. Its bytes are passed beside the operation. */
export interface WireFile {
  readonly path: string;
}

export interface WireDefinition {
  readonly files: readonly WireFile[];
}

export interface WireSoapCall {
  readonly service: string;
  readonly version: string;
  readonly operation: string;
  readonly namespace: string | undefined;
  readonly payload: string;
  readonly header: string | undefined;
  readonly protocol: "1.1" | "1.2";
}

export type MockOperation =
  | { readonly type: "check-health" }
  | { readonly type: "wait-until-up"; readonly patienceMs: number }
  | { readonly type: "upload"; readonly files: readonly WireFile[] }
  | { readonly type: "list-services" }
  | { readonly type: "export" }
  | { readonly type: "list-invocations"; readonly service: string; readonly version: string; readonly page: number | undefined; readonly size: number | undefined }
  | { readonly type: "read-metrics" }
  | { readonly type: "call-soap"; readonly call: WireSoapCall }
  | { readonly type: "seed"; readonly definitions: readonly WireDefinition[]; readonly patienceMs: number };

/** Values that JSON numbers cannot represent are strings: `Infinity`, `-Infinity` and `NaN`. */
export type WireSample = Omit<MetricSample, "value"> & { readonly value: number | string };

export type MockResult =
  | { readonly type: "health"; readonly value: MockHealth }
  | { readonly type: "up" }
  | { readonly type: "uploaded"; readonly value: readonly UploadedService[] }
  | { readonly type: "services"; readonly value: readonly ListedService[] }
  | { readonly type: "export"; readonly value: Uint8Array }
  | { readonly type: "invocations"; readonly value: InvocationPage }
  | { readonly type: "metrics"; readonly value: readonly WireSample[] }
  | { readonly type: "soap"; readonly value: SoapReply }
  | { readonly type: "seeded"; readonly value: SeedReport };

export interface MockSend {
  readonly type: "send";
  readonly method: string;
  readonly url: string;
  readonly headers: Lines;
  readonly body: Uint8Array;
  readonly timeoutMs: number;
  readonly bodyLimit: number;
}

export type MockStep =
  | MockSend
  | { readonly type: "wait"; readonly until: number }
  | { readonly type: "done"; readonly result: MockResult }
  | { readonly type: "failed"; readonly error: ErrorFields };
