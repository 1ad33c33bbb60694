// Forwards a mobile app's requests from a back end. Core decides which requests are allowed, the host authorises the user, and
// the client sends the request.
import type { Client } from "../client/client.js";
import { driverFailure, unknownVariant } from "../client/driver-failure.js";
import { WaybillError } from "../client/error.js";
import { type ClientParts, partsOf } from "../client/parts.js";
import { streamBody } from "../client/request.js";
import { checkInboundRequest, checkPermitOptions, checkSession, notOfType } from "../client/shape.js";
import type { Lines } from "../client/wire.js";
import { type Count, limitBody, searchBody } from "./bodies.js";
import type { BodySearchHandle, ForwarderHandle } from "./handles.js";
import type { AppAnswer, InboundRequest, PermitOptions, Received, Session } from "./types.js";
import type { AnswerHead, FailedCall, ForwardedAnswer, Permitted, RefusedRequest } from "./wire.js";

/** Receives requests of an app, and forwards those that are on an allow-list and that the host permits. */
export class Forwarder {
  readonly #client: ClientParts;
  readonly #handle: ForwarderHandle;

  /**
   * `list` is the JSON of an allow-list; `waybill forward schema` prints its schema. Throws a `WaybillError` with the code
   * `forward.list` if it is invalid.
   */
  constructor(client: Client, list: string | Uint8Array) {
    const parts = partsOf(client);
    if (!parts) throw notOfType("client", "a Client");
    this.#client = parts;
    const bytes = typeof list === "string" ? new TextEncoder().encode(list) : list;
    if (!(bytes instanceof Uint8Array)) throw notOfType("list", "the text or the bytes of an allow-list");
    this.#handle = this.#client.engine.createForwarder(bytes);
  }

  /**
   * Receives a request of the app. Pass its session only if you have verified it. An `answer` is final. `authorize` waits for
   * your decision, and is in progress until then.
   */
  receive(request: InboundRequest, session?: Session): Received {
    checkInboundRequest(request);
    if (session !== undefined) checkSession(session);
    const { requestId, method, target, headers, hasBody } = request;
    const wire = { requestId, method, target, headers: headers.map(([name, value]): [string, string] => [name, value]), hasBody };
    const who = session && { user: session.user, claims: JSON.stringify(session.claims) };
    const received = this.#handle.receive(wire, who, Date.now());
    switch (received.type) {
      case "refused":
        return { type: "answer", answer: refusal(received.refused) };
      case "answered":
        return { type: "answer", answer: answerOf(received.head, undefined) };
      case "authorize": {
        const { id, user, operation, parameters } = received;
        const permit = (options?: PermitOptions): Promise<AppAnswer> => this.#permit(id, hasBody, options ?? {});
        const deny = (): AppAnswer => refusal(this.#handle.deny(id));
        return { type: "authorize", user, operation, parameters: new Map(parameters), permit, deny };
      }
      default:
        throw unknownVariant("what came of a request", received);
    }
  }

  async #permit(id: number, hasBody: boolean, options: PermitOptions): Promise<AppAnswer> {
    checkPermitOptions(options);
    const { body, signal } = options;
    if (hasBody !== (body !== undefined)) throw notOfType("body", hasBody ? "the app's body, which its request has" : "left out: the request has none");
    const permitted = this.#handle.permit(id);
    const search = this.#client.engine.searchBody();
    const count: Count = { isOver: false };
    try {
      return await this.#send(id, permitted, search, count, body, signal);
    } catch (error) {
      if (count.isOver) return refusal(this.#handle.refuseBody(id));
      // Any other error is a bug here, or an error of the host's stream.
      const failure = error instanceof WaybillError ? error : driverFailure("crashed", { cause: error });
      const body = new Uint8Array((await failure.response?.arrayBuffer()) ?? []);
      const answer = this.#handle.fail(id, failedCall(failure), body, search);
      search.free();
      return this.#final(answer);
    }
  }

  async #send(id: number, { call, bodyBytes }: Permitted, search: BodySearchHandle, count: Count, body: PermitOptions["body"], signal: AbortSignal | undefined): Promise<AppAnswer> {
    const outgoing = body && streamBody(limitBody(body, bodyBytes, count));
    const response = await this.#client.driver.begin({ call, body: outgoing }, signal);
    this.#client.engine.addCredentials(search);
    const answer = this.#handle.answer(id, response.status, [...response.headers], search);
    if (answer.type !== "pass" || !response.body) {
      await response.body?.cancel().catch(() => undefined);
      this.#handle.end(id);
      search.free();
      return answer.type === "pass" ? answerOf(answer.head, undefined) : this.#final(answer);
    }
    const ended = (): void => {
      this.#handle.end(id);
      search.free();
    };
    return answerOf(answer.head, searchBody(response.body, search, ended));
  }

  #final(answer: ForwardedAnswer): AppAnswer {
    switch (answer.type) {
      case "refused":
        return refusal(answer.refused);
      case "whole":
        return answerOf(answer.head, answer.body);
      case "pass":
        return answerOf(answer.head, undefined);
      default:
        throw unknownVariant("an answer", answer);
    }
  }
}

function answerOf({ status, headers }: AnswerHead, body: AppAnswer["body"]): AppAnswer {
  return { status, headers, body, log: undefined };
}

function refusal({ head: { status, headers }, body, log }: RefusedRequest): AppAnswer {
  return { status, headers, body, log };
}

function failedCall(error: WaybillError): FailedCall {
  const { code, message, retry, status, response } = error;
  const held = response && { headers: [...response.headers] as Lines, complete: error.responseComplete ?? false };
  return { code, message, retryAfterMs: retry.type === "after" ? retry.ms : undefined, status, response: held };
}
