// Settings as a caller gives them, checked and completed into what crosses to Rust.
import { MockError } from "./error.js";
import type { MockLogLimits, MockServiceSettings, MockSettings, SoapActionRule } from "./types.js";

/** All settings, as Rust reads them. */
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

/** Throws a {@link MockError} where a setting has another type than documented, or there is none of its name. */
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

/** All names of a type, in the order that refusals list them in: one that is left out does not compile. */
function namesOf<Name extends string>(all: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(all) as Name[];
}

/** Throws where a value is no plain object, or has a member of another name. */
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
  // A date such as 30 February may be taken for one of March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(clock)) throw refused("clock is a day, written YYYY-MM-DD");
  return midnight / MS_PER_DAY;
}

function refused(sentence: string): MockError {
  return new MockError("settings.invalid", sentence);
}
