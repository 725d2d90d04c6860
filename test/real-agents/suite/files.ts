// What goes with a prompt reaches the model: inside of the prompt, or as a path that the agent can read.
import { join } from "node:path";
import { expect, test } from "vitest";
import { type RealAgent, Stage, type Talk } from "../kit.ts";
import { saw } from "../matrix/saw.ts";

/** One pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

interface File {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

const shot: File = { name: "shot.png", mediaType: "image/png", content: png };
const words: File = { name: "word.txt", mediaType: "text/plain", content: Buffer.from("the word is heron\n") };

export function testFiles(agent: RealAgent): void {
  test("[M-28] a text file reaches the model, or the path that it is read from; an image reaches it, with words and without", async () => {
    const stage = await Stage.set(agent);
    const talk = await stage.open("default");
    const id = await sendFile({ stage, talk }, "p-1 read it", words);
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    const { seq } = (await talk.events()).find(({ type }) => type === "prompt_queued")!;
    const path = join(stage.daemon.paths.runs, await talk.run(), "files", `${seq}-1`, words.name);
    const [first] = asked(stage);
    expect(JSON.stringify(first!.body)).toContain(agent.textFiles === "embedded" ? "the word is heron" : path);
    if (agent.textFiles === "read" && agent.transport === "stream") await expectRead({ stage, talk }, path);

    const before = asked(stage).length;
    for (const text of ["p-3 what is this?", ""]) {
      const image = await sendFile({ stage, talk }, text, shot);
      expect((await talk.end(image)).data).toMatchObject({ reason: "completed" });
    }
    const sign = agent.embedsImages ? png.toString("base64") : "shot.png (image/png): /";
    const bodies = asked(stage).slice(before);
    expect(bodies.map(({ body }) => JSON.stringify(body).split(sign).length - 1)).toEqual([1, 2]);
    saw(agent, "images", agent.embedsImages ? "in the prompt" : "by path");
  });
}

const asked = ({ model }: Stage) => model.exchanges.filter(({ isAside }) => !isAside);

interface Scene {
  stage: Stage;
  talk: Talk;
}

async function sendFile({ stage, talk }: Scene, text: string, { name, mediaType, content }: File): Promise<string> {
  const { client } = stage.daemon;
  const { hash } = await client.upload(content);
  const said = text === "" ? [] : [{ type: "text" as const, text }];
  return (await client.prompt(talk.id, { content: [...said, { type: "file", name, mediaType, hash }] })).id;
}

/** Without asking: the person has sent it. */
async function expectRead({ stage, talk }: Scene, path: string): Promise<void> {
  stage.model.script(`[[read: ${path}]] [[result]]`, "p-2");
  expect(await talk.hear("p-2 once more")).toContain("the word is heron");
  expect(await talk.all("permission")).toEqual([]);
}
