// A terminal that tells where the person is, and shows what they are called for.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { TestDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon, done, question, text } from "./cli-daemon.ts";

const FOCUS_IN = "\x1b[I";
const FOCUS_OUT = "\x1b[O";
const kitty = { KITTY_WINDOW_ID: "1" };
const shown = (words: string): string => `:d=1:p=body;${words}\x1b\\`;

/** Lets the daemon look until the terminal shows it. */
const sees = (daemon: TestDaemon, out: () => string, what: string): Promise<unknown> =>
  until(JSON.stringify(what), () => {
    daemon.clock.advance(250);
    return out().includes(what);
  });

async function working(words: readonly string[]): Promise<CliDaemon & { session: string; attached: Attached }> {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  agent.say(text("working"));
  const attached = cli.start(words, { isTerminal: true, env: kitty });
  await until("the transcript", () => attached.out().includes("working"));
  return { ...cli, session, attached };
}
type Attached = ReturnType<CliDaemon["start"]>;

test.for<[readonly string[]]>([[["--no-color"]], [["follow", "--no-color"]]])(
  "[R-14] skein %s shows what another session needs, and takes it back when that was answered elsewhere",
  async ([words]) => {
    const { daemon, attached } = await working(words);
    const other = await daemon.newSession("api");
    await daemon.send(other, "go");
    const agent = await daemon.run(2);
    agent.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
    await until("the prompt", () => agent.prompts.includes("go"));
    agent.say(question);
    await sees(daemon, attached.out, shown("api asks: Run `rm x`"));
    await daemon.client.answer(other, "q1", { option: "no" });
    await sees(daemon, attached.out, ":p=close;");
    attached.interrupt();
    const { out } = await attached.result;
    expect(out.split(shown("api asks: Run `rm x`"))).toHaveLength(2);
  },
);

test("[R-14] who looks at the session is not called for it, and who looks away is", async () => {
  const { daemon, session, attached } = await working(["--no-color"]);
  writeFileSync(daemon.paths.config, '[notify]\ncommand = ["notify-me"]\n[hooks]\nsession_start = ["looked"]\n');
  const agent = await daemon.run();
  const ask = async (id: string): Promise<void> => {
    agent.say(JSON.parse(JSON.stringify(question).replace("q1", id)));
    await daemon.event(session, ({ data }) => data.id === id);
    const marker = await daemon.newSession();
    await until("the daemon to have looked", () => {
      daemon.clock.advance(250);
      return daemon.outlets.commands.some(({ spec }) => spec.env.SKEIN_SESSION === marker);
    });
  };
  await ask("q1");
  expect(attached.out()).not.toContain(":p=body;");
  attached.type(FOCUS_OUT);
  let n = 1;
  await until("to be called", async () => {
    n++;
    await ask(`q${n}`);
    return attached.out().includes(":p=body;");
  });
  attached.interrupt();
  await attached.result;
  // Before the terminal had said that it is looked at, the command may have been called, too.
  const calls = (): number => daemon.outlets.commands.filter(({ spec }) => spec.line[0] === "notify-me").length;
  const before = calls();
  await ask("q-last");
  expect(calls()).toBe(before + 1);
});

test("[R-14] a turn that ends while nobody looks is unread until somebody does", async () => {
  const { daemon, session, attached } = await working(["--no-color"]);
  const agent = await daemon.run();
  attached.type(FOCUS_OUT);
  agent.say(text("all done", "m2"), done);
  await until("the end", () => attached.out().includes("all done"));
  const status = async (): Promise<string> => (await daemon.client.session(session)).session.status;
  expect(await status()).toBe("waiting");
  attached.type(FOCUS_IN);
  await until("it to count as read", async () => (await status()) === "idle");
  attached.interrupt();
  const { out } = await attached.result;
  expect([out.indexOf("\x1b[?1004h") >= 0, out.indexOf("\x1b[?1004l") > out.indexOf("\x1b[?1004h")]).toEqual([
    true,
    true,
  ]);
});
