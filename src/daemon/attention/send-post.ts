// One POST to another machine: a single attempt, no redirects, and not to this machine or its local link unless the caller allows it. A name is
// resolved and checked first, and the connection goes to the checked address.
import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { SkeinError } from "../../core/index.ts";

const TIMEOUT_MS = 5000;

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** The address was written by the person: it may be this machine's. */
  readonly mayBeHere?: boolean;
}

/** Resolves to the status of the answer. Rejects if there is none; the reason names the host, and nothing secret of the address. */
export async function sendPost(url: URL, { headers, body, mayBeHere = false }: Sent): Promise<number> {
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    request(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
      agent: false,
      ...(mayBeHere ? {} : { lookup: lookupElsewhere() }),
    })
      .once("response", resolve)
      .on("error", (error) =>
        reject(signal.aborted ? postFault(url, `no answer within ${TIMEOUT_MS / 1000} s`) : error),
      )
      .end(body);
  });
  // The body of the answer is not needed.
  response.on("error", () => {}).destroy();
  return response.statusCode ?? 0;
}

export const postFault = ({ host }: URL, why: string): SkeinError =>
  new SkeinError("webhook_failed", `${host}: ${why}`);

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
