// Validates arguments against their documented types, and names the field in the caller's spelling. Messages never contain
// values, which may be secrets.
import { receive } from "./crossing.js";
import { WaybillError } from "./error.js";
import { instances } from "./instances.js";
import type { ErrorFields } from "./wire.js";

type Kind = "text" | "number" | "whole" | "natural" | "boolean" | "function" | "signal" | "pairs" | "texts" | "anything" | readonly string[] | { readonly object: Fields } | { readonly listOf: Fields };
interface Fields {
  readonly [name: string]: Field;
}
interface Field {
  readonly kind: Kind;
  readonly required?: true;
}

const text: Field = { kind: "text" };
const required: Field = { kind: "text", required: true };
const whole: Field = { kind: "whole" };

const environment: Fields = {
  name: required,
  kind: { kind: ["development", "staging", "sandbox", "production"], required: true },
  baseUrl: text,
  proxyUrl: text,
  commerceUrl: text,
  authUrl: text,
  mockUrl: text,
};
const login: Fields = { realm: required, username: required, password: text, refreshToken: text };
const credentials: Fields = { environment: required, apiKey: text, login: { kind: { object: login } } };
const sealingKey: Fields = { id: required, bytes: { kind: "anything", required: true } };
const sharedStore: Fields = {
  store: { kind: "anything", required: true },
  keys: { kind: { listOf: sealingKey } },
  trustStore: { kind: "boolean" },
  loginWhileDown: { kind: "boolean" },
};
const config: Fields = {
  environments: { kind: { listOf: environment }, required: true },
  environment: required,
  credentials: { kind: { listOf: credentials }, required: true },
  seed: { kind: "natural" },
  tokenTimeoutMs: whole,
  tokenRetryWaitMs: whole,
  sharedStore: { kind: { object: sharedStore } },
  fetch: { kind: "function" },
  onNote: { kind: "function" },
};
const anything: Field = { kind: "anything" };
const callOptions: Fields = {
  parameters: { kind: "pairs" },
  allowEncodedSlashes: { kind: "boolean" },
  scopes: { kind: "texts" },
  query: { kind: "pairs" },
  headers: { kind: "pairs" },
  body: anything,
  json: anything,
  signal: { kind: "signal" },
  timeoutMs: { kind: "number" },
};

const inboundRequest: Fields = {
  requestId: required,
  method: required,
  target: required,
  headers: { kind: "pairs", required: true },
  hasBody: { kind: "boolean", required: true },
};
const session: Fields = { user: required, claims: { kind: "anything", required: true } };
const mockClientOptions: Fields = { fetch: { kind: "function" } };
const signalOption: Fields = { signal: { kind: "signal" } };
const waitOptions: Fields = { ...signalOption, timeoutMs: { kind: "number" } };
const invocationsOptions: Fields = { ...signalOption, page: { kind: "natural" }, size: { kind: "natural" } };
const definitionFile: Fields = { path: required, content: { kind: "anything", required: true } };
const definition: Fields = { files: { kind: { listOf: definitionFile }, required: true } };
const soapCall: Fields = {
  service: required,
  version: required,
  operation: required,
  namespace: text,
  payload: required,
  header: text,
  protocol: { kind: ["1.1", "1.2"] },
};
const permitOptions: Fields = { body: anything, signal: { kind: "signal" } };

/** Checks an argument that is not a field of an object. Throws like `checkConfig`. */
export function checkText(value: unknown, name: string): void {
  expect(typeof value === "string", name, "a text");
}

/** Checks a configuration. Throws a `WaybillError` with the code `boundary.shape` if it does not have its documented type. */
export function checkConfig(value: unknown): void {
  checkFields("", value, config, "the configuration");
}

export function checkCredentials(value: unknown): void {
  checkFields("", value, credentials, "the credentials");
}

export function checkCallOptions(value: unknown): void {
  checkFields("", value, callOptions, "the object of options");
}

export function checkInboundRequest(value: unknown): void {
  checkFields("", value, inboundRequest, "the request");
}

export function checkSession(value: unknown): void {
  checkFields("", value, session, "the session");
}

