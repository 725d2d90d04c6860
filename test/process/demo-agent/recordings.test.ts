// The stored recordings of the demo agent are what the built one does, and it keeps the contract of drivers.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDemoDriver } from "../../../src/agents/demo/driver.ts";
import type { Fact } from "../../../src/agents/index.ts";
import { describeDriverContract } from "../../contracts/driver-contract.ts";
import { contextFor, formatRecording, type Step } from "../../contracts/recording.ts";
import { demoProgram } from "../../kit/demo-agent.ts";
import { recordLife, type Script } from "../../kit/record-life.ts";

const driver = createDemoDriver(demoProgram);
const answerEach = (...answers: [option: string, message: string | null][]): Script["react"] => {
  return (fact) => {
    const answer = fact.type === "permission" ? answers.shift() : undefined;
    return answer ? { do: "answer", option: answer[0], message: answer[1] } : null;
  };
};
const steerAt = (type: Fact["type"], words: { promptId: string; text: string }): NonNullable<Script["react"]> => {
  let isSaid = false;
  return (fact) => {
    if (fact.type !== type || isSaid) return null;
    isSaid = true;
    return { do: "steer", ...words };
  };
};
const scripts = {
  turn: () => ({
    prompt:
      "[[think: Let me see.]] [[plan: write | check]] [[write: note.txt | knit one\n]] [[run: cat note.txt; exit 3]] [[read: note.txt]] [[usage: 1200 340 0.02]] [[say: All **done**.]]",
  }),
  permission: () => ({
    prompt: "[[ask: printf yes > allowed.txt]] [[ask: printf no > denied.txt]]",
    react: answerEach(["allow", null], ["deny", 'not "that"']),
  }),
  question: (): Script => ({
    prompt: "[[form: Order | Name* | Size = S, L | Extras = bag + card | Gift? | Count #]] [[question: Why?]]",
    react: (fact) => {
      if (fact.type !== "permission") return null;
      const isForm = fact.data.state === "asked" && fact.data.form?.length === 5;
      const order = { name: "Ada", size: "L", extras: ["bag", "card"], gift: true, count: 2 };
      return isForm
        ? { do: "answer", option: "accept", message: null, content: order }
        : { do: "answer", option: "decline", message: "no idea" };
    },
  }),
  steer: (): Script[] => [
    {
      prompt: "[[say: Begin.]] [[listen]] [[say: End.]]",
      react: steerAt("agent_message", { promptId: "p1-more", text: "Psst. [[say: More.]]" }),
    },
    // The agent has ended its turn by then.
    { prompt: "[[say: Short.]]", react: steerAt("usage", { promptId: "p2-more", text: "[[say: Late.]]" }) },
  ],
  background: (): Script[] => [
    { prompt: "[[background: never | look around]] [[say: Started.]]" },
    {
      prompt: "[[say: More.]] [[listen]] [[say: End.]]",
      react: (fact) => {
        if (fact.type === "agent_message" && fact.data.text === "More.") return { do: "stop_tasks" };
        return fact.type === "task_end" ? { do: "steer", promptId: "p2-more", text: "Go on." } : null;
      },
    },
  ],
  interrupt: (): Script => ({
    prompt: "[[run: echo started; sleep 60]] [[say: never]]",
    react: (fact) => (fact.type === "tool_call_update" && fact.data.output ? { do: "interrupt" } : null),
  }),
};

const newDirectory = (): string => realpathSync(mkdtempSync(join(tmpdir(), "skein-demo-")));

async function record(name: keyof typeof scripts): Promise<Step[]> {
  // Not with a test: the contract records before its first one.
  const [cwd, stateDir] = [newDirectory(), newDirectory()];
  const context = { ...contextFor("r1"), cwd, stateDir, env: { PATH: process.env.PATH ?? "" } };
  const steps = await recordLife(driver, context, [scripts[name]()].flat());
  for (const directory of [cwd, stateDir]) rmSync(directory, { recursive: true });
  const fixed = formatRecording(steps)
    .replaceAll(cwd, "/workspace")
    .replaceAll(/\\"durationMs\\":\d+/g, '\\"durationMs\\":1');
  return fixed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Step);
}

test.for(Object.keys(scripts) as (keyof typeof scripts)[])(
  "the stored recording %s is what the agent does",
  async (name) => {
    const file = `../../recordings/demo/${name}.jsonl`;
    await expect(formatRecording(await record(name))).toMatchFileSnapshot(file);
  },
);

describeDriverContract("demo agent, live", {
  driver,
  recordings: async () => ({
    turn: await record("turn"),
    permission: await record("permission"),
    interrupt: await record("interrupt"),
    question: await record("question"),
    steer: await record("steer"),
    background: await record("background"),
  }),
});
