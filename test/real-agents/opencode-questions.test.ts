// OpenCode's own ways to ask: its model's questions, and those of a subagent.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { opencode } from "./agents/opencode.ts";
import { sharedScene } from "./shared-scene.ts";

const questions = [
  { question: "Which colour?", header: "Colour", options: [{ label: "Red", description: "warm" }] },
  {
    ...{ question: "Which sizes?", header: "Size", multiple: true },
    options: [
      { label: "S", description: "small" },
      { label: "L", description: "large" },
    ],
  },
];
const script = `[[call: question | ${JSON.stringify({ questions })}]] [[text: Thanks.]]`;
const isAsked = ({ state }: Record<string, unknown>) => state === "asked";

describe.skipIf(findProgram("opencode") === null)("opencode", () => {
  const scene = sharedScene(opencode);

  test("[M-27] its questions are one form; the next daemon passes the answers on, and the model has them", async () => {
    const { stage, talk, asked } = await scene("default");
    const id = await talk.send(`question-1 ${script}`);
    const { data } = await talk.event("permission", isAsked);
    expect(data).toMatchObject({
      form: [
        { id: "q1", kind: "choice" },
        { id: "q2", kind: "choices" },
      ],
    });
    await stage.daemon.kill();
    const content = { q1: "Green, if there is", q2: ["S", "L"] };
    await stage.daemon.client.answer(talk.id, String(data.id), { option: "accept", content, message: "for a friend" });
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    const results = asked()
      .flatMap(({ entries }) => entries)
      .filter(({ kind }) => kind === "result");
    for (const words of ['"Which colour?"="Green, if there is', '"Which sizes?"="S, L"', "for a friend"])
      expect(JSON.stringify(results).replaceAll('\\"', '"')).toContain(words);
    expect((await talk.all("permission")).map(({ state }) => state)).toEqual(["asked", "answered", "applied"]);
    expect(await talk.said(id)).toBe("Thanks.");

    const declined = await talk.send(`question-2 ${script}`);
    const again = await talk.event("permission", (one) => isAsked(one) && one.id !== data.id);
    await talk.answer(again, "reject_once", "ask me on Monday");
    expect((await talk.end(declined)).data).toMatchObject({ reason: "completed" });
    expect(JSON.stringify(asked().at(-1)!.entries)).toContain("ask me on Monday");
  });

  test("[M-27] a subagent asks, too; nothing else of it is in the turn, but what it used is", async () => {
    const { stage, talk } = await scene("default");
    const inner = "subagent-2 [[run: echo ran >> subtrace]] [[text: Subdone.]]".replace(/[[\]]/g, (sign) =>
      sign === "[" ? "\\u005b" : "\\u005d",
    );
    const task = `{"description":"look","prompt":"${inner}","subagent_type":"general"}`;
    const id = await talk.send(`subagent-1 [[call: task | ${task}]] [[text: Done.]]`);
    const question = await talk.event("permission", isAsked);
    expect(question.data.detail).toBe("echo ran >> subtrace");
    expect(existsSync(join(stage.cwd, "subtrace"))).toBe(false);
    await talk.answer(question, "allow_once");
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    expect(readFileSync(join(stage.cwd, "subtrace"), "utf8")).toBe("ran\n");
    expect(await talk.said(id)).toBe("Done.");
    expect((await talk.all("tool_call")).map(({ kind }) => kind)).toEqual(["think"]);
    expect((await talk.all("usage")).map(({ inputTokens }) => inputTokens)).toEqual([400]);
    expect(await talk.all("notice")).toEqual([]);
  });

  test("[T-21] a command is judged where it runs, whichever is told first, the question or its call", async () => {
    const { stage, talk } = await scene("default");
    mkdirSync(join(stage.cwd, "inner"));
    for (const turn of [1, 2, 3, 4]) {
      const call = JSON.stringify({ command: `echo ${turn}`, workdir: join(stage.cwd, "inner"), description: "say" });
      const id = await talk.send(`place-${turn} [[call: bash | ${call}]] [[text: Said.]]`);
      const question = await talk.event("permission", (one) => isAsked(one) && one.title === `Run \`echo ${turn}\``);
      expect(question.data.request).toMatchObject({ command: `echo ${turn}`, cwd: join(stage.cwd, "inner") });
      expect(question.data.request).not.toHaveProperty("hasMore");
      await talk.answer(question, "allow_once");
      await talk.end(id);
    }
  });

  test("[T-21] a file that is asked about is judged as what is read, outside of a repository, too", async () => {
    const { stage, talk } = await scene("default");
    const file = join(stage.cwd, "secret.env");
    writeFileSync(file, "key");
    const id = await talk.send(`file-1 [[call: read | ${JSON.stringify({ filePath: file })}]] [[text: So be it.]]`);
    const { data, ...question } = await talk.event("permission", isAsked);
    expect(data.request).toMatchObject({ kind: "read", paths: [file] });
    expect(data.request).not.toHaveProperty("hasMore");
    await talk.answer({ ...question, data }, "reject_once");
    await talk.end(id);
  });
});
