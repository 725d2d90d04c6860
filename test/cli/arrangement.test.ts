// Pinning, snoozing, marking and moving sessions on the command line.
import { describe, expect, test } from "vitest";
import { cliDaemon, done } from "./cli-daemon.ts";

type Run = Awaited<ReturnType<typeof cliDaemon>>["run"];

const names = async (run: Run, ...words: string[]): Promise<string[]> =>
  JSON.parse((await run(["ls", "--json", ...words])).out).sessions.map(({ name }: { name: string }) => name);

async function three() {
  const cli = await cliDaemon();
  for (const name of ["one", "two", "three"]) {
    await cli.daemon.newSession(name);
    cli.daemon.clock.advance(1000);
  }
  return { ...cli, nowMs: Date.parse(cli.daemon.clock.now()) };
}

test("a pinned session is on top of the others, with a sign", async () => {
  const { run } = await three();
  expect(await names(run)).toEqual(["three", "two", "one"]);
  expect((await run(["pin", "one", "two"])).out).toBe("pinned one\npinned two\n");
  expect((await run(["pin", "one"])).out).toBe("one was pinned already\n");
  expect(await names(run)).toEqual(["two", "one", "three"]);
  expect((await run(["ls"])).out).toMatch(/one ★ +◌ idle/);
  expect((await run(["unpin", "one"])).out).toBe("unpinned one\n");
  expect((await run(["unpin", "one"])).out).toBe("one was not pinned\n");
});

test("a session that is marked as unread says so, until it is read", async () => {
  const { run } = await three();
  expect((await run(["unread", "one"])).out).toBe("marked one as unread\n");
  expect((await run(["unread", "one"])).out).toBe("one was unread already\n");
  expect(await names(run)).toEqual(["one", "three", "two"]);
  expect((await run(["ls"])).out).toMatch(/one +✓ unread/);
  await run(["ack", "one"]);
  expect(await names(run)).toEqual(["three", "two", "one"]);
});

describe("a snoozed session", () => {
  test("is only counted, until it is wanted", async () => {
    const { run, nowMs } = await three();
    const until = new Date(nowMs + 7_200_000).toISOString();
    const { out } = await run(["snooze", "two", "2h", "--json"], { nowMs });
    expect(JSON.parse(out)).toMatchObject({ v: 1, name: "two", snooze: { until } });
    const listed = (await run(["ls"])).out;
    expect(listed).not.toContain("two");
    expect(listed.trimEnd().split("\n").at(-1)).toBe("1 snoozed: skein sessions --all");
    expect((await run(["ls", "--all"])).out).toMatch(/two +◌ snoozed/);
    expect(await names(run)).toEqual(["three", "one", "two"]);
    expect((await run(["snooze", "two", "--off"])).out).toBe("two is listed again\n");
    expect((await run(["ls"])).out).toContain("two");
  });

  test("without a time comes back with a result", async () => {
    const { daemon, run } = await cliDaemon();
    const { session, agent } = await daemon.working();
    await daemon.client.rename(session, "worker");
    expect((await run(["snooze", "worker"])).out).toBe("snoozed worker, until it needs you, or has a result\n");
    expect((await run(["ls"])).out).toBe("1 snoozed: skein sessions --all\n");
    agent.say(done);
    await daemon.ofType(session, "turn_end");
    expect((await run(["ls"])).out).toMatch(/worker +✓ done/);
  });

  test("tomorrow is tomorrow in the morning; what has passed is refused", async () => {
    const { run, nowMs } = await three();
    expect((await run(["snooze", "one", "tomorrow"], { nowMs })).out).toBe(
      "snoozed one, until it needs you, or tomorrow at 09:00\n",
    );
    const past = await run(["snooze", "one", "2020-01-01T09:00"], { nowMs });
    expect([past.code, past.err]).toEqual([2, expect.stringContaining("the time 2020-01-01T09:00 has passed")]);
  });
});

test("sessions are moved in an order of their own; new ones come first", async () => {
  const { daemon, run } = await three();
  const own = () => names(run, "--sort", "own");
  expect(await own()).toEqual(["three", "two", "one"]);
  expect((await run(["move", "one", "--before", "two"])).out).toBe(
    "moved one; see it with: skein sessions --sort own\n",
  );
  expect(await own()).toEqual(["three", "one", "two"]);
  await run(["move", "three", "--end"]);
  expect(await own()).toEqual(["one", "two", "three"]);
  await run(["move", "three", "--after", "one"]);
  expect(await own()).toEqual(["one", "three", "two"]);
  await daemon.newSession("four");
  expect(await own()).toEqual(["four", "one", "three", "two"]);
  await run(["move", "two", "--first"]);
  expect(await own()).toEqual(["two", "four", "one", "three"]);
  await run(["move", "two", "--reset"]);
  expect((await own()).indexOf("two")).toBeGreaterThan(0);
  const beside = await run(["move", "one", "--before", "one"]);
  expect([beside.code, beside.err]).toEqual([2, expect.stringContaining("a session can't be moved beside itself")]);
});
