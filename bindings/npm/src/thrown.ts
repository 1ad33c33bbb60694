// The plain object that comparison and mock service throw in Rust, before it is converted to an error.

/** A failure as passed from Rust, and from a worker. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && !(value instanceof Error) && "code" in value && "message" in value;
}
