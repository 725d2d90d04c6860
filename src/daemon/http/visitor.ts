// Who a request comes from, as far as the way in tells: the socket's owner, or a device that is signed in.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { By } from "../../core/index.ts";
import type { Operation } from "../../protocol/index.ts";
import { headerOf } from "../server/headers.ts";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A browser or a program at the page's address. */
export interface Guest {
  /** Null before it has signed in. */
  readonly device: string | null;
  /** It has sent its browser's key. */
  readonly hasKey: boolean;
  readonly address: string;
  /** Whether it came over HTTPS, as far as it knows. */
  readonly isSecure: boolean;
}

export interface Visitor {
  /** So the log names it. */
  readonly by: By;
  /** Null at the socket. */
  readonly guest: Guest | null;
}

/** Throws a Refusal for whoever may not use the operation; null stands for none that there is. */
export type Admit = (exchange: Exchange, operation: Operation | null) => Visitor;

const MAX_NAME = 64;

/** What a client calls itself. */
export const clientName = (request: IncomingMessage): Pick<By, "name"> => {
  const name = headerOf(request, "skein-client")?.slice(0, MAX_NAME);
  return name ? { name } : {};
};

/** On the Unix socket the caller is the socket's owner. */
export const admitOwner: Admit = ({ request }) => ({
  by: { kind: "client", address: "unix", ...clientName(request) },
  guest: null,
});
