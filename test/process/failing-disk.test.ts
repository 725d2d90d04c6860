// A disk that becomes read-only, takes rights away, or is slow, under a daemon at work: what people see, and that it goes on by itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { type Followed, ProblemError } from "../../src/client/index.ts";
import { DaemonProcess, skeinProgram } from "../kit/daemon-process.ts";
import { harm } from "../kit/harm.ts";
import { withoutPrograms } from "../kit/left-out.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { until } from "../kit/until.ts";

const cantRun =
  process.platform !== "linux" ||
  withoutPrograms("a disk that fails under a daemon", ["strace"], "npm run test:process");

const databaseFiles = ({ paths }: DaemonProcess): string[] =>
  ["", "-wal", "-shm"].map((end) => `${paths.database}${end}`);

/** A session with a follower that keeps what it is told of the storage. */
async function followed(): Promise<{ daemon: DaemonProcess; session: string; kinds: string[]; seqs: number[] }> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const kinds: string[] = [];
  const seqs: number[] = [];
  const take = (item: Followed): void => {
    if (item.kind === "event") seqs.push(item.event.seq);
    else if (item.frame.frame === "storage") kinds.push(item.frame.kind);
  };
  const following = (async () => {
    for await (const item of daemon.client.follow(session.id, { after: 0, signal: stop.signal })) take(item);
  })();
  following.catch(() => {});
  await until("the follower to be there", () => seqs.length > 0);
  return { daemon, session: session.id, kinds, seqs };
}

const send = ({ client }: DaemonProcess, session: string, text: string): Promise<unknown> =>
  client.prompt(session, { content: [{ type: "text", text }] });

/** What people see: the built command line against this daemon. */
async function skein(
  { env, workspace }: DaemonProcess,
  ...words: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [skeinProgram, ...words], {
    env,
    cwd: workspace,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  return { code, out, err };
}

test.skipIf(cantRun).for(["EROFS", "EACCES"])(
  "while writing is refused with %s nothing is acknowledged, everybody is told, and it goes on by itself",
  async (code) => {
    const { daemon, session, kinds, seqs } = await followed();
    const relent = await harm(daemon, {
      calls: "pwrite64,openat,ftruncate",
      how: `error=${code}`,
      files: databaseFiles(daemon),
    });
    const refused = await send(daemon, session, "not now").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect(refused).toMatchObject({ code: "fenced", status: 507 });
    await until("the follower to be told", () => kinds.includes("fenced"));
    const { storage } = await daemon.client.server();
    expect(storage).toMatchObject({ kind: "fenced", text: expect.stringMatching(/^storage: .*automatically/) });
    expect((await daemon.client.sessions()).map(({ id }) => id)).toEqual([session]);
    const status = await skein(daemon, "daemon", "status");
    expect(status).toMatchObject({ code: 0, out: expect.stringMatching(/^storage: .*automatically/m) });
    const sent = await skein(daemon, "send", session, "not now either");
    expect(sent).toMatchObject({
      code: 5,
      err: expect.stringMatching(
        /^error: it is unknown whether .*\nwhy: the database .*automatically\.\nfix: .*--prompt-id/,
      ),
    });
    expect(await skein(daemon, "sessions")).toMatchObject({
      code: 0,
      out: expect.stringContaining(session.slice(0, 8)),
    });

    await relent();
    await until("it to go on", async () => (await daemon.client.server()).storage.kind === "writable");
    expect((await skein(daemon, "daemon", "status")).out).not.toContain("storage:");
    await until("the follower to be told", () => kinds.at(-1) === "writable");
    await send(daemon, session, "[[say: now]]");
    const end = await daemon.event(session, ({ type }) => type === "turn_end");
    await until("the follower to have it", () => seqs.includes(end.seq));
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    expect(await daemon.client.verify(session)).toMatchObject({ broken: null });
  },
);

test.skipIf(cantRun)(
  "a sync that takes its time holds up who waits for it and nobody else, and people are told",
  async () => {
    const { daemon, session, kinds } = await followed();
    const relent = await harm(daemon, {
      calls: "fdatasync,fsync",
      how: "delay_enter=600000000",
      files: databaseFiles(daemon),
    });
    let isAnswered = false;
    const answer = send(daemon, session, "[[say: slowly]]").then(() => {
      isAnswered = true;
    });
    await until("people to be told", async () => (await daemon.client.server()).storage.kind === "slow");
    expect(await rawRequest({ socketPath: daemon.paths.socket, path: "/healthz" })).toMatchObject({ status: 200 });
    expect(await skein(daemon, "daemon", "status")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^storage: /m),
    });
    expect(isAnswered).toBe(false);
    await until("the follower to be told", () => kinds.includes("slow"));
    await relent();
    await answer;
    await daemon.event(session, ({ type }) => type === "turn_end");
    await until("it to be as before", async () => (await daemon.client.server()).storage.kind === "writable");
  },
);
