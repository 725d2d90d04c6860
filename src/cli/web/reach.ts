// From where the page can be reached, as the flags of `skein web` say it.
import { resolve } from "node:path";
import type { Client } from "../../client/index.ts";
import { explain } from "../explain.ts";
import { usageFailure } from "../failure.ts";
import type { Io } from "../io.ts";
import { safeLine } from "../text/safe-text.ts";
import { endTailscale, serveByTailscale } from "./tailscale.ts";

export interface ReachFlags {
  readonly port: string | undefined;
  readonly host: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly "behind-proxy": string | undefined;
  readonly tailscale: boolean;
  readonly local: boolean;
}

interface Context {
  readonly client: Client;
  readonly io: Io;
  readonly cwd: string;
}

type Opening = NonNullable<Parameters<Client["openWeb"]>[0]>;
type Opened = Awaited<ReturnType<Client["openWeb"]>>;

/** Opens the page as the flags say; what they don't name stays as it was. */
export async function openAsAsked(flags: ReachFlags, { client, io, cwd }: Context): Promise<Opened> {
  const wanted = openingFrom(flags, cwd);
  if (flags.local) await endServing(client, io);
  const opened = await client.openWeb(wanted);
  if (flags.tailscale) {
    const origin = await serveByTailscale(opened.port, io);
    return client.openWeb({ proxy: { origin, isTailscale: true } });
  }
  // It ended with `--stop`, or forgot. The page is open without it.
  if (opened.addresses.some(({ via }) => via === "tailscale"))
    await serveByTailscale(opened.port, io).catch((error) => warn(io, "other machines can't reach the page", error));
  return opened;
}

/** Before the page is closed, or kept to this machine. */
export async function endServing(client: Client, io: Io): Promise<void> {
  const { addresses, port } = await client.webStatus();
  if (port === null || !addresses.some(({ via }) => via === "tailscale")) return;
  await endTailscale(port, io).catch((error) => warn(io, "Tailscale still has an address for the page", error));
}

function warn({ stderr }: Io, what: string, error: unknown): void {
  const { message, why, fix } = explain(error);
  stderr.write(`${what}: ${message}${why ? `: ${why}` : ""}${fix ? `; ${fix}` : ""}\n`);
}

/** Files are meant from where the person is. */
function openingFrom(flags: ReachFlags, cwd: string): Opening {
  const { host, cert, key, local, tailscale } = flags;
  const proxy = flags["behind-proxy"];
  if (local && (host ?? cert ?? key ?? proxy ?? tailscale))
    throw usageFailure("--local is this machine only", "omit it, or the flags for other machines");
  if (tailscale && proxy !== undefined)
    throw usageFailure("--tailscale is a proxy of its own", "use --tailscale or --behind-proxy, not both");
  if (host === undefined && (cert ?? key) !== undefined)
    throw usageFailure("a certificate needs an address", "name the address that devices use: --host <address>");
  return {
    ...portFrom(flags.port),
    ...(local ? { network: null, proxy: null } : {}),
    ...(host === undefined ? {} : { network: networkFrom({ host, cert, key }, cwd) }),
    ...(proxy === undefined ? {} : { proxy: { origin: proxy } }),
  };
}

function networkFrom({ host, cert, key }: Pick<ReachFlags, "cert" | "key"> & { host: string }, cwd: string) {
  return {
    host,
    ...(cert === undefined ? {} : { cert: resolve(cwd, cert) }),
    ...(key === undefined ? {} : { key: resolve(cwd, key) }),
  };
}

function portFrom(typed: string | undefined): { port?: number } {
  if (typed === undefined) return {};
  const port = Number(typed);
  if (/^\d{1,5}$/.test(typed) && port >= 1 && port <= 65_535) return { port };
  throw usageFailure(`"${safeLine(typed)}" is not a port`, "give a number from 1 to 65535, such as --port 8080");
}
