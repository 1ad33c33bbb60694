// The types of the boundary for releases, compared with Rust's. Omitted members are passed as `undefined`.
import type * as rust from "../../../../tests/wire/releases.js";
import type { ChangelogOptions, CheckedAnswer, CommentOptions, CommentState, ModelAnswer, ModelOptions, ModelProvider, ModelRequests, ModelResponse, ModelStep, Release, RewrittenChangelog } from "../../src/releases/types.js";
import type { TimedAttempt } from "../../src/releases/functions.js";
import type { Failure } from "../../src/thrown.js";
import { same } from "./same.js";

same<Release, rust.ReleaseIn>((value) => value, (value) => value);
same<ChangelogOptions, rust.ChangelogOptionsIn>((value) => value, (value) => value);
same<CommentOptions, rust.CommentOptionsIn>((value) => value, (value) => value);
same<ModelProvider, rust.ProviderIn>((value) => value, (value) => value);
same<ModelOptions, rust.ModelIn>((value) => value, (value) => value);
same<ModelResponse, rust.ModelResponseIn>((value) => value, (value) => value);
same<TimedAttempt, rust.AttemptIn>((value) => value, (value) => value);
same<ModelAnswer, rust.AnswerIn>((value) => value, (value) => value);

same<CommentState, rust.CommentStateOut>((value) => value, (value) => value);
same<ModelRequests, rust.ModelRequestsOut>((value) => value, (value) => value);
same<ModelStep, rust.NextStepOut>((value) => value, (value) => value);
same<CheckedAnswer, rust.CheckedOut>((value) => value, (value) => value);
same<RewrittenChangelog, rust.RewrittenOut>((value) => value, (value) => value);
same<Failure, rust.Failure>((value) => value, (value) => value);
