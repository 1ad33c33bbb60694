// The types of the boundary for releases, compared with Rust's. Omitted members are passed as `undefined`.
import type * as rust from "../../../../tests/wire/releases.js";
import type { ChangelogOptions, CheckedAnswer, CommentOptions, CommentState, ModelAnswer, ModelOptions, ModelProvider, ModelRequests, ModelResponse, ModelStep, Release, RewrittenChangelog } from "../../src/releases/types.js";
import type { TimedAttempt } from "../../src/releases/functions.js";
import type { Failure } from "../../src/thrown.js";
import { same } from "./same.js";

same<Release, rust.Release>((value) => value, (value) => value);
same<ChangelogOptions, rust.ChangelogOptions>((value) => value, (value) => value);
same<CommentOptions, rust.CommentOptions>((value) => value, (value) => value);
same<ModelProvider, rust.ModelProvider>((value) => value, (value) => value);
same<ModelOptions, rust.ModelOptions>((value) => value, (value) => value);
same<ModelResponse, rust.ModelResponse>((value) => value, (value) => value);
same<TimedAttempt, rust.ModelAttempt>((value) => value, (value) => value);
same<ModelAnswer, rust.ModelAnswer>((value) => value, (value) => value);

same<CommentState, rust.CommentState>((value) => value, (value) => value);
same<ModelRequests, rust.ModelRequests>((value) => value, (value) => value);
same<ModelStep, rust.ModelStep>((value) => value, (value) => value);
same<CheckedAnswer, rust.CheckedAnswer>((value) => value, (value) => value);
same<RewrittenChangelog, rust.RewrittenChangelog>((value) => value, (value) => value);
same<Failure, rust.Failure>((value) => value, (value) => value);
