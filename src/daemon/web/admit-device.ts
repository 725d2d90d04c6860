// Which device a request comes from, and whether a device may ask for this at all, and so often.
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { KEY_HEADER, type Operation, operations } from "../../protocol/index.ts";
import type { Clock } from "../../session/index.ts";
import { type Admit, clientName, type Exchange, type Guest } from "../http/visitor.ts";
import { Refusal } from "../refusal.ts";
import { headerOf } from "../server/headers.ts";
import { secretsOf } from "./cookie.ts";
import { type Device, type Devices, hasKey } from "./devices.ts";
import type { PageOrigin } from "./page-origins.ts";
import { RateLimiter, refuseTooMany } from "./rate-limiter.ts";

interface Dependencies {
  readonly devices: Devices;
  readonly clock: Clock;
  readonly port: () => number;
  readonly originOf: (request: IncomingMessage) => PageOrigin;
  /** Its answer is cut when the device is signed out. */
  readonly hold: (device: string, exchange: Exchange) => void;
}

/** A page that opens many sessions at once stays far below. */
const DEVICE_RATE = { burst: 1000, perSecond: 100 };
/** For those who are not signed in, by address. */
const STRANGER_RATE = { burst: 30, perSecond: 0.5 };
/** Of the page's own files, by address: a page with all that it loads later has some thirty. */
const FILE_RATE = { burst: 1000, perSecond: 100 };
/** A code is short: whoever is not signed in can't fill the memory with more. */
const SIGN_IN_BYTES = 10_000;

export function admitDevices({ devices, clock, port, originOf, hold }: Dependencies): Admit {
  const ofDevices = new RateLimiter(DEVICE_RATE, clock);
  const ofStrangers = new RateLimiter(STRANGER_RATE, clock);
  /** Apart: nobody is kept from signing in by what others ask for. Wrong codes are counted where they are tried. */
  const ofSignIns = new RateLimiter(FILE_RATE, clock);

  const guestOf = (request: IncomingMessage): Guest => {
    const { isSecure, isProxied = false } = originOf(request);
    return { device: null, hasKey: false, address: addressOf(request, { isProxied }), isSecure };
  };

  const admitStranger = (exchange: Exchange, operation: Operation | null, guest: Guest): void => {
    const rates = operation === operations.signIn ? ofSignIns : ofStrangers;
    refuseTooMany(exchange.response, rates.take(guest.address));
    const { headers } = exchange.request;
    if (operation !== operations.signIn)
      throw notSignedIn(exchange, headers.authorization !== undefined || headers.cookie !== undefined);
    if (!(Number(headers["content-length"]) <= SIGN_IN_BYTES))
      throw new Refusal("too_large", `A sign-in says its length, which is at most ${SIGN_IN_BYTES} bytes.`);
  };

  return (exchange, operation) => {
    const { request } = exchange;
    const guest = guestOf(request);
    const { proof, device } = provenIn(request, proofsIn(request, port()), devices);
    if (!device || !isProved(device, proof, request) || operation === operations.signIn) {
      admitStranger(exchange, operation, guest);
      const known = proof?.kind === "cookie" ? device : null;
      const isKnown = { device: known?.id ?? null, hasKey: known !== null && isProved(known, proof, request) };
      return { by: byOf(request, guest, known), guest: { ...guest, ...isKnown } };
    }
    if (request.headers.upgrade !== undefined)
      throw new Refusal("invalid_body", "Connections are not upgraded here; streams are answers to a GET.");
    refuseAdmin(operation);
    refuseTooMany(exchange.response, ofDevices.take(device.id));
    devices.see(device.id, guest.address);
    hold(device.id, exchange);
    const isKnown = { device: device.id, hasKey: device.keyHash !== null };
    return { by: byOf(request, guest, device), guest: { ...guest, ...isKnown } };
  };
}

/** Whoever reads the page's files needs no device: who asks too often waits. */
export function admitReaders({ clock, originOf }: Pick<Dependencies, "clock" | "originOf">) {
  const rates = new RateLimiter(FILE_RATE, clock);
  return (exchange: Exchange): void => {
    const { isProxied = false } = originOf(exchange.request);
    const waitSeconds = rates.take(addressOf(exchange.request, { isProxied }));
    if (waitSeconds > 0) exchange.response.setHeader("connection", "close");
    refuseTooMany(exchange.response, waitSeconds);
  };
}

const addressOf = (request: IncomingMessage, { isProxied }: { isProxied: boolean }): string =>
  (isProxied ? forwardedFor(request) : null) ?? request.socket.remoteAddress ?? "";

/** As the nearest proxy says it: what comes before is anybody's word. */
function forwardedFor(request: IncomingMessage): string | null {
  const last = headerOf(request, "x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  return isIP(last) ? last : null;
}

const byOf = (request: IncomingMessage, { address }: Guest, device: Device | null) => ({
  kind: "client" as const,
  address,
  ...clientName(request),
  ...(device ? { device: device.name } : {}),
});

interface Proof {
  readonly kind: "cookie" | "token";
  readonly secret: string;
}

/** A token in the header is a program's; a browser's is in its cookie. */
function proofsIn({ headers }: IncomingMessage, port: number): readonly Proof[] {
  const { authorization } = headers;
  if (authorization === undefined)
    return secretsOf(headers.cookie, { port }).map((secret) => ({ kind: "cookie", secret }));
  const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  return secret ? [{ kind: "token", secret }] : [];
}

interface Proven {
  readonly proof: Proof | null;
  readonly device: Device | null;
}

/** Every page of this host, whatever its port, can add a cookie of the same name: the one that proves a device counts. */
function provenIn(request: IncomingMessage, proofs: readonly Proof[], devices: Devices): Proven {
  const known = proofs.flatMap((proof): Proven[] => {
    const device = devices.find(proof.secret);
    return device ? [{ proof, device }] : [];
  });
  const proven = known.find(({ proof, device }) => device !== null && isProved(device, proof, request));
  return proven ?? known[0] ?? { proof: null, device: null };
}

/**
 * A browser sends its cookie to every port of this host, so whoever listens on one can learn it. Its key has only the page of this very address.
 */
function isProved(device: Device, proof: Proof | null, request: IncomingMessage): boolean {
  return proof?.kind === "token" ? device.keyHash === null : hasKey(device, headerOf(request, KEY_HEADER) ?? null);
}

/** What concerns the daemon as a whole, or can't be undone, is done at the machine. */
function refuseAdmin(operation: Operation | null): void {
  if (operation?.access !== "admin") return;
  throw new Refusal(
    "not_allowed",
    `This is only possible on the machine itself, not from a device: ${operation.summary}`,
  );
}

function notSignedIn({ response }: Exchange, hasToken: boolean): Refusal {
  response.setHeader("www-authenticate", "Bearer");
  const why = hasToken ? "This device is not signed in any more." : "This device is not signed in.";
  return new Refusal("not_signed_in", `${why} Run \`skein web\` on the machine.`);
}
