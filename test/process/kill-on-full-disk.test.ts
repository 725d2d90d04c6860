// A disk that is full to the last byte, and an agent on it that a person wants ended: it ends, and nothing of it starts again by itself.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutRoot } from "../kit/left-out.ts";
import { isAlive } from "../kit/run-bench.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { fill, mountMemory } from "../kit/small-disk.ts";
import { until } from "../kit/until.ts";

const skip = withoutRoot("a disk that is full", "npm run test:process");

interface Scene {
  skein: SkeinHome;
  /** Of session `work`. */
  session: string;
  isCommandAlive: () => boolean;
  /** Whether the command of a second session lives. */
  other: () => boolean;
  free: () => void;
}

const ENDLESS = "while :; do sleep 0.1; done";

/** Session `work` runs a command without an end, has a second prompt in its queue, and its home is on a full disk. */
async function atWorkOnFullDisk({ isDaemonDead = false, hasOther = false } = {}): Promise<Scene> {
  const disk = mountMemory(96);
  const skein = new SkeinHome();
  skein.env.SKEIN_HOME = join(disk, "home");
  const { session } = await skein.json<{ session: { id: string } }>(["new", "--agent", "demo", "--name", "work"]);
  await skein.json(["send", "work", `[[run: echo $$ > pid; ${ENDLESS}]]`]);
  await skein.json(["send", "work", "[[run: echo ran >> second]]"]);
  if (hasOther) {
    await skein.json(["new", "--agent", "demo", "--name", "other"]);
    await skein.json(["send", "other", `[[run: echo $$ > other-pid; ${ENDLESS}]]`]);
  }
  const pidIn = (name: string): Promise<number> =>
    until("the command to run", () => {
      const file = join(skein.workspace, name);
      return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
    });
  const pid = await pidIn("pid");
  const otherPid = hasOther ? await pidIn("other-pid") : 0;
  if (isDaemonDead) await skein.killDaemon();
  const [isCommandAlive, other] = [() => isAlive(pid), () => isAlive(otherPid)];
  return { skein, session: session.id, isCommandAlive, other, free: fill(join(disk, "ballast")) };
}

async function eventsOf(skein: SkeinHome): Promise<string> {
  return (await skein.run(["export", "work"])).out;
}

test.skipIf(skip)(
  "skein kill on a full disk ends the process, says that it is not recorded yet, and records it later",
  async () => {
    const { skein, isCommandAlive, free } = await atWorkOnFullDisk();
    const killed = await skein.run(["kill", "work"]);
    expect(killed).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ended the process of work.*not recorded yet/s),
    });
    expect(killed.out).toContain("disk is full");
    expect(isCommandAlive()).toBe(false);
    const again = await skein.json(["kill", "work"]);
    expect(again).toMatchObject({ stopped: true, recorded: false, left: [] });

    free();
    await until("the end to be recorded", async () => (await eventsOf(skein)).includes('"agent_exit"'));
    const events = await eventsOf(skein);
    expect(events).toContain('"reason":"killed"');
    expect(events).toContain('"outcome":"stopped"');
    expect(await skein.json(["queue", "work"])).toMatchObject({ items: [{ held: true }] });
    expect(existsSync(join(skein.workspace, "second"))).toBe(false);
  },
);

test.skipIf(skip)(
  "a kill on a full disk that no daemon lives to record leaves a run that is over, and its queue held",
  async () => {
    const { skein, isCommandAlive, free } = await atWorkOnFullDisk();
    await skein.run(["kill", "work"]);
    expect(isCommandAlive()).toBe(false);
    await skein.killDaemon();
    free();
    await until("the end to be recorded", async () => (await eventsOf(skein)).includes('"agent_exit"'));
    expect(await skein.json(["queue", "work"])).toMatchObject({ items: [{ held: true }] });
    expect(existsSync(join(skein.workspace, "second"))).toBe(false);
  },
);

test.skipIf(skip)("skein abort on a full disk says how the process is ended", async () => {
  const { skein, isCommandAlive, free } = await atWorkOnFullDisk();
  const { code, err } = await skein.run(["abort", "work"]);
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining("skein kill") });
  expect(isCommandAlive()).toBe(true);
  free();
});

test.skipIf(skip)(
  "[R-34] with the daemon dead and the disk full, stop --agents ends the agents and says that it is not recorded",
  async () => {
    const { skein, isCommandAlive, free } = await atWorkOnFullDisk({ isDaemonDead: true });
    expect((await skein.run(["daemon", "status"])).out).toContain("it left 1 agent; end with:");
    const { code, out, err } = await skein.run(["daemon", "stop", "--agents"]);
    expect({ code, out, err }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ended 1 agent.*not recorded.*full/s),
    });
    expect(isCommandAlive()).toBe(false);
    free();
    await until("the end to be recorded", async () => (await eventsOf(skein)).includes('"agent_exit"'));
    expect(await skein.json(["queue", "work"])).toMatchObject({ items: [{ held: true }] });
    expect(existsSync(join(skein.workspace, "second"))).toBe(false);
  },
);

test.skipIf(skip)("skein kill without a daemon on a full disk ends that session's agent alone, by its id", async () => {
  const { skein, isCommandAlive, free, session, other } = await atWorkOnFullDisk({
    isDaemonDead: true,
    hasOther: true,
  });
  const killed = await skein.run(["kill", session.slice(0, 8)]);
  expect(killed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ended the process of work.*not recorded.*full/s),
  });
  expect({ work: isCommandAlive(), other: other() }).toEqual({ work: false, other: true });
  free();
  await until("the end to be recorded", async () => (await eventsOf(skein)).includes('"agent_exit"'));
  expect(await eventsOf(skein)).toContain('"reason":"killed"');
  expect(await skein.json(["queue", "work"])).toMatchObject({ items: [{ held: true }] });
  expect(other()).toBe(true);
});

test.skipIf(skip)(
  "by a name, which may be another session's by now, it asks first; and what it can't find it lists",
  async () => {
    const { skein, isCommandAlive, session } = await atWorkOnFullDisk({ isDaemonDead: true });
    const short = session.slice(0, 8);
    const unclear = await skein.run(["kill", "nobody"]);
    expect(unclear).toMatchObject({
      code: 5,
      err: expect.stringMatching(new RegExp(`${short} +work .*skein daemon stop --agents`, "s")),
    });
    expect(unclear.err).toContain(`, and without it Skein can't tell which agent is "nobody"`);
    const asked = await skein.run(["kill", "work"]);
    expect(asked).toMatchObject({ code: 2, err: expect.stringMatching(/needs confirmation: .*work.*-y/s) });
    expect(isCommandAlive()).toBe(true);
    expect(await skein.json(["kill", "work", "--yes"])).toMatchObject({
      session,
      stopped: true,
      recorded: false,
      left: [],
    });
    expect(isCommandAlive()).toBe(false);
  },
);
