// The main entry, for Node: types of the comparison's report until the client stands beside them.
export type { ReportJson } from "./diff/index.js";
