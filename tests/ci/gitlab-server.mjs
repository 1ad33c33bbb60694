// A local server with the part of GitLab's REST API that notes on a merge request need, with faults on request.
import { createServer } from "node:http";

export const BOT = "project_42_bot_0123456789abcdef";

/** Starts a server whose project `group/sub/shipping` has merge request 7 with this last commit. */
export async function gitlab(head) {
  const state = {
    notes: [],
    nextId: 300,
    labels: [],
    requests: [{ iid: 7, state: "opened", sha: head, source_branch: "feature" }],
    /** All requests: method, path with a decoded project, query, body, and the header with the token. */
    seen: [],
    /** Status and headers of the next responses. An empty entry is no fault. With `lost`, the request is still carried out. */
    faults: [],
    /** Called before each response, so that a test can wait or change something. */
    before: async () => {},
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const url = new URL(request.url, "http://x");
    const body = text ? JSON.parse(text) : undefined;
    const token = request.headers["private-token"] ? "private-token" : "none";
    state.seen.push({ method: request.method, path: url.pathname, query: Object.fromEntries(url.searchParams), body, token });
    await state.before(request.method, url.pathname);
    const fault = state.faults.shift();
    const reply = fault && !fault.lost ? undefined : answer(state, request.method, url, body);
    const { status, value, headers = {} } = fault ? { value: { message: `no: ${JSON.stringify(request.headers)}` }, ...fault } : reply;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(status === 204 ? undefined : JSON.stringify(value));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { state, origin, api: `${origin}/api/v4`, close: () => server.close(), add: (author, body) => add(state, author, body) };
}

function add(state, username, body) {
  const note = { id: (state.nextId += 1), author: { username }, body, system: false };
  state.notes.push(note);
  return note;
}

function answer(state, method, { pathname, searchParams }, body) {
  const missing = { status: 404, value: { message: "404 Not found" } };
  if (method === "GET" && pathname === "/api/v4/user") return { status: 200, value: { username: BOT } };
  const project = "/api/v4/projects/group%2Fsub%2Fshipping/";
  if (!pathname.startsWith(project)) return missing;
  const parts = pathname.slice(project.length).split("/");
  const [kind, iid, notes, id] = parts;
  if (method === "GET" && kind === "repository") return { status: 200, value: state.requests };
  const request = state.requests.find((one) => String(one.iid) === iid);
  if (kind !== "merge_requests" || !request) return missing;
  if (notes === undefined) {
    if (method === "PUT" && body.add_labels) state.labels.push(body.add_labels);
    if (method === "PUT" && body.remove_labels) state.labels = state.labels.filter((label) => label !== body.remove_labels);
    return { status: 200, value: request };
  }
  const note = state.notes.find((one) => String(one.id) === id);
  if (method === "GET") {
    const [size, page] = [Number(searchParams.get("per_page") ?? 20), Number(searchParams.get("page") ?? 1)];
    // The newest first, unless the request asks for the other order.
    const all = searchParams.get("sort") === "asc" ? state.notes : state.notes.toReversed();
    return { status: 200, value: all.slice((page - 1) * size, page * size) };
  }
  if (method === "POST") return { status: 201, value: add(state, BOT, body.body) };
  if (!note) return missing;
  if (method === "PUT") {
    note.body = body.body;
    return { status: 200, value: note };
  }
  state.notes = state.notes.filter((one) => one !== note);
  return { status: 204 };
}
