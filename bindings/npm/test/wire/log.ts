// The mock service's request log, held to what Rust writes.
import type * as rust from "../../../../tests/wire/log.js";
import type { MockLogEntry, MockViolation } from "../../src/mock/types.js";
import { sameAsJson } from "./same.js";

sameAsJson<MockViolation, rust.ReportedViolation>((value) => value, (value) => value);
sameAsJson<MockLogEntry, rust.Entry>((value) => value, (value) => value);
