// Twenty sessions of the demo agent and one of each real agent, all in the midst of a turn at the same time, with one daemon.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { makeAgentHome } from "../kit/agents/home.ts";
import { type AgentName, agentNames } from "../kit/agents/pins.ts";
import { prepareAgent } from "../kit/agents/recipe.ts";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { startModel } from "../kit/model/model.ts";

const DEMOS = 20;
const PATIENCE_MS = 120_000;
const installed = agentNames.filter((agent) => findProgram(agent) !== null);

test(`${DEMOS} demo sessions and ${installed.length} real ones work at once, each on its own, through a kill of the daemon`, async () => {
  const model = await startModel();
  onTestFinished(() => model.close());
  const daemon = new DaemonProcess();
  await daemon.start();
  const { client } = daemon;
  const send = async (session: string, text: string) =>
    (await client.prompt(session, { content: [{ type: "text", text }] })).id;
  const endOf = (session: string, promptId: string) =>
    daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === promptId, PATIENCE_MS);
  const wordsOf = async (session: string) =>
    (await daemon.events(session)).flatMap(({ type, data }) => (type === "agent_message" ? [data.text] : [])).join("");

  const open = async (agent: AgentName | "demo", n: number): Promise<string> => {
    const cwd = join(daemon.workspace, `${agent}-${n}`);
    mkdirSync(cwd);
    if (agent === "demo") return (await client.create({ cwd, agent })).session.id;
    const home = makeAgentHome();
    onTestFinished(() => home.remove());
    const { env } = prepareAgent(agent, { model, home: home.path });
    return (await client.create({ cwd, agent, env: { ...env } })).session.id;
  };

  const real = await Promise.all(
    installed.map(async (agent, n) => {
      const session = await open(agent, n);
      const text = `[[text: I am ${agent}.]] [[gate: ${agent}]] [[text: Still ${agent}.]]`;
      return { agent, session, prompt: await send(session, text) };
    }),
  );
  const demos = await Promise.all(
    Array.from({ length: DEMOS }, async (_, n) => {
      const session = await open("demo", n);
      return { n, session, prompt: await send(session, `[[say: I am ${n}.]] [[ask: echo ${n}]] [[say: Still ${n}.]]`) };
    }),
  );

  for (const { agent } of real) await model.reached(agent);
  const questions = await Promise.all(
    demos.map(({ session }) => daemon.event(session, ({ type }) => type === "permission", PATIENCE_MS)),
  );
  const running = (await client.sessions()).filter(({ status }) => status === "running" || status === "waiting");
  expect(running).toHaveLength(DEMOS + real.length);

  await daemon.kill();
  for (const { agent } of real) model.open(agent);
  await Promise.all(
    demos.map(({ session }, n) => client.answer(session, String(questions[n]?.data.id), { option: "allow" })),
  );
  for (const { session, prompt } of [...real, ...demos])
    expect((await endOf(session, prompt)).data).toMatchObject({ reason: "completed" });

  for (const { agent, session } of real) {
    expect((await wordsOf(session)).replace(/\s+/g, " "), agent).toMatch(
      new RegExp(`^I am ${agent}\\. ?Still ${agent}\\.$`),
    );
    expect(model.turns(`I am ${agent}`), agent).toHaveLength(1);
  }
  for (const { n, session } of demos) expect(await wordsOf(session)).toBe(`I am ${n}.Still ${n}.`);
  const natives = (await client.sessions()).map(({ nativeId }) => nativeId);
  expect(new Set(natives).size).toBe(DEMOS + real.length);
});
