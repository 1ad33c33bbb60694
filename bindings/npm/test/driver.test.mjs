// The scenarios of the driver suite that need exclusive use of the process, one after another.
import { testScenarios, waits } from "./support/driver-suite.mjs";

testScenarios((scenario) => !waits(scenario));
