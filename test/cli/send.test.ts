import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { asks, cliDaemon, done, failed, question, text } from "./cli-daemon.ts";

/** A session named api whose agent has just been given the prompt of a waiting `send`. */
async function waiting(words: readonly string[] = []) {
  const { daemon, run, start } = await cliDaemon();
  const session = await daemon.newSession("api");
  const sending = start(["send", "api", "go", "--wait", ...words]);
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
  return { daemon, run, session, agent, sending };
}

test("[C-07] without --wait it tells at once whether the prompt goes out or waits, and as which", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("api");
  expect(await run(["send", "api", "one"])).toEqual({ code: 0, out: "sent to api\n", err: "" });
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("one"));
  expect((await run(["send", "api", "two"])).out).toBe("queued for api, 1st\n");
  expect((await run(["send", "-s", "api", "three"])).out).toBe("queued for api, 2nd\n");
  expect((await run(["send", "@", "--", "-four"])).out).toBe("queued for api, 3rd\n");
  expect((await run(["send", "api", "five", "-q"])).out).toBe("");
});

test("the text comes from stdin for - and for a pipe, exactly", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  await run(["send", "api", "-"], { stdin: "a\n\n  b é\n" });
  await run(["send", "api"], { stdin: "piped" });
  const texts = daemon
    .events(session)
    .flatMap(({ type, data }) => (type === "prompt_queued" ? [(data as { text: string }).text] : []));
  expect(texts).toEqual(["a\n\n  b é\n", "piped"]);
});

test("--wait prints the whole last message and counts as read", async () => {
  const { daemon, session, agent, sending } = await waiting();
  agent.say(text("first"), text("second\n", "m2"), text("line", "m2"), done);
  expect(await sending.result).toEqual({ code: 0, out: "second\nline\n", err: "" });
  const { session: listed } = await daemon.client.session(session);
  expect(listed.status).toBe("idle");
});

test("--wait --json tells the prompt, the outcome and the message in one document", async () => {
  const { session, agent, sending } = await waiting(["--json"]);
  agent.say(text("hello"), done);
  const { code, out } = await sending.result;
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    v: 1,
    session: { id: session, name: "api" },
    promptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    state: "done",
    turn: "t1",
    seq: expect.any(Number),
    reason: "completed",
    message: "hello",
    replayed: false,
  });
});

test("a failed turn is exit code 6, with the agent's reason", async () => {
  const { agent, sending } = await waiting();
  agent.say(failed("no model\x1b[31m"));
  expect(await sending.result).toEqual({
    code: 6,
    out: "",
    err: "error: the agent failed the turn\nwhy: no model\nfix: see what happened: skein show api\n",
  });
});

test("a question is exit code 8, in full and with how to answer it", async () => {
  const { agent, sending } = await waiting();
  agent.say(question);
  expect(await sending.result).toEqual({
    code: 8,
    out: "",
    err: `error: api asks for permission: Run \`rm x\`
  rm x⟨U+202E⟩
  ! It has invisible characters; they are shown by their numbers.
  
  1  Allow once
  4  Deny
  5  Deny, and say why
fix: answer it, with a number behind this: skein answer api --question q1
`,
  });
});

test("a question has the same numbers, words and rule in send --wait, wait and answer", async () => {
  const { agent, sending, run } = await waiting();
  agent.say(asks("q1", "npm test"));
  const { err } = await sending.result;
  expect(err).toMatch(/^ {2}2 {2}Allow in this session from now on\n {2}3 {2}Allow in this directory from now on$/m);
  expect(err).toMatch(/^ {2}2 and 3 make this rule:$/m);
  expect((await run(["wait", "api"])).err).toBe(err);
  expect((await run(["answer", "api"])).err).toBe(err);
});

test("a timeout is exit code 7, and the turn goes on", async () => {
  const { session, daemon, sending } = await waiting(["--timeout", "50ms"]);
  const { code, err } = await sending.result;
  expect([code, err]).toEqual([
    7,
    "error: api has not finished in time\nfix: it continues; follow it: skein follow api\n",
  ]);
  expect(daemon.types(session)).not.toContain("turn_end");
});

test("Ctrl+C is exit code 130, and the turn goes on", async () => {
  const { session, daemon, sending } = await waiting();
  sending.interrupt();
  expect((await sending.result).code).toBe(130);
  expect(daemon.types(session)).not.toContain("interrupt");
});

test.for([
  ["send", ["send", "api", "later", "--wait"], "api"],
  ["new", ["new", "later", "--name", "docs"], "docs"],
] as const)("Ctrl+C while %s hears that the prompt was sent says so, and how to follow it", async ([, words, ref]) => {
  const { daemon, start } = await cliDaemon();
  await daemon.newSession("api");
  const append = daemon.log.append.bind(daemon.log);
  let sending: ReturnType<typeof start> | null = null;
  // What is in the log is not acknowledged yet.
  daemon.log.append = async (wish) => {
    const appended = await append(wish);
    if (wish.events.some(({ type }) => type === "prompt_queued")) sending?.interrupt();
    return appended;
  };
  sending = start(words);
  expect(await sending.result).toEqual({
    code: 130,
    out: "",
    err: `error: interrupted\nfix: the prompt was sent and continues; follow it: skein follow ${ref}\n`,
  });
});

