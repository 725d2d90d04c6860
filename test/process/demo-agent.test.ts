// The built demo agent by plain pipes: every directive does what docs/demo-agent.md says.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createDemoDriver } from "../../src/agents/demo/driver.ts";
import type { AgentLine } from "../../src/agents/demo/protocol.ts";
import type { Fact } from "../../src/agents/index.ts";
import { describeDriverContract } from "../contracts/driver-contract.ts";
import { contextFor, formatRecording, type Step } from "../contracts/recording.ts";
import { DemoAgent, demoProgram, removeTemporaryDirectories, temporaryDirectory, textOf } from "../kit/demo-agent.ts";
import { recordLife, type Script } from "../kit/record-life.ts";
import { isAlive } from "../kit/run-bench.ts";
import { until } from "../kit/until.ts";

afterAll(removeTemporaryDirectories);

function start(options: ConstructorParameters<typeof DemoAgent>[0] = {}): DemoAgent {
  const agent = new DemoAgent(options);
  onTestFinished(() => {
    agent.child.kill("SIGKILL");
  });
  return agent;
}

describe("talking", () => {
  test("say and think stream word by word, each as one message", async () => {
    expect(await start().turn("[[think: hm]] ignored [[say: one  two\nthree]]")).toEqual([
      { type: "thought", message: "m1", text: "hm" },
      { type: "text", message: "m2", text: "one" },
      { type: "text", message: "m2", text: "  two" },
      { type: "text", message: "m2", text: "\nthree" },
      { type: "done", prompt: "p1", reason: "completed", entries: expect.any(Number) },
    ]);
  });

  test("count says every number once", async () => {
    const expected = Array.from({ length: 2000 }, (_, at) => at + 1).join(" ");
    expect(await start().said("[[pace: 0]] [[count: 2000]]")).toBe(expected);
  });

  test("a plan begins with its first entry and is completed with the turn", async () => {
    const [begun, done] = await start().turn("[[plan: one | two]]");
    const entries = (...statuses: string[]) => statuses.map((status, at) => ({ content: ["one", "two"][at], status }));
    expect(begun).toEqual({ type: "plan", entries: entries("in_progress", "pending") });
    expect(done).toEqual({ type: "plan", entries: entries("completed", "completed") });
  });

  test("usage is counted from what was said, or as the prompt says", async () => {
    const agent = start();
    agent.prompt("[[say: 12345678]]");
    expect(await agent.next("usage")).toEqual({ type: "usage", inputTokens: 5, outputTokens: 2, costUsd: 0 });
    agent.prompt("[[usage: 1200 340 0.02]]");
    expect(await agent.next("usage")).toEqual({ type: "usage", inputTokens: 1200, outputTokens: 340, costUsd: 0.02 });
  });

  test("env says a variable's value", async () => {
    const agent = start({ env: { SHOWN: "a b" } });
    expect(await agent.said("[[env: SHOWN]]")).toBe("SHOWN=a b");
    expect(await agent.said("[[env: NOT_THERE]]")).toBe("NOT_THERE is not set");
  });

  test("a prompt of a megabyte arrives whole", async () => {
    const prompt = `[[echo-hash]] ${"漢字 \u{1f600} \ud800 \r\n\t\0".repeat(60_000)}`;
    const bytes = Buffer.from(prompt);
    expect(bytes.length).toBeGreaterThan(2 ** 20);
    const hash = createHash("sha256").update(bytes).digest("hex");
    expect(await start().said(prompt)).toBe(`sha256 ${hash} ${bytes.length} bytes`);
  });

  test("a prompt without directives gets a short answer", async () => {
    const answer = await start().said("Hello?");
    expect(answer).toContain("demo agent");
    expect(answer).toContain('You asked "Hello?"');
  });

  test("unknown directives and unreadable arguments get a polite sentence, and the turn goes on", async () => {
    const agent = start();
    const answer = await agent.said("[[pace: 0]] [[dance]] [[count: many]] [[die: tomorrow]] [[say: Still here.]]");
    expect(answer).toContain("I don't know `[[dance]]`");
    expect(answer).toContain("`[[write: path | content]]`");
    expect(answer).toContain("I can't read `[[count: many]]`. It is written like this: `[[count: 500]]`.");
    expect(answer).toContain("I can't read `[[die: tomorrow]]`");
    expect(answer.endsWith("Still here.")).toBe(true);
  });

  test("wait-for waits for a file, in a folder that is not there yet too", async () => {
    const agent = start();
    agent.prompt("[[say: before]] [[wait-for: sub/go]] [[say: after]]");
    await agent.next("text");
    mkdirSync(join(agent.cwd, "sub"));
    writeFileSync(join(agent.cwd, "sub/go"), "");
    expect(textOf(await agent.upTo("done"))).toBe("after");
  });

  test("pace and wait take their time", async () => {
    const agent = start();
    await agent.next("ready");
    const begin = performance.now();
    await agent.turn("[[pace: 20ms]] [[say: a b c]] [[wait: 0.1s]]");
    expect(performance.now() - begin).toBeGreaterThanOrEqual(138);
  });
});

