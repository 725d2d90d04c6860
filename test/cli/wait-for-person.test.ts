// Whoever waits for a prompt is told at once that a person must answer first, and only when that is so.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { asks, type CliDaemon, cliDaemon, done, text } from "./cli-daemon.ts";

/** A session called docs whose agent asks whether it may run `rm x`. */
async function asking() {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  await cli.daemon.client.rename(session, "docs");
  agent.say(asks("q1", "rm x"));
  await cli.daemon.ofType(session, "permission");
  return { cli, session, agent };
}

const waits = ({ daemon }: CliDaemon, session: string) => daemon.client.queue(session).then(({ items }) => items);

test("send --wait behind an open question ends with 8 at once, says how to answer, and the prompt stays queued", async () => {
  const { cli, session, agent } = await asking();
  const told = await cli.run(["send", "docs", "then this", "--wait"]);
  expect([told.code, told.out]).toEqual([8, ""]);
  expect(told.err).toMatch(/^error: docs asks for permission: Run `rm x`\n {2}rm x\n {2}\n {2}1 {2}Allow once\n/);
  expect(told.err).toContain(`
why: the prompt is queued and goes when it is answered
fix: answer it, with a number behind this: skein answer docs --question q1
`);
  expect(await waits(cli, session)).toMatchObject([{ title: "then this" }]);
  const { code, out } = await cli.run(["send", "docs", "and this", "--wait", "--json"]);
  expect([code, JSON.parse(out)]).toMatchObject([
    8,
    { v: 1, state: "waiting", prompt: "queued", permission: { id: "q1", title: "Run `rm x`" } },
  ]);
  await cli.run(["answer", "docs", "--deny"]);
  agent.say(done);
  await until("the prompt to arrive", () => agent.prompts.includes("then this"));
});

test("send --wait of the same prompt again, once it was answered, tells what came of it", async () => {
  const { cli, agent } = await asking();
  const words = ["send", "docs", "then this", "--wait", "--prompt-id", "9d6b31d2-3c2e-4f6e-9d0f-2a9a3f1f5a11"];
  expect((await cli.run(words)).code).toBe(8);
  await cli.run(["answer", "docs", "--deny"]);
  agent.say(done);
  await until("the prompt to arrive", () => agent.prompts.includes("then this"));
  agent.say(text("did it", "m2"), done);
  expect(await cli.run(words)).toMatchObject({ code: 0, out: "did it\n" });
});

test("a question of its own turn ends the waiting too, and the prompt is not queued", async () => {
  const cli = await cliDaemon();
  await cli.daemon.newSession("docs");
  const sending = cli.run(["send", "docs", "go", "--wait", "--json"]);
  const agent = await cli.daemon.run();
  agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
  agent.say(asks("q1", "rm x"));
  const { code, out } = await sending;
  expect([code, JSON.parse(out)]).toMatchObject([
    8,
    { state: "waiting", prompt: "delivered", permission: { id: "q1" } },
  ]);
});

test("new waits in the same way", async () => {
  const cli = await cliDaemon();
  const made = cli.run(["new", "go", "--name", "docs"]);
  const agent = await cli.daemon.run();
  agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
  agent.say(asks("q1", "rm x"));
  const { code, err } = await made;
  expect([code, err]).toEqual([8, expect.stringContaining("behind this: skein answer docs --question q1\n")]);
  expect(err).not.toContain("queued");
});

test("what a rule answers needs nobody, however the question and its answer arrive", async () => {
  const cli = await cliDaemon();
  const { daemon } = cli;
  writeFileSync(join(daemon.paths.home, "policy.toml"), '[[allow]]\ncommand = "echo **"\n', { mode: 0o600 });
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "docs");
  agent.say(done);
  await daemon.ofType(session, "turn_end");
  for (let n = 1; n <= 20; n++) {
    const sending = cli.run(["send", "docs", `prompt ${n}`, "--wait"]);
    await until("the prompt to arrive", () => agent.prompts.includes(`prompt ${n}`));
    agent.say(asks(`q${n}`, "echo ok"));
    await until("the rule's answer", () => agent.heard.filter(({ said }) => said === "answer").length === n);
    agent.say(text(`fin ${n}`, `m${n}`), done);
    expect(await sending).toEqual({ code: 0, out: `fin ${n}\n`, err: "" });
  }
});

test("--now stops the turn that asks: nobody is needed", async () => {
  const { cli, agent } = await asking();
  const sending = cli.run(["send", "docs", "rather this", "--now", "--wait"]);
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  await until("the prompt to arrive", () => agent.prompts.includes("rather this"));
  agent.say(text("did it", "m2"), done);
  expect(await sending).toMatchObject({ code: 0, out: "did it\n" });
});

test("a prompt for later behind a queue that is held needs a person, too", async () => {
  const cli = await cliDaemon();
  const session = await cli.daemon.newSession("docs");
  await cli.daemon.client.changeQueue(session, { paused: true });
  const { code, err } = await cli.run(["send", "docs", "later", "--at", "+10m", "--wait"]);
  expect([code, err]).toEqual([
    8,
    "error: the queue of docs is held until a person releases it\nfix: skein queue docs release\n",
  ]);
});
