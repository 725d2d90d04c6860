// Under which addresses the page may be asked for. A request for any other, or from the page of any other, is refused: a browser also sends what a
// foreign page wants, and a foreign name can lead here (DNS rebinding).
import type { IncomingMessage } from "node:http";
import { Refusal } from "../refusal.ts";

/** One address of the page, as browsers write it. */
export interface PageOrigin {
  /** With the port, unless it is the usual one. */
  readonly host: string;
  readonly origin: string;
  readonly isSecure: boolean;
  /** A proxy of the person's asks in its own name: where a request really comes from is what that says. */
  readonly isProxied?: boolean;
}

export const pageOriginOf = (origin: string): PageOrigin => {
  const { host, protocol } = new URL(origin);
  return { host, origin: `${protocol}//${host}`, isSecure: protocol === "https:" };
};

export const localPageOrigins = (port: number): readonly PageOrigin[] =>
  ["127.0.0.1", "localhost"].map((name) => pageOriginOf(`http://${name}:${port}`));

/** Two of these are a trick: each reader could take another one. */
const ONCE = ["host", "origin", "authorization", "sec-fetch-site"];

const READING = ["GET", "HEAD"];

/** The site that a request is for. Throws a Refusal for what is for none, or from none. */
export function pageOriginFor(
  request: IncomingMessage,
  origins: readonly PageOrigin[],
  { isPage }: { isPage: boolean },
): PageOrigin {
  refuseDoubles(request);
  const { host, origin } = request.headers;
  const site = origins.find((one) => one.host === host?.toLowerCase());
  const isLocal = request.url?.startsWith("/") ?? false;
  if (!site || !isLocal) throw new Refusal("wrong_host", "This is not an address of the page; `skein web` shows them.");
  if (origin !== undefined) {
    const from = origins.find((one) => one.origin === origin);
    if (!from) throw new Refusal("wrong_origin", "The request comes from a page that is not this one.");
    return from;
  }
  if (isPage) refuseForeignUse(request);
  else refuseUnknownOrigin(request);
  return site;
}

/** A browser that does not say which page it asks for may be asking for any. What a program sends has its token in it. */
function refuseUnknownOrigin({ headers, method = "GET" }: IncomingMessage): void {
  if (headers.authorization !== undefined) return;
  const site = headers["sec-fetch-site"];
  if (site === "same-origin") return;
  if (READING.includes(method) && (site === undefined || site === "none")) return;
  throw new Refusal("wrong_origin", "The request does not say which page it comes from; send the header `Origin`.");
}

/** Another site may lead to the page, but use none of its files: what it asks for costs the person nothing. */
function refuseForeignUse({ headers }: IncomingMessage): void {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "none" || site === "same-origin") return;
  if (headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document") return;
  throw new Refusal("wrong_origin", "The page's files are for the page itself.");
}

function refuseDoubles({ rawHeaders }: IncomingMessage): void {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  for (const name of ONCE) {
    const count = names.filter((one) => one === name).length;
    if (count > 1) throw new Refusal("invalid_body", `The header \`${name}\` was sent ${count} times.`);
  }
}