describe("tools", () => {
  test("[R-39] a command really runs in the workspace, and its output streams", async () => {
    const agent = start();
    const lines = await agent.turn("[[run: pwd; echo made > here.txt]]");
    expect(readFileSync(join(agent.cwd, "here.txt"), "utf8")).toBe("made\n");
    const command = "pwd; echo made > here.txt";
    expect(lines).toEqual([
      {
        type: "tool_start",
        call: "c1",
        title: `Run \`${command}\``,
        kind: "execute",
        status: "running",
        input: { command },
      },
      { type: "tool_output", call: "c1", output: `${agent.cwd}\n` },
      { type: "tool_end", call: "c1", status: "completed", durationMs: expect.any(Number) },
      { type: "done", prompt: "p1", reason: "completed", entries: expect.any(Number) },
    ]);
  });

  test("output is passed on while the command runs", async () => {
    const agent = start();
    agent.prompt("[[run: echo first; while [ ! -e go ]; do sleep 0.01; done; echo second]]");
    expect((await agent.next("tool_output")).output).toBe("first\n");
    writeFileSync(join(agent.cwd, "go"), "");
    expect((await agent.next("tool_output")).output).toBe("second\n");
    await agent.next("done");
  });

  test("a command that fails says how", async () => {
    const agent = start();
    expect(outputOf(await agent.turn("[[run: echo no >&2; exit 3]]"))).toEqual(["no\n[exit 3]\n", "failed"]);
    expect(outputOf(await agent.turn("[[run: kill -9 $$]]"))).toEqual(["[killed by SIGKILL]\n", "failed"]);
  });

  test("a command that leaves a process behind ends all the same", async () => {
    const agent = start();
    const [output, status] = outputOf(await agent.turn("[[run: sleep 60 & echo $!]]"));
    process.kill(Number(output));
    expect(status).toBe("completed");
  });

  test("write and read work on real files", async () => {
    const agent = start();
    const path = join(agent.cwd, "deep/er/note.txt");
    const lines = await agent.turn("[[write: deep/er/note.txt |  two blanks\n\nend\n]] [[read: deep/er/note.txt]]");
    const content = " two blanks\n\nend\n";
    expect(readFileSync(path, "utf8")).toBe(content);
    expect(lines.filter(({ type }) => type.startsWith("file") || type === "tool_output")).toEqual([
      { type: "file_write", call: "c1", path, bytes: 17 },
      { type: "file_read", call: "c2", path },
      { type: "tool_output", call: "c2", output: content },
    ]);
  });

  test("a file that is not there fails the call, not the turn", async () => {
    const [output, status] = outputOf(await start().turn("[[read: nothing.txt]]"));
    expect(output).toContain("ENOENT");
    expect(status).toBe("failed");
  });
});

