// What an agent says and does, as events.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AnyEvent } from "../../kit/daemon-process.ts";
import { processesIn } from "../../kit/processes-in.ts";
import { type RealAgent, Stage } from "../kit.ts";
import { saw } from "../matrix/saw.ts";
import { clientsVariables, expectClientsVariables } from "./environment.ts";

export function testSpeech(agent: RealAgent): void {
  test("[M-15] [C-11] [C-12] [T-07] text and thoughts are there while the model still speaks; then one end, with usage; the model is known, its system prompt is not stored, and no command line has a key", async () => {
    const stage = await Stage.set(agent, { env: { CLIENT_API_KEY: CLIENTS_KEY } });
    const talk = await stage.open();
    const id = await talk.send(
      "p-1 [[think: Let me see.]] [[text: One two three.]] [[gate: g]] [[text: Four five six.]] [[usage: input 900 | output 70]]",
    );
    await stage.model.reached("g");
    expectNoKeys(stage);
    if (!agent.hidesThoughts) await talk.event("agent_thought", ({ text }) => String(text).includes("Let"));
    if (!agent.tellsWhenSaid) await talk.event("agent_message", ({ text }) => String(text).includes("One"));
    expect(await talk.all("turn_end")).toEqual([]);
    if ((await talk.all("agent_message")).length > 0) saw(agent, "stream");
    stage.model.open("g");
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    expect(await talk.said()).toMatch(/^One two three\.\s*Four five six\.$/);
    const thoughts = (await talk.all("agent_thought")).map(({ text }) => text).join("");
    // Gemini takes each piece for a thought of its own, with a headline.
    expect(thoughts.replaceAll("****\n", " ").trim().replace(/\s+/g, " ")).toBe(
      agent.hidesThoughts ? "" : "Let me see.",
    );
    expect(await talk.all("usage")).toEqual([
      expect.objectContaining({ inputTokens: 900, outputTokens: 70, turn: "t1" }),
    ]);
    if (thoughts !== "") saw(agent, "thoughts");
    if ((await talk.all("usage")).length > 0) saw(agent, "usage");
    const models = [...(await talk.all("agent_bound")), ...(await talk.all("model_changed"))].map(({ model }) => model);
    if (agent.tellsModel) expect(models).toContainEqual(expect.any(String));
    expect(await talk.all("turn_end")).toHaveLength(1);
    expect(await talk.all("notice")).toEqual([]);
    const told = systemLines(stage.model.turns("p-1").flat());
    expect(told.length).toBeGreaterThan(0);
    const stored = JSON.stringify(await talk.events());
    const exported = await talk.exported();
    expect(exported.lines).toContain("One two three.");
    const isStored = (line: string): boolean => {
      const escaped = JSON.stringify(line).slice(1, -1);
      return [stored, exported.lines].some((text) => text.includes(escaped)) || exported.texts.includes(line);
    };
    expect(told.filter(isStored)).toEqual([]);
  });

  test("[R-39] [T-05] tool calls have input, output and status, run once in the workspace, and tell which files they touched; they have the creating client's variables, and none of those that mark the inside of another agent", async () => {
    const stage = await Stage.set(agent, { env: clientsVariables });
    const talk = await stage.open();
    const file = join(stage.cwd, "made.txt");
    expect(
      (
        await talk.ask(
          `p-1 [[write: ${file} | by the tool]] [[read: ${file}]] [[run: pwd >> trace; env > variables; expr 40 + 2]]`,
        )
      ).data,
    ).toMatchObject({ reason: "completed" });
    expect(readFileSync(file, "utf8").trim()).toBe("by the tool");
    expect(readFileSync(join(stage.cwd, "trace"), "utf8")).toBe(`${stage.cwd}\n`);
    expectClientsVariables(stage, "variables");

    const calls = toolCalls(await talk.events());
    expect(calls.map(({ kind, status }) => [kind, status])).toEqual([
      ["edit", "completed"],
      ["read", "completed"],
      ["execute", "completed"],
    ]);
    expect(calls.map(({ title }) => title)).toEqual(Array(3).fill(expect.stringMatching(/\S/)));
    expect(calls[2]?.output).toContain("42");
    expect(calls[2]?.durationMs).toEqual(agent.tellsDuration ? expect.any(Number) : undefined);
    expect(JSON.stringify(calls[2]?.input)).toContain("expr 40 + 2");
    expect((await talk.all("file_write")).map(({ path }) => path)).toEqual([file]);
    expect((await talk.all("file_read")).map(({ path }) => path)).toEqual([file]);
    expect(await talk.all("notice")).toEqual([]);
  });
}

const CLIENTS_KEY = "key-of-the-client-5c1d7f";

/** Everybody on the machine can read command lines. */
function expectNoKeys({ daemon, env }: Stage): void {
  const keys = Object.entries(env).flatMap(([name, value]) => (/KEY|TOKEN/.test(name) ? [value] : []));
  const commands = processesIn(daemon.workspace).map(({ command }) => command);
  expect(keys).toContain(CLIENTS_KEY);
  expect(commands).not.toEqual([]);
  expect(commands.filter((command) => keys.some((key) => command.includes(key)))).toEqual([]);
}

/** What the agent told its model before all else, in lines that nobody else would say. */
const systemLines = (exchanges: readonly { system: string }[]): string[] => [
  ...new Set(exchanges.flatMap(({ system }) => system.split("\n")).filter((line) => line.trim().length > 60)),
];

interface ToolCall {
  kind: unknown;
  title: unknown;
  input: unknown;
  status: unknown;
  output: string;
  durationMs: unknown;
}

/** Each call as it is after all of its updates. */
function toolCalls(events: readonly AnyEvent[]): ToolCall[] {
  const calls = new Map<unknown, ToolCall>();
  for (const { type, data } of events) {
    if (type === "tool_call") {
      const { kind, title, input, status } = data;
      calls.set(data.toolCallId, { kind, title, input, status, output: "", durationMs: undefined });
    }
    const call = type === "tool_call_update" ? calls.get(data.toolCallId) : undefined;
    if (!call) continue;
    call.status = data.status ?? call.status;
    call.title = data.title ?? call.title;
    call.durationMs = data.durationMs ?? call.durationMs;
    call.output += data.output ?? "";
  }
  return [...calls.values()];
}
