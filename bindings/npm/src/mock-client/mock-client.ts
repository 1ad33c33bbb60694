// A client for the mock service at an environment's `mockUrl`. Only for development environments, and without credentials.
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

/** A client for the mock service of a development environment. Every call rejects with a `WaybillError` if it fails. */
export class MockClient {
  readonly #handle: MockClientHandle;
  readonly #fetch: typeof globalThis.fetch;

  /**
   * Throws a `WaybillError` with the code `environment.mock-outside-development` if the environment is of another kind, and
   * `environment.no-url` if it has no `mockUrl`.
   */
  constructor(environment: Environment, options: MockClientOptions = {}) {
    checkMockEnvironment(environment);
    checkMockClientOptions(options);
    this.#handle = new MockClientHandle(environment);
    this.#fetch = options.fetch ?? globalFetch;
  }

  /** Checks the health of the mock service. */
  checkHealth(options: MockCallOptions = {}): Promise<MockHealth> {
    checkSignalOption(options);
    return this.#ask({ type: "check-health" }, "health", options);
  }

  /** Resolves once the mock service is up. Rejects with the code `mock.not-up` if it is not up in time. */
  async waitUntilUp(options: WaitOptions = {}): Promise<void> {
    const patienceMs = patience(options);
    await this.#ask({ type: "wait-until-up", patienceMs }, "up", options);
  }

  /** Imports a definition and resolves to its services. Rejects with the code `import.refused` if it is rejected. */
  async upload(definition: ServiceDefinition, options: MockCallOptions = {}): Promise<readonly UploadedService[]> {
    checkDefinition(definition);
    checkSignalOption(options);
    return this.#ask({ type: "upload", files: pathsOf(definition) }, "uploaded", options, contentsOf(definition));
  }

  /** Lists the imported services. */
  listServices(options: MockCallOptions = {}): Promise<readonly ListedService[]> {
    checkSignalOption(options);
    return this.#ask({ type: "list-services" }, "services", options);
  }

  /** Exports everything that is imported, as the bytes of a file for a later upload. */
  exportServices(options: MockCallOptions = {}): Promise<Uint8Array> {
    checkSignalOption(options);
    return this.#ask({ type: "export" }, "export", options);
  }

  /** Reads a page of a service's request log. Rejects with the code `service.unknown` if the service is not imported. */
  async listInvocations(service: string, version: string, options: InvocationsOptions = {}): Promise<InvocationPage> {
    checkText(service, "service");
    checkText(version, "version");
    checkInvocationsOptions(options);
    const { page, size } = options;
    return this.#ask({ type: "list-invocations", service, version, page, size }, "invocations", options);
  }

  /** Reads the metrics of the mock service. */
  async readMetrics(options: MockCallOptions = {}): Promise<readonly MetricSample[]> {
    checkSignalOption(options);
    const samples = await this.#ask({ type: "read-metrics" }, "metrics", options);
    return samples.map((sample) => ({ ...sample, value: Number(sample.value) }));
  }

  /**
   * Calls an operation of a SOAP service. A fault is a reply. Rejects with the code `service.unknown` if the service is not
   * imported. Rejects with `request.invalid`, before anything is sent, if the payload is not an element or has another namespace.
   */
  async callSoap(call: SoapCall, options: MockCallOptions = {}): Promise<SoapReply> {
    checkSoapCall(call);
    checkSignalOption(options);
    const { service, version, operation, namespace, payload, header, protocol = "1.1" } = call;
    return this.#ask({ type: "call-soap", call: { service, version, operation, namespace, payload, header, protocol } }, "soap", options);
  }

  /**
   * Waits until the mock service is up, uploads each definition, and checks that the services they define are listed. The report
   * contains the failures. Rejects with the code `mock.not-up` if the mock service is not up in time, or stops meanwhile.
   */
  async seed(definitions: readonly ServiceDefinition[], options: WaitOptions = {}): Promise<SeedReport> {
    checkDefinitions(definitions);
    const patienceMs = patience(options);
    const operation = { type: "seed", definitions: definitions.map((definition) => ({ files: pathsOf(definition) })), patienceMs } as const;
    return this.#ask(operation, "seeded", options, definitions.flatMap(contentsOf));
  }

  async #ask<Type extends keyof Values>(operation: MockOperation, type: Type, { signal }: MockCallOptions, contents: Uint8Array[] = []): Promise<Values[Type]> {
    const result = await carry(this.#handle.begin(operation, contents), this.#fetch, signal);
    // Core returns the matching result type for each operation.
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