describe("[M-27] permissions", () => {
  test("a command runs only after it was allowed", async () => {
    const agent = start();
    agent.prompt("[[ask: echo ran > ran.txt]]");
    const { question, title, detail } = await agent.next("ask");
    expect({ title, detail }).toEqual({ title: "Run `echo ran > ran.txt`", detail: "echo ran > ran.txt" });
    expect(existsSync(join(agent.cwd, "ran.txt"))).toBe(false);
    agent.send({ type: "answer", id: question, option: "allow" });
    expect((await agent.upTo("done")).map(({ type }) => type)).toEqual(["tool_running", "tool_end", "usage", "done"]);
    expect(existsSync(join(agent.cwd, "ran.txt"))).toBe(true);
    agent.prompt("[[ask: echo ran > ran.txt]]");
    await agent.next("ask");
  });

  test("a denied command does not run, and the agent repeats the person's words", async () => {
    const agent = start();
    agent.prompt("[[ask: touch ran.txt]]");
    const { question } = await agent.next("ask");
    agent.send({ type: "answer", id: question, option: "deny", message: "not today" });
    const lines = await agent.upTo("done");
    expect(outputOf(lines)).toEqual(["", "cancelled"]);
    expect(textOf(lines)).toBe('I did not run `touch ran.txt`: it was denied ("not today").');
    expect(existsSync(join(agent.cwd, "ran.txt"))).toBe(false);
  });

  test("what is allowed for the session is not asked again, after a resume too", async () => {
    const agent = start();
    agent.prompt("[[ask: echo x >> log.txt]]");
    agent.send({ type: "answer", id: (await agent.next("ask")).question, option: "allow-session" });
    await agent.next("done");
    const again = await agent.turn("[[ask: echo x >> log.txt]]");
    await agent.finish();
    const { cwd, stateDir } = agent;
    const resumed = await start({ cwd, stateDir, args: ["--resume", "s1"] }).turn("[[ask: echo x >> log.txt]]");
    expect([...again, ...resumed].filter(({ type }) => type === "ask")).toEqual([]);
    expect(readFileSync(join(cwd, "log.txt"), "utf8")).toBe("x\nx\nx\n");
  });

  test("the second answer to a question changes nothing", async () => {
    const agent = start();
    agent.prompt("[[ask: echo x >> log.txt]] [[ask: echo y >> log.txt]]");
    const first = (await agent.next("ask")).question;
    agent.send({ type: "answer", id: first, option: "allow" });
    agent.send({ type: "answer", id: first, option: "deny" });
    const second = (await agent.next("ask")).question;
    agent.send({ type: "answer", id: first, option: "deny" });
    agent.send({ type: "answer", id: second, option: "allow" });
    await agent.next("done");
    expect(readFileSync(join(agent.cwd, "log.txt"), "utf8")).toBe("x\ny\n");
  });
});

describe("interrupts", () => {
  test("[R-32] an interrupt kills the running tool and ends the turn with one line", async () => {
    const agent = start();
    agent.prompt("[[run: trap '' TERM; echo $$; while :; do sleep 0.05; done]] [[say: never]]");
    const pid = Number((await agent.next("tool_output")).output);
    agent.send({ type: "interrupt" });
    agent.send({ type: "interrupt" });
    const lines = await agent.upTo("done");
    expect(isAlive(pid)).toBe(false);
    expect(lines.at(-1)).toEqual({ type: "done", prompt: "p1", reason: "interrupted", entries: expect.any(Number) });
    expect(lines.find(({ type }) => type === "tool_end")).toMatchObject({ status: "cancelled" });
    expect(await agent.said("[[say: next]]")).toBe("next");
  });

  test.for([
    "[[hang]]",
    "[[wait: 10m]]",
    "[[wait-for: never]]",
    "[[count: 1000000]]",
    "[[pace: 0]] [[count: 100000000]]",
    "[[flood: 100gb]]",
    "[[ask: true]]",
    "[[pace: 10m]] [[think: a b]]",
  ])("an interrupt ends %s", async (prompt) => {
    const agent = start();
    agent.prompt(`[[stderr: go]] ${prompt}`);
    agent.child.stderr.once("data", () => agent.send({ type: "interrupt" }));
    expect(await agent.next("done")).toEqual({
      type: "done",
      prompt: "p1",
      reason: "interrupted",
      entries: expect.any(Number),
    });
    expect(await agent.said("[[say: next]]")).toBe("next");
  });

  test("an interrupt right after its prompt ends it; one without a turn means nothing", async () => {
    const agent = start();
    await agent.next("ready");
    agent.send({ type: "interrupt" });
    agent.prompt("[[hang]]");
    agent.send({ type: "interrupt" });
    expect((await agent.upTo("done")).at(-1)).toEqual({
      type: "done",
      prompt: "p1",
      reason: "interrupted",
      entries: expect.any(Number),
    });
    agent.send({ type: "interrupt" });
    expect(await agent.said("[[say: next]]")).toBe("next");
  });

  test("prompts that arrive meanwhile wait for their turn", async () => {
    const agent = start();
    agent.prompt("[[wait-for: go]] [[say: first]]");
    agent.prompt("[[say: second]]");
    agent.prompt("[[recall]]");
    writeFileSync(join(agent.cwd, "go"), "");
    const turns = [await agent.upTo("done"), await agent.upTo("done"), await agent.upTo("done")];
    expect(turns.map(textOf)).toEqual(["first", "second", "1. [[wait-for: go]] [[say: first]]\n2. [[say: second]]"]);
    expect(turns.map((lines) => lines.at(-1))).toMatchObject([{ prompt: "p1" }, { prompt: "p2" }, { prompt: "p3" }]);
  });
});

