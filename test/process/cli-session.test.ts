import { createHash, randomUUID } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

interface Line {
  session: string;
  seq: number;
  type: string;
  data: Record<string, unknown>;
}

const parse = (out: string): Line[] =>
  out
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const seqs = (lines: readonly Line[]): number[] => lines.map(({ seq }) => seq);
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

test("a conversation by single commands: new, send, question, answer, export", async () => {
  const skein = new SkeinHome();
  const { session } = await skein.json<{ session: { id: string } }>(["new", "--name", "api", "--agent", "demo"]);
  const asked = await skein.run([
    "send",
    "api",
    "[[say: I ask first.]] [[ask: echo yes > answer.txt]] [[say: Thanks.]]",
    "--wait",
  ]);
  expect(asked.code).toBe(8);
  expect(asked.err).toContain("echo yes > answer.txt");
  const { sessions } = await skein.json<{ sessions: unknown[] }>(["sessions"]);
  expect(sessions).toMatchObject([{ id: session.id, name: "api", status: "waiting", reason: { code: "permission" } }]);
  const [, ready = ""] = /behind this: skein (answer api --question \S+)$/m.exec(asked.err) ?? [];
  expect((await skein.run([...ready.split(" "), "allow"])).out).toMatch(
    /^answered: Allow once\n.+ \(demo, .+\)\n▲ asked: Run/,
  );
  await until("the file", () => existsSync(join(skein.workspace, "answer.txt")));
  expect(await skein.run(["send", "api", "[[fail: out of luck]]", "--wait"])).toMatchObject({
    code: 6,
    err: expect.stringContaining("why: out of luck"),
  });
  const lines = parse((await skein.run(["export", "api"])).out);
  expect(seqs(lines)).toEqual(upTo(lines.length));
  expect(new Set(lines.map((line) => line.session))).toEqual(new Set([session.id]));
  const ends = lines.filter(({ type }) => type === "turn_end").map(({ data }) => data.reason);
  expect(ends).toEqual(["completed", "failed"]);
  const states = lines.filter(({ type }) => type === "permission").map(({ data }) => data.state);
  expect(states).toEqual(["asked", "answered", "applied"]);
});

test("a megabyte of prompt arrives whole through stdin", async () => {
  const skein = new SkeinHome();
  await skein.json(["new"]);
  const prompt = `[[echo-hash]] ${"Zeile mit ümlaut und 日本語\n".repeat(40_000)}`;
  const bytes = Buffer.from(prompt);
  expect(bytes.length).toBeGreaterThan(1024 * 1024);
  const { code, out } = await skein.run(["send", "@", "-", "--wait"], prompt);
  const hash = createHash("sha256").update(bytes).digest("hex");
  expect([code, out]).toEqual([0, `sha256 ${hash} ${bytes.length} bytes\n`]);
});

test("a prompt that starts with - goes after --, and nowhere else", async () => {
  const skein = new SkeinHome();
  await skein.json(["new"]);
  const { code, err } = await skein.run(["send", "@", "-n is broken"]);
  expect([code, err]).toEqual([2, expect.stringContaining('-- "-n is broken"')]);
  await skein.run(["send", "@", "--wait", "--", "-n is broken"]);
  const lines = parse((await skein.run(["export"])).out);
  expect(lines.find(({ type }) => type === "user_prompt")?.data.text).toBe("-n is broken");
});

test("the agent gets the environment of where the session was opened", async () => {
  const skein = new SkeinHome();
  await skein.run(["daemon", "start"]);
  skein.env.FAVOURITE_COLOUR = "teal";
  const { out } = await skein.run(["new", "[[env: FAVOURITE_COLOUR]]"]);
  expect(out).toBe("FAVOURITE_COLOUR=teal\n");
});