test("a turn that somebody aborts is exit code 130 for who waits for it", async () => {
  const { run, agent, sending } = await waiting();
  const aborting = run(["abort", "api"]);
  await until("the interrupt to arrive", () => agent.heard.some(({ said }) => said === "interrupt"));
  agent.say({ type: "turn_end", reason: "interrupted" });
  expect((await sending.result).code).toBe(130);
  expect(await aborting).toEqual({ code: 0, out: "stopped the turn of api\n", err: "" });
});

test("the same --prompt-id sends nothing twice and tells the same outcome from the log", async () => {
  const promptId = randomUUID();
  const { daemon, run, session, agent, sending } = await waiting(["--prompt-id", promptId]);
  agent.say(question);
  await sending.result;
  await run(["answer", "api", "1", "--question", "q1"]);
  agent.say(text("after all"), done);
  await daemon.ofType(session, "turn_end");
  const again = await run(["send", "api", "go", "--wait", "--prompt-id", promptId]);
  expect(again).toEqual({ code: 0, out: "after all\n", err: "" });
  const known = await run(["send", "api", "go", "--prompt-id", promptId]);
  expect(known.out).toBe("sent to api (already: this id is known)\n");
  expect(agent.prompts).toEqual(["go"]);
  const other = await run(["send", "api", "another text", "--prompt-id", promptId]);
  expect(other.code).toBe(1);
  expect(other.err).toContain("fix: use another --prompt-id");
});

test("more than the daemon takes is one clear sentence", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("api");
  const { code, err } = await run(["send", "api", "x".repeat(5 * 1024 * 1024)]);
  expect(code).toBe(1);
  expect(err).toBe(
    "error: the request has 5 MB; the daemon accepts at most 4 MB\n" +
      "fix: put the text into a file in the workspace and tell the agent to read it\n",
  );
});

describe("stdin", () => {
  /** A stream that never ends; how much was taken from it is told. */
  function endless(): { stdin: Readable; taken: () => number } {
    let taken = 0;
    const stdin = new Readable({
      read(size) {
        taken += size;
        this.push(Buffer.alloc(size));
      },
    });
    return { stdin, taken: () => taken };
  }

  test.for([
    [["send", "api", "-"], "stdin has more than 4 MB, the limit of a prompt", 4],
    [["send", "api"], "stdin has more than 4 MB, the limit of a prompt", 4],
    [
      ["send", "api", "x", "--file", "-"],
      'with "-" it would be more than 20 MB of files, and 20 MB may go with a prompt',
      20,
    ],
    [["new", "-"], "stdin has more than 4 MB, the limit of a prompt", 4],
  ] as const)("that never ends is read up to what may be sent: %j", async ([words, error, megabytes]) => {
    const { daemon, run } = await cliDaemon();
    await daemon.newSession("api");
    const { stdin, taken } = endless();
    const { code, err } = await run(words, { stdin });
    expect([code, err.split("\n")[0]]).toEqual([1, `error: ${error}`]);
    expect(taken()).toBeLessThan((megabytes + 1) * 1024 * 1024);
  });

  test.for<[what: string, bytes: Buffer, place: [byte: number, line: number]]>([
    ["latin1", Buffer.from("caf\xe9 au lait", "latin1"), [4, 1]],
    ["a cut character", Buffer.from("one\ntwo é").subarray(0, -1), [9, 2]],
    ["UTF-16", Buffer.from("\ufeffhi", "utf16le"), [1, 1]],
    ["half of a pair", Buffer.from([0x61, 0xed, 0xa0, 0x80]), [2, 1]],
    ["an overlong form", Buffer.from([0xc0, 0xaf]), [1, 1]],
    ["a byte that is never there", Buffer.from([0x61, 0x0a, 0x0a, 0xff]), [4, 3]],
  ])("that is no UTF-8 is refused and not changed: %s", async ([, bytes, [byte, line]]) => {
    const { daemon, run } = await cliDaemon();
    const session = await daemon.newSession("api");
    expect(await run(["send", "api", "-"], { stdin: bytes })).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `error: stdin is not UTF-8 (byte ${byte}, in line ${line})\nfix: convert it, for example with iconv`,
      ),
    });
    expect(daemon.types(session)).not.toContain("prompt_queued");
  });

  test("that is UTF-8 arrives as it is, whatever it says", async () => {
    const { daemon, run } = await cliDaemon();
    const session = await daemon.newSession("api");
    const text = "\ufeffé \ufffd \u0000 😀 \u2028 end\n";
    expect((await run(["send", "api", "-"], { stdin: text })).code).toBe(0);
    expect((await daemon.ofType(session, "prompt_queued")).data).toMatchObject({ text });
  });
});

test("send with nothing but a text says how it goes to the directory's own session", async () => {
  const { run } = await cliDaemon();
  const { code, err } = await run(["send", "hello there"], { isTerminal: true });
  expect(code).toBe(2);
  expect(err).toContain("if that is the text: skein send @ 'hello there'");
});