describe("life and death", () => {
  test("the end of stdin ends it after the turns, with 0", async () => {
    const agent = start();
    agent.prompt("[[wait-for: go]] [[ask: true]]");
    agent.prompt("[[say: last]]");
    agent.child.stdin.end();
    writeFileSync(join(agent.cwd, "go"), "");
    expect(textOf(await agent.upTo("done"))).toContain('denied ("nobody is there to answer")');
    expect(textOf(await agent.upTo("done"))).toBe("last");
    expect(await agent.exit).toEqual({ code: 0, signal: null });
  });

  test("SIGTERM ends it at once, with the command that runs", async () => {
    const agent = start();
    agent.prompt("[[run: echo $$; sleep 60]]");
    const pid = Number((await agent.next("tool_output")).output);
    agent.child.kill("SIGTERM");
    expect(await agent.exit).toEqual({ code: 143, signal: null });
    await until("the command to be gone", () => !isAlive(pid));
  });

  test("ignore-term ignores SIGTERM, and SIGKILL ends it", async () => {
    const agent = start();
    await agent.turn("[[ignore-term]]");
    agent.child.kill("SIGTERM");
    agent.child.kill("SIGINT");
    agent.child.kill("SIGHUP");
    expect(await agent.said("[[say: alive]]")).toBe("alive");
    agent.child.kill("SIGKILL");
    expect(await agent.exit).toEqual({ code: null, signal: "SIGKILL" });
  });

  test.for([
    ["[[die: 3]]", { code: 3, signal: null }],
    ["[[die]]", { code: 1, signal: null }],
    ["[[die: SIGKILL]]", { code: null, signal: "SIGKILL" }],
    ["[[die: SIGTERM]]", { code: null, signal: "SIGTERM" }],
  ] as const)("%s dies in the middle of the turn, with everything said before", async ([prompt, exit]) => {
    const agent = start();
    agent.prompt(`[[count: 3]] ${prompt}`);
    await expect(agent.upTo("done")).rejects.toThrow('"text":" 3"}]');
    expect(await agent.exit).toEqual(exit);
  });

  test("fail ends the turn as failed", async () => {
    const agent = start();
    const lines = await agent.turn("[[fail: out of wool]] [[say: never]]", "failed");
    expect(lines).toEqual([{ type: "failed", prompt: "p1", message: "out of wool", entries: 1 }]);
    expect(await agent.said("[[say: next]]")).toBe("next");
  });

  test("[R-19] a resumed conversation knows its earlier prompts, also after a kill in mid-turn", async () => {
    const agent = start();
    const ready = await agent.next("ready");
    expect(ready).toEqual({ type: "ready", nativeId: "s1", resumed: false, model: "demo-1" });
    await agent.turn("one\ntwo");
    agent.prompt("[[stderr: go]] [[hang]]");
    await new Promise((resolve) => agent.child.stderr.once("data", resolve));
    agent.child.kill("SIGKILL");
    await agent.exit;
    const resumed = start({ stateDir: agent.stateDir, args: ["--resume", "s1"] });
    expect(await resumed.next("ready")).toEqual({ ...ready, resumed: true });
    expect(await resumed.said("[[recall]]")).toBe("1. one two\n2. [[stderr: go]] [[hang]]");
  });

  test("[A-25] a fork knows what was asked up to its place, and its source does not know what it was asked", async () => {
    const agent = start();
    const [end] = (await agent.turn("one")).slice(-1);
    await agent.turn("two");
    const args = ["--session-id", "s2", "--fork", "s1", "--entries", String(end?.type === "done" && end.entries)];
    const fork = start({ stateDir: agent.stateDir, args });
    expect(await fork.said("[[recall]]")).toBe("1. one");
    expect(await agent.said("[[recall]]")).toBe("1. one\n2. two");
    const whole = start({ stateDir: agent.stateDir, args: ["--session-id", "s3", "--fork", "s1"] });
    expect(await whole.said("[[recall]]")).toBe("1. one\n2. two\n3. [[recall]]");
  });

  test("half a line at the end of its history is no obstacle", async () => {
    const agent = start();
    await agent.turn("one");
    await agent.finish();
    const file = join(agent.stateDir, "s1.jsonl");
    writeFileSync(file, `${readFileSync(file, "utf8")}{"type":"prompt","id":"p2","te`);
    const second = start({ stateDir: agent.stateDir, args: ["--resume", "s1"] });
    await second.turn("three");
    await second.finish();
    const third = start({ stateDir: agent.stateDir, args: ["--resume", "s1"] });
    expect(await third.said("[[recall]]")).toBe("1. one\n2. three");
  });

  test("[R-19] there is no silent blank start", async () => {
    const agent = start({ args: ["--resume", "gone"] });
    const message = "There is no conversation gone to go on with: start a new session instead.";
    expect(await agent.next("error")).toEqual({ type: "error", code: "resume_failed", message });
    expect(await agent.exit).toEqual({ code: 1, signal: null });
    expect(await agent.stderr).toBe(`${message}\n`);
  });

  test("an id that is taken, and one that is no file name, are refused", async () => {
    const { stateDir } = start();
    await until("its history", () => existsSync(join(stateDir, "s1.jsonl")));
    const again = start({ stateDir });
    expect(await again.next("error")).toMatchObject({ code: "native_id_taken" });
    expect(await again.exit).toEqual({ code: 1, signal: null });
    const stray = start({ args: ["--session-id", "../s1"] });
    expect(await stray.exit).toEqual({ code: 2, signal: null });
    expect(await stray.stderr).toContain("usage: ");
  });

  test("a message that it can't read is told, and nothing else happens", async () => {
    const agent = start();
    agent.child.stdin.write("\n\r\nhalf a {\n");
    const message = "I could not read this message: half a {";
    expect(await agent.next("error")).toEqual({ type: "error", code: "unreadable_message", message });
    expect(await agent.said("[[say: fine]]")).toBe("fine");
  });
});

