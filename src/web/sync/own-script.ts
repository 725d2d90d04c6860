// The page's own programs beside it: its workers. The page's policy lets a script start only what this file has declared to be trusted.

interface Trust {
  createScriptURL(address: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Trust): Trust;
}

/** Its address never changes: it serves all others. */
export const SERVICE_WORKER = "/service-worker.js";

/** Read when it is asked for: a file that stands alone makes the address of its worker itself. */
const own = (): readonly string[] => [SHARED_WORKER, HIGHLIGHT_WORKER, SERVICE_WORKER];

const rules: Trust = {
  createScriptURL(address) {
    if (!own().includes(address)) throw new TypeError(`${address} is no program of the page.`);
    return address;
  },
};

/** Made with the first worker. Browsers without such policies take the address as it is. The policy of the page (`daemon/web/page-files`) has its name. */
let trust: Trust | null = null;

/** The address of a worker, as the page's policy asks for it. */
export function ownScript(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trust ??= trustedTypes?.createPolicy("skein", rules) ?? rules;
  return trust.createScriptURL(address);
}
