// The types of what an operation of the mock service's client came to, held to what core writes.
import type * as rust from "../../../../tests/wire/mock-client.js";
import type { MockResult } from "../../src/mock-client/wire.js";
import { same } from "./same.js";

same<MockResult, rust.MockResult>((value) => value, (value) => value);
