// What a browser gets for `import "waybill"`: one named error. A page never holds an API key or a password, so there is
// no client for it; the comparison of descriptions is what runs there.

/** Why the main entry cannot be used in a browser. */
export class BrowserEntryError extends Error {
  override readonly name = "BrowserEntryError";
  readonly code = "entry.browser";

  constructor() {
    super('"waybill" holds credentials and does not run in a browser: import "waybill/diff" there, and call the platform from a back end');
  }
}

// The names exist so that bundlers can link an import of them; evaluating the first one throws.
export const Client: never = refuse();
export const WaybillError: never = refuse();
export const Forwarder: never = refuse();
export const MockClient: never = refuse();
export const TokenSnapshot: never = refuse();
export const readVariables: never = refuse();
export const readCredentialsFile: never = refuse();
export const createFileSource: never = refuse();
export const syncCredentials: never = refuse();

function refuse(): never {
  throw new BrowserEntryError();
}
