// Ends the daemon and waits until it is gone: the next command finds none, or a new one.
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type DrainAnswer, type ServerInfo, unixTransport } from "../../client/index.ts";
import type { Paths } from "../../home/index.ts";
import { isAlive } from "../../system/index.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { findDaemon } from "./find-daemon.ts";

const PATIENCE_MS = 30_000;
const POLL_MS = 25;

/** A client that starts nothing: no listener is an error. */
export const plainClient = (paths: Paths): Client =>
  new Client({ transport: unixTransport(paths.socket), name: "cli" });

export interface Stopping {
  readonly paths: Paths;
  readonly io: Pick<Io, "now">;
  /** By default idle agents are stopped and busy agents keep running. */
  readonly agents?: "stop" | "keep";
  /** A daemon for which this returns true is left alone. */
  readonly unless?: (server: ServerInfo) => boolean;
}

/** Null if there was none to stop; throws if one lives but can't be reached. */
export async function stopDaemon({
  paths,
  io,
  agents,
  unless,
}: Stopping): Promise<(DrainAnswer & { pid: number }) | null> {
  if (!(await findDaemon({ io, paths }))) return null;
  const client = plainClient(paths);
  const server = await client.server();
  if (unless?.(server)) return null;
  const { pid } = server.daemon;
  const answer = await client.drain(agents ? { agents } : {});
  const until = io.now() + PATIENCE_MS;
  while (isAlive(pid)) {
    if (io.now() > until) {
      const fix = `check its log: skein daemon logs; or end it with: kill ${pid}`;
      throw new Failure("the daemon does not exit", { exit: "timeout", code: "timeout", fix });
    }
    await sleep(POLL_MS);
  }
  return { ...answer, pid };
}
