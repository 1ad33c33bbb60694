// What comparison and mock service throw in Rust: a plain object, of which an error is made.

/** A refusal as it crosses from Rust, and from a worker. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && !(value instanceof Error) && "code" in value && "message" in value;
}
