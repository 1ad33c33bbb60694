// The types of `waybill/mock`. Node and browsers differ only in how the WebAssembly file is loaded.
import type { Mock, MockSettings } from "./types.js";

export type { ErrorKind } from "../error-kind.js";
export { MockError } from "./error.js";
export type {
  Mock,
  MockedService,
  MockExamples,
  MockFile,
  MockHeaders,
  MockImport,
  MockLog,
  MockLogEntry,
  MockLogLimits,
  MockLogPage,
  MockServiceSettings,
  MockSettings,
  MockViolation,
  SoapActionRule,
} from "./types.js";

/**
 * Creates a mock service without any services. Throws a {@link MockError} if a setting is invalid. The WebAssembly file is loaded
 * with the service's first call.
 */
export declare function createMock(settings?: MockSettings): Mock;
