// The scenarios of the driver suite that mostly wait, in parallel.
import { describe } from "node:test";
import { testScenarios, waits } from "./support/driver-suite.mjs";

describe("the driver suite", { concurrency: true }, () => testScenarios(waits));
