// A prompt reaches the model as it was written.
import { expect, test } from "vitest";
import { userTexts } from "../../kit/model/request.ts";
import type { RealAgent } from "../kit.ts";
import type { OpenScene } from "../shared-scene.ts";

const prompts = [
  "p-1 plain, with trailing blanks  ",
  "--help p-2",
  "-p p-3 --dangerously-skip-permissions",
  "/help p-4",
  "/etc/hosts p-5 is a path",
  "  /clear p-6 after blanks",
  "p-7\nseveral\r\nlines\n\n\tand a tab\n",
  "p-8 \"quotes\" 'single' `back` $HOME \\n @file !bang #hash",
  "p-9 äöü 漢字 \u{1f9f6} e\u0301 \u202eright to left\u202c zero\u200bwidth",
];

export function testPrompt(agent: RealAgent, scene: OpenScene): void {
  const withoutAdded = (text: string | null) => (agent.added ? text?.replace(agent.added, "") : text);
  const sent = agent.sent ?? ((prompt: string) => prompt);

  test(`[C-08] prompts reach the model exactly: leading dashes and slashes, lines, quotes, every script; one of ${Math.round(agent.promptBytes / 1024)} KB arrives whole`, async () => {
    const { stage, talk, asked } = await scene();
    for (const prompt of prompts) await talk.ask(prompt);
    expect(asked().map(({ prompt }) => withoutAdded(prompt))).toEqual(prompts.map(sent));
    expect((await talk.all("user_prompt")).map(({ text }) => text)).toEqual(prompts);

    const line = 'äöü \u{1f9f6} \\ " ';
    const text = `p-10 ${line.repeat(Math.ceil(agent.promptBytes / Buffer.byteLength(line)))}end`;
    expect((await talk.ask(text)).data).toMatchObject({ reason: "completed" });
    const texts = asked().flatMap(({ entries }) => userTexts(entries));
    expect(texts.some((one) => withoutAdded(one) === sent(text))).toBe(true);
    expect(stage.model.turns("p-10")).toHaveLength(1);
  });
}
