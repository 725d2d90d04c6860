// Who sent a request, as far as the entrance tells: the socket's owner, or a signed-in device.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { By } from "../../core/index.ts";
import type { Operation } from "../../protocol/index.ts";
import { headerOf } from "../server/headers.ts";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A browser or program that came in through the page's port. */
export interface Guest {
  /** Null if it is not signed in. */
  readonly device: string | null;
  /** The request contains its browser's key. */
  readonly hasKey: boolean;
  readonly address: string;
  /** Whether the connection uses HTTPS, as far as the daemon knows. */
  readonly isSecure: boolean;
}

export interface Visitor {
  /** The author that the log records. */
  readonly by: By;
  /** Null at the Unix socket. */
  readonly guest: Guest | null;
}

/** Throws a Refusal if the sender may not use the operation; `operation` is null if there is no such operation. */
export type Admit = (exchange: Exchange, operation: Operation | null) => Visitor;

const MAX_NAME = 64;

/** The name that the client gives itself. */
export const clientName = (request: IncomingMessage): Pick<By, "name"> => {
  const name = headerOf(request, "skein-client")?.slice(0, MAX_NAME);
  return name ? { name } : {};
};

/** Only the owner of the Unix socket can connect to it. */
export const admitOwner: Admit = ({ request }) => ({
  by: { kind: "client", address: "unix", ...clientName(request) },
  guest: null,
});
