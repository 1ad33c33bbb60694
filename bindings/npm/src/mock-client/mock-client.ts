// A client of the mock service at an environment's `mockUrl`: in development alone, and without a credential.
import { globalFetch } from "../client/global-fetch.js";
import { unknownVariant } from "../client/driver-failure.js";
import { checkDefinition, checkDefinitions, checkInvocationsOptions, checkMockClientOptions, checkMockEnvironment, checkSignalOption, checkSoapCall, checkText, checkWaitOptions, notOfType } from "../client/shape.js";
import type { Environment } from "../client/types.js";
import { carry } from "./carry.js";
import { MockClientHandle } from "./handles.js";
import type { ServiceDefinition, InvocationPage, InvocationsOptions, ListedService, MetricSample, MockCallOptions, MockClientOptions, MockHealth, SeedReport, SoapCall, SoapReply, UploadedService, WaitOptions } from "./types.js";
import type { MockOperation, MockResult, WireFile } from "./wire.js";

/** The platform's own mock service takes 60 to 90 s to start. */
const PATIENCE_MS = 120_000;

type Values = { readonly [Result in MockResult as Result["type"]]: Result extends { readonly value: infer Value } ? Value : undefined };

/** Calls the mock service of a development environment. Every call rejects with a `WaybillError` where it fails. */
export class MockClient {
  readonly #handle: MockClientHandle;
  readonly #fetch: typeof globalThis.fetch;

  /**
   * Throws a `WaybillError` with the code `environment.mock-outside-development` where the environment is of another kind, and
   * `environment.no-url` where it has no `mockUrl`.
   */
  constructor(environment: Environment, options: MockClientOptions = {}) {
    checkMockEnvironment(environment);
    checkMockClientOptions(options);
    this.#handle = new MockClientHandle(environment);
    this.#fetch = options.fetch ?? globalFetch;
  }

  /** Whether it is up. */
  checkHealth(options: MockCallOptions = {}): Promise<MockHealth> {
    checkSignalOption(options);
    return this.#ask({ type: "check-health" }, "health", options);
  }

  /** Resolves once it is up; rejects with the code `mock.not-up` where it is not in time. */
  async waitUntilUp(options: WaitOptions = {}): Promise<void> {
    const patienceMs = patience(options);
    await this.#ask({ type: "wait-until-up", patienceMs }, "up", options);
  }

  /** Imports a definition, and gives its services. Rejects with the code `import.refused` where it is refused. */
  async upload(definition: ServiceDefinition, options: MockCallOptions = {}): Promise<readonly UploadedService[]> {
    checkDefinition(definition);
    checkSignalOption(options);
    return this.#ask({ type: "upload", files: pathsOf(definition) }, "uploaded", options, contentsOf(definition));
  }

  /** What is imported. */
  listServices(options: MockCallOptions = {}): Promise<readonly ListedService[]> {
    checkSignalOption(options);
    return this.#ask({ type: "list-services" }, "services", options);
  }

  /** Everything that is imported, as the bytes of a file that can be uploaded again. */
  exportServices(options: MockCallOptions = {}): Promise<Uint8Array> {
    checkSignalOption(options);
    return this.#ask({ type: "export" }, "export", options);
  }

  /** A page of the request log of a service. Rejects with the code `service.unknown` where it is not imported. */
  async listInvocations(service: string, version: string, options: InvocationsOptions = {}): Promise<InvocationPage> {
    checkText(service, "service");
    checkText(version, "version");
    checkInvocationsOptions(options);
    const { page, size } = options;
    return this.#ask({ type: "list-invocations", service, version, page, size }, "invocations", options);
  }

  /** What it counts. */
  async readMetrics(options: MockCallOptions = {}): Promise<readonly MetricSample[]> {
    checkSignalOption(options);
    const samples = await this.#ask({ type: "read-metrics" }, "metrics", options);
    return samples.map((sample) => ({ ...sample, value: Number(sample.value) }));
  }

  /**
   * Calls an operation of a SOAP service. A fault is a reply; rejects with the code `service.unknown` where the service is not
   * imported, and `request.invalid` before anything is sent where the payload is no element, or in another namespace.
   */
  async callSoap(call: SoapCall, options: MockCallOptions = {}): Promise<SoapReply> {
    checkSoapCall(call);
    checkSignalOption(options);
    const { service, version, operation, namespace, payload, header, protocol = "1.1" } = call;
    return this.#ask({ type: "call-soap", call: { service, version, operation, namespace, payload, header, protocol } }, "soap", options);
  }

  /**
   * Waits until it is up, uploads each definition, and compares its list of services with what they gave. What was not
   * imported is in the report; rejects with the code `mock.not-up` where the service is not up in time, or ends meanwhile.
   */
  async seed(definitions: readonly ServiceDefinition[], options: WaitOptions = {}): Promise<SeedReport> {
    checkDefinitions(definitions);
    const patienceMs = patience(options);
    const operation = { type: "seed", definitions: definitions.map((definition) => ({ files: pathsOf(definition) })), patienceMs } as const;
    return this.#ask(operation, "seeded", options, definitions.flatMap(contentsOf));
  }

  async #ask<Type extends keyof Values>(operation: MockOperation, type: Type, { signal }: MockCallOptions, contents: Uint8Array[] = []): Promise<Values[Type]> {
    const result = await carry(this.#handle.begin(operation, contents), this.#fetch, signal);
    // Core gives each operation a result of its own type.
    if (result.type !== type) throw unknownVariant("the result of an operation", result as never);
    return ("value" in result ? result.value : undefined) as Values[Type];
  }
}

function patience(options: WaitOptions): number {
  checkWaitOptions(options);
  const { timeoutMs = PATIENCE_MS } = options;
  if (timeoutMs < 0) throw notOfType("timeoutMs", "a number from 0 on");
  return Math.min(Math.round(timeoutMs), Number.MAX_SAFE_INTEGER);
}

function pathsOf({ files }: ServiceDefinition): WireFile[] {
  return files.map(({ path }) => ({ path }));
}

function contentsOf({ files }: ServiceDefinition): Uint8Array[] {
  return files.map(({ content }, index) => {
    if (typeof content === "string") return new TextEncoder().encode(content);
    if (content instanceof Uint8Array) return content;
    if (content instanceof ArrayBuffer) return new Uint8Array(content);
    throw notOfType(`files[${index}].content`, "a text or bytes");
  });
}
