// One POST to the webhook: a single attempt, no redirects, and not to this machine or its local link unless the config names that address. The
// name is resolved and checked first, and the connection goes to the checked address.
import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { SkeinError } from "../../core/index.ts";

/** Rejects if the POST fails. The reason names the host, and nothing secret of the address. */
export type Post = (url: string, body: string) => Promise<void>;

const TIMEOUT_MS = 5000;

export const post: Post = async (address, body) => {
  const url = new URL(address);
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    request(url, {
      method: "POST",
      headers,
      signal,
      agent: false,
      ...(isPlain(url) ? {} : { lookup: lookupElsewhere() }),
    })
      .once("response", resolve)
      .on("error", (error) => reject(signal.aborted ? failed(url, `no answer within ${TIMEOUT_MS / 1000} s`) : error))
      .end(body);
  });
  // The body of the answer is not needed.
  response.on("error", () => {}).destroy();
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299) throw failed(url, `it answered ${statusCode}`);
};

const failed = ({ host }: URL, why: string): SkeinError => new SkeinError("webhook_failed", `${host}: ${why}`);

/** Whether the config names a local address itself. */
const isPlain = ({ hostname }: URL): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || /(^|\.)localhost\.?$/.test(hostname);

const here = new BlockList();
here.addSubnet("0.0.0.0", 8, "ipv4");
here.addSubnet("127.0.0.0", 8, "ipv4");
here.addSubnet("169.254.0.0", 16, "ipv4");
here.addSubnet("::", 127, "ipv6");
here.addSubnet("fe80::", 10, "ipv6");

/** Whether an address is this machine or on its local link: services there trust everyone who can reach them. */
export const isHere = (address: string): boolean => here.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

type Resolve = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup that refuses a name if any of its addresses is local: the owner of the name must not choose which one is used. */
export const lookupElsewhere =
  (resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (!first) return callback(error ?? new Error(`${hostname} has no address`), "", 0);
      const inside = addresses.find(({ address }) => isHere(address));
      if (inside) {
        const message = `${hostname} is ${inside.address}, this machine or its link-local network; if you mean that, use the address in config.toml.`;
        return callback(new SkeinError("webhook_refused", message), "", 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
