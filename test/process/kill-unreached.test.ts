// A daemon that lives and does not answer, because it is paused or its disk hangs, or can't read its log: a person's kill ends the agent all the same.
import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { harm } from "../kit/harm.ts";
import { withoutPrograms } from "../kit/left-out.ts";
import { processesOf } from "../kit/processes-of.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

const cantHang =
  process.platform !== "linux" ||
  withoutPrograms("a disk that hangs under a daemon", ["strace"], "npm run test:process");

/** Whose agent hangs in its turn, with a prompt behind it. */
async function atWork(): Promise<{ skein: SkeinHome; session: string; daemon: number; isAgentAlive: () => boolean }> {
  const skein = new SkeinHome();
  const { session } = await skein.json<{ session: { id: string } }>(["new", "--name", "work"]);
  await skein.json(["send", "work", "[[say: Begun.]] [[hang]]"]);
  await until("the agent to be in its turn", async () => (await eventsOf(skein)).includes('"type":"agent_message"'));
  await skein.json(["send", "work", "[[say: later]]"]);
  const daemon = (await skein.daemonPid()) ?? 0;
  const agents = processesOf(skein).filter((pid) => pid !== `${daemon}`);
  const isAgentAlive = (): boolean => processesOf(skein).some((pid) => agents.includes(pid));
  expect(isAgentAlive()).toBe(true);
  return { skein, session: session.id, daemon, isAgentAlive };
}

const eventsOf = async (skein: SkeinHome): Promise<string> => (await skein.run(["export", "work"])).out;

const databaseFiles = ({ home }: SkeinHome): string[] => ["", "-wal", "-shm"].map((end) => `${home}/skein.db${end}`);

async function expectRecorded(skein: SkeinHome): Promise<void> {
  await until("the end to be recorded", async () => (await eventsOf(skein)).includes('"agent_exit"'));
  expect(await eventsOf(skein)).toContain('"reason":"killed"');
  expect(await skein.json(["queue", "work"])).toMatchObject({ items: [{ held: true }] });
}

const ended = {
  code: 0,
  out: expect.stringMatching(/ended the process of work.*not recorded yet.*did not answer for/s),
};

test("skein kill ends the agent of a daemon that is paused, which records it when it goes on", async () => {
  const { skein, session, daemon, isAgentAlive } = await atWork();
  process.kill(daemon, "SIGSTOP");
  onTestFinished(() => void process.kill(daemon, "SIGCONT"));
  expect(await skein.run(["kill", session.slice(0, 8)])).toMatchObject(ended);
  expect(isAgentAlive()).toBe(false);
  process.kill(daemon, "SIGCONT");
  await expectRecorded(skein);
});

test.skipIf(cantHang)(
  "skein kill ends the agent while the log's disk hangs, and it is recorded afterwards",
  async () => {
    const { skein, daemon, isAgentAlive } = await atWork();
    const relent = await harm(
      { pid: daemon },
      { calls: "fdatasync,fsync", how: "delay_enter=600000000", files: databaseFiles(skein) },
    );
    expect(await skein.run(["kill", "work"])).toMatchObject(ended);
    expect(isAgentAlive()).toBe(false);
    await relent();
    await expectRecorded(skein);
  },
);

test.skipIf(cantHang)(
  "skein kill ends the agent while the log can't be read, and says why that is not recorded",
  async () => {
    const { skein, session, daemon, isAgentAlive } = await atWork();
    const relent = await harm({ pid: daemon }, { calls: "pread64", how: "error=EIO", files: databaseFiles(skein) });
    expect(await skein.run(["kill", session])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ended the process of work.*not recorded yet.*(malformed|EIO)/s),
    });
    expect(isAgentAlive()).toBe(false);
    await relent();
    // A disk that did not answer for a while has lost nothing.
    await expectRecorded(skein);
    expect(existsSync(`${skein.home}/damaged`)).toBe(false);
  },
);
