// One POST to the webhook: once, without redirects, and not to this machine or its link unless the config says exactly that. What a name
// resolves to is looked at before it is connected to, and it is that address which is connected to.
import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { SkeinError } from "../../core/index.ts";

/** Rejects when it was not taken, with a reason that names the host and nothing secret of the address. */
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
  // What it says is for nobody.
  response.on("error", () => {}).destroy();
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299) throw failed(url, `it answered ${statusCode}`);
};

const failed = ({ host }: URL, why: string): SkeinError => new SkeinError("webhook_failed", `${host}: ${why}`);

/** The config names the very place. */
const isPlain = ({ hostname }: URL): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || /(^|\.)localhost\.?$/.test(hostname);

const here = new BlockList();
here.addSubnet("0.0.0.0", 8, "ipv4");
here.addSubnet("127.0.0.0", 8, "ipv4");
here.addSubnet("169.254.0.0", 16, "ipv4");
here.addSubnet("::", 127, "ipv6");
here.addSubnet("fe80::", 10, "ipv6");

/** Whether an address is this machine or something on its link: services there trust whoever can reach them. */
export const isHere = (address: string): boolean => here.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

type Resolve = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup that refuses a name with any address here: which one would be connected to is not the name's owner's to choose. */
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
