// Where the page listens, and under which addresses it may be asked for there. Pure, as far as it goes without the certificate.
import { isIPv6 } from "node:net";
import type { WebAddress } from "../../protocol/index.ts";
import { Refusal } from "../refusal.ts";
import { localPageOrigins, type PageOrigin, pageOriginOf } from "./page-origins.ts";
import type { Network, WebProxy, WebSettings } from "./settings.ts";
import { type Interfaces, isThisMachine, whyUnreachable } from "./unreachable.ts";

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly origins: readonly PageOrigin[];
  /** Paths; null where no TLS is spoken. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

export interface ListenPlan {
  /** The first one is loopback. */
  readonly endpoints: readonly Endpoint[];
  readonly addresses: readonly WebAddress[];
}

const LOOPBACK = "127.0.0.1";
const EVERYWHERE = ["0.0.0.0", "::", "*"];
const LOCAL = /^(127\.0\.0\.1|::1|localhost)$/i;
const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;

const refused = (text: string): Refusal => new Refusal("reach_refused", text);

export function listenPlan({ network, proxy }: Pick<WebSettings, "network" | "proxy">, port: number): ListenPlan {
  const proxied = proxy === null ? [] : [{ ...pageOriginOf(proxy.origin), isProxied: true }];
  const local: Endpoint = { host: LOOPBACK, port, origins: [...localPageOrigins(port), ...proxied], tls: null };
  const addresses: WebAddress[] = [{ url: `http://${LOOPBACK}:${port}/`, reach: "machine", via: "loopback" }];
  if (proxy)
    addresses.push({
      ...{ url: `${pageOriginOf(proxy.origin).origin}/`, reach: "network" },
      via: proxy.isTailscale ? "tailscale" : "proxy",
    });
  if (!network) return { endpoints: [local], addresses };
  const { host, cert, key } = network;
  if (cert === null || key === null) {
    const endpoint: Endpoint = { host, port, origins: proxied, tls: null };
    return { endpoints: [local, endpoint], addresses };
  }
  const own = pageOriginOf(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`);
  const endpoint: Endpoint = { host, port, origins: [own, ...proxied], tls: { cert, key } };
  return {
    endpoints: [local, endpoint],
    addresses: [...addresses, { url: `${own.origin}/`, reach: "network", via: "certificate" }],
  };
}

/** Throws a Refusal where others could listen in, or where it could not work. */
export function checkReach(
  { network, proxy }: { network: Network | null; proxy: WebProxy | null },
  interfaces: Interfaces,
): void {
  if (proxy) checkProxy(proxy.origin);
  if (!network) return;
  const { host, cert, key } = network;
  if (EVERYWHERE.includes(host))
    throw refused(`${host} is every address of this machine; name the one that devices use.`);
  if (LOCAL.test(host)) throw refused(`${host} is this machine itself, where the page is open anyway.`);
  if (!isIPv6(host) && !NAME.test(host)) throw refused(`"${host}" is neither a name nor an address.`);
  if ((cert === null) !== (key === null)) throw refused("A certificate needs its key, and a key its certificate.");
  if (cert === null && proxy === null)
    throw refused(
      `At ${host} others could listen in: the page is only open there with a certificate (--cert and --key), or for a proxy that has one (--behind-proxy).`,
    );
  // A proxy may stand inside this machine; devices do not ask at its address.
  const unreachable = cert === null ? null : whyUnreachable(host, interfaces);
  if (unreachable !== null) throw refused(unreachable);
}

function checkProxy(origin: string): void {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url?.protocol !== "https:" || url.username !== "" || url.pathname !== "/" || url.search !== "" || url.hash !== "")
    throw refused(`"${origin}" is not the address of a proxy with HTTPS, such as https://skein.example.net.`);
  if (isThisMachine(url.hostname))
    throw refused(`${url.hostname} is this machine itself: name the proxy as other devices do.`);
}
