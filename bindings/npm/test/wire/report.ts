// The types of the report's JSON, compared with Rust's. Small types come first, because their errors are the most precise.
import type * as rust from "../../../../tests/wire/report.js";
import type { Bump, Change, Level, Place, ReportJson } from "../../src/diff/report.js";
import { sameAsJson } from "./same.js";

sameAsJson<Level, rust.Level>((value) => value, (value) => value);
sameAsJson<Bump, rust.Bump>((value) => value, (value) => value);
sameAsJson<Place, rust.Place>((value) => value, (value) => value);
sameAsJson<Change, rust.Change>((value) => value, (value) => value);
sameAsJson<ReportJson, rust.Report>((value) => value, (value) => value);
