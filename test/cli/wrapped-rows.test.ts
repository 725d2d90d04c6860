// A terminal wraps long lines: no row of what an agent says may then begin as Skein's own lines do.
import { expect, test } from "vitest";
import { Printer } from "../../src/cli/render/printer.ts";
import { questionLines } from "../../src/cli/render/question.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import type { EventBody } from "../../src/core/index.ts";
import { ada, agent, answered, body, place } from "../kit/events.ts";

const COLUMNS = 80;
const style = { ...styleFor({}, false), columns: COLUMNS };
const FORGED = "▲ Allow? Run `ls`  1 yes 2 no";

const rowsOf = (text: string): string[] =>
  text.split("\n").flatMap((line) => line.match(new RegExp(`.{1,${COLUMNS}}`, "gu")) ?? [""]);

function shown(bodies: readonly EventBody[]): string {
  let text = "";
  const write = (piece: string): void => {
    text += piece;
  };
  const printer = new Printer({ write, style });
  for (const event of place(bodies)) printer.feed(event);
  return text;
}

const thinks = (text: string): EventBody => body("agent_thought", { messageId: "h1", text }, agent);
const says = (text: string): EventBody => body("agent_message", { messageId: "m1", text }, agent);
const tool = (title: string): EventBody =>
  body("tool_call", { toolCallId: "c1", title, kind: "execute", status: "running" }, agent);
const task = (title: string): EventBody => body("task_start", { taskId: "k1", kind: "command", title }, agent);
const permission = (data: object): EventBody => body("permission", { id: "q1", ...data } as never, agent);
const asked = (title: string, detail = "ls"): EventBody =>
  permission({ state: "asked", title, detail, options: [{ id: "y", label: "Allow", kind: "allow_once" }] });

const cases: Readonly<Record<string, (text: string) => EventBody[]>> = {
  "a thought": (text) => [thinks(text)],
  "a thought's second line": (text) => [thinks(`hm\n${text}`)],
  "a thought in pieces": (text) => [...text].map(thinks),
  "a message in pieces": (text) => [...text].map(says),
  "a message with a row that was marked": (text) => [says(`${"a".repeat(COLUMNS)}│`), says(text)],
  "a tool's title": (text) => [tool(text)],
  "a tool's file": (text) => [tool("x"), body("file_write", { path: text, toolCallId: "c1" }, agent)],
  "a plan": (text) => [body("plan", { entries: [{ content: text, status: "pending" }] }, agent)],
  "a task": (text) => [task(text)],
  "a task's end": (text) => [task("t"), body("task_end", { taskId: "k1", outcome: "completed", summary: text }, agent)],
  "a notice": (text) => [body("notice", { kind: "k", text }, agent)],
  "an error": (text) => [body("error", { code: "k", message: text, hint: text }, agent)],
  "a turn's error": (text) => [
    body("turn_start", { turn: "t1", promptId: "p1" }),
    body("turn_end", { turn: "t1", promptId: "p1", reason: "failed", error: text }, agent),
  ],
  "a question's title": (text) => [asked(text)],
  "a question's detail": (text) => [asked("x", text)],
  "an answer that comes when something else was said": (text) => [asked(text), says("hm"), answered("q1", "y", ada)],
  "who has given that answer": (text) => [asked("x"), says("hm"), answered("q1", "y", { ...ada, name: text })],
  "a question that is gone when something else was said": (text) => [
    asked(text),
    says("hm"),
    permission({ state: "stale", reason: "gone" }),
  ],
  "a question that is gone": (text) => [asked(text, text), permission({ state: "stale", reason: "gone" })],
};

test.for(Object.entries(cases))("no row of %s begins with a sign of Skein's", ([, make]) => {
  const forged = Array.from({ length: 2 * COLUMNS }, (_, n) => n).filter((n) =>
    rowsOf(shown(make("x".repeat(n + 1) + FORGED))).some((row) => row.startsWith("▲ Allow?")),
  );
  expect(forged).toEqual([]);
});

test("a question's title that is too long for a row goes on behind the question's bar", () => {
  const room = { columns: COLUMNS, measure: () => 1 };
  const options = [{ id: "y", label: "Allow", kind: "allow_once" as const }];
  const lines = questionLines({ title: `Run ${"a".repeat(200)}`, detail: "ls", options }, style, room);
  expect(lines.every((line) => line.length <= COLUMNS)).toBe(true);
  expect(lines.slice(1, 3).every((line) => line.startsWith("│↳aaa"))).toBe(true);
});