describe("bad days", () => {
  test("flood says exactly so much, and line prints one line of that size", async () => {
    const agent = start();
    expect(Buffer.byteLength(await agent.said("[[flood: 2500kb]]"))).toBe(2500 * 1024);
    agent.prompt("[[line: 3mb]] [[say: after]]");
    expect((await agent.raw())?.length).toBe(3 * 2 ** 20);
    expect(textOf(await agent.upTo("done"))).toBe("after");
  });

  test("garbage is garbage to the driver, and the turn goes on", async () => {
    const agent = start();
    const driver = createDemoDriver(demoProgram);
    const { state } = driver.deliver(driver.open(contextFor("r1"), null).state, { promptId: "p1", text: "" });
    await agent.next("ready");
    agent.prompt("[[garbage]]");
    const types: string[] = [];
    for (let line = await agent.raw(); line !== null; line = await agent.raw()) {
      types.push(...driver.read(state, line).facts.map(({ type }) => type));
      if (types.at(-1) === "turn_end") break;
    }
    expect(types).toEqual([...Array(12).fill("notice"), "usage", "turn_end"]);
  });

  test("close-stdout ends its output, not its life", async () => {
    const agent = start();
    agent.prompt("[[say: before]] [[close-stdout]] [[say: after]] [[write: alive.txt | yes]]");
    await expect(agent.upTo("done")).rejects.toThrow('"text":"before"}]');
    await until("its file", () => existsSync(join(agent.cwd, "alive.txt")));
    expect(await agent.finish()).toEqual({ code: 0, signal: null });
  });

  test("it ends when nobody reads it any more", async () => {
    const agent = start();
    await agent.next("ready");
    agent.child.stdout.destroy();
    agent.prompt("[[count: 100000]]");
    expect(await agent.exit).toEqual({ code: 1, signal: null });
    expect(await agent.stderr).toContain("EPIPE");
  });

  test("stderr goes to stderr", async () => {
    const agent = start();
    await agent.turn("[[stderr: oh no]]");
    await agent.finish();
    expect(await agent.stderr).toBe("oh no\n");
  });

  test("tree leaves six processes behind that outlive the turn and the agent", async () => {
    const agent = start();
    const [output, status] = outputOf(await agent.turn("[[tree]]"));
    const planted = output
      .trim()
      .split("\n")
      .map((line) => Number(line.split(" ").at(-1)));
    onTestFinished(() => {
      for (const pid of planted) process.kill(pid, "SIGKILL");
    });
    expect(status).toBe("completed");
    expect(new Set(planted).size).toBe(6);
    expect(await agent.finish()).toEqual({ code: 0, signal: null });
    expect(planted.filter(isAlive)).toEqual(planted);
  });
});