export function checkPermitOptions(value: unknown): void {
  checkFields("", value, permitOptions, "the object of options");
}

export function checkMockEnvironment(value: unknown): void {
  checkFields("", value, environment, "the environment");
}

export function checkMockClientOptions(value: unknown): void {
  checkFields("", value, mockClientOptions, "the object of options");
}

export function checkSignalOption(value: unknown): void {
  checkFields("", value, signalOption, "the object of options");
}

export function checkWaitOptions(value: unknown): void {
  checkFields("", value, waitOptions, "the object of options");
}

export function checkInvocationsOptions(value: unknown): void {
  checkFields("", value, invocationsOptions, "the object of options");
}

export function checkDefinitions(value: unknown): void {
  check("definitions", value, { listOf: definition });
}

export function checkDefinition(value: unknown): void {
  checkFields("", value, definition, "the definition");
}

export function checkSoapCall(value: unknown): void {
  checkFields("", value, soapCall, "the call");
}

function checkFields(path: string, value: unknown, fields: Fields, name: string): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refusal(`${name} has to be an object`);
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key)) throw unknownField(name, key, Object.keys(fields));
  }
  for (const [key, { kind, required }] of Object.entries(fields)) {
    const member = (value as Record<string, unknown>)[key];
    const at = path === "" ? key : `${path}.${key}`;
    if (member === undefined || member === null) {
      if (required) throw refusal(`\`${at}\` is missing`);
    } else {
      check(at, member, kind);
    }
  }
}

function check(at: string, value: unknown, kind: Kind): void {
  if (kind === "anything") return;
  if (kind === "text") return expect(typeof value === "string", at, "a text");
  if (kind === "number") return expect(typeof value === "number" && !Number.isNaN(value), at, "a number");
  if (kind === "whole") return expect(Number.isSafeInteger(value), at, "a whole number");
  if (kind === "natural") return expect(Number.isSafeInteger(value) && Number(value) >= 0, at, "a whole number from 0 on");
  if (kind === "signal") return expect(value instanceof AbortSignal, at, "an AbortSignal");
  if (kind === "pairs") return expect(typeof value === "object", at, "an object, or a list of names with values");
  if (kind === "texts") return expect(Array.isArray(value) && value.every((one) => typeof one === "string"), at, "a list of texts");
  if (kind === "boolean" || kind === "function") return expect(typeof value === kind, at, `a ${kind}`);
  if (isNames(kind)) return expect(kind.some((one) => one === value), at, `one of ${kind.map((one) => `\`${one}\``).join(", ")}`);
  if ("object" in kind) return checkFields(at, value, kind.object, `\`${at}\``);
  expect(Array.isArray(value), at, "a list");
  // `forEach` would skip holes.
  Array.from(value as unknown[]).forEach((member, index) => checkFields(`${at}[${index}]`, member, kind.listOf, `\`${at}[${index}]\``));
}

function isNames(kind: Kind): kind is readonly string[] {
  return Array.isArray(kind);
}

/** Returns the error for an argument of the wrong type. */
export function notOfType(at: string, what: string, options?: ErrorOptions): WaybillError {
  return refusal(`\`${at}\` has to be ${what}`, options);
}

function expect(holds: boolean, at: string, what: string): void {
  if (!holds) throw notOfType(at, what);
}

function unknownField(name: string, key: string, known: readonly string[]): WaybillError {
  // An unusual key may be a misplaced value, which may be secret.
  const shown = /^[\w$.-]{1,40}$/.test(key) ? `a field \`${key}\`` : "one of its fields";
  const closest = [...known].sort((a, b) => distance(key, a) - distance(key, b))[0] ?? "";
  const isNear = distance(key, closest) <= Math.max(2, closest.length / 3);
  return refusal(`${name} does not have ${shown}; ${isNear ? `did you mean \`${closest}\`?` : `it has ${known.map((one) => `\`${one}\``).join(", ")}`}`);
}

/** Returns the Levenshtein distance, ignoring case. */
function distance(from: string, to: string): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function refusal(problem: string, options?: ErrorOptions): WaybillError {
  return new WaybillError(receive<ErrorFields>(instances.current().enter((glue) => glue.shapeError(problem))), options);
}