test("a follower sees every event once, though the daemon is killed under it", async () => {
  const skein = new SkeinHome();
  const { session } = await skein.json<{ session: { id: string } }>(["new"]);
  const following = skein.start(["follow", session.id, "--json"]);
  let followed = "";
  following.stdout.setEncoding("utf8").on("data", (piece: string) => {
    followed += piece;
  });
  const promptId = randomUUID();
  // Each part begins when it is let go, so that each daemon has something to say.
  const parts = ["a", "b", "c"];
  const prompt = ["[[pace: 4ms]]", ...parts.map((name) => `[[wait-for: ${name}]] [[count: 200]]`)].join(" ");
  const sending = skein.run(["send", session.id, prompt, "--wait", "--prompt-id", promptId]);
  for (const name of parts) {
    const seen = followed.length;
    writeFileSync(join(skein.workspace, name), "");
    await until("more of the answer", () => followed.length > seen + 500);
    await until("a daemon", () => skein.daemonPid());
    await skein.killDaemon();
  }
  const { code, out } = await sending;
  expect(code).toBe(0);
  const part = upTo(200).join(" ");
  expect(out).toBe(`${part}\n`);
  const lines = parse((await skein.run(["export"])).out);
  expect(seqs(lines)).toEqual(upTo(lines.length));
  const said = lines.map(({ type, data }) => (type === "agent_message" ? data.text : ""));
  expect(said.join("")).toBe(part.repeat(parts.length));
  expect(lines.filter(({ type }) => type === "user_prompt")).toHaveLength(1);
  await skein.run(["kill", session.id]);
  const all = (await skein.run(["export"])).out;
  await until("the follower to have everything", () => followed.length >= all.length);
  following.kill("SIGINT");
  expect(followed).toBe(all);
});

test("the demo talks, works, asks, is answered, and leaves nothing running", async () => {
  const skein = new SkeinHome();
  const { code, out, err } = await skein.run(["demo"]);
  expect([code, err]).toEqual([0, ""]);
  for (const part of [
    "› Have a look around",
    "▸ Run `ls -la`",
    "▲ needs you: Run `date > now.txt`",
    "answering: allow once",
    "✓ done",
  ]) {
    expect(out).toContain(part);
  }
  expect(out).toContain(join("~", "home", "skein.db"));
  expect(out).toMatch(/^ {2}skein show \w{8} /m);
  expect(await skein.daemonPid()).toBeNull();
  const { sessions } = await skein.json<{ sessions: unknown[] }>(["sessions"]);
  expect(sessions).toMatchObject([{ name: "demo", status: "stopped", turns: 2 }]);
});

test("the demo of a checkout, which npm runs, ends with commands that are found there", async () => {
  const skein = new SkeinHome();
  skein.env.npm_lifecycle_event = "start";
  const { out } = await skein.run(["demo"]);
  expect(out).toMatch(/^ {2}npx skein show \w{8} /m);
  expect(out).not.toMatch(/^ {2}skein/m);
});

test("a reader that has seen enough is not an error", async () => {
  const skein = new SkeinHome();
  await skein.run(["new", "[[count: 200]]"]);
  const child = skein.start(["export"]);
  child.stdout.once("data", () => child.stdout.destroy());
  const [err, code] = await Promise.all([text(child.stderr), new Promise((resolve) => child.once("close", resolve))]);
  expect([code, err]).toEqual([0, ""]);
});

test("a conversation as Markdown says when it was begun by the clock of whoever exports it", async () => {
  const skein = new SkeinHome();
  skein.env.TZ = "Asia/Kolkata";
  const { session } = await skein.json<{ session: { createdAt: string } }>(["new", "--name", "api", "--agent", "demo"]);
  const there = new Date(Date.parse(session.createdAt) + 5.5 * 3_600_000).toISOString();
  const { out } = await skein.run(["export", "api", "--md"]);
  expect(out).toContain(`begun ${there.slice(0, 10)} at ${there.slice(11, 16)} (UTC+05:30), 0 turns`);
});
