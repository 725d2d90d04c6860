// Opening and closing the page's port.
import type { BodyOf } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";
import { CODE_MINUTES } from "../web/sign-in-codes.ts";

export const webHandlers = ({ web }: DaemonContext): Pick<Handlers, "openWeb" | "pair" | "closeWeb" | "webStatus"> => ({
  async openWeb({ body: { port, network, proxy } }) {
    const opened = await web.open({
      ...(port === undefined ? {} : { port }),
      ...(network === undefined ? {} : { network: network && networkOf(network) }),
      ...(proxy === undefined
        ? {}
        : { proxy: proxy && { origin: proxy.origin, isTailscale: proxy.isTailscale === true } }),
    });
    const { addresses } = web.status();
    const code = web.codes.open();
    // The code is in the fragment, which browsers do not send and servers do not log.
    return { url: `${addresses[0]?.url}#code=${code}`, port: opened, minutes: CODE_MINUTES, addresses };
  },

  pair() {
    // Prefers addresses without a certificate of Skein's own: every browser trusts them.
    const reachable = web.status().addresses.filter(({ reach }) => reach === "network");
    const [address] = reachable;
    if (!address) throw new Refusal("not_reachable", "Only this machine can open the page, so a phone can't.");
    const { code, short } = web.codes.openPair();
    return { url: `${address.url}#code=${code}`, code: short, minutes: CODE_MINUTES };
  },

  async closeWeb() {
    await web.close();
    return { state: "closed" };
  },

  webStatus: () => web.status(),
});

const networkOf = ({ host, cert, key }: NonNullable<BodyOf<"openWeb">["network"]>) => ({
  host,
  cert: cert ?? null,
  key: key ?? null,
});
