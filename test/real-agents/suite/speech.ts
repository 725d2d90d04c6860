// What an agent says and does, as events.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AnyEvent } from "../../kit/daemon-process.ts";
import { processesIn } from "../../kit/processes-in.ts";
import type { RealAgent, Stage } from "../kit.ts";
import { saw } from "../matrix/saw.ts";
import type { Scene } from "../shared-scene.ts";
import { CLIENTS_KEY, expectClientsVariables } from "./environment.ts";

export function testSpeech(agent: RealAgent, scene: () => Promise<Scene>): void {
  test("[M-15] [C-11] [C-12] [T-07] text and thoughts are there while the model still speaks; then one end, with usage; the model is known, its system prompt is not stored, and no command line has a key", async () => {
    const { stage, talk, asked } = await scene();
    const id = await talk.send(
      "speech-1 [[think: Let me see.]] [[text: One two three.]] [[gate: speech]] [[text: Four five six.]] [[usage: input 900 | output 70]]",
    );
    await stage.model.reached("speech");
    expectNoKeys(stage);
    if (!agent.hidesThoughts) await talk.event("agent_thought", ({ text }) => String(text).includes("Let"));
    if (!agent.tellsWhenSaid) await talk.event("agent_message", ({ text }) => String(text).includes("One"));
    expect(await talk.all("turn_end")).toEqual([]);
    if ((await talk.all("agent_message")).length > 0) saw(agent, "stream");
    stage.model.open("speech");
    const { data: end } = await talk.end(id);
    expect(end).toMatchObject({ reason: "completed" });
    expect(await talk.said()).toMatch(/^One two three\.\s*Four five six\.$/);
    const thoughts = (await talk.all("agent_thought")).map(({ text }) => text).join("");
    // Gemini takes each piece for a thought of its own, with a headline.
    expect(thoughts.replaceAll("****\n", " ").trim().replace(/\s+/g, " ")).toBe(
      agent.hidesThoughts ? "" : "Let me see.",
    );
    expect(await talk.all("usage")).toEqual([
      expect.objectContaining({ inputTokens: 900, outputTokens: 70, turn: end.turn }),
    ]);
    if (thoughts !== "") saw(agent, "thoughts");
    if ((await talk.all("usage")).length > 0) saw(agent, "usage");
    const { binding } = (await stage.daemon.client.session(talk.id)).state;
    if (agent.tellsModel) expect(binding.model).toEqual(expect.any(String));
    expect(await talk.all("turn_end")).toHaveLength(1);
    expect(await talk.all("notice")).toEqual([]);
    const told = systemLines(asked());
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
    const { stage, talk } = await scene();
    const file = join(stage.cwd, "made.txt");
    expect(
      (
        await talk.ask(
          `tools-1 [[write: ${file} | by the tool]] [[read: ${file}]] [[run: pwd >> trace; env > variables; expr 40 + 2]]`,
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
