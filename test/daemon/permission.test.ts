import { expect, test } from "vitest";
import type { ProblemError } from "../../src/client/index.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const question = {
  type: "permission" as const,
  data: {
    id: "q1",
    state: "asked" as const,
    title: "Run `rm x`",
    detail: "rm x",
    options: [
      { id: "yes", label: "Allow once", kind: "allow_once" as const },
      { id: "no", label: "Deny", kind: "reject_once" as const },
    ],
  },
};

test("[T-15] a question waits, is answered once, and the answer is applied by the daemon that comes after a restart", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(question);
  await daemon.ofType(session, "permission");
  expect((await daemon.client.session(session)).session).toMatchObject({
    status: "waiting",
    reason: { code: "permission", text: "permission: Run `rm x`" },
  });
  await daemon.restart();
  await daemon.client.answer(session, "q1", { option: "yes" });
  await until("the answer", () => agent.heard.some(({ said }) => said === "answer"));
  expect(agent.heard.at(-1)).toEqual({ said: "answer", permission: "q1", option: "yes", message: null, content: null });
  const states = daemon
    .events(session)
    .flatMap((event) => (event.type === "permission" ? [(event.data as { state: string }).state] : []));
  expect(states).toEqual(["asked", "answered", "applied"]);
});

test("the first answer wins and later ones are told who was first", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(question);
  await daemon.ofType(session, "permission");
  const answers = await Promise.allSettled(
    ["yes", "no", "yes"].map((option, n) => daemon.newClient(`client-${n}`).answer(session, "q1", { option })),
  );
  const refused = answers.flatMap((one) => (one.status === "rejected" ? [one.reason as ProblemError] : []));
  expect(refused.map(({ code }) => code)).toEqual(["already_answered", "already_answered"]);
  expect(refused[0]?.facts).toMatchObject({ by: { kind: "client", name: expect.stringMatching(/^client-/) } });
  await until("one answer", () => agent.heard.some(({ said }) => said === "answer"));
  expect(agent.heard.filter(({ said }) => said === "answer")).toHaveLength(1);
});

test("a question whose agent died is stale at once", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(question);
  await daemon.ofType(session, "permission");
  agent.exit({ kind: "exited", code: 1 });
  await daemon.event(session, ({ type, data }) => type === "permission" && data.state === "stale");
  const late = daemon.client.answer(session, "q1", { option: "yes" });
  await expect(late).rejects.toMatchObject({ code: "stale_permission" });
  await expect(daemon.client.answer(session, "q9", { option: "yes" })).rejects.toMatchObject({
    code: "permission_not_found",
  });
});

test("a call that ends well while its question waits is pointed out, and only such a one", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const options = [{ id: "yes", label: "Allow", kind: "allow_once" as const }];
  const ends = (toolCallId: string, status: "completed" | "failed") =>
    ({ type: "tool_call_update", data: { toolCallId, status } }) as const;
  for (const id of ["c1", "c2", "c3", "c4"])
    agent.say({ type: "tool_call", data: { toolCallId: id, title: id, kind: "execute", status: "pending" } });
  for (const id of ["c1", "c2", "c3"])
    agent.say({
      type: "permission",
      data: { id: `q-${id}`, state: "asked", title: id, detail: id, options, toolCallId: id },
    });
  await until("the questions", async () => (await daemon.client.inbox()).items.length === 3);
  await daemon.client.answer(session, "q-c2", { option: "yes" });
  agent.say(ends("c1", "completed"), ends("c2", "completed"), ends("c3", "failed"), ends("c4", "completed"));
  await daemon.event(session, ({ data }) => data.toolCallId === "c4" && data.status === "completed");
  const notices = daemon.events(session).filter(({ type }) => type === "notice");
  expect(notices.map(({ data }) => data)).toEqual([
    { kind: "ran_unanswered", text: "the agent did this before anyone answered its question" },
  ]);
});
