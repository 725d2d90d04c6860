import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { imageType, mediaTypeOf } from "../../src/cli/input/media-type.ts";
import { until } from "../kit/until.ts";
import { cliDaemon, done } from "./cli-daemon.ts";

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

async function api() {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const write = (name: string, content: Buffer | string) => writeFileSync(join(daemon.workspace, name), content);
  const queued = () => daemon.events(session).flatMap(({ type, data }) => (type === "prompt_queued" ? [data] : []));
  return { daemon, run, session, agent, write, queued };
}

test("[M-28] --image and --file go with the words, and queue, log and transcript show them", async () => {
  const { run, agent, write, queued } = await api();
  write("shot.png", png);
  write("notes.md", "# notes");
  const sent = ["send", "@", "look", "--image", "shot.png", "--file", "notes.md", "--file", "shot.png"];
  expect(await run(sent)).toMatchObject({ code: 0, err: "" });
  expect(queued().at(-1)).toMatchObject({
    text: "look",
    files: [
      { name: "shot.png", mediaType: "image/png", bytes: 11 },
      { name: "notes.md", mediaType: "text/markdown", bytes: 7 },
      { name: "shot.png", mediaType: "image/png", bytes: 11 },
    ],
  });
  expect((await run(["queue", "@"])).out).toContain("look +2 images, 1 file");
  agent.say(done);
  await until("the prompt", () => agent.prompts.includes("look"));
  const { out } = await run(["show", "@"]);
  expect(out).toContain("look\n  + shot.png (image/png, 11 bytes)\n  + notes.md (text/markdown, 7 bytes)\n");
});

test("[M-28] a file may come from stdin, and without words", async () => {
  const { run, queued } = await api();
  expect((await run(["send", "@", "--file", "-"], { stdin: "piped" })).code).toBe(0);
  expect(queued().at(-1)).toMatchObject({
    text: "",
    files: [{ name: "stdin.txt", mediaType: "text/plain", bytes: 5 }],
  });
  expect((await run(["queue", "@"])).out).toMatch(/\+1 file$/m);
  expect(await run(["send", "@", "-", "--file", "-"], { stdin: "x" })).toMatchObject({
    code: 2,
    err: expect.stringContaining("stdin can't be the text and a file"),
  });
});

test("[M-28] the text may come from stdin beside a file", async () => {
  const { run, write, queued } = await api();
  write("shot.png", png);
  expect((await run(["send", "@", "-", "--image", "shot.png"], { stdin: "words" })).code).toBe(0);
  expect(queued().at(-1)).toMatchObject({ text: "words", files: [{ name: "shot.png" }] });
});

test("[M-28] what can't be sent is said before anything is: missing, a directory, no image, too large, not taken", async () => {
  const { daemon, run, write, queued } = await api();
  write("fake.png", "no image");
  write("large.bin", "");
  truncateSync(join(daemon.workspace, "large.bin"), 21 * 1024 * 1024);
  write("paper.pdf", "%PDF-1.7");
  const refusal = async (...words: string[]) => {
    const { code, err } = await run(["send", "@", "x", ...words]);
    return `${code} ${err}`;
  };
  expect(await refusal("--image", "none.png")).toMatch(/^3 .*there is no file "none.png"/);
  expect(await refusal("--file", ".")).toMatch(/^2 .*is a directory/);
  expect(await refusal("--image", "fake.png")).toMatch(/^2 .*is no png, jpeg, gif or webp image[\s\S]*--file fake.png/);
  expect(await refusal("--file", "large.bin")).toMatch(/^1 .*21 MB[\s\S]*20 MB/);
  expect(await refusal("--file", "paper.pdf")).toMatch(/^1 .*Scripted accepts image\/, text\/ with a prompt/);
  expect(queued()).toHaveLength(1);
});

test.for([
  ["a.png", png, "image/png"],
  ["a.txt", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
  ["a", Buffer.from("GIF89a.."), "image/gif"],
  ["a", Buffer.from("RIFF\0\0\0\0WEBPVP8 "), "image/webp"],
  ["a.png", Buffer.from("plain"), "text/plain"],
  ["A.PDF", Buffer.from("%PDF"), "application/pdf"],
  ["drawing.svg", Buffer.from("<svg/>"), "image/svg+xml"],
  ["main.rs", Buffer.from("fn main() {} // \u00e9"), "text/plain"],
  ["core", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff]), "application/octet-stream"],
] as const)("%s with such a beginning is told by its content first", ([name, content, expected]) => {
  expect(mediaTypeOf(name, content)).toBe(expected);
  expect(imageType(content) ?? expected).toBe(expected);
});
