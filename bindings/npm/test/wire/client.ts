// The types of the client's boundary, compared with Rust's. Small types come first, because their errors are the most precise.
import type * as rust from "../../../../tests/wire/client.js";
import type { Config } from "../../src/client/engine.js";
import type { Credentials, Environment } from "../../src/client/types.js";
import type { Action, Begun, Call, DriverFailures, ErrorFields, Outcome, Retry, Route, SharedStore, Step, StoreResult, TransportFailure } from "../../src/client/wire.js";
import type { ErrorKind } from "../../src/error-kind.js";
import type { FailedCall, ForwardedAnswer, Permitted, ReceivedWire, Searched, WireRequest, WireSession } from "../../src/forward/wire.js";
import type { DeploymentConfig } from "../../src/credentials/variables.js";
import type { MockOperation, MockStep } from "../../src/mock-client/wire.js";
import { same } from "./same.js";

// What TypeScript sends.
same<Environment, rust.Environment>((value) => value, (value) => value);
same<Credentials, rust.Credentials>((value) => value, (value) => value);
same<SharedStore, rust.SharedStore>((value) => value, (value) => value);
same<Config, rust.Config>((value) => value, (value) => value);
same<Route, rust.Route>((value) => value, (value) => value);
same<Call, rust.Call>((value) => value, (value) => value);
same<TransportFailure, rust.TransportFailure>((value) => value, (value) => value);
same<StoreResult, rust.StoreResult>((value) => value, (value) => value);
same<WireRequest, rust.InboundRequest>((value) => value, (value) => value);
same<WireSession, rust.Session>((value) => value, (value) => value);
same<FailedCall, rust.FailedCall>((value) => value, (value) => value);
same<MockOperation, rust.MockOperation>((value) => value, (value) => value);

// Values that TypeScript receives.
same<ErrorKind, rust.ErrorKind>((value) => value, (value) => value);
same<Retry, rust.Retry>((value) => value, (value) => value);
same<ErrorFields, rust.Failure>((value) => value, (value) => value);
same<Outcome, rust.Outcome>((value) => value, (value) => value);
same<Action, rust.Action>((value) => value, (value) => value);
same<Step, rust.Step>((value) => value, (value) => value);
same<Begun, rust.Begun>((value) => value, (value) => value);
same<DriverFailures, rust.DriverFailures>((value) => value, (value) => value);
same<ReceivedWire, rust.Received>((value) => value, (value) => value);
same<Permitted, rust.Permitted>((value) => value, (value) => value);
same<ForwardedAnswer, rust.ForwardedAnswer>((value) => value, (value) => value);
same<Exclude<MockStep, { type: "done" }>, Exclude<rust.MockStep, { type: "done" }>>((value) => value, (value) => value);
same<DeploymentConfig, rust.Deployment>((value) => value, (value) => value);
same<Searched, rust.Searched>((value) => value, (value) => value);
