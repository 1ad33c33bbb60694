// Script addresses for pages with Trusted Types. Only addresses of the viewer's own files are passed.

interface TypePolicy {
  createScriptURL(address: string): unknown;
}

interface TypePolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): TypePolicy;
}

let policy: TypePolicy | null | undefined;

/** Returns the address in the type that the browser requires. It is unchanged if the page's policy does not allow `waybill`. */
export function trustAddress(address: string | URL): string {
  if (policy === undefined) {
    const factory = (globalThis as { trustedTypes?: TypePolicyFactory }).trustedTypes;
    try {
      policy = factory?.createPolicy("waybill", { createScriptURL: (text) => text }) ?? null;
    } catch {
      policy = null;
    }
  }
  return (policy?.createScriptURL(String(address)) ?? String(address)) as string;
}
