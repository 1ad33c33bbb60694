// The entry `waybill` for browsers: every import fails with a named error. A page must not hold an API key or a password, so
// there is no client for browsers. `waybill/diff` does run there.

/** Thrown when a browser imports the main entry. */
export class BrowserEntryError extends Error {
  override readonly name = "BrowserEntryError";
  readonly code = "entry.browser";

  constructor() {
    super('"waybill" holds credentials and does not run in a browser: import "waybill/diff" there, and call the platform from a back end');
  }
}

// Bundlers need these names to link an import. Evaluating the first one throws.
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
