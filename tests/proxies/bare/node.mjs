// Fastify as a proxy without any checks, for `tests/proxies/bench.mjs`. It uses the packages of the example.
import { createRequire } from "node:module";
import { Readable } from "node:stream";

const fastify = createRequire(new URL("../../../examples/proxy/node/package.json", import.meta.url))("fastify");
const { WAYBILL_BASE_URL, WAYBILL_API_KEY } = process.env;

const server = fastify();
server.get("/*", async (request, reply) => {
  const answer = await fetch(WAYBILL_BASE_URL + request.url, { headers: { authorization: `Bearer ${WAYBILL_API_KEY}` } });
  return reply.code(answer.status).header("content-type", answer.headers.get("content-type")).send(Readable.fromWeb(answer.body));
});
console.log(`listening on ${await server.listen({ host: "127.0.0.1", port: 0 })}`);
