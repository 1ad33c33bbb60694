// Steps, configurations and credentials in the format of the shared access vectors.

/** Returns a step in this format. `call` is the number of the begun call. */
export function stepShown({ call, actions, wakeAt }) {
  return { call, actions: actions.map(actionShown), wake_at: wakeAt };
}

function actionShown(action) {
  switch (action.type) {
    case "send": {
      const { exchange, purpose, method, url, headers, body, deadline } = action;
      const sorted = [...headers].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      const to = purpose.type === "token" ? "token" : { call: purpose.call };
      return { send: { exchange, purpose: to, method, url, headers: sorted, body: bodyShown(body), deadline } };
    }
    case "read":
      return { read: { exchange: action.exchange, limit: action.limit } };
    case "abort":
      return { abort: { exchange: action.exchange } };
    case "note":
      return { note: { code: action.code } };
    case "lock":
      return { lock: { ticket: action.ticket, lease: action.lease, known_seq: action.knownSeq } };
    case "save":
      return { save: { ticket: action.ticket, snapshot: action.snapshot, expected_seq: action.expectedSeq } };
    case "unlock":
      return { unlock: { ticket: action.ticket } };
    case "closed":
      return "closed";
    case "done":
      return { done: { call: action.call, ...outcomeShown(action.outcome) } };
  }
  throw new Error(`the engine gave an unknown action: ${action.type}`);
}

function outcomeShown(outcome) {
  if (outcome.type === "response") return { response: { exchange: outcome.exchange } };
  const { code, kind, message, retry, status, remedy, response, stage, environment, provider, problem } = outcome.error;
  const { pathFamily: path_family, requestId: request_id, evidence } = outcome.error;
  const again = retry.type === "after" ? { after: retry.ms } : retry.type;
  const body = response ? Buffer.from(response.body).toString() : undefined;
  return {
    failed: { code, kind, message, retry: again, status, remedy, body, stage, path_family, environment, provider, problem, request_id, evidence },
  };
}

function bodyShown(body) {
  if (body.type === "empty") return "empty";
  return body.type === "bytes" ? { bytes: Buffer.from(body.bytes).toString() } : { caller: { replayable: body.replayable } };
}

export function configOf({ shared_store: shared, seed = 0, environment, environments, credentials = [], ...times }) {
  const sharedStore = shared ? { loginWhileDown: shared.login_while_down ?? false } : undefined;
  return { environment, seed, environments: environments.map(camel), credentials: credentials.map(camel), ...camel(times), sharedStore };
}

/** Converts names to camel case. */
export function camel(value) {
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const name = (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), camel(member)]));
}
