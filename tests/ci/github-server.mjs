// A local server with the part of GitHub's REST API that comments on a pull request need. It records every request.
import { createServer } from "node:http";

export const BOT = "github-actions[bot]";

/** Starts a server whose repository `octo/shipping` has pull request 7 with this last commit. */
export async function github(head) {
  const repository = { full_name: "octo/shipping" };
  const pull = { number: 7, state: "open", head: { sha: head, ref: "feature", repo: repository }, base: { sha: head, ref: "main", repo: repository } };
  const state = { comments: [], nextId: 100, pull, seen: [] };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const url = new URL(request.url, "http://x");
    const body = text ? JSON.parse(text) : undefined;
    state.seen.push({ method: request.method, path: url.pathname, query: Object.fromEntries(url.searchParams), body, headers: request.headers });
    const [status, value] = answer(state, request.method, url.pathname.replace("/repos/octo/shipping/", ""), body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 204 ? undefined : JSON.stringify(value));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { state, origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close(), add: (body) => add(state, body) };
}

function add(state, body) {
  const comment = { id: (state.nextId += 1), user: { login: BOT }, body };
  state.comments.push(comment);
  return comment;
}

function answer(state, method, path, body) {
  const comment = state.comments.find(({ id }) => path === `issues/comments/${id}`);
  if (path === "pulls/7") return [200, state.pull];
  if (/^commits\/[0-9a-f]{40}\/pulls$/.test(path)) return [200, [state.pull]];
  if (path === "issues/7/comments") return method === "POST" ? [201, add(state, body.body)] : [200, state.comments];
  if (path === "issues/7/labels" || path.startsWith("issues/7/labels/")) return [200, []];
  if (!comment) return [404, { message: "Not Found" }];
  if (method === "PATCH") return [200, Object.assign(comment, { body: body.body })];
  state.comments = state.comments.filter((one) => one !== comment);
  return [204];
}
