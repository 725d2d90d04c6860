// What ends with a session says so: which turn, and whose words wait. The words are kept.
import { describe, expect, test } from "vitest";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon, done, text } from "./cli-daemon.ts";

interface Busy {
  readonly cli: CliDaemon;
  readonly session: string;
  readonly agent: ScriptedRun;
}

/** A session called kq, at work, with two prompts in its queue. */
async function busy(): Promise<Busy> {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  await cli.daemon.client.rename(session, "kq");
  await cli.daemon.send(session, "important 1\nand a second line");
  await cli.daemon.send(session, "important 2");
  return { cli, session, agent };
}

const words = "  1  important 1\n  2  important 2\n";
const kept = `2 queued prompts held; release with: skein queue kq release\n${words}`;
const texts = [
  { text: "important 1\nand a second line", held: true },
  { text: "important 2", held: true },
];

/** The agent's next life, given this prompt; it completes the turn. */
async function completes({ daemon }: CliDaemon, n: number, prompt: string): Promise<ScriptedRun> {
  const agent = await daemon.run(n);
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until(`${prompt} to arrive`, () => agent.prompts.includes(prompt));
  agent.say(text("yes", `m${n}`), done);
  return agent;
}

describe("kill", () => {
  test("[C-15] says which turn it stopped, and holds what is queued", async () => {
    const { cli, session, agent } = await busy();
    expect(await cli.run(["kill", "kq"])).toEqual({
      code: 0,
      out: `ended the process of kq in turn t1; its history stays: skein show kq\n${kept}`,
      err: "",
    });
    expect(agent.stopped).toBe(true);
    expect(cli.daemon.types(session)).not.toContain("prompt_withdrawn");
    expect((await cli.run(["queue", "kq"])).out).toMatch(
      /1 +held +.* important 1\n2 +held +.* important 2\n. each prompt is held; release with: skein queue kq release\n$/,
    );
    expect((await cli.run(["kill", "kq"])).out).toBe(`kq had no process; its history stays: skein show kq\n${kept}`);
  });

  test("programs get the turn and the prompts, whole", async () => {
    const { cli, session } = await busy();
    expect(JSON.parse((await cli.run(["stop", "kq", "--json"])).out)).toMatchObject({
      ...{ v: 1, session, stopped: true, hadProcess: true, turn: "t1", queued: texts, withdrawn: [] },
    });
  });

  test("a later prompt goes alone; what was held goes in order when it is let go", async () => {
    const { cli } = await busy();
    await cli.run(["kill", "kq"]);
    expect((await cli.run(["send", "kq", "new"])).out).toBe("sent to kq; 2 held prompts stay: skein queue kq\n");
    const agent = await completes(cli, 2, "new");
    await until("the turn to end", async () => (await cli.run(["show", "kq"])).out.includes("yes"));
    expect(agent.prompts).toEqual(["new"]);
    expect((await cli.run(["queue", "kq", "release"])).out).toBe(
      "released the queue of kq: 2 prompts\n  1  important 1\n  2  important 2\n",
    );
    await until("the first to arrive", () => agent.prompts.length === 2);
    agent.say(done);
    await until("the second to arrive", () => agent.prompts.length === 3);
    expect(agent.prompts).toEqual(["new", "important 1\nand a second line", "important 2"]);
  });

  test("letting go of what was held opens the session again", async () => {
    const { cli } = await busy();
    await cli.run(["kill", "kq"]);
    expect((await cli.run(["queue", "kq", "release", "2"])).out).toContain("important 2");
    await completes(cli, 2, "important 2");
    const { items } = await cli.daemon.client.queue((await cli.daemon.client.sessions())[0]?.id ?? "");
    expect(items.map(({ title, held }) => [title, held])).toEqual([["important 1", true]]);
  });

  test("who waits for a held prompt is told that a person is needed", async () => {
    const { cli } = await busy();
    const waiting = cli.run(["send", "kq", "and this", "--wait"]);
    await until("it to be queued", async () => (await cli.run(["queue", "kq"])).out.includes("and this"));
    await cli.run(["kill", "kq"]);
    expect(await waiting).toMatchObject({ code: 8, err: expect.stringContaining("the prompt is held") });
  });

  test("by a filter it shows the turns that run and what is queued before it asks", async () => {
    const { cli, session } = await busy();
    await cli.daemon.newSession("idle");
    const before = cli.daemon.types(session);
    const { code, out } = await cli.run(["kill", "--workspace", "."]);
    expect(code).toBe(2);
    expect(out.split("\n").slice(3).join("\n")).toBe(`kq: turn t1 is running, 2 prompts queued\n${words}`);
    expect(cli.daemon.types(session)).toEqual(before);
  });

  test("nothing is withdrawn: the transcript has no word of it, and the state has the words", async () => {
    const { cli } = await busy();
    await cli.run(["kill", "kq"]);
    expect((await cli.run(["show", "kq"])).out).not.toContain("withdrawn");
    expect(JSON.parse((await cli.run(["show", "kq", "--json"])).out).state.prompt.queue).toMatchObject(texts);
  });
});

