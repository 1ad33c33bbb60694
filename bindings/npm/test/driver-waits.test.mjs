// The scenarios of the driver suite that do little but wait, side by side.
import { describe } from "node:test";
import { testScenarios, waits } from "./support/driver-suite.mjs";

describe("the driver suite", { concurrency: true }, () => testScenarios(waits));
