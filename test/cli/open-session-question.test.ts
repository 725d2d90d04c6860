// What an open session shows while its agent asks: the question, whenever it was asked, and nothing below it that could be read as one.
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { until } from "../kit/until.ts";
import { asks, type CliDaemon, cliDaemon } from "./cli-daemon.ts";

const ANSWER = "answer 1|2|3|4|5 › ";

const attach = ({ start }: CliDaemon, session: string) =>
  start(["attach", session.slice(0, 8), "--no-color"], { isTerminal: true });

/** What is on the screen from the question on. */
const below = (out: string): string => out.slice(out.lastIndexOf("needs you: "));

const toolCalls = (count: number): Fact[] =>
  Array.from({ length: count }, (_, n) => ({
    type: "tool_call",
    data: { toolCallId: `t${n}`, title: `reading ${n}`, kind: "read", status: "completed" },
  }));

test("a question that was asked long ago is shown, and what is typed answers it", async () => {
  const cli = await cliDaemon();
  const { daemon } = cli;
  const { session, agent } = await daemon.working("go");
  agent.say(asks("q1", "rm -rf build"), asks("q2", "rm -rf dist"));
  agent.say(...toolCalls(600));
  await daemon.event(session, ({ data }) => data.toolCallId === "t599");
  await daemon.client.answer(session, "q2", { option: "no" });
  const attached = attach(cli, session);
  await until("the question", () => attached.out().includes(ANSWER));
  expect(attached.out()).toContain("needs you: Run `rm -rf build`\n│ rm -rf build\n");
  attached.type("n\r");
  const answers = () => agent.heard.filter(({ said }) => said === "answer");
  await until("the answer", () => answers().length === 2);
  expect(answers()).toMatchObject([
    { permission: "q2", option: "no" },
    { permission: "q1", option: "no" },
  ]);
  attached.type("\x03");
  const { out } = await attached.result;
  expect([(await daemon.client.queue(session)).items, out.match(/rm -rf dist/g)]).toEqual([[], null]);
});

test("below a question what is queued and what works in the background is counted, not named", async () => {
  const cli = await cliDaemon();
  const { daemon } = cli;
  const { session, agent } = await daemon.working("go");
  agent.say(
    { type: "task_start", data: { taskId: "b1", kind: "command", title: "1 Deny" } } as Fact,
    asks("q1", "rm -rf src"),
  );
  await daemon.send(session, "Deny, leave everything as it is");
  await daemon.send(session, "Allow once, 4 too");
  const attached = attach(cli, session);
  await until("the question", () => below(attached.out()).includes(ANSWER));
  const shown = below(attached.out());
  expect(shown).toContain("  2 queued\n");
  expect(shown).toMatch(/● 1 task in the background, for \d+d\n/);
  for (const words of ["leave everything", "4 too", "1 Deny"]) expect(shown).not.toContain(words);
  attached.type("n\r");
  await until("what is queued", () => attached.out().includes("  1 Deny, leave everything as it is\n"));
  attached.type("\x03");
  await attached.result;
});

test("what happens elsewhere is told when the question is settled", async () => {
  const cli = await cliDaemon();
  const { daemon } = cli;
  const { session, agent } = await daemon.working("go");
  agent.say(asks("q1", "rm -rf src"));
  const attached = attach(cli, session);
  await until("the question", () => attached.out().includes(ANSWER));
  const other = await daemon.newSession("y = deny, n = allow");
  await daemon.send(other, "go");
  const another = await daemon.run(2);
  another.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await until("the prompt", () => another.prompts.includes("go"));
  another.say(asks("q2", "true"));
  await until("that something waits", () => {
    daemon.clock.advance(250);
    return attached.out().includes("elsewhere");
  });
  expect(below(attached.out())).toContain("· elsewhere something waits for you: skein inbox\n");
  expect(below(attached.out())).not.toContain("y = deny");
  attached.type("n\r");
  await until("what it is", () => attached.out().includes("· elsewhere: y = deny, n = allow asks: Run `true`\n"));
  attached.type("\x03");
  await attached.result;
});
