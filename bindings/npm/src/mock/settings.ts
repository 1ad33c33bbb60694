// Validates the caller's settings and adds defaults, for Rust.
import { MockError } from "./error.js";
import type { MockLogLimits, MockServiceSettings, MockSettings, SoapActionRule } from "./types.js";

/** All settings, as passed to Rust. */
export interface Settings {
  readonly soapAction: SoapActionRule;
  readonly declaredNamespaces: boolean;
  readonly validate: boolean;
  readonly sampleSeed: number;
  /** Days since 1970-01-01. */
  readonly day: number | undefined;
  readonly services: Readonly<Record<string, MockServiceSettings>>;
  readonly log: { readonly entries: number; readonly bytes: number; readonly body: number };
}

const RULES = namesOf<SoapActionRule>({ "operation-name": true, declared: true, any: true });
const SETTINGS = namesOf<keyof MockSettings>({ soapAction: true, strict: true, validate: true, sampleSeed: true, clock: true, services: true, log: true });
const SERVICE_SETTINGS = namesOf<keyof MockServiceSettings>({ soapAction: true, validate: true });
const LOG_LIMITS = namesOf<keyof MockLogLimits>({ entries: true, bytes: true, body: true });
const MS_PER_DAY = 86_400_000;

/** Returns the complete settings. Throws a {@link MockError} if a setting is unknown or has the wrong type. */
export function complete(given: MockSettings): Settings {
  members("the settings", given, SETTINGS);
  const { strict = false, validate = true, sampleSeed = 0, clock, services = {}, log = {} } = given;
  const soapAction = given.soapAction ?? (strict ? "operation-name" : "declared");
  if (!RULES.includes(soapAction)) throw refused(`soapAction is one of ${RULES.join(", ")}`);
  if (strict && soapAction !== "operation-name") throw refused("strict means soapAction operation-name: leave one of the two out");
  if (typeof strict !== "boolean" || typeof validate !== "boolean") throw refused("strict and validate are true or false");
  for (const [id, service] of Object.entries(plain("services", services))) {
    if (!/^[^]+:[^]+$/.test(id)) throw refused(`services["${id}"] is no service: it is written "NAME:VERSION"`);
    members(`services["${id}"]`, service, SERVICE_SETTINGS);
    if (service.soapAction !== undefined && !RULES.includes(service.soapAction)) throw refused(`services["${id}"].soapAction is one of ${RULES.join(", ")}`);
    if (service.validate !== undefined && typeof service.validate !== "boolean") throw refused(`services["${id}"].validate is true or false`);
  }
  members("log", log, LOG_LIMITS);
  const { entries = 10_000, bytes = 32 * 1024 * 1024, body = 256 * 1024 } = log;
  for (const [name, number] of Object.entries({ sampleSeed, "log.entries": entries, "log.bytes": bytes, "log.body": body })) {
    if (!Number.isSafeInteger(number) || number < 0) throw refused(`${name} is a whole number from 0 on`);
  }
  const wasm32 = (number: number) => Math.min(number, 0xffff_ffff);
  const limits = { entries: wasm32(entries), bytes: wasm32(bytes), body: wasm32(body) };
  return { soapAction, declaredNamespaces: !strict, validate, sampleSeed, day: clock === undefined ? undefined : dayOf(clock), services, log: limits };
}

/** Returns all names of a type, in the order in which errors list them. A missing name does not compile. */
function namesOf<Name extends string>(all: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(all) as Name[];
}

/** Throws if a value is not a plain object, or has an unknown member. */
function members(what: string, value: object, names: readonly string[]): void {
  const unknown = Object.keys(plain(what, value)).find((name) => !names.includes(name));
  if (unknown !== undefined) throw refused(`there is no \`${unknown}\` in ${what}; there are ${names.join(", ")}`);
}

function plain<T extends object>(what: string, value: T): T {
  if (typeof value !== "object" || value === null || Symbol.iterator in value) throw refused(`${what}: a plain object is expected`);
  return value;
}

function dayOf(clock: string): number {
  const midnight = typeof clock === "string" && /^\d{4}-\d{2}-\d{2}$/.test(clock) ? Date.parse(`${clock}T00:00:00Z`) : Number.NaN;
  // `Date.parse` may accept 30 February as a day of March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(clock)) throw refused("clock is a day, written YYYY-MM-DD");
  return midnight / MS_PER_DAY;
}

function refused(sentence: string): MockError {
  return new MockError("settings.invalid", sentence);
}
