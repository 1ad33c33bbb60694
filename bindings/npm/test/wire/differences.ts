// Differences that `same` detects: each of these is another type, and must not compile.
import { same, sameAsJson } from "./same.js";

type Ours = { readonly type: "one"; readonly name?: string | undefined } | { readonly type: "two"; readonly bytes: Uint8Array<ArrayBuffer>; readonly list: readonly [string, number][] };
type One = { type: "one"; name: string | null };
type Two = { type: "two"; bytes: Uint8Array; list: Array<[string, number]> };

same<Ours, One | Two>((value) => value, (value) => value);

// @ts-expect-error a variant that Rust does not have
same<Ours, One>((value) => value, (value) => value);
// @ts-expect-error a variant that TypeScript does not have
same<Ours, One | Two | { type: "three" }>((value) => value, (value) => value);
// @ts-expect-error a member that Rust does not have
same<Ours, { type: "one" } | Two>((value) => value, (value) => value);
// @ts-expect-error a member that TypeScript does not have
same<Ours, (One & { more: number }) | Two>((value) => value, (value) => value);
// @ts-expect-error a member that TypeScript does not have, and Rust may leave out
same<Ours, (One & { more: number | null }) | Two>((value) => value, (value) => value);
// @ts-expect-error a member of another type
same<Ours, { type: "one"; name: number | null } | Two>((value) => value, (value) => value);
// @ts-expect-error a member that is always there
same<Ours, { type: "one"; name: string } | Two>((value) => value, (value) => value);
// @ts-expect-error a name that is any text
same<Ours, { type: string; name: string | null } | Two>((value) => value, (value) => value);
// @ts-expect-error an element of another type
same<Ours, One | { type: "two"; bytes: Uint8Array; list: Array<[string, string]> }>((value) => value, (value) => value);
// @ts-expect-error bytes that are a list of numbers
same<Ours, One | { type: "two"; bytes: Array<number>; list: Array<[string, number]> }>((value) => value, (value) => value);

type OursAsJson = { readonly name?: string; readonly list: readonly { readonly id: string | null }[] };

sameAsJson<OursAsJson, { name?: string; list: Array<{ id: string | null }> }>((value) => value, (value) => value);

// @ts-expect-error a member that is never left out
sameAsJson<OursAsJson, { name: string; list: Array<{ id: string | null }> }>((value) => value, (value) => value);
// @ts-expect-error a member that is never `null`
sameAsJson<OursAsJson, { name?: string; list: Array<{ id: string }> }>((value) => value, (value) => value);
// @ts-expect-error a member that may be left out
sameAsJson<OursAsJson, { name?: string; list: Array<{ id?: string | null }> }>((value) => value, (value) => value);
// @ts-expect-error a member that TypeScript does not have, and that may be left out
sameAsJson<OursAsJson, { name?: string; more?: string; list: Array<{ id: string | null }> }>((value) => value, (value) => value);
// @ts-expect-error a member that Rust does not have
sameAsJson<OursAsJson, { list: Array<{ id: string | null }> }>((value) => value, (value) => value);
