// Addresses of scripts, as pages with Trusted Types want them: the only ones are those of the viewer's own files.

interface TypePolicy {
  createScriptURL(address: string): unknown;
}

interface TypePolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): TypePolicy;
}

let policy: TypePolicy | null | undefined;

/** The address as the browser wants it. A page whose policy does not name `waybill` gets it as it is. */
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
