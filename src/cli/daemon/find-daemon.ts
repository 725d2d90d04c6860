// Finds a running daemon. One that holds the home but does not listen may be starting, so it is waited for.
import { setTimeout as sleep } from "node:timers/promises";
import { isListening, unixTransport } from "../../client/index.ts";
import type { Paths } from "../../home/index.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { unreachableHolder } from "../processes/unreachable-holder.ts";

const PATIENCE_MS = 15_000;
const POLL_MS = 100;

interface FindContext {
  readonly io: Pick<Io, "now">;
  readonly paths: Pick<Paths, "socket" | "lock">;
}

/**
 * Resolves to whether one listens; false means that none holds the home, as far as the system shows. Throws if one holds it and can't be reached.
 */
export async function findDaemon({ io, paths: { socket, lock } }: FindContext): Promise<boolean> {
  const until = io.now() + PATIENCE_MS;
  for (;;) {
    if (await isListening(unixTransport(socket))) return true;
    const holder = unreachableHolder(lock);
    if (!holder) return isListening(unixTransport(socket));
    if (holder.isPaused || io.now() > until)
      throw new Failure("the daemon can't be reached, but it and its agents may be running", {
        exit: "unreachable",
        code: "daemon_unreachable",
        why: `its lock: ${holder.text}`,
        fix: `${holder.fix ?? "wait until it has finished"}; then try again`,
      });
    await sleep(POLL_MS);
  }
}
