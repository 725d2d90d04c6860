import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { receiveUpload } from "../../src/daemon/http/receive-upload.ts";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { limits } from "../../src/protocol/index.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const content = Buffer.from("\u0089PNG, or so", "latin1");
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const rest = { type: "turn_end", reason: "completed" } as const;
const words = (text: string) => ({ type: "text" as const, text });
const shot = (hash: string, name = "shot.png") => ({ type: "file" as const, name, mediaType: "image/png", hash });

const uploaded = async (daemon: TestDaemon): Promise<string> => (await daemon.client.upload(content)).hash;

test("[M-28] an upload answers with the hash of its bytes, again the same, and can be read back", async () => {
  const daemon = await testDaemon();
  const large = Buffer.alloc(3_000_000, "0123456789");
  for (const bytes of [content, large, new Uint8Array(), large]) {
    expect(await daemon.client.upload(bytes)).toEqual({ hash: sha256(bytes), bytes: bytes.length });
    const parts: Uint8Array[] = [];
    for await (const part of daemon.client.blob(sha256(bytes))) parts.push(part);
    expect(sha256(Buffer.concat(parts))).toBe(sha256(bytes));
  }
});

test("[M-28] a file that is too large is refused by what it says of itself and by what comes", async () => {
  const daemon = await testDaemon();
  const refused = { code: "too_large", limit: limits.fileBytes };
  await expect(daemon.client.upload(new Uint8Array(limits.fileBytes + 1))).rejects.toMatchObject({ code: "too_large" });
  const headers = { "content-length": String(limits.fileBytes + 1) };
  const request = { socketPath: daemon.paths.socket, method: "POST", path: "/v1/blobs", headers };
  expect(JSON.parse((await rawRequest(request)).body)).toMatchObject(refused);
  let taken = 0;
  async function* endless() {
    for (;;) yield Buffer.alloc(++taken && 1024 * 1024);
  }
  const upload = receiveUpload(daemon.log, { length: 0, body: endless() });
  await expect(upload).rejects.toMatchObject({ problem: refused });
  expect(taken).toBe(21);
});

test("[M-28] a prompt's file reaches the agent as a private file of its name, and stays in the log's events", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  const hash = await uploaded(daemon);
  await daemon.client.prompt(session, { content: [words("look"), shot(hash), shot(hash, "..a b\u00e9 (1).png")] });
  const files = [
    { name: "shot.png", mediaType: "image/png", hash, bytes: content.length },
    { name: "..a b\u00e9 (1).png", mediaType: "image/png", hash, bytes: content.length },
  ];
  expect((await daemon.client.queue(session)).items).toMatchObject([{ title: "look", files }]);
  agent.say(rest);
  await until("the prompt", () => agent.prompts.includes("look"));
  const heard = agent.heard.flatMap((one) => (one.said === "prompt" && one.text === "look" ? (one.files ?? []) : []));
  expect(heard.map(({ path }) => basename(path))).toEqual(["shot.png", "a-b\u00e9-1-.png"]);
  for (const { path } of heard) {
    expect(path.startsWith(`${daemon.paths.runs}/`)).toBe(true);
    expect(readFileSync(path)).toEqual(content);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
  expect((await daemon.event(session, ({ data }) => data.text === "look" && "turn" in data)).data.files).toEqual(files);
});

test("[M-28] a file goes into a running turn, too", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  const hash = await uploaded(daemon);
  await daemon.client.prompt(session, { content: [shot(hash)], when: "steer" });
  const heard = await until("the words", () => agent.heard.find(({ said }) => said === "steer"));
  expect(heard).toMatchObject({ text: "", files: [{ name: "shot.png", bytes: content.length }] });
});

