import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { cliDaemon, done, text } from "./cli-daemon.ts";

const long = (line: string): string => `${line}\n`.repeat(20_000);

test("show says that a text is cut, --full prints it, and --blob prints it byte for byte", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const output = long("a line of the tool\u001b[31m");
  agent.say({ type: "tool_call", data: { toolCallId: "c1", title: "T", kind: "execute", status: "running" } });
  agent.say({ type: "tool_call_update", data: { toolCallId: "c1", output, status: "completed" } }, done);
  await daemon.ofType(session, "turn_end");

  const shown = (await run(["show", session])).out;
  const [, hash = ""] = /the beginning of \d+ KB; all of it: skein show --blob ([0-9a-f]{64})\n/.exec(shown) ?? [];
  expect(shown.match(/a line of the tool/g)?.length).toBe(10);
  expect(await run(["show", "--blob", hash])).toEqual({ code: 0, out: output, err: "" });
  const full = (await run(["show", session, "--full"])).out;
  expect(full.match(/a line of the tool\n/g)?.length).toBe(20_000);
  expect(full).not.toContain("the beginning of");

  const onTerminal = await run(["show", "--blob", hash], { isTerminal: true });
  expect(onTerminal.out).toBe(`${long("a line of the tool")}\n`);
});

test("show --blob with a name that nothing has says so", async () => {
  const { run } = await cliDaemon();
  const { code, out, err } = await run(["show", "--blob", "0123"]);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toBe(`error: --blob can't be "0123"\nfix: give the name of a long text, as the transcript shows it\n`);
});

test("a question is shown whole, however long it is", async () => {
  const { daemon, run, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const detail = `${long("rm one")}rm the-last`;
  const options = [{ id: "yes", label: "Allow once", kind: "allow_once" as const }];
  agent.say({ type: "permission", data: { id: "q1", state: "asked", title: "Run", detail, options } });
  await daemon.ofType(session, "permission");
  for (const words of [
    ["show", session],
    ["follow", session, "--no-follow"],
  ]) {
    const { out } = await run(words);
    expect(out).toContain("rm the-last\n");
    expect(out).not.toContain("the beginning of");
  }
  expect((await run(["answer", session])).err).toContain("rm the-last\n");
  const asking = start(["answer", session], { isTerminal: true });
  await until("the question", () => /rm the-last\n[\s\S]*1 › /.test(asking.out()));
  asking.type("1\n");
  expect((await asking.result).code).toBe(0);
});

const options = [
  { id: "yes", label: "Allow once", kind: "allow_once" as const },
  { id: "no", label: "Deny", kind: "reject_once" as const },
];

test.for([
  ["inbox", "1|4|5 › \r"],
  ["attach", "answer 1|4|5 › \r"],
] as const)("%s shows a long question to its end before it can be answered", async ([command, label]) => {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const detail = `${long("rm one")}rm the-last`;
  agent.say({ type: "permission", data: { id: "q1", state: "asked", title: "Run", detail, options } });
  await daemon.ofType(session, "permission");
  const running = start([command, ...(command === "attach" ? [session] : [])], { isTerminal: true });
  if (command === "inbox") {
    await until("the list", () => running.out().includes("number, or Enter"));
    running.type("1\r");
  }
  await until("the question", () => running.out().includes(label));
  expect(running.out().indexOf("rm the-last\n")).toBeGreaterThan(0);
  expect(running.out().indexOf("rm the-last\n")).toBeLessThan(running.out().indexOf(label));
  running.type("\x03");
  await running.result;
});

test.for([
  ["inbox", "4|5 › \r", "is not one of the choices"],
  ["attach", "answer 4|5 › \r", "not an answer: type 4|5, n"],
  ["answer", "4|5 › ", "is not one of the choices"],
] as const)("with %s nobody can allow what can't be shown whole", async ([command, label, problem]) => {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const detail = "a".repeat(4 * 1024 * 1024 + 1);
  agent.say({ type: "permission", data: { id: "q1", state: "asked", title: "Run", detail, options } });
  await daemon.ofType(session, "permission");
  const running = start([command, ...(command === "inbox" ? [] : [session]), "--no-color"], { isTerminal: true });
  if (command === "inbox") {
    await until("the list", () => running.out().includes("number, or Enter"));
    running.type("1\r");
  }
  await until("the question", () => running.out().includes(label));
  const text = running.out().replaceAll(/\n│[ ↳]/g, "");
  expect(text).toContain(`there are ${detail.length} bytes in all, so you can't allow it here`);
  running.type("1\r");
  await until("the problem", () => running.out().includes(problem));
  running.type("\x03");
  await running.result;
  expect((await daemon.client.inbox()).items).toHaveLength(1);
});

test("what send --wait prints is the whole answer", async () => {
  const { daemon, start } = await cliDaemon();
  const session = await daemon.newSession("api");
  const running = start(["send", "api", "go", "--wait"]);
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
  const answer = "w".repeat(1_500_000);
  agent.say(text(answer), done);
  await daemon.ofType(session, "turn_end");
  const { out } = await running.result;
  expect(out.includes(answer)).toBe(true);
});
