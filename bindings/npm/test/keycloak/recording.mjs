// The engine, which passes every input and its step to a listener, in the format of the shared access vectors.
import { Engine } from "../../dist/client/engine.js";
import { stepShown } from "../support/steps.mjs";

export class RecordingEngine extends Engine {
  #tell;

  constructor(config, tell) {
    super(config);
    this.#tell = tell;
  }

  begin(call, now) {
    const { route, method, template, parameters, query, headers, body, deadline } = call;
    const begun = { route: routeShown(route), method, template, parameters, query, headers, deadline };
    if (body.type === "caller") begun.body = { caller: { replayable: body.replayable } };
    return this.#recorded({ begin: begun, now }, () => super.begin(call, now), ({ call, step }) => ({ call, ...step }));
  }

  onHead(exchange, status, headers, now) {
    return this.#recorded({ on_head: { exchange, status, headers }, now }, () => super.onHead(exchange, status, headers, now));
  }

  onBody(exchange, body, complete, now) {
    const text = Buffer.from(body).toString();
    return this.#recorded({ on_body: { exchange, body: text, complete }, now }, () => super.onBody(exchange, body, complete, now));
  }

  onFailure(exchange, failure, now) {
    const { kind, detail } = failure;
    const input = { on_failure: { exchange, kind: kind.replace("-", "_"), detail }, now };
    return this.#recorded(input, () => super.onFailure(exchange, failure, now));
  }

  onStore(ticket, result, now) {
    return this.#recorded({ on_store: { ticket, ...resultShown(result) }, now }, () => super.onStore(ticket, result, now));
  }

  onTime(now) {
    return this.#recorded({ on_time: {}, now }, () => super.onTime(now));
  }

  cancel(call, now) {
    return this.#recorded({ cancel: { call }, now }, () => super.cancel(call, now));
  }

  invalidate(tokens, now) {
    return this.#recorded({ invalidate: { tokens }, now }, () => super.invalidate(tokens, now));
  }

  setCredentials(credentials, now) {
    const { environment, apiKey: api_key, login } = credentials;
    const { realm, username, password, refreshToken: refresh_token } = login ?? {};
    const input = { set_credentials: { environment, api_key, login: login && { realm, username, password, refresh_token } }, now };
    return this.#recorded(input, () => super.setCredentials(credentials, now));
  }

  close(now) {
    return this.#recorded({ close: {}, now }, () => super.close(now));
  }

  #recorded(input, enter, step = (given) => given) {
    try {
      const given = enter();
      this.#tell({ input, expect: stepShown(step(given)) });
      return given;
    } catch (error) {
      this.#tell({ input, expect: { error: { code: error.code, kind: error.kind } } });
      throw error;
    }
  }
}

function routeShown(route) {
  if (route.type === "platform") return "platform";
  return route.type === "commerce" ? { commerce: route.tenant } : { commerce_proxy: route.seller };
}

function resultShown({ type, snapshot, storeTime: store_time, seq, why }) {
  switch (type) {
    case "locked":
      return { locked: { snapshot, store_time } };
    case "saved":
      return { saved: { seq } };
    case "conflict":
      return { conflict: {} };
    case "failed":
      return { failed: why };
  }
  throw new Error(`the store gave an unknown result: ${type}`);
}
