import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ProblemError } from "../../src/client/index.ts";
import { askToRun as ask } from "../kit/ask-to-run.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const APPROVALS = 200;
/** No more questions than this are open at once. */
const AT_ONCE = 50;

test("200 approvals raced from three clients are applied once each, and the others are told who was first", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const names = ["cli", "web", "phone"];
  const clients = names.map((name) => daemon.newClient(name));
  for (let first = 0; first < APPROVALS; first += AT_ONCE) {
    const ids = Array.from({ length: AT_ONCE }, (_, index) => `q${first + index}`);
    agent.say(...ids.map((id) => ask(id, `echo ${id}`)));
    await until("the questions", async () => (await daemon.client.inbox()).items.length === AT_ONCE);
    await Promise.all(
      ids.map(async (id, index) => {
        const attempts = names.map((name, at) => {
          const option = (index + at) % 2 === 0 ? "yes" : "no";
          const given = clients[at]?.answer(session, id, { option });
          return given?.then(
            () => ({ name, option, told: null }),
            (error) => ({ name, option, told: error as ProblemError }),
          );
        });
        const results = (await Promise.all(attempts)).filter((one) => one !== undefined);
        const [winner, ...others] = results.toSorted((a, b) => Number(a.told !== null) - Number(b.told !== null));
        expect(winner?.told).toBeNull();
        for (const { told } of others) {
          expect(told).toBeInstanceOf(ProblemError);
          expect(told).toMatchObject({
            code: "already_answered",
            facts: { option: winner?.option, by: { name: winner?.name } },
          });
        }
      }),
    );
  }
  await until("every answer to arrive", () => agent.heard.filter(({ said }) => said === "answer").length === APPROVALS);
  const states = new Map<string, string[]>();
  for (const { type, data } of daemon.events(session)) {
    const { id, state } = data as { id: string; state: string };
    if (type === "permission") states.set(id, [...(states.get(id) ?? []), state]);
  }
  expect(states.size).toBe(APPROVALS);
  for (const life of states.values()) expect(life).toEqual(["asked", "answered", "applied"]);
}, 60_000);

test("a rule for the project is kept only when its answer counts, and only with a yes", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(ask("q1", "make lint"), ask("q2", "make lint"));
  await until("the questions", async () => (await daemon.client.inbox()).items.length === 2);
  const { rule } = await daemon.client.permission(session, "q1");
  const { file, text } = rule ?? { file: "", text: "" };
  const remember = { scope: "project" as const, rule: text };
  await expect(daemon.client.answer(session, "q1", { option: "no", remember })).rejects.toMatchObject({
    code: "no_rule",
  });
  await expect(daemon.client.answer(session, "q1", { option: "maybe", remember })).rejects.toMatchObject({
    code: "no_rule",
  });
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await expect(daemon.client.answer(session, "q1", { option: "yes", remember })).rejects.toMatchObject({
    code: "already_answered",
  });
  expect(existsSync(file)).toBe(false);
  const id = crypto.randomUUID();
  await daemon.client.answer(session, "q2", { id, option: "yes", remember });
  expect(readFileSync(file, "utf8")).toBe(text);
  // As after a crash between the two: asked for again, the same answer brings the rule back.
  writeFileSync(file, "", { mode: 0o600 });
  expect(await daemon.client.answer(session, "q2", { id, option: "yes", remember })).toMatchObject({ replayed: true });
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("a rule is not promised for a file that can't be read: the question stays open", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(ask("q1", "make lint"));
  await daemon.ofType(session, "permission");
  const { rule } = await daemon.client.permission(session, "q1");
  const { policy } = { policy: await daemon.client.policy(daemon.workspace) };
  expect(policy.sources.map(({ name, problem }) => [name, problem])).toEqual([
    ["workspace", null],
    ["global", null],
  ]);
  await daemon.client.addRule(session, '[[deny]]\ncommand = "rm **"\n');
  writeFileSync(rule?.file ?? "", "[[denny]]\n", { mode: 0o600 });
  const remember = { scope: "project" as const, rule: rule?.text ?? "" };
  await expect(daemon.client.answer(session, "q1", { option: "yes", remember })).rejects.toMatchObject({
    code: "config_invalid",
    message: expect.stringContaining("denny"),
  });
  await expect(daemon.client.addRule(session, rule?.text ?? "")).rejects.toMatchObject({ code: "config_invalid" });
  expect((await daemon.client.inbox()).items.map(({ id }) => id)).toEqual(["q1"]);
});
