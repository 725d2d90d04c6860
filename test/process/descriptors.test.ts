// A daemon that runs out of descriptors: who idles makes room, new clients are turned away where nobody does, and nothing else is disturbed.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { unlessLinux, withoutPrograms } from "../kit/left-out.ts";
import { rawRequest, rawStream } from "../kit/raw-request.ts";
import { until } from "../kit/until.ts";

/** Half of them are for clients. */
const DESCRIPTORS = 128;
const script = "[[run: until test -e go; do sleep 0.02; done]] [[count: 100]]";

const through = ["/bin/sh", "-c", `ulimit -n ${DESCRIPTORS} && exec "$@"`, "sh"];

/** What clients send that never ask for anything. */
const beginnings: [name: string, text: string][] = [
  ["say nothing", ""],
  ["send half a header", "GET /healthz HTTP/1.1\r\nhost: "],
  ["send half a body", "POST /v1/sessions HTTP/1.1\r\nhost: x\r\ncontent-length: 999\r\n\r\n{"],
];

test.for(beginnings)(
  "with all places taken by clients that %s, whoever asks is answered, and agents go on",
  async ([, text]) => {
    const daemon = new DaemonProcess({ through });
    await daemon.start();
    const { session, follower } = await workingSession(daemon);
    const crowd = await Promise.all(Array.from({ length: DESCRIPTORS }, () => comeIn(daemon, text)));
    await until("somebody to make room", () => crowd.some(({ closed }) => closed));
    for (let n = 0; n < 10; n++) expect(await ask(daemon)).toMatchObject({ status: 200 });
    expect(crowd.filter(({ closed }) => !closed).length).toBeGreaterThan(DESCRIPTORS / 4);
    writeFileSync(join(daemon.workspace, "go"), "");
    await until("the end of the turn, live", () => follower.some(({ type }) => type === "turn_end"));
    expectWhole(await daemon.events(session));
  },
);

test("with all places taken by followers new clients are turned away, those who are in and agents go on, and a free place is given again", async () => {
  const daemon = new DaemonProcess({ through });
  await daemon.start();
  const { session, follower } = await workingSession(daemon);
  const request = { socketPath: daemon.paths.socket, path: "/v1/events?follow=1" };
  const inside: Awaited<ReturnType<typeof rawStream>>[] = [];
  onTestFinished(() => inside.forEach(({ close }) => void close()));
  // A place that is given back is taken at once.
  const areAllTaken = async (): Promise<boolean> => {
    const stream = await rawStream({ ...request, headers: { accept: "application/x-ndjson" } }).catch(() => null);
    if (stream) inside.push(stream);
    return stream === null && isTurnedAway(daemon);
  };
  await until("somebody to be turned away", areAllTaken);
  expect(inside.length).toBeGreaterThan(DESCRIPTORS / 4);
  expect(inside.length).toBeLessThan(DESCRIPTORS);

  writeFileSync(join(daemon.workspace, "go"), "");
  await until("the end of the turn, live", () => follower.some(({ type }) => type === "turn_end"));
  await until("it to be seen by all", () => inside.every(({ text }) => text().includes('"turn_end"')));
  await until("somebody to be turned away still", areAllTaken);

  for (const { close } of inside) close();
  await until("a free place", () => ask(daemon).catch(() => null));
  expectWhole(await daemon.events(session));
});

const what = "a daemon without descriptors";

test.skipIf(unlessLinux(what) || withoutPrograms(what, ["prlimit"], "npm run test:process"))(
  "without a single descriptor left the log stays whole, and everything goes on by itself when there are some again",
  async () => {
    const daemon = new DaemonProcess();
    await daemon.start();
    const { session } = await workingSession(daemon);
    const limit = (count: number) => execFileSync("prlimit", ["--pid", `${daemon.pid}`, `--nofile=${count}:`]);
    onTestFinished(() => void limit(1024));
    const places = Math.max(...openDescriptors(daemon)) + 1;
    limit(places);
    // A descriptor that the daemon gives back is taken at once.
    const isCrowded = async (): Promise<boolean> => {
      await Promise.all(Array.from({ length: places }, () => comeIn(daemon)));
      return isTurnedAway(daemon);
    };
    await until("somebody to be turned away", isCrowded);
    writeFileSync(join(daemon.workspace, "go"), "");
    await until("the agent to have said everything", () => spoken(daemon).includes(" 100"));
    await until("somebody to be turned away still", isCrowded);
    limit(1024);
    await daemon.event(session, ({ type }) => type === "turn_end");
    expectWhole(await daemon.events(session));
  },
);

/** An agent in mid-turn that waits for the file `go`, and a follower that is there. */
async function workingSession(daemon: DaemonProcess): Promise<{ session: string; follower: AnyEvent[] }> {
  const { session } = await daemon.client.create({ cwd: daemon.workspace, agent: "demo", env: daemon.env });
  await daemon.client.prompt(session.id, { content: [{ type: "text", text: script }] });
  const follower: AnyEvent[] = [];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  void (async () => {
    for await (const item of daemon.client.follow(session.id, { after: 0, signal: stop.signal }))
      if (item.kind === "event") follower.push(item.event as AnyEvent);
  })();
  await until("the tool to run", () => follower.some(({ type }) => type === "tool_call"));
  return { session: session.id, follower };
}

const ask = ({ paths }: DaemonProcess) => rawRequest({ socketPath: paths.socket, path: "/healthz" });

const isTurnedAway = (daemon: DaemonProcess): Promise<boolean> =>
  ask(daemon).then(
    () => false,
    () => true,
  );

/** A client that connects and says no more than this. */
async function comeIn({ paths }: DaemonProcess, text = ""): Promise<{ socket: Socket; readonly closed: boolean }> {
  const socket = connect(paths.socket).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.resume();
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  socket.write(text);
  return {
    socket,
    get closed() {
      return socket.closed;
    },
  };
}

const openDescriptors = ({ pid }: DaemonProcess): number[] => readdirSync(`/proc/${pid}/fd`).map(Number);

/** What its one agent has written, whoever has read it. */
function spoken({ paths }: DaemonProcess): string {
  const [run = ""] = readdirSync(paths.runs);
  return readFileSync(join(paths.runs, run, "out"), "utf8");
}

/** One turn that completed, with each of its words once. */
function expectWhole(events: readonly AnyEvent[]): void {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(({ type }) => type === "turn_end").map(({ data }) => data.reason)).toEqual(["completed"]);
  const said = events.flatMap(({ type, data }) => (type === "agent_message" ? [data.text as string] : [])).join("");
  expect(said.trim().split(/\s+/)).toEqual(Array.from({ length: 100 }, (_, n) => `${n + 1}`));
}
