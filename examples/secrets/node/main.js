// A client whose key is kept in AWS Secrets Manager, and rotated while it runs.
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { Client, syncCredentials } from "waybill";

const { SECRET_ID, WAYBILL_BASE_URL, EVERY_MS = "60000", CALLS = "100" } = process.env;
const manager = new SecretsManagerClient();
const source = {
  async read(abortSignal) {
    const { SecretString } = await manager.send(new GetSecretValueCommand({ SecretId: SECRET_ID }), { abortSignal });
    return { ...JSON.parse(SecretString), environment: "sandbox" };
  },
};

const environments = [{ name: "sandbox", kind: "sandbox", baseUrl: WAYBILL_BASE_URL }];
const client = new Client({ environments, environment: "sandbox", credentials: [await source.read(AbortSignal.timeout(30_000))] });
const sync = syncCredentials(client, source, { everyMs: Number(EVERY_MS), onError: (error) => console.error(`the key was not read: ${error.name}`) });

let [left, answered] = [Number(CALLS), 0];
async function call() {
  while (left-- > 0) {
    const health = await client.platform.send("GET", "/connections/{connectionId}/health", { parameters: { connectionId: "c-1" } });
    await health.arrayBuffer();
    answered++;
  }
}
await Promise.all(Array.from({ length: 10 }, call));
console.log(`${answered} calls were answered`);
sync.stop();
await client.close();
