// The types of the mock service's boundary, compared with Rust's.
import type * as rust from "../../../../tests/wire/mock.js";
import type { Answer, RequestHead } from "../../src/mock/engine.js";
import type { Settings } from "../../src/mock/settings.js";
import type { MockedService } from "../../src/mock/types.js";
import type { Failure } from "../../src/thrown.js";
import { same } from "./same.js";

same<Settings, rust.SettingsIn>((value) => value, (value) => value);
same<RequestHead, rust.HeadIn>((value) => value, (value) => value);
same<Pick<Answer, "status" | "headers" | "afterMs">, rust.HeadOut>((value) => value, (value) => value);
same<MockedService, rust.ServiceOut>((value) => value, (value) => value);
same<Failure, rust.Failure>((value) => value, (value) => value);
