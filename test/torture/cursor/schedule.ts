// A schedule is a list of numbers, each one thing that happens to servers, clients or the network. Runs it, heals everything, and judges.
import { Follower } from "./follower.ts";
import { History } from "./history.ts";
import { Post } from "./post.ts";
import { Server } from "./server.ts";
import { CLIENTS, spoilt, stepsOf } from "./steps.ts";

/** On a network that is well again, besides the one that a client may have: one that finds the hole, one that fills it. */
const CONNECTIONS_TO_HEAL = 2;

interface World {
  readonly history: History;
  readonly server: Server;
  readonly post: Post;
  readonly followers: readonly Follower[];
}

/** What may happen, and how often in 64. */
export const syncSteps = stepsOf<World, Follower, void>([
  [6, "events", ({ server }, { value }) => repeat(1 + (value % 3), () => server.append())],
  [9, "connect", ({ server }, { client }) => client.connect(server)],
  [8, "read a little", (_, { client, value }) => client.read(1 + (value % 200))],
  [7, "read", (_, { client }) => client.read(Number.MAX_SAFE_INTEGER)],
  [3, "cut", (_, { client }) => client.leave()],
  [1, "vanish", (_, { client }) => client.vanish()],
  [2, "lose a line", (_, { client, value }) => client.wire?.spoil((lines) => spoilt.lost(lines, value))],
  [2, "double a line", (_, { client, value }) => client.wire?.spoil((lines) => spoilt.doubled(lines, value))],
  [2, "reorder lines", (_, { client, value }) => client.wire?.spoil((lines) => spoilt.reordered(lines, value))],
  [5, "a turn", ({ server }) => server.turn()],
  [1, "a minute", ({ server }) => server.passMinute()],
  [1, "open the log again", ({ server }) => server.reopenLog()],
  [1, "kill", ({ server }) => server.stop("killed")],
  [1, "drain", ({ server }) => server.stop("draining")],
  [3, "start", ({ server }) => server.start()],
  [1, "restore", (world, { value }) => replaceLog(world, (history) => history.restore(value % (history.head + 1)))],
  [1, "roll back", (world, { value }) => rollBack(world, value)],
  [1, "prune", ({ history }, { value }) => history.prune(value % 8)],
  [1, "restart a client", (_, { client, value }) => client.restart(value % 4 > 0)],
  [2, "send", ({ post }) => post.send()],
  [1, "ask again", ({ post }, { value }) => post.retry(value)],
  [3, "a request arrives", ({ post }, { value }) => post.deliverRequest(value >> 2, value % 4 === 0)],
  [1, "an answer arrives", ({ post }, { value }) => post.deliverAnswer(value)],
  [1, "post is lost", ({ post }, { value }) => post.lose(value)],
]);

/** Throws when something was lost, doubled or out of order. */
export function runSchedule(schedule: readonly number[]): void {
  const history = new History();
  const server = new Server(history, { turns: "by hand" });
  const followers = Array.from({ length: CLIENTS }, () => new Follower(history));
  const world: World = { history, server, followers, post: new Post(server) };
  try {
    for (const number of schedule) syncSteps.act(number, world, followers);
    heal(world);
    judge(world);
  } finally {
    server.close();
  }
}

function heal({ server, post, followers }: World): void {
  server.start();
  post.heal();
  for (const follower of followers) {
    if (follower.wire?.isSpoiled) follower.leave();
    for (let connection = 0; connection <= CONNECTIONS_TO_HEAL && follower.consumer.fault; connection++) {
      follower.connect(server);
      while (follower.wire && !(follower.wire.isQuiet && server.isResting)) {
        follower.read(Number.MAX_SAFE_INTEGER);
        server.turn();
      }
      // Whose server went away notices it when there is nothing more to read.
      follower.read(1);
    }
  }
}

function judge({ history, post, followers }: World): void {
  for (const { consumer } of followers) if (consumer.fault) throw new Error(consumer.fault);
  if (post.pending.length > 0) throw new Error(`no answer: ${post.pending}`);
  for (const command of post.acknowledged) {
    const effects = history.effectsOf(command);
    if (effects.some((count) => count > 1)) throw new Error(`${command} took effect more than once: ${effects}`);
    const isKept = effects.at(-1) === 1 || post.undone.has(command);
    if (!isKept) throw new Error(`${command} was acknowledged and is not there`);
  }
}

/**
 * A cursor past the end shows that the log is another one, and only that: so everybody comes back before the log grows again. The first
 * line, which says so, may be lost.
 */
function rollBack(world: World, value: number): void {
  replaceLog(world, (history) => history.rollBack(Math.min(history.head, history.floor + (value % 8))));
  for (const follower of world.followers) {
    follower.leave();
    follower.connect(world.server);
    if (value > 127) follower.wire?.spoil((lines) => lines.slice(1));
    follower.read(Number.MAX_SAFE_INTEGER);
  }
}

function replaceLog({ server, history, post }: World, replace: (history: History) => void): void {
  server.stop("killed");
  replace(history);
  post.undo((command) => history.has(command));
  server.start();
}

const repeat = (times: number, act: () => void): void => {
  for (let n = 0; n < times; n++) act();
};
