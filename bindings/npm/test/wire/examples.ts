// The types of the search for examples, compared with Rust's.
import type * as rust from "../../../../tests/wire/examples.js";
import type { CrossingOptions } from "../../src/examples/finder.js";
import type { ReportWithExamples, Snippets } from "../../src/examples/types.js";
import type { Failure } from "../../src/thrown.js";
import { same, sameAsJson } from "./same.js";

same<CrossingOptions, rust.Options>((value) => value, (value) => value);
same<Failure, rust.Failure>((value) => value, (value) => value);
sameAsJson<Snippets, rust.ReportWithExamples["snippets"]>((value) => value, (value) => value);
sameAsJson<ReportWithExamples, rust.ReportWithExamples>((value) => value, (value) => value);
