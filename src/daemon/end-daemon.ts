// How a daemon ends: what becomes of its agents, and in which order its parts close.
import type { Server } from "node:http";
import { countTasks } from "../core/index.ts";
import type { Log } from "../log/index.ts";
import type { DrainAnswer } from "../protocol/index.ts";
import type { Sessions } from "../session/index.ts";
import type { Notifier } from "./attention/notifier.ts";
import type { OpenedOrigin } from "./home/origin.ts";
import type { Door } from "./server/listen.ts";
import type { Streams } from "./streams/streams.ts";
import type { WebServer } from "./web/web-server.ts";

/** `undefined`: idle agents are stopped, but all are kept if one of them works. */
export async function drainSessions(sessions: Sessions, agents: "keep" | "stop" | undefined): Promise<DrainAnswer> {
  const opened = sessions.opened();
  const isWorking = opened.some(
    ({ run, state }) => run !== null && (state.turn.open !== null || countTasks(state.task) > 0),
  );
  const isStopping = agents === "stop" || (agents === undefined && !isWorking);
  const holdsQueue = agents === "stop";
  const stopped = isStopping ? await Promise.all(opened.map((session) => session.stopAgent({ holdsQueue }))) : [];
  const keptAgents = isStopping ? 0 : opened.filter(({ run }) => run !== null).length;
  await sessions.detach();
  const unrecorded = opened.flatMap(({ unrecordedKill }) => unrecordedKill ?? []);
  const noted = unrecorded.filter(({ isNoted }) => isNoted).length;
  return {
    stoppedAgents: stopped.filter(Boolean).length,
    keptAgents,
    ...(unrecorded.length > 0 ? { unrecordedKills: { noted, forgotten: unrecorded.length - noted } } : {}),
  };
}

interface Closing {
  door: Door | null;
  web: WebServer;
  attention: Notifier;
  streams: Streams;
  log: Log;
  origin: Pick<OpenedOrigin, "claim">;
}

export async function closeDaemon(
  server: Server,
  { door, web, attention, streams, log, origin }: Closing,
): Promise<void> {
  await attention.close();
  streams.close();
  const closed = door?.close();
  server.closeIdleConnections();
  setTimeout(() => door?.cut(), 1000).unref();
  await closed;
  await web.shutDown();
  // Records how far the log got. A log that can't be written, or that another daemon owns now, is not claimed.
  if (log.condition().kind === "writable") origin.claim();
  await log.close();
}