describe("archive", () => {
  test("leaves a session at work alone", async () => {
    const { cli, session } = await busy();
    const before = cli.daemon.types(session);
    expect(await cli.run(["archive", "kq"])).toEqual({
      code: 1,
      out: "",
      err: "error: its agent is working on turn t1: stop it first (skein kill), or archive it with --force\n",
    });
    expect(cli.daemon.types(session)).toEqual(before);
  });

  test("with --force it stops the turn, says so, and holds what is queued", async () => {
    const { cli, session } = await busy();
    expect((await cli.run(["archive", "kq", "--force"])).out).toBe(
      `archived kq, stopped in turn t1; undo with: skein unarchive kq\n${kept}`,
    );
    await cli.daemon.ofType(session, "agent_exit");
    await cli.run(["unarchive", "kq"]);
    expect(JSON.parse((await cli.run(["queue", "kq", "--json"])).out).items).toMatchObject(texts);
  });

  test("programs get the turn and the prompts", async () => {
    const { cli, session } = await busy();
    expect(JSON.parse((await cli.run(["archive", "kq", "-f", "--json"])).out)).toMatchObject({
      ...{ v: 1, session, archived: true, turn: "t1", queued: texts },
    });
  });
});

describe("delete", () => {
  test("says what goes with the session; undo brings it back, held", async () => {
    const { cli } = await busy();
    expect((await cli.run(["delete", "kq", "--force"])).out).toBe(
      `deleted kq, stopped in turn t1\n2 queued prompts with it:\n${words}` + "restore within 7 days: skein undo\n",
    );
    await cli.run(["undo"]);
    expect(JSON.parse((await cli.run(["queue", "kq", "--json"])).out).items).toMatchObject(texts);
  });

  test("in a terminal it shows the turn and the prompts before it asks", async () => {
    const { cli, session } = await busy();
    const asked = cli.start(["delete", "kq", "--force", "--no-color"], { isTerminal: true });
    await until("the question", () => asked.out().includes("delete it? [y/N]"));
    expect(asked.out()).toContain(`kq: turn t1 is running, 2 prompts queued\n${words}`);
    asked.type("n\n");
    expect((await asked.result).code).toBe(130);
    expect(cli.daemon.types(session)).not.toContain("trashed");
  });

  test("prune shows the same", async () => {
    const { cli } = await busy();
    cli.daemon.clock.advance(86_400_000);
    const nowMs = Date.parse(cli.daemon.clock.now());
    const { out } = await cli.run(["prune", "--older-than", "1h"], { nowMs });
    expect(out).toContain(`kq: turn t1 is running, 2 prompts queued\n${words}`);
    const pruned = JSON.parse((await cli.run(["prune", "--older-than", "1h", "-y", "--json"], { nowMs })).out);
    expect(pruned.sessions).toMatchObject([{ name: "kq", deleted: true, turn: "t1", queued: texts }]);
  });
});

