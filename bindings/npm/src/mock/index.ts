// The types of `waybill/mock`, the same for Node and browsers: only how the WebAssembly file is loaded differs.
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
 * Makes a mock service that has imported nothing yet. Throws a {@link MockError} where a setting is wrong. The WebAssembly
 * file is loaded with the first call of the service.
 */
export declare function createMock(settings?: MockSettings): Mock;
