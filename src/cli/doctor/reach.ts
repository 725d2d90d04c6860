// Whether a daemon answers at the socket, checked quickly: a paused daemon accepts connections and never answers.
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError, isListening, unixTransport } from "../../client/index.ts";
import type { Paths } from "../../home/index.ts";
import { Failure } from "../failure.ts";
import { holderOf } from "../processes/lock-holder.ts";

/** `silent`: it accepted the connection and did not answer. */
export type Reach = "answers" | "absent" | "silent" | "forbidden";

const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 50;

export async function reach(socket: string, patienceMs = PATIENCE_MS): Promise<Reach> {
  const transport = unixTransport(socket);
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return (await isListening((request) => transport({ ...request, signal }))) ? "answers" : "absent";
  } catch (error) {
    if (signal.aborted) return "silent";
    if (error instanceof ConnectionError && (error.kind === "silent" || error.kind === "forbidden")) return error.kind;
    throw error;
  }
}

/** Throws if a daemon holds the home and can't be reached: waiting for it, or starting another, would only take time. */
export async function refuseToWait({ socket, lock }: Pick<Paths, "socket" | "lock">): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    if (holderOf(lock)?.state === "T") throw unreachable("it is paused");
    const found = await reach(socket);
    if (found === "silent")
      throw unreachable(`it accepted the connection but did not answer for ${PATIENCE_MS / 1000} seconds`);
    if (found === "forbidden") throw unreachable("its socket can't be opened");
    if (found === "answers" || !holderOf(lock)) return;
    // A daemon that was just started listens in a moment.
    if (performance.now() > until) throw unreachable("one holds the lock but does not listen");
    await sleep(LOOK_EVERY_MS);
  }
}

const unreachable = (why: string): Failure =>
  new Failure("it does not answer", {
    ...{ exit: "unreachable", code: "daemon_unreachable", why },
    fix: "check its log: skein daemon logs",
  });
