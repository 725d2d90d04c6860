// Runs every check in order. A check that throws or takes too long becomes a finding, and the others still run.
import type { Client } from "../../client/index.ts";
import { explain } from "../explain.ts";
import { agents } from "./agents.ts";
import { backup } from "./backup.ts";
import { callers } from "./callers.ts";
import type { Check, CheckContext, Finding } from "./check.ts";
import { clock } from "./clock.ts";
import { config } from "./config.ts";
import { daemon } from "./daemon.ts";
import { database } from "./database.ts";
import { descriptors } from "./descriptors.ts";
import { disk } from "./disk.ts";
import { environment } from "./environment.ts";
import { fileSystem } from "./file-system.ts";
import { home } from "./home.ts";
import { leftovers } from "./leftovers.ts";
import { lock } from "./lock.ts";
import { loginItem } from "./login-item.ts";
import { node } from "./node.ts";
import { programs } from "./programs.ts";
import { socket } from "./socket.ts";
import { versions } from "./versions.ts";
import { web } from "./web.ts";

const checks: readonly Check[] = [
  ...[node, versions, environment, home, fileSystem, disk],
  ...[daemon, socket, callers, web, lock, descriptors, loginItem],
  ...[database, backup, clock, config, agents, leftovers, programs],
];

/** Asking agents for their versions has its own time limits; all other checks are fast. */
const PATIENCE_MS = 20_000;

export type Result = Finding & { readonly id: string };

/** `connect` finds the daemon or starts it; it throws if that fails. */
export async function runChecks(
  context: Pick<CheckContext, "io" | "paths">,
  connect: () => Promise<Client>,
  patienceMs = PATIENCE_MS,
): Promise<Result[]> {
  const { absence, ...daemon } = await meet(connect);
  const all = await Promise.all(
    checks.map(async (check) => {
      const run = check.run({ ...context, ...daemon }).catch((error) => [trouble(check.id, error)]);
      const findings = await within(patienceMs, run, [late(check.id, patienceMs)]);
      return (check.id === "daemon" && absence ? [absence, ...findings] : findings).map((finding) => ({
        id: check.id,
        ...finding,
      }));
    }),
  );
  return all.flat();
}

type Met = Pick<CheckContext, "client" | "server"> & { readonly absence: Finding | null };

/** The first call shows whether a daemon runs or can be started. */
async function meet(connect: () => Promise<Client>): Promise<Met> {
  try {
    const client = await connect();
    return { client, server: await client.server(), absence: null };
  } catch (error) {
    return { client: null, server: null, absence: trouble("daemon", error) };
  }
}

async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([work, waited]).finally(() => clearTimeout(timer));
}

const late = (title: string, ms: number): Finding => ({
  ...{ state: "failed", title, text: `the check took longer than ${ms / 1000} seconds` },
  fix: "watch the daemon's log: skein daemon logs --follow",
});

function trouble(title: string, error: unknown): Finding {
  const { message, why, fix } = explain(error);
  return { state: "failed", title, text: why ? `${message}: ${why}` : message, fix };
}
