// Agents whose output ends before they do, or hardly ever: the daemon stays in charge of them, and stays small.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processesOf } from "../../src/system/processes.ts";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";

interface Started {
  daemon: DaemonProcess;
  session: string;
  send: (text: string) => Promise<string>;
}

async function started(config = ""): Promise<Started> {
  const daemon = new DaemonProcess();
  mkdirSync(daemon.paths.home, { mode: 0o700 });
  writeFileSync(daemon.paths.config, config, { mode: 0o600 });
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
  const send = async (text: string): Promise<string> =>
    (await daemon.client.prompt(session.id, { content: [{ type: "text", text }] })).id;
  return { daemon, session: session.id, send };
}

/** Whatever pieces it came in. */
const untilSaid = (daemon: DaemonProcess, session: string, text: string): Promise<unknown> =>
  until(`"${text}"`, async () => saidIn(await daemon.events(session)).includes(text));

const saidIn = (events: readonly AnyEvent[]): string =>
  events.flatMap(({ type, data }) => (type === "agent_message" ? [data.text] : [])).join("");

test("an agent that closes its stdout and lives on is still working, can be killed, and the next prompt resumes its conversation", async () => {
  const { daemon, session, send } = await started();
  await send("remember me [[say: before]] [[close-stdout]] [[write: silent.txt | yes]] [[hang]]");
  await untilSaid(daemon, session, "before");
  const { data } = await daemon.event(session, ({ type }) => type === "agent_start");
  await until(
    "it to live without a voice",
    async () => (await daemon.client.session(session)).session.status === "running" && isThere(daemon, "silent.txt"),
  );
  expect((await processesOf(String(data.run))).length).toBeGreaterThan(0);
  await daemon.client.stop(session);
  const exit = await daemon.event(session, ({ type }) => type === "agent_exit");
  expect(exit.data).toMatchObject({ outcome: "stopped", turn: "t1" });
  expect(await processesOf(String(data.run))).toEqual([]);
  const again = await send("[[recall]]");
  await daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === again);
  await untilSaid(daemon, session, "remember me");
});

test("an agent that closes its stdout and lives on longer than limits.silence_minutes loses its turn, which says why, and the next prompt is answered", async () => {
  const { daemon, session, send } = await started("[limits]\nsilence_minutes = 0.03\n");
  const silent = await send("remember me [[say: before]] [[close-stdout]] [[hang]]");
  const end = await daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === silent);
  expect(end.data).toMatchObject({ reason: "interrupted" });
  const errors = (await daemon.events(session)).filter(({ type }) => type === "error");
  expect(errors).toMatchObject([
    {
      data: {
        code: "silent",
        message: "The agent has printed nothing for 2 seconds, so its turn is stopped.",
        hint: "its model may be unreachable; send the prompt again to retry",
      },
    },
  ]);
  const again = await send("[[recall]]");
  await daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === again);
  await untilSaid(daemon, session, "remember me");
});

const isThere = ({ workspace }: DaemonProcess, name: string): boolean => {
  try {
    return readFileSync(`${workspace}/${name}`, "utf8").length > 0;
  } catch {
    return false;
  }
};

/** Megabytes that a process holds; its most so far. */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const LINE_MB = 240;
const FLOOD_MB = 96;

describe.skipIf(process.platform !== "linux")("what an agent prints is not held in memory as a whole", () => {
  const untilEnd = ({ daemon, session }: Started, id: string): Promise<AnyEvent> =>
    daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === id);

  const spoolOf = async ({ daemon, session }: Started): Promise<string> => {
    const { data } = await daemon.event(session, ({ type }) => type === "agent_start");
    return join(daemon.paths.runs, String(data.run), "out");
  };

  test("a line that goes on and on", async () => {
    const talk = await started();
    const { daemon, send } = talk;
    await untilEnd(talk, await send("[[line: 60mb]]"));
    const before = peakOf(daemon.pid!);
    expect((await untilEnd(talk, await send(`[[line: ${LINE_MB}mb]]`))).data).toMatchObject({ reason: "completed" });
    expect(peakOf(daemon.pid!) - before).toBeLessThan(LINE_MB / 2);
  });

  test("a line that never ends: its agent works as long as it lives, and what it leaves is one notice and no spool", async () => {
    const talk = await started();
    const { daemon, session, send } = talk;
    await untilEnd(talk, await send("[[line: 60mb]]"));
    const before = peakOf(daemon.pid!);
    const endless = `head -c ${LINE_MB}M /dev/zero | tr '\\0' x >> /proc/$PPID/fd/1; sleep 1000`;
    await send(`[[run: ${endless}]]`);
    const spool = await spoolOf(talk);
    await until("the line", () => statSync(spool).size > LINE_MB * 2 ** 20);
    expect((await daemon.client.session(session)).session.status).toBe("running");
    await daemon.client.stop(session);
    await daemon.event(session, ({ type }) => type === "agent_exit");
    const notices = (await daemon.events(session)).filter(({ data }) => data.kind === "partial_line");
    expect(notices).toMatchObject([{ data: { text: "the agent ended in the middle of a line" } }]);
    expect(String(notices[0]?.data.raw).length).toBeLessThan(5_000);
    expect(peakOf(daemon.pid!) - before).toBeLessThan(LINE_MB / 2);
    await until("the spool to go", () => !existsSync(spool));
  });

  test("words as fast as they can be said: each is in the log once, and there is no other trace of them on the disk", async () => {
    const talk = await started();
    const { daemon, session, send } = talk;
    await untilEnd(talk, await send(`[[flood: ${FLOOD_MB / 2}mb]]`));
    const before = peakOf(daemon.pid!);
    await untilEnd(talk, await send(`[[flood: ${FLOOD_MB}mb]]`));
    expect(peakOf(daemon.pid!) - before).toBeLessThan(0.75 * FLOOD_MB);

    const { length } = Buffer.from(saidIn(await daemon.events(session)));
    expect(length).toBe(1.5 * FLOOD_MB * 2 ** 20);
    const { database } = daemon.paths;
    expect(statSync(database).size).toBeLessThan(1.5 * length);
    expect(statSync(`${database}-wal`).size).toBeLessThan(length / 2);
    const spool = await spoolOf(talk);
    await daemon.client.stop(session);
    await until("the spool to go", () => !existsSync(spool));
  });
});
