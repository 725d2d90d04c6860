// Who sent a request, and whether it is one that was sent before.
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { By } from "../../core/index.ts";
import { headerOf } from "../server/headers.ts";

/** What tells a retry from another command under the same id. The environment may differ between retries. */
export function hashOf(route: string, session: string, body: Readonly<Record<string, unknown>>): string {
  const { env: _, ...rest } = body;
  return createHash("sha256")
    .update(JSON.stringify([route, session, rest]))
    .digest("hex");
}

/** On the Unix socket the caller is the socket's owner; the name is what the client calls itself. */
export function byOf(request: IncomingMessage): By {
  const name = headerOf(request, "skein-client")?.slice(0, 64);
  return { kind: "client", address: "unix", ...(name ? { name } : {}) };
}