test("[M-28] a file that a prompt refers to is kept, also while it waits and after; one that none refers to goes", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working("one");
  const hash = await uploaded(daemon);
  const { hash: unused } = await daemon.client.upload(Buffer.from("nobody wants it"));
  await daemon.client.prompt(session, { content: [words("later"), shot(hash)], held: true });
  for (let hour = 1; hour <= 4; hour++) await daemon.log.collectGarbage(hour * 3_600_000);
  expect(daemon.log.blob(hash)?.bytes).toBe(content.length);
  expect(daemon.log.blob(unused)).toBeNull();
});

test("[M-28] what can't be meant is refused: no such file, no such kind, a name that is a path, too many", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working("one");
  const hash = await uploaded(daemon);
  const refusal = async (...parts: object[]) =>
    daemon.client.prompt(session, { content: [words("x"), ...parts] as never }).then(
      () => "taken",
      ({ code }) => code,
    );
  expect(await refusal(shot(sha256(Buffer.from("other"))))).toBe("blob_not_found");
  expect(await refusal({ ...shot(hash), mediaType: "application/pdf" })).toBe("capability_missing");
  for (const name of ["", "..", "a/b.png", "a\\b.png", "a\nb.png", "\u202egnp.exe"])
    expect(await refusal(shot(hash, name)), name).toBe("invalid_body");
  for (const mediaType of ["png", "image/", "image/png; q=1", "image /png"])
    expect(await refusal({ ...shot(hash), mediaType }), mediaType).toBe("invalid_body");
  expect(await refusal(...Array.from({ length: limits.promptFiles + 1 }, () => shot(hash)))).toBe("invalid_body");
  const { hash: large } = await daemon.client.upload(Buffer.alloc(limits.fileBytes / 2 + 1));
  expect(await refusal(shot(large), shot(large))).toBe("too_large");
  expect(daemon.types(session).filter((type) => type === "prompt_queued")).toHaveLength(1);
});

test("[M-28] a prompt whose file was lost with a damaged log is withdrawn, and the queue goes on", async () => {
  const log = createMemoryLog();
  let lost = "";
  const damaged: Log = Object.assign(Object.create(log), {
    blob: (hash: string) => (hash === lost ? null : log.blob(hash)),
  });
  const daemon = await testDaemon(damaged);
  const { session, agent } = await daemon.working("one");
  const hash = await uploaded(daemon);
  const { id } = await daemon.client.prompt(session, { content: [words("with it"), shot(hash)] });
  await daemon.send(session, "without");
  lost = hash;
  agent.say(rest);
  await until("the next one", () => agent.prompts.includes("without"));
  expect(await daemon.client.promptOutcome(session, id)).toMatchObject({
    state: "withdrawn",
    reason: expect.stringContaining("shot.png"),
  });
  expect(agent.prompts).toEqual(["one", "without"]);
});

test("[M-28] what an agent has put in the way of a prompt's file holds up nobody: a FIFO, a link", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  const elsewhere = join(daemon.workspace, "elsewhere");
  writeFileSync(elsewhere, "kept");
  const inTheWay = [...Array(60).keys()].map((seq) => join(agent.spec.dir, "files", `${seq}-1`, "shot.png"));
  for (const path of inTheWay) mkdirSync(dirname(path), { recursive: true });
  execFileSync(
    "mkfifo",
    inTheWay.filter((_, seq) => seq % 2 === 0),
  );
  for (const [seq, path] of inTheWay.entries()) if (seq % 2 === 1) symlinkSync(elsewhere, path);
  onTestFinished(() => {
    // Whoever waits for a reader goes on.
    for (const path of inTheWay) closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  });
  const hash = await uploaded(daemon);
  for (const text of ["look", "look again"]) {
    await daemon.client.prompt(session, { content: [words(text), shot(hash)] });
    agent.say(rest);
    await until("the prompt", () => agent.prompts.includes(text));
    const [file] = agent.heard.flatMap((one) => (one.said === "prompt" && one.text === text ? (one.files ?? []) : []));
    expect(lstatSync(file?.path ?? "").isFile()).toBe(true);
    expect(readFileSync(file?.path ?? "")).toEqual(content);
  }
  expect(readFileSync(elsewhere, "utf8")).toBe("kept");
});
