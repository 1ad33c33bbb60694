// The types of the client's boundary, compared with Rust's. Small types come first, because their errors are the most precise.
import type * as rust from "../../../../tests/wire/client.js";
import type { Config } from "../../src/client/engine.js";
import type { Credentials, Environment } from "../../src/client/types.js";
import type { Action, Begun, DriverFailures, ErrorFields, Outcome, Retry, Route, SharedStore, Step, StoreResult, TransportFailure, WireCall } from "../../src/client/wire.js";
import type { ErrorKind } from "../../src/error-kind.js";
import type { FailedCall, ForwardedAnswer, Permitted, ReceivedWire, Searched, WireRequest, WireSession } from "../../src/forward/wire.js";
import type { DeploymentConfig } from "../../src/credentials/variables.js";
import type { MockOperation, MockStep } from "../../src/mock-client/wire.js";
import { same } from "./same.js";

// Values that TypeScript sends.
same<Environment, rust.EnvironmentIn>((value) => value, (value) => value);
same<Credentials, rust.CredentialsIn>((value) => value, (value) => value);
same<SharedStore, rust.SharedStoreIn>((value) => value, (value) => value);
same<Config, rust.ConfigIn>((value) => value, (value) => value);
same<Route, rust.RouteIn>((value) => value, (value) => value);
same<WireCall, rust.CallIn>((value) => value, (value) => value);
same<TransportFailure, rust.FailureIn>((value) => value, (value) => value);
same<StoreResult, rust.StoreResultIn>((value) => value, (value) => value);
same<WireRequest, rust.InboundRequestIn>((value) => value, (value) => value);
same<WireSession, rust.SessionIn>((value) => value, (value) => value);
same<FailedCall, rust.FailedCallIn>((value) => value, (value) => value);
same<MockOperation, rust.MockOperationIn>((value) => value, (value) => value);

// Values that TypeScript receives.
same<ErrorKind, rust.ErrorKind>((value) => value, (value) => value);
same<Retry, rust.RetryOut>((value) => value, (value) => value);
same<ErrorFields, rust.ErrorOut>((value) => value, (value) => value);
same<Outcome, rust.OutcomeOut>((value) => value, (value) => value);
same<Action, rust.ActionOut>((value) => value, (value) => value);
same<Step, rust.StepOut>((value) => value, (value) => value);
same<Begun, rust.BegunOut>((value) => value, (value) => value);
same<DriverFailures, rust.DriverFailuresOut>((value) => value, (value) => value);
same<ReceivedWire, rust.ReceivedOut>((value) => value, (value) => value);
same<Permitted, rust.PermittedOut>((value) => value, (value) => value);
same<ForwardedAnswer, rust.ForwardedAnswerOut>((value) => value, (value) => value);
same<Exclude<MockStep, { type: "done" }>, Exclude<rust.MockStepOut, { type: "done" }>>((value) => value, (value) => value);
same<DeploymentConfig, rust.DeploymentOut>((value) => value, (value) => value);
same<Searched, rust.SearchedOut>((value) => value, (value) => value);
