// SOAP services of one WSDL each, with the `soap` package: `node server.mjs PORT NAME=FILE...` serves each at /soap/NAME/1.0. It
// responds to the benchmark's requests with as little code as the package allows.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import * as soap from "soap";

const [port, ...services] = process.argv.slice(2);
const server = createServer((_, response) => response.writeHead(404).end());
server.listen(Number(port), "127.0.0.1");

const answers = {
  sayHello: () => ({ greeting: "Hello" }),
  processShipment: () => ({ HighestSeverity: "SUCCESS", Version: { ServiceId: "ship", Major: 23, Intermediate: 0, Minor: 0 } }),
};

for (const service of services) {
  const [name, file] = service.split("=");
  const any = new Proxy({}, { get: () => answers });
  const services = new Proxy({}, { get: () => any });
  soap.listen(server, { path: `/soap/${name}/1.0`, services, xml: readFileSync(file, "utf8"), uri: file });
}
