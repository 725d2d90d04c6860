// What agents remember of a yes "for this session" is what its label says, and no more.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { copilot } from "./agents/copilot.ts";
import { gemini } from "./agents/gemini.ts";
import { Stage, type Talk } from "./kit.ts";

/** Null where it was done without a question. */
async function questionAbout(talk: Talk, what: string, answer: "allow_always" | "reject_once"): Promise<string | null> {
  const before = new Set((await talk.all("permission")).map(({ id }) => id));
  const id = await talk.send(`p-${before.size} ${what} [[text: Done.]]`);
  const next = await talk.eventThat(
    ({ type, data }) =>
      (type === "permission" && !before.has(data.id)) || (type === "turn_end" && data.promptId === id),
  );
  if (next.type === "turn_end") return null;
  await talk.answer(next, answer);
  await talk.end(id);
  const options = next.data.options as { kind: string; label: string }[];
  return options.find(({ kind }) => kind === "allow_always")?.label ?? "";
}

const labels = {
  gemini: {
    command: "Allow every command of the same programs for this session",
    edit: "Allow this and all edits for this session",
    isForProgram: true,
  },
  copilot: { command: "Always allow", edit: "Always allow this and all edits", isForProgram: false },
};

describe.for([
  ["gemini", gemini],
  ["copilot", copilot],
] as const)("%s", ([name, agent]) => {
  test.skipIf(findProgram(name) === null)(
    "[M-27] a yes for the session allows what its label says, and no more",
    async () => {
      const stage = await Stage.set(agent);
      const talk = await stage.open("default");
      const { command, edit, isForProgram } = labels[name];
      const write = (file: string) => `[[write: ${join(stage.cwd, file)} | x]]`;
      expect(await questionAbout(talk, "[[run: printf a]]", "allow_always")).toBe(command);
      expect(await questionAbout(talk, "[[run: printf a]]", "reject_once")).toBeNull();
      expect((await questionAbout(talk, "[[run: printf b]]", "reject_once")) === null).toBe(isForProgram);
      expect(await questionAbout(talk, "[[run: touch x]]", "reject_once")).toBe(command);
      expect(await questionAbout(talk, write("a.txt"), "allow_always")).toBe(edit);
      expect(await questionAbout(talk, write("b.txt"), "reject_once")).toBeNull();
      expect(await questionAbout(talk, "[[run: touch x]]", "reject_once")).toBe(command);
    },
  );
});
