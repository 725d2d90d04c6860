// What goes with a prompt reaches the model: inside of the prompt, or as a path that the agent can read.
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RealAgent } from "../kit.ts";
import { saw } from "../matrix/saw.ts";
import type { OpenScene, Scene } from "../shared-scene.ts";

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

export function testFiles(agent: RealAgent, openScene: OpenScene): void {
  test("[M-28] a text file reaches the model, or the path that it is read from; an image reaches it, with words and without", async () => {
    const scene = await openScene("default");
    const { stage, talk, asked } = scene;
    const id = await sendFile(scene, "file-1 read it", words);
    expect((await talk.end(id)).data).toMatchObject({ reason: "completed" });
    const { seq } = (await talk.events()).find(({ type }) => type === "prompt_queued")!;
    const path = join(stage.daemon.paths.runs, await talk.run(), "files", `${seq}-1`, words.name);
    const [first] = asked();
    expect(JSON.stringify(first!.body)).toContain(agent.textFiles === "embedded" ? "the word is heron" : path);
    if (agent.textFiles === "read" && agent.transport === "stream") await expectRead(scene, path);

    const before = asked().length;
    for (const text of ["file-3 what is this?", ""]) {
      const image = await sendFile(scene, text, shot);
      expect((await talk.end(image)).data).toMatchObject({ reason: "completed" });
    }
    const sign = agent.embedsImages ? png.toString("base64") : "shot.png (image/png): /";
    const bodies = asked().slice(before);
    expect(bodies.map(({ body }) => JSON.stringify(body).split(sign).length - 1)).toEqual([1, 2]);
    saw(agent, "images", agent.embedsImages ? "in the prompt" : "by path");
  });
}

async function sendFile({ stage, talk }: Scene, text: string, { name, mediaType, content }: File): Promise<string> {
  const { client } = stage.daemon;
  const { hash } = await client.upload(content);
  const said = text === "" ? [] : [{ type: "text" as const, text }];
  return (await client.prompt(talk.id, { content: [...said, { type: "file", name, mediaType, hash }] })).id;
}

/** Without asking: the person has sent it. */
async function expectRead({ stage, talk }: Scene, path: string): Promise<void> {
  stage.model.script(`[[read: ${path}]] [[result]]`, "file-2");
  expect(await talk.hear("file-2 once more")).toContain("the word is heron");
  expect(await talk.all("permission")).toEqual([]);
}
