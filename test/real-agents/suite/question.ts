// What the agent wants to know: a form, filled in by a person, and the model is told.
import { expect, test } from "vitest";
import type { RealAgent } from "../kit.ts";
import type { OpenScene } from "../shared-scene.ts";

const questions = [
  {
    ...{ question: "Which colour?", header: "Colour", multiSelect: false },
    options: [
      { label: "Red", description: "warm" },
      { label: "Blue", description: "cold" },
    ],
  },
  {
    ...{ question: "Which sizes?", header: "Size", multiSelect: true },
    options: [
      { label: "S", description: "small" },
      { label: "L", description: "large" },
    ],
  },
];

export function testQuestion(agent: RealAgent, scene: OpenScene): void {
  if (agent.questionTool === undefined) return;
  const script = `[[call: ${agent.questionTool} | ${JSON.stringify({ questions })}]] [[text: Thanks.]]`;

  test("[M-27] its questions are one form; the next daemon passes the answers on, and the model has them", async () => {
    const { stage, talk, asked } = await scene("default");
    const id = await talk.send(`question-1 ${script}`);
    const { data } = await talk.event("permission", ({ state }) => state === "asked");
    expect(data).toMatchObject({ form: [{ kind: "choice" }, { kind: "choices" }] });
    const [colour, sizes] = data.form as [{ id: string }, { id: string }];
    await stage.daemon.kill();
    const { client } = stage.daemon;
    await expect(client.answer(talk.id, String(data.id), { option: "accept" })).rejects.toMatchObject({
      code: "form_incomplete",
    });
    const content = { [colour.id]: "Green, if there is", [sizes.id]: ["S", "L"] };
    await client.answer(talk.id, String(data.id), { option: "accept", content, message: "for a friend" });
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    const results = asked()
      .flatMap(({ entries }) => entries)
      .filter(({ kind }) => kind === "result");
    const told = results.map((one) => (one.kind === "result" ? one.text : "")).join("\n");
    for (const words of ['"Which colour?"="Green, if there is"', '"Which sizes?"="S, L"', "for a friend"])
      expect(told).toContain(words);
    expect((await talk.all("permission")).map(({ state }) => state)).toEqual(["asked", "answered", "applied"]);
    expect(await talk.said(id)).toBe("Thanks.");
  });

  test("a person may decline to answer, and the reason reaches the model", async () => {
    const { stage, talk } = await scene("default");
    const id = await talk.send(`question-2 ${script}`);
    const question = await talk.event("permission", ({ state }) => state === "asked");
    await talk.answer(question, "reject_once", "ask me on Monday");
    await talk.end(id);
    expect(JSON.stringify(stage.model.exchanges.at(-1)!.entries)).toContain("ask me on Monday");
    expect(await talk.hear("question-3 [[text: Still here.]]")).toBe("Still here.");
  });
}