describe("asking and listening", () => {
  test("a question with choices, and one for free text: what was answered is said", async () => {
    const agent = start();
    agent.prompt("[[question: Which colour? | red | green]] [[question: Your name?]]");
    const colour = await agent.next("ask");
    expect(colour).toMatchObject({
      title: "Which colour?",
      form: [{ id: "answer", label: "Which colour?", kind: "choice", options: [{ value: "red" }, { value: "green" }] }],
      options: [{ id: "accept" }, { id: "decline" }],
    });
    agent.send({ type: "answer", id: colour.question, option: "accept", content: { answer: "green" } });
    const name = await agent.next("ask");
    expect(name.form).toEqual([{ id: "answer", label: "Your name?", kind: "text", isRequired: true }]);
    agent.send({ type: "answer", id: name.question, option: "decline" });
    expect(textOf(await agent.upTo("done"))).toBe("You did not answer.");
  });

  test("ask-write shows the file and its content, and writes it only after a yes", async () => {
    const agent = start();
    agent.prompt("[[ask-write: note.txt | knit]] [[ask-write: other.txt | purl]]");
    const first = await agent.next("ask");
    expect(first.detail).toBe(`${join(agent.cwd, "note.txt")}\n\nknit`);
    expect(first.request).toEqual({ kind: "edit", command: null, paths: [join(agent.cwd, "note.txt")] });
    agent.send({ type: "answer", id: first.question, option: "allow" });
    agent.send({ type: "answer", id: (await agent.next("ask")).question, option: "deny", message: "no" });
    expect(textOf(await agent.upTo("done"))).toBe('I did not write `other.txt`: it was denied ("no").');
    expect(readFileSync(join(agent.cwd, "note.txt"), "utf8")).toBe("knit");
    expect(existsSync(join(agent.cwd, "other.txt"))).toBe(false);
  });

  test("words that come while it works are heard, carried out, and remembered; then it goes on", async () => {
    const agent = start();
    agent.prompt("[[say: Begin.]] [[listen]] [[say: End.]]");
    await agent.next("text");
    agent.send({ type: "steer", id: "w1", text: "psst [[say: More.]]" });
    const lines = await agent.upTo("done");
    expect(lines).toContainEqual({ type: "heard", prompt: "w1" });
    expect(textOf(lines)).toBe("heard: psst [[say: More.]]More.End.");
    expect(await agent.said("[[recall]]")).toContain("2. psst [[say: More.]]");
  });

  test("words without a turn to go into begin one; an interrupt drops those that were not heard", async () => {
    const agent = start();
    await agent.next("ready");
    agent.send({ type: "steer", id: "w1", text: "[[say: Hello.]]" });
    expect((await agent.upTo("done")).at(-1)).toEqual({
      type: "done",
      prompt: "w1",
      reason: "completed",
      entries: expect.any(Number),
    });
    const id = agent.prompt("[[say: Begin.]] [[hang]]");
    await agent.next("text");
    agent.send({ type: "steer", id: "w2", text: "[[say: Never.]]" });
    agent.send({ type: "interrupt" });
    expect(await agent.next("done")).toEqual({
      type: "done",
      prompt: id,
      reason: "interrupted",
      entries: expect.any(Number),
    });
    expect(await agent.said("[[say: Next.]]")).toBe("Next.");
  });

  test("quota ends the turn at a limit, with the time when there is more, or without", async () => {
    const agent = start();
    const before = Date.now();
    const lines = await agent.turn("[[quota: 1h]] [[say: never]]");
    const [quota, done] = lines;
    expect(quota).toMatchObject({ type: "quota", text: "You've hit your limit as asked." });
    expect(Date.parse(quota?.type === "quota" ? (quota.until ?? "") : "")).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(done).toEqual({ type: "done", prompt: "p1", reason: "limit", entries: expect.any(Number) });
    expect((await agent.turn("[[quota]]"))[0]).toMatchObject({ until: null });
  });
});

