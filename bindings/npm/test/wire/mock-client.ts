// The result types of the mock service's client, compared with Rust's.
import type * as rust from "../../../../tests/wire/mock-client.js";
import type { MockResult } from "../../src/mock-client/wire.js";
import { same } from "./same.js";

same<MockResult, rust.MockResult>((value) => value, (value) => value);
