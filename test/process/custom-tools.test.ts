// Command-line tools that become agents by config.toml alone: real little programs, the runner, the keeper and the built daemon.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processesOf } from "../../src/system/processes.ts";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { writeToolPrograms } from "../kit/tool-programs.ts";
import { until } from "../kit/until.ts";

type Programs = ReturnType<typeof writeToolPrograms>;

/** A daemon with one tool, and a session of it. */
class Bench {
  readonly daemon = new DaemonProcess();
  readonly programs: Programs = writeToolPrograms(this.daemon.workspace);
  id = "";

  static async open(keys: (programs: Programs) => string): Promise<Bench> {
    const bench = new Bench();
    bench.configure(keys);
    await bench.daemon.start();
    const { session } = await bench.daemon.client.create({ cwd: bench.daemon.workspace, agent: "mine" });
    bench.id = session.id;
    return bench;
  }

  configure(keys: (programs: Programs) => string): void {
    mkdirSync(this.daemon.paths.home, { recursive: true });
    writeFileSync(this.daemon.paths.config, `[tools.mine]\n${keys(this.programs)}`);
  }

  async send(text: string): Promise<string> {
    return (await this.daemon.client.prompt(this.id, { content: [{ type: "text", text }] })).id;
  }

  /** What was said to a prompt, and how its turn ended. */
  async ask(text: string): Promise<{ said: string; reason: unknown; error: unknown }> {
    const promptId = await this.send(text);
    const { data } = await this.event("turn_end", (data) => data.promptId === promptId);
    const events = await this.events();
    const from = events.findIndex(({ type, data }) => type === "turn_start" && data.promptId === promptId);
    const to = events.findIndex(({ type, data }) => type === "turn_end" && data.promptId === promptId);
    return { said: textIn(events.slice(from, to)), reason: data.reason, error: data.error };
  }

  event(type: string, fits: (data: AnyEvent["data"]) => boolean = () => true): Promise<AnyEvent> {
    return this.daemon.event(this.id, (event) => event.type === type && fits(event.data));
  }

  events(): Promise<AnyEvent[]> {
    return this.daemon.events(this.id);
  }

  async all(type: string): Promise<AnyEvent["data"][]> {
    return (await this.events()).flatMap((event) => (event.type === type ? [event.data] : []));
  }

  /** Ends the process, and waits until it has. */
  async stop(): Promise<void> {
    const before = (await this.all("agent_exit")).length;
    await this.daemon.client.stop(this.id);
    let seen = 0;
    await this.event("agent_exit", () => ++seen > before);
  }
}

const textIn = (events: readonly AnyEvent[]): string =>
  events.flatMap(({ type, data }) => (type === "agent_message" ? [data.text] : [])).join("");

const quoted = (text: string): string => JSON.stringify(text);

test("[A-29] [A-31] a tool that takes one prompt and prints JSON: its name for the conversation is read from there, and resumed by its flag", async () => {
  const bench = await Bench.open(
    ({ chat }) => `
      command = ${quoted(chat)}
      output_format_flag = "--json"
      response_json_path = "answer"
      session_id_json_path = "chat.id"
      resume_flag = "--resume"
      model_flag = "-m"
      dangerous_flag = "--yolo"
    `,
  );
  expect(await bench.ask("one\n\ntwo")).toMatchObject({
    said: "heard one\n\ntwo; before: nothing; with ",
    reason: "completed",
  });
  await bench.daemon.kill();
  await bench.daemon.client.setMode(bench.id, "auto");
  await bench.daemon.client.setModel(bench.id, "big");
  expect((await bench.ask("--help")).said).toBe("heard --help; before: one  two; with -m big --yolo");
  await bench.daemon.client.setMode(bench.id, null);
  expect((await bench.ask("more")).said).toBe("heard more; before: one  two, --help; with -m big");
  const [first, second] = await bench.all("agent_bound");
  expect(first).toMatchObject({ nativeId: expect.stringMatching(/^chat-/), provenance: "reported" });
  expect(second).toMatchObject({ nativeId: first?.nativeId });

  rmSync(join(bench.daemon.workspace, `memory-${first?.nativeId}`));
  expect(await bench.ask("three")).toMatchObject({
    reason: "failed",
    error: `mine can't resume its conversation ${first?.nativeId}: Error: no conversation ${first?.nativeId}`,
  });
  expect(await bench.all("resume_failed")).toHaveLength(1);
  expect((await bench.all("agent_exit")).slice(0, 2).map(({ outcome }) => outcome)).toEqual(["rested", "rested"]);
});

