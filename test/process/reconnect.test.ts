// Clients and the built daemon with a bad network between them: everybody ends with every event once, and each command took effect once.
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { Client, ConnectionError, unixTransport } from "../../src/client/index.ts";
import { ChaosProxy } from "../kit/chaos-proxy.ts";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { chosenSeed } from "../kit/seed.ts";
import { until } from "../kit/until.ts";

const RESTARTS = 4;
const FOLLOWERS = 200;

/** A client that follows from the beginning, through restarts and cuts, until it is told to stop. */
function followFrom(socket: string, session: string): { lines: string[]; stop: () => Promise<void> } {
  const client = new Client({ transport: unixTransport(socket), name: "follower" });
  const leaving = new AbortController();
  const lines: string[] = [];
  const follow = async (): Promise<void> => {
    for await (const item of client.follow(session, { after: lines.length, signal: leaving.signal })) {
      if (item.kind === "event") lines.push(item.line);
      else if (item.frame.frame === "reset") throw new Error(`reset: ${item.frame.reason}`);
    }
  };
  // A daemon that says goodbye and stays away for seconds is an end; whoever wants more follows again from what it has.
  const again = (error: unknown): Promise<void> => {
    if (error instanceof ConnectionError && error.kind === "stopped") return follow().catch(again);
    throw error;
  };
  const following = follow().catch(again);
  // Said when it is waited for; until then it is no unhandled rejection.
  following.catch(() => {});
  return {
    lines,
    stop: () => {
      leaving.abort();
      return following;
    },
  };
}

const linesOf = async (daemon: DaemonProcess, session: string): Promise<string[]> => {
  const lines: string[] = [];
  for await (const { line } of daemon.client.log(session, { after: 0 })) lines.push(line);
  return lines;
};

/** Nothing runs and nothing waits. */
const untilIdle = (daemon: DaemonProcess, session: string): Promise<true> =>
  until("every turn to end", async () => {
    const { turn, prompt } = (await daemon.client.session(session)).state;
    return turn.open === null && prompt.queue.length === 0;
  });

const newSession = async (daemon: DaemonProcess): Promise<string> => {
  await daemon.start();
  const env = { PATH: process.env.PATH ?? "" };
  return (await daemon.client.create({ agent: "demo", cwd: daemon.workspace, env })).session.id;
};

test("[M-16] [M-20] [M-25] through cuts, delays, doubled requests and killed daemons nobody misses or doubles anything", async () => {
  const daemon = new DaemonProcess();
  const session = await newSession(daemon);
  const proxy = new ChaosProxy(daemon.paths.socket, chosenSeed);
  const followers = Array.from({ length: 6 }, () => followFrom(proxy.path, session));
  const sender = new Client({ transport: unixTransport(proxy.path), name: "sender" });
  const prompts: string[] = [];
  for (let round = 0; round < RESTARTS; round++) {
    const ids = Array.from({ length: 3 }, (): string => randomUUID());
    prompts.push(...ids);
    const content = [{ type: "text" as const, text: "[[pace: 2ms]] [[count: 60]]" }];
    await Promise.all(ids.map((id) => sender.prompt(session, { id, content })));
    await daemon.event(session, ({ type, data }) => type === "turn_start" && ids.includes(String(data.promptId)));
    await daemon.kill();
    await daemon.start();
  }
  await untilIdle(daemon, session);
  const stored = await linesOf(daemon, session);
  const report = `SKEIN_SEED=${chosenSeed}: ${proxy.connections} connections, ${proxy.cuts} cut, ${proxy.doubles} doubled`;
  console.info(`reconnect: ${report}`);
  for (const follower of followers) {
    await until(`every event (${report})`, () => follower.lines.length >= stored.length);
    await follower.stop();
    expect(follower.lines, report).toEqual(stored);
  }
  const events = stored.map((line) => JSON.parse(line));
  for (const type of ["prompt_queued", "turn_end"]) {
    const ids = events.filter((event) => event.type === type).map(({ data }) => data.promptId);
    expect(ids.toSorted(), `${type}, ${report}`).toEqual(prompts.toSorted());
  }
  expect(proxy.cuts, report).toBeGreaterThan(0);
});

test("200 followers of a daemon that is killed, and then drained, all go on by themselves, each with every event once", async () => {
  const daemon = new DaemonProcess();
  const session = await newSession(daemon);
  const openFiles = (): number => readdirSync(`/proc/${daemon.pid}/fd`).length;
  const alone = openFiles();
  const followers = Array.from({ length: FOLLOWERS }, () => followFrom(daemon.paths.socket, session));
  const say = async (): Promise<void> => {
    const { id } = await daemon.client.prompt(session, { content: [{ type: "text", text: "[[count: 40]]" }] });
    await daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === id);
  };
  await say();
  await daemon.kill();
  await daemon.start();
  await say();
  const draining = daemon.pid;
  await daemon.client.drain({ agents: "keep" });
  await until("the daemon to be gone", () => !existsSync(`/proc/${draining}`));
  await daemon.start();
  await say();
  const stored = await linesOf(daemon, session);
  for (const follower of followers) await until("every event", () => follower.lines.length >= stored.length);
  expect(openFiles()).toBeGreaterThan(alone + FOLLOWERS / 2);
  await Promise.all(followers.map((follower) => follower.stop()));
  for (const { lines } of followers) expect(lines).toEqual(stored);
  await until("the daemon to have let go of all of them", () => openFiles() < alone + FOLLOWERS / 10);
});