test("clear says that the turn goes on where it is, and what stays queued there", async () => {
  const { cli } = await busy();
  const { out } = await cli.run(["clear", "kq", "--detach"]);
  expect(out).toMatch(
    /^created kq-2 \(\w{8}\) in place of kq, which is kept: skein show kq; its turn t1 continues; 2 prompts stay queued there\n$/,
  );
});

test("clear says what is set in the new session as it was in the other one", async () => {
  const { cli, session } = await busy();
  await cli.daemon.client.setMode(session, "plan");
  await cli.daemon.client.setLimits(session, { budgetUsd: 1 });
  const { out } = await cli.run(["clear", "kq", "--detach"]);
  expect(out).toContain("; 2 prompts stay queued there; copied: mode plan, limits\n");
});

test("restart says which turn ends, and that what is queued goes to the new process", async () => {
  const { cli } = await busy();
  expect((await cli.run(["restart", "kq"])).out).toBe(
    "ended the process of kq in turn t1; the next queued prompt (of 2) starts a new one\n",
  );
  const agent = await cli.daemon.run(2);
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the first to arrive", () => agent.prompts.length === 1);
  expect(JSON.parse((await cli.run(["restart", "kq", "--json"])).out)).toMatchObject({
    ...{ v: 1, hadProcess: true, turn: "t2", queued: [expect.any(String)] },
  });
});

test("restart counts only what goes, and says how the held ones go on", async () => {
  const { cli } = await busy();
  await cli.run(["queue", "kq", "hold", "2"]);
  await cli.run(["send", "kq", "later", "--hold"]);
  expect((await cli.run(["restart", "kq"])).out).toBe(
    "ended the process of kq in turn t1; the next queued prompt (of 1) starts a new one; 2 queued prompts held; release with: skein queue kq release <n>\n",
  );
});

test("restart does not count a prompt for a later time among those that go", async () => {
  const { cli } = await busy();
  await cli.run(["send", "kq", "later", "--at", "+10m"]);
  expect((await cli.run(["restart", "kq"])).out).toBe(
    "ended the process of kq in turn t1; the next queued prompt (of 2) starts a new one; 1 for a later time\n",
  );
});

test("a prompt that would wait for itself is refused, with a command that can be pasted", async () => {
  const { cli } = await busy();
  expect(await cli.run(["queue", "kq", "after", "1", "1"])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/can't wait for itself\n.*skein queue kq\n$/),
  });
});

test.for([
  [
    ["hold", "1"],
    ["hold", "2"],
  ],
  [["hold"]],
])("restart says that nothing goes where all of it is held: %j", async (verbs) => {
  const { cli, session } = await busy();
  for (const verb of verbs) await cli.run(["queue", "kq", ...verb]);
  expect((await cli.run(["restart", "kq"])).out).toBe(
    "ended the process of kq in turn t1; the next prompt starts a new one; 2 queued prompts held; release with: skein queue kq release\n",
  );
  const { items } = await cli.daemon.client.queue(session);
  expect(items).toHaveLength(2);
});

test("abort --clear and queue clear give back the words that they withdraw, and show keeps them", async () => {
  const { cli, agent } = await busy();
  const aborting = cli.run(["abort", "kq", "--clear"]);
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  expect((await aborting).out).toBe(`stopped the turn of kq; 2 queued prompts withdrawn\n${words}`);
  expect((await cli.run(["show", "kq"])).out).toContain(
    "· a queued prompt was cancelled: cancelled by cli\n  important 1\n  and a second line\n",
  );
  await cli.run(["send", "kq", "third", "--hold"]);
  expect((await cli.run(["queue", "kq", "clear", "-y"])).out).toBe("cancelled 1 of kq\n  1  third\n");
});