test("[A-29] a tool that takes its conversation's name from a variable, and prompts as arguments", async () => {
  const bench = await Bench.open(
    ({ chat }) => `command = ${quoted(chat)}\nprompt_flag = "--say"\nsession_id_env = "CHAT_ID"`,
  );
  // Its output ends no line, and is coloured; what begins with a dash is no flag.
  expect((await bench.ask("-v")).said).toBe("heard  -v; before: nothing; with ");
  expect((await bench.ask("two")).said).toBe("heard two; before: -v; with ");
  const names = (await bench.all("agent_bound")).map(({ nativeId, provenance }) => ({ nativeId, provenance }));
  expect(names).toEqual([{ nativeId: expect.stringMatching(/^[0-9a-f-]{36}$/), provenance: "assigned" }, names[0]]);

  const tooLong = await bench.ask("x".repeat(300_000));
  expect(tooLong).toMatchObject({ reason: "failed", error: expect.stringContaining("too long for a command line") });
});

test("[A-30] a tool without resume is run as it is; that each prompt is a new conversation is said once", async () => {
  const bench = await Bench.open(({ shell }) => `command = ${quoted(shell)}\nicon = "🐚"`);
  expect((await bench.ask("hello\nthere")).said).toBe("you said:\n\nhello\nthere");
  expect((await bench.ask("again")).said).toBe("you said:\n\nagain");
  // What it leaves behind holds its output open; the turn ends with the tool all the same.
  expect((await bench.ask("leave something")).said).toBe("you said:\n\nleave something");
  const { items } = await bench.daemon.client.inspectAgents({ quick: true });
  const mine = items.find(({ id }) => id === "mine");
  expect(mine).toMatchObject({ icon: "🐚", installed: true, transport: "oneshot", capabilities: { resume: false } });
  expect((await bench.all("notice")).map(({ text }) => text)).toEqual([
    "Each prompt is a new conversation for mine: config.toml has no resume_flag for it.",
  ]);
});

test("a tool that dies fails its turn with its last words; one that works on is ended by an interrupt, with all that it started", async () => {
  const keys = 'session_id_flag = "--id"\nresume_flag = "--resume"';
  const bench = await Bench.open(({ chat }) => `command = ${quoted(chat)}\n${keys}`);
  const error = "mine ended with exit code 3: no key for the model";
  expect(await bench.ask("die")).toMatchObject({ said: "", reason: "failed", error });
  expect(await bench.all("agent_bound")).toEqual([]);

  const promptId = await bench.send("wait");
  await bench.event("agent_message", ({ text }) => String(text).includes("heard wait"));
  const run = String((await bench.all("agent_start")).at(-1)?.run);
  await bench.daemon.client.interrupt(bench.id);
  const end = await bench.event("turn_end", (data) => data.promptId === promptId);
  expect(end.data.reason).toBe("interrupted");
  await until("all its processes to be gone", async () => (await processesOf(run)).length === 0);
  expect((await bench.ask("three")).said).toBe("heard three; before: wait; with ");
});

test("a tool that works while the daemon is killed is heard once, to its end", async () => {
  const bench = await Bench.open(({ chat }) => `command = ${quoted(chat)}\nsession_id_env = "CHAT_ID"`);
  const promptId = await bench.send("hold on");
  await bench.event("turn_start");
  await bench.daemon.kill();
  writeFileSync(join(bench.daemon.workspace, "go-on"), "");
  const end = await bench.event("turn_end", (data) => data.promptId === promptId);
  expect(end.data.reason).toBe("completed");
  expect(textIn(await bench.events())).toBe("heard hold on; before: nothing; with ");
  expect(await bench.all("agent_start")).toHaveLength(1);
});

const replKeys = (program: string, more = "") =>
  `protocol = "lines"\ncommand = ${quoted(program)}\nprompt_patterns = ["^> $"]\n${more}`;

