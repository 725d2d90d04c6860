// The same faults for the real client with its retries and promises. Slower by far than the schedules without promises, and the same judge.
import { setImmediate as turn } from "node:timers/promises";
import { History } from "./history.ts";
import { LiveClient } from "./live-client.ts";
import { Server } from "./server.ts";
import { CLIENTS, spoilt, stepsOf } from "./steps.ts";

interface World {
  readonly history: History;
  readonly server: Server;
}

/** In which everybody who can get something must have got it. */
const TURNS_TO_HEAL = 200;

export const liveSteps = stepsOf<World, LiveClient, void>([
  [6, "events", ({ server }) => server.append()],
  [10, "read a little", (_, { client, value }) => client.network.line?.carry(1 + (value % 200))],
  [8, "read", (_, { client }) => client.network.line?.carry(Number.MAX_SAFE_INTEGER)],
  [8, "time", (_, { client }) => client.network.passTime()],
  [4, "cut", (_, { client }) => client.network.line?.cut()],
  [2, "lose a line", (_, { client, value }) => client.network.line?.wire.spoil((lines) => spoilt.lost(lines, value))],
  [2, "double", (_, { client, value }) => client.network.line?.wire.spoil((lines) => spoilt.doubled(lines, value))],
  [2, "reorder", (_, { client, value }) => client.network.line?.wire.spoil((lines) => spoilt.reordered(lines, value))],
  [1, "a minute", ({ server }) => server.passMinute()],
  [1, "open the log again", ({ server }) => server.reopenLog()],
  [2, "kill", ({ server }) => server.stop("killed")],
  [1, "drain", ({ server }) => server.stop("draining")],
  [3, "start", ({ server }) => server.start()],
  [1, "restore", ({ server, history }, { value }) => restore(server, history, value)],
  [1, "prune", ({ history }, { value }) => history.prune(value % 8)],
  [1, "restart a client", (_, { client }) => client.restart()],
  [3, "send", (_, { client }) => client.send()],
  [4, "a request arrives", (_, { client, value }) => client.network.deliver(value, "answered")],
  [2, "an answer breaks off", (_, { client, value }) => client.network.deliver(value, "cut")],
  [2, "a request is lost", (_, { client, value }) => client.network.deliver(value, "lost")],
  [1, "a request arrives again", (_, { client, value }) => client.network.deliverEcho(value)],
]);

/** Rejects when something was lost, doubled or out of order. */
export async function runLiveSchedule(schedule: readonly number[]): Promise<void> {
  const history = new History();
  const server = new Server(history, { turns: "real" });
  const clients = Array.from({ length: CLIENTS }, (_, n) => new LiveClient(`client${n}`, { history, server }));
  try {
    for (const number of schedule) {
      await turn();
      liveSteps.act(number, { history, server }, clients);
    }
    server.start();
    for (const { network } of clients) if (network.line?.wire.isSpoiled) network.line.cut();
    for (let left = TURNS_TO_HEAL; left > 0 && clients.some(isBehind); left--) {
      for (const { network } of clients) network.flow();
      await turn();
    }
    for (const client of clients) judge(history, client);
  } finally {
    for (const client of clients) client.end();
    await turn();
  }
}

const isBehind = ({ consumer, sending, fault }: LiveClient): boolean =>
  fault === null && (sending > 0 || consumer.fault !== null);

function judge(history: History, { fault, sending, consumer, acknowledged }: LiveClient): void {
  if (fault) throw fault;
  if (consumer.fault) throw new Error(consumer.fault);
  if (sending > 0) throw new Error(`${sending} commands have no answer`);
  for (const command of acknowledged) {
    const effects = history.effectsOf(command);
    if (effects.some((count) => count > 1)) throw new Error(`${command} took effect more than once: ${effects}`);
    // In the life of the database in which it was acknowledged; a later one may be from a backup before it.
    if (!effects.includes(1)) throw new Error(`${command} was acknowledged without effect`);
  }
}

function restore(server: Server, history: History, value: number): void {
  server.stop("killed");
  history.restore(value % (history.head + 1));
  server.start();
}
