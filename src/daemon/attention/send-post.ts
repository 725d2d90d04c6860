// One POST to another machine: a single attempt, no redirects, and not to this machine or its local link unless the caller allows it. A name is
// resolved and checked first, and the connection goes to the checked address.
import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { SkeinError } from "../../core/index.ts";

const TIMEOUT_MS = 5000;

/** `elsewhere`: not on this machine or its local link; `outside`: not inside its network either. */
type Reach = "anywhere" | "elsewhere" | "outside";

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Where the address may lead: `anywhere` is for one that the person has written, `outside` for one that a device has given. */
  readonly reach: Reach;
}

/** Resolves to the status of the answer. Rejects if there is none; the reason names the host, and nothing secret of the address. */
export async function sendPost(url: URL, { headers, body, reach }: Sent): Promise<number> {
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    request(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
      agent: false,
      ...(reach === "anywhere" ? {} : { lookup: lookupElsewhere(reach) }),
    })
      .once("response", resolve)
      // An answer that wants to speak another protocol is none.
      .once("upgrade", (_, socket) => {
        socket.destroy();
        reject(postFault(url, "it answered 101"));
      })
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

/** Networks that nobody outside can reach. */
const inside = new BlockList();
inside.addSubnet("10.0.0.0", 8, "ipv4");
inside.addSubnet("172.16.0.0", 12, "ipv4");
inside.addSubnet("192.168.0.0", 16, "ipv4");
inside.addSubnet("100.64.0.0", 10, "ipv4");
inside.addSubnet("fc00::", 7, "ipv6");

const isInside = (address: string): boolean => inside.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Whether an address is this machine or on its local link: services there trust everyone who can reach them. */
export const isHere = (address: string): boolean => here.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

type Resolve = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup that refuses a name if any of its addresses is local: the owner of the name must not choose which one is used. */
export const lookupElsewhere =
  (reach: Exclude<Reach, "anywhere">, resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (!first) return callback(error ?? new Error(`${hostname} has no address`), "", 0);
      const local = addresses.find(({ address }) => isHere(address));
      if (local) {
        const message = `${hostname} is ${local.address}, this machine or its link-local network; if you mean that, use the address in config.toml.`;
        return callback(new SkeinError("webhook_refused", message), "", 0);
      }
      const own = reach === "outside" ? addresses.find(({ address }) => isInside(address)) : undefined;
      if (own) {
        const message = `${hostname} is ${own.address}, an address inside this network; push services are outside.`;
        return callback(new SkeinError("push_refused", message), "", 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
