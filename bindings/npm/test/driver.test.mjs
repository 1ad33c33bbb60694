// The scenarios of the driver suite that need the process for themselves, one after another.
import { testScenarios, waits } from "./support/driver-suite.mjs";

testScenarios((scenario) => !waits(scenario));