test("[A-29] a long-lived tool takes prompts as lines, is interrupted, and outlives the daemon", async () => {
  const bench = await Bench.open(({ repl }) => replKeys(repl, 'detect_patterns = ["^Repl \\\\d"]\n'));
  expect(await bench.ask("one")).toMatchObject({ said: "heard one\nafter nothing\n", reason: "completed" });
  await bench.daemon.kill();
  expect((await bench.ask("two\nlines")).said).toBe("heard two lines\nafter one\n");

  const promptId = await bench.send("wait");
  await bench.event("agent_message", ({ text }) => text === "waiting");
  await bench.daemon.client.interrupt(bench.id);
  const end = await bench.event("turn_end", (data) => data.promptId === promptId);
  expect(end.data.reason).toBe("interrupted");
  expect((await bench.ask("three")).said).toBe("heard three\nafter one, two lines\n");
  expect(await bench.all("agent_start")).toHaveLength(1);

  await bench.stop();
  expect((await bench.ask("four")).said).toBe("heard four\nafter nothing\n");
  const notices = (await bench.all("notice")).map(({ kind }) => kind);
  expect(notices).toEqual(["banner", "one_line", "banner", "blank_start"]);
  expect(await bench.ask("die")).toMatchObject({
    reason: "failed",
    error: "mine ended with exit code 4: out of memory",
  });
});

test("a prompt with Unicode's own line ends is one prompt for a tool that takes lines", async () => {
  const bench = await Bench.open(({ repl }) => replKeys(repl, 'multiline_marks = ["<<", ">>"]'));
  expect((await bench.ask("one\u2028two")).reason).toBe("completed");
  expect((await bench.ask("three")).reason).toBe("completed");
  expect(await bench.all("agent_start")).toHaveLength(1);
});

test("[A-16] [A-19] the name of a conversation is captured with one small prompt, and resumed; where that fails it starts fresh, and says so", async () => {
  const capture = `
    capture_resume = true
    output_format_flag = "--once"
    session_id_json_path = "session.id"
    resume_flag = "--resume"
  `;
  const bench = await Bench.open(({ repl }) => replKeys(repl, capture));
  const asked = join(bench.daemon.workspace, "asked-once");
  expect((await bench.ask("one")).said).toBe("heard one\nafter nothing\n");
  await bench.stop();
  expect((await bench.ask("two")).said).toBe("heard two\nafter nothing\n");
  expect((await bench.all("notice")).map(({ text }) => text)).toEqual([
    "Repl 1.0 goes on with captured-1",
    "Repl 1.0 goes on with captured-1",
  ]);
  expect(await bench.all("agent_bound")).toMatchObject([
    { nativeId: "captured-1", provenance: "reported" },
    { nativeId: "captured-1" },
  ]);
  expect(readFileSync(asked, "utf8")).toBe(".\n");

  writeFileSync(join(bench.daemon.workspace, "refuse"), "");
  const { session } = await bench.daemon.client.create({ cwd: bench.daemon.workspace, agent: "mine" });
  bench.id = session.id;
  expect((await bench.ask("one")).said).toBe("heard one\nafter nothing\n");
  expect((await bench.all("notice")).map(({ text }) => text)).toEqual([
    "Skein asked the tool for the name of its conversation, but it ended with exit code 9. It starts fresh, and this conversation can't be resumed later.",
    "Repl 1.0",
  ]);
});

test("[A-29] a long-lived tool that is another one, shows no prompt or can't be started says so, and is not started again by itself", async () => {
  const bench = await Bench.open(({ repl }) => replKeys(repl, 'detect_patterns = ["Other"]\n'));
  const failure = async (): Promise<unknown> => {
    const before = (await bench.all("error")).length;
    await bench.send("one");
    let seen = 0;
    const { data } = await bench.event("error", () => ++seen > before);
    await until(
      "its end",
      async () => (await bench.all("agent_start")).length === (await bench.all("agent_exit")).length,
    );
    return data;
  };
  expect(await failure()).toMatchObject({
    code: "start_failed",
    message: expect.stringMatching(/its output is not what was expected \(detect_patterns\)\. It printed: Repl 1\.0$/),
  });
  bench.configure(({ repl }) => replKeys(repl, "start_seconds = 3").replace('"^> $"', '"^never$"'));
  expect(await failure()).toMatchObject({
    code: "start_failed",
    message: expect.stringMatching(/it shows no prompt \(prompt_patterns\)\. It printed: Repl 1\.0/),
  });
  const broken = join(bench.daemon.workspace, "broken");
  writeFileSync(broken, "#!/no/such/interpreter\n", { mode: 0o755 });
  bench.configure(() => replKeys(broken));
  expect(await failure()).toMatchObject({
    code: "start_failed",
    message: expect.stringMatching(/could not be started/),
  });
});
