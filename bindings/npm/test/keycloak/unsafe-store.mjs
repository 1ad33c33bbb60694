// A broken store over a client of the package `redis`: without a lock, and with an unchecked save. The run that uses it
// (tests/src/keycloak/fleet) has to detect the lost login.

export class UnsafeTokenStore {
  #client;

  constructor(client) {
    this.#client = client;
  }

  async lock({ login }) {
    const [record, [seconds]] = await Promise.all([this.#client.hGetAll(recordKey(login)), this.#client.time()]);
    return { record: record.version === undefined ? undefined : { ...record }, storeTime: Number(seconds) * 1_000 };
  }

  async save({ login, record }) {
    await this.#client.hSet(recordKey(login), record);
    return true;
  }

  async unlock() {}
}

const recordKey = (login) => `waybill:{${login}}:record`;