describe("recordings", () => {
  const driver = createDemoDriver(demoProgram);
  const answerEach = (...answers: [option: string, message: string | null][]): Script["react"] => {
    return (fact) => {
      const answer = fact.type === "permission" ? answers.shift() : undefined;
      return answer ? { do: "answer", option: answer[0], message: answer[1] } : null;
    };
  };
  const steerAt = (type: Fact["type"], words: { promptId: string; text: string }): NonNullable<Script["react"]> => {
    let isSaid = false;
    return (fact) => {
      if (fact.type !== type || isSaid) return null;
      isSaid = true;
      return { do: "steer", ...words };
    };
  };
  const scripts = {
    turn: () => ({
      prompt:
        "[[think: Let me see.]] [[plan: write | check]] [[write: note.txt | knit one\n]] [[run: cat note.txt; exit 3]] [[read: note.txt]] [[usage: 1200 340 0.02]] [[say: All **done**.]]",
    }),
    permission: () => ({
      prompt: "[[ask: printf yes > allowed.txt]] [[ask: printf no > denied.txt]]",
      react: answerEach(["allow", null], ["deny", 'not "that"']),
    }),
    question: (): Script => ({
      prompt: "[[form: Order | Name* | Size = S, L | Extras = bag + card | Gift? | Count #]] [[question: Why?]]",
      react: (fact) => {
        if (fact.type !== "permission") return null;
        const isForm = fact.data.state === "asked" && fact.data.form?.length === 5;
        const order = { name: "Ada", size: "L", extras: ["bag", "card"], gift: true, count: 2 };
        return isForm
          ? { do: "answer", option: "accept", message: null, content: order }
          : { do: "answer", option: "decline", message: "no idea" };
      },
    }),
    steer: (): Script[] => [
      {
        prompt: "[[say: Begin.]] [[listen]] [[say: End.]]",
        react: steerAt("agent_message", { promptId: "p1-more", text: "Psst. [[say: More.]]" }),
      },
      // The agent has ended its turn by then.
      { prompt: "[[say: Short.]]", react: steerAt("usage", { promptId: "p2-more", text: "[[say: Late.]]" }) },
    ],
    background: (): Script[] => [
      { prompt: "[[background: never | look around]] [[say: Started.]]" },
      {
        prompt: "[[say: More.]] [[listen]] [[say: End.]]",
        react: (fact) => {
          if (fact.type === "agent_message" && fact.data.text === "More.") return { do: "stop_tasks" };
          return fact.type === "task_end" ? { do: "steer", promptId: "p2-more", text: "Go on." } : null;
        },
      },
    ],
    interrupt: (): Script => ({
      prompt: "[[run: echo started; sleep 60]] [[say: never]]",
      react: (fact) => (fact.type === "tool_call_update" && fact.data.output ? { do: "interrupt" } : null),
    }),
  };

  async function record(name: keyof typeof scripts): Promise<Step[]> {
    const cwd = temporaryDirectory();
    const context = { ...contextFor("r1"), cwd, stateDir: temporaryDirectory(), env: { PATH: process.env.PATH ?? "" } };
    const steps = await recordLife(driver, context, [scripts[name]()].flat());
    const fixed = formatRecording(steps)
      .replaceAll(cwd, "/workspace")
      .replaceAll(/\\"durationMs\\":\d+/g, '\\"durationMs\\":1');
    return fixed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Step);
  }

  test.for(Object.keys(scripts) as (keyof typeof scripts)[])(
    "the stored recording %s is what the agent does",
    async (name) => {
      const file = `../recordings/demo/${name}.jsonl`;
      await expect(formatRecording(await record(name))).toMatchFileSnapshot(file);
    },
  );

  describeDriverContract("demo agent, live", {
    driver,
    recordings: async () => ({
      turn: await record("turn"),
      permission: await record("permission"),
      interrupt: await record("interrupt"),
      question: await record("question"),
      steer: await record("steer"),
      background: await record("background"),
    }),
  });
});

/** The output of the tool calls, and how the last one ended. */
function outputOf(lines: readonly AgentLine[]): [output: string, status: string] {
  const output = lines.map((line) => (line.type === "tool_output" ? line.output : "")).join("");
  const end = lines.findLast((line) => line.type === "tool_end");
  return [output, end?.type === "tool_end" ? end.status : "none"];
}
