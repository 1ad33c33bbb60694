// The types of the mock service's request log, compared with Rust's.
import type * as rust from "../../../../tests/wire/log.js";
import type { MockLogEntry, MockViolation } from "../../src/mock/types.js";
import { sameAsJson } from "./same.js";

sameAsJson<MockViolation, rust.ReportedViolation>((value) => value, (value) => value);
sameAsJson<MockLogEntry, rust.Entry>((value) => value, (value) => value);
