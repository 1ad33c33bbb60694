// The types of the comparison's boundary, compared with Rust's.
import type * as rust from "../../../../tests/wire/diff.js";
import type { CompareProgress, ReportFormat } from "../../src/diff/report.js";
import type { CrossingOptions } from "../../src/diff/sync.js";
import type { Failure } from "../../src/thrown.js";
import { same } from "./same.js";

same<CrossingOptions, rust.Options>((value) => value, (value) => value);
same<Failure, rust.Failure>((value) => value, (value) => value);
same<ReportFormat, rust.ReportFormat>((value) => value, (value) => value);
same<CompareProgress["phase"], rust.Phase>((value) => value, (value) => value);
