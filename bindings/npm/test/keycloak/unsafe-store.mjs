// A store as it must not be, over a client of the package `redis`: no lock, and a save that checks nothing. The run that has it
// (tests/src/keycloak/fleet) has to see the login lost.

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
