// Sends an example to a mock service of each description, in this worker. Only the responses are shown.
import { createMock, type Mock, MockError } from "waybill/mock";
import type { Change } from "waybill/diff/slim";
import { indentJson } from "../model/indent";
import type { SearchInput } from "./examples";
import type { LoadedDescription } from "./inputs";
import type { Example, MockAnswer, ReplayResult, Side } from "./protocol";

/** Maximum number of characters of a body that are shown. */
const SHOWN_BYTES = 4_000;

let mocks: Promise<readonly [Mock, Mock]> | undefined;

export async function replay({ report, previous, current }: SearchInput, id: string, example: Example): Promise<ReplayResult> {
  const change = report.changes.find((other) => other.id === id);
  if (!change) throw new Error(`no change of requests has the id ${id}`);
  mocks ??= Promise.all([serve("previous", previous), serve("current", current)]);
  mocks.catch(() => (mocks = undefined));
  const [before, after] = await mocks;
  return { before: await ask(before, change, example), after: await ask(after, change, example) };
}

async function serve(side: Side, { name, root, others }: LoadedDescription): Promise<Mock> {
  const mock = createMock();
  const plain = name.replace(/^.*[/\\:]/, "") || "openapi";
  const files = [{ path: plain, content: root }, ...Object.entries(others).map(([path, content]) => ({ path, content }))];
  try {
    await mock.import({ files });
  } catch (error) {
    if (!(error instanceof MockError) || error.code === "mock.unavailable") throw error;
    throw new Error(`no mock service can be made of the ${side} description: ${error.message}`);
  }
  return mock;
}

async function ask(mock: Mock, change: Change, { witness }: Example): Promise<MockAnswer> {
  const [service] = await mock.services();
  if (!service) throw new Error("the description has no operation that can be served");
  const { method, url, headers, body } = witness.before;
  const { pathname, search } = new URL(url, "http://localhost");
  const asked = new Request(`http://localhost${service.path}${withoutServer(pathname, method, change)}${search}`, { method, headers: headers.map(([name, value]) => [name, value] as [string, string]), body });
  const response = await mock.fetch(asked);
  const text = indentJson(await response.text());
  const { entries } = await mock.log(service.id, { size: 1 });
  const entry = entries[0];
  return {
    status: response.status,
    reason: entry?.reason ?? null,
    violations: entry?.violations.map(({ message }) => message) ?? [],
    body: text.length > SHOWN_BYTES ? `${text.slice(0, SHOWN_BYTES)}…` : text,
  };
}

/** Returns the path of the request's operation, without the path of the server, which a mock service does not have. */
function withoutServer(pathname: string, method: string, { operations }: Change): string {
  const own = operations.filter((operation) => operation.method === method).map(({ path }) => {
    const pattern = path.split(/\{[^}]*\}/).map((part) => encodeURI(part).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`${pattern.join("[^/]*")}$`).exec(pathname)?.[0] ?? "";
  });
  // If several operations match, the longest path is the right one.
  return own.reduce((longest, path) => (path.length > longest.length ? path : longest), "") || pathname;
}
