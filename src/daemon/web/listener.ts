// One address at which the page is served, over TCP, with TLS or without.
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createSecureContext } from "node:tls";
import { readRegularFile } from "../../home/index.ts";
import { isCode, messageOf } from "../../system/index.ts";
import { noteEnds } from "../gate/tcp-peer.ts";
import { Refusal } from "../refusal.ts";
import { descriptorLimit, limitConnections, serverOptions } from "../server/connections.ts";
import { oneByOne } from "../server/one-by-one.ts";
import type { Endpoint } from "./listen-plan.ts";
import { answerMalformed } from "./malformed-requests.ts";
import type { PageOrigin } from "./page-origins.ts";

/** Some hundred tabs; the daemon's own socket is not affected. */
const MAX_DESCRIPTORS = 1024;
/** As long as a client may take for its headers. */
const HANDSHAKE_MS = 10_000;
/** Browsers send the cookies of every port of a host: a development server here may have set many. */
const MAX_HEADERS = 64 * 1024;
/** Of a certificate with its chain, and of a key. */
const MAX_SECRET = 1024 * 1024;

export interface Listener {
  readonly endpoint: Endpoint;
  /** The same endpoint, with other addresses or another certificate. */
  update(endpoint: Endpoint): void;
  close(): Promise<void>;
}

/** Answers what comes in at an endpoint, by the addresses that it has at that moment. */
export type Answer = (origins: () => readonly PageOrigin[]) => RequestListener;

export const isSameEndpoint = (a: Endpoint, b: Endpoint): boolean =>
  a.host === b.host && a.port === b.port && (a.tls === null) === (b.tls === null);

/** Throws a Refusal if the certificate can't be used, or the address can't be listened at. */
export async function listenAt(first: Endpoint, answer: Answer, failed: (error: Error) => void): Promise<Listener> {
  let endpoint = first;
  const listener = oneByOne(answer(() => endpoint.origins));
  const server = serverFor(endpoint, listener);
  const connections = limitConnections(server, { descriptors: Math.min(MAX_DESCRIPTORS, descriptorLimit() / 2) });
  answerMalformed(server);
  server.on("connection", noteEnds).on("secureConnection", noteEnds);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(endpoint.port, endpoint.host, () => resolve());
  }).catch((error) => {
    throw refusedEndpoint(endpoint, error);
  });
  server.on("error", failed);
  return {
    get endpoint() {
      return endpoint;
    },
    update(next) {
      if (next.tls && "setSecureContext" in server) (server as TlsServer).setSecureContext(secretsIn(next.tls));
      endpoint = next;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      connections.cutAll();
      await closed;
    },
  };
}

type TlsServer = ReturnType<typeof createTlsServer>;

function serverFor({ tls }: Endpoint, listener: RequestListener): Server {
  const plain = { ...serverOptions, maxHeaderSize: MAX_HEADERS };
  if (!tls) return createServer(plain, listener);
  const options = { ...plain, ...secretsIn(tls), handshakeTimeout: HANDSHAKE_MS };
  return createTlsServer(options, listener) as unknown as Server;
}

/** Read anew each time: certificates are renewed. */
function secretsIn({ cert, key }: NonNullable<Endpoint["tls"]>): { cert: Buffer; key: Buffer } {
  try {
    const secrets = {
      cert: readRegularFile(cert, { maxBytes: MAX_SECRET }),
      key: readRegularFile(key, { maxBytes: MAX_SECRET }),
    };
    createSecureContext(secrets);
    return secrets;
  } catch (error) {
    throw new Refusal(
      "reach_refused",
      `The certificate ${cert} can't be used with the key ${key}: ${messageOf(error)}`,
    );
  }
}

function refusedEndpoint({ host, port }: Endpoint, error: unknown): unknown {
  if (isCode(error, "EADDRINUSE"))
    return new Refusal(
      "port_taken",
      `Another program listens on port ${port} of this machine. End it, or choose another port for the page: skein web --port <number>`,
      { port },
    );
  if (isCode(error, "EACCES"))
    return new Refusal("port_taken", `This system does not let you use port ${port}: choose one above 1023.`, { port });
  if (isCode(error, "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"))
    return new Refusal("reach_refused", `This machine has no address ${host} now.`);
  return error;
}
